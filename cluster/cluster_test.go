//go:build unix

// Package cluster tests the recipes for many machines without a cluster: it runs their
// scripts and commands, and makes some runs of hanoigen fail.
package cluster

import (
	"debug/elf"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/must"
)

const disks, parts = 10, 11

// faulty runs hanoigen. A file faults/I lists the statuses with which the first runs of shard I
// end instead, after losing their last byte; from 128 on, they are signals.
const faulty = `#!/bin/bash
"$0.real" "$@"
status=$?
[[ "$*" =~ --shard[\ =]([0-9]+)/.*(-o |--output=)([^ ]+) ]] || exit $status
part=${BASH_REMATCH[3]} faults=faults/$((10#${BASH_REMATCH[1]}))
first=0
[ ! -s "$faults" ] || read -r first rest <<<"$(cat "$faults")"
[ "$first" != 0 ] || exit $status
echo -n "$rest" >"$faults"
truncate -s -1 "$part"
[ "$first" -lt 128 ] || kill -$((first - 128)) $$
exit "$first"
`

func TestMain(m *testing.M) {
	bin := must.Get(os.MkdirTemp("", "cluster"))
	defer os.RemoveAll(bin)
	must.Do(exec.Command("go", "build", "-o", bin+"/hanoigen.real", "../cmd/hanoigen").Run())
	must.Do(os.WriteFile(bin+"/hanoigen", []byte(faulty), 0o777))
	os.Setenv("PATH", bin+":"+os.Getenv("PATH"))
	m.Run() // sets the exit status
}

// place returns a new folder with the faults of some shards.
func place(t *testing.T, faults map[int]string) string {
	t.Helper()
	folder := t.TempDir()
	must.Do(os.Mkdir(filepath.Join(folder, "faults"), 0o777))
	for i, statuses := range faults {
		write(fmt.Sprintf("%s/faults/%d", folder, i), statuses)
	}
	return folder
}

func write(name, text string) { must.Do(os.WriteFile(name, []byte(text), 0o666)) }

func read(name string) string { return string(must.Get(os.ReadFile(name))) }

// run runs a shell command in a folder, and returns its output and status.
func run(t *testing.T, folder, line string) (said string, status int) {
	t.Helper()
	c := exec.Command("bash", "-ec", line)
	c.Dir = folder
	out, _ := c.CombinedOutput()
	return string(out), c.ProcessState.ExitCode()
}

// need skips the test where a program is missing.
func need(t *testing.T, program string) {
	t.Helper()
	if _, err := exec.LookPath(program); err != nil {
		t.Skip("NOT RUN:", err)
	}
}

// commands returns the indented commands on a page, from the first one on.
func commands(t *testing.T, page, first string) string {
	t.Helper()
	block := regexp.MustCompile(`(?m)^    ` + first + `.*\n(    .*\n)*`).FindString(read(page) + "\n")
	if block == "" {
		t.Fatalf("%s has no command %q", page, first)
	}
	return fmt.Sprintf("N=%d M=%d\n", disks, parts) + regexp.MustCompile(`(?m)^ *N=.*$`).ReplaceAllString(block, "")
}

// complete checks and joins the parts.
func complete(t *testing.T, folder string) {
	t.Helper()
	if said, status := run(t, folder, commands(t, "README.md", "for part in")); strings.Contains(said, "\npart") || status != 0 {
		t.Errorf("check and join: status %d, %s", status, said)
	}
	want := must.Get(io.ReadAll(must.Get(hanoi.NewReader(disks, hanoi.Packed, hanoi.Canonical))))
	if got := read(folder + "/moves.bin"); got != string(want) {
		t.Errorf("the parts have %d bytes, which are not the %d of the stream", len(got), len(want))
	}
}

// A part that fails is tried again and continued, unless that cannot help.
func TestSlurm(t *testing.T) {
	need(t, "bash")
	script := must.Get(filepath.Abs("slurm/hanoigen.sbatch"))
	task := func(folder string, id int) (string, int) {
		return run(t, folder, fmt.Sprintf("N=%d M=%d EACH=2 TRIES=3 PAUSE=0 SLURM_ARRAY_TASK_ID=%d bash '%s'", disks, parts, id, script))
	}

	folder := place(t, map[int]string{1: "1", 2: "137 1", 10: "137"})
	write(folder+"/part.00", "\x00") // partial
	for id := range 6 {
		if said, status := task(folder, id); status != 0 {
			t.Errorf("task %d: status %d, %s", id, status, said)
		}
	}
	complete(t, folder)

	for faults, want := range map[string]int{"1 1 137 0": 137, "2 0": 2, "143 0": 143, "130 0": 130} {
		folder := place(t, map[int]string{4: faults})
		if _, status := task(folder, 2); status != want || read(folder+"/faults/4") != "0" {
			t.Errorf("runs that end with %s: status %d, and %q are left; want %d", faults, status, read(folder+"/faults/4"), want)
		}
		if _, err := os.Stat(folder + "/part.05"); err == nil {
			t.Errorf("after a run that ended with %s, the next part is made", faults)
		}
	}

	// Each option has a line that says what is lost without it.
	text := read(script)
	var options []string
	for _, option := range regexp.MustCompile(`(?m)^# Without it, .+\.\n#SBATCH (.+)$`).FindAllStringSubmatch(text, -1) {
		options = append(options, option[1])
	}
	want := []string{"--array=0-255", "--requeue", "--open-mode=append", "--mem=256M"}
	if !strings.Contains(text, "\nM=${M:-4096} ") || !strings.Contains(text, "\nEACH=${EACH:-16} ") {
		t.Error("the array is not for 4,096 parts, 16 per task")
	}
	if !slices.Equal(options, want) || strings.Count(text, "#SBATCH") != len(want) {
		t.Errorf("the options %q have a line; want one for each of %q, and no others", options, want)
	}
}

// Running the same line again continues the parts that failed.
func TestParallel(t *testing.T) {
	need(t, "parallel")
	folder := place(t, map[int]string{3: "137", 7: "1", 10: "143"})
	line := commands(t, "parallel/README.md", "N=")
	if said, status := run(t, folder, line); status != 3 {
		t.Errorf("three parts fail: status %d, %s", status, said)
	}
	if said, status := run(t, folder, line); status != 0 {
		t.Errorf("again: status %d, %s", status, said)
	}
	if runs := strings.Count(read(folder+"/parts.log"), "\n") - 1; runs != parts+3 {
		t.Errorf("%d runs; want %d", runs, parts+3)
	}
	complete(t, folder)
}

// decode reads the YAML of a manifest into values by the path of their keys. Items of a list
// have no name in a path, as in spec.rules..action, and their values are joined.
func decode(text string) map[string]string {
	values := map[string]string{}
	var path []string
	entry := regexp.MustCompile(`(?m)^( *(?:- )?)(?:(\w+):)? ?"?\[?([^#]*?)\]?"?(?: #.*)?$`)
	for _, m := range entry.FindAllStringSubmatch(text, -1) {
		indent := len(m[1]) / 2
		for len(path) < indent {
			path = append(path, "")
		}
		if path = path[:indent]; m[2] != "" {
			path = append(path, m[2])
		}
		key := strings.Join(path, ".")
		values[key] = strings.TrimSpace(values[key] + " " + m[3])
	}
	return values
}

// quantity returns a number of Kubernetes, 0 if it is none.
func quantity(text string) (n int) {
	unit := ""
	fmt.Sscanf(text, "%d%s", &n, &unit)
	return n << map[string]int{"Ki": 10, "Mi": 20, "Gi": 30}[unit]
}

// The program of the image runs in an empty root: it needs no loader and no libraries.
func TestImage(t *testing.T) {
	need(t, "bash")
	line := regexp.MustCompile(`(?m)^RUN (.* -o /hanoigen .*)$`).FindStringSubmatch(read("kubernetes/Containerfile"))[1]
	root := t.TempDir()
	t.Setenv("CGO_ENABLED", "1") // as in the image that builds it
	t.Setenv("GOOS", "linux")
	if said, status := run(t, "..", strings.Replace(line, "-o /", "-o "+root+"/", 1)); status != 0 {
		t.Fatalf("status %d, %s", status, said)
	}
	program := must.Get(elf.Open(root + "/hanoigen"))
	defer program.Close()
	for _, p := range program.Progs {
		if p.Type == elf.PT_INTERP || p.Type == elf.PT_DYNAMIC {
			t.Errorf("the program has a segment %v", p.Type)
		}
	}
	if runtime.GOOS != "linux" || os.Getuid() != 0 {
		t.Skip("NOT RUN in an empty root: only root can change it, on Linux")
	}
	c := exec.Command("/hanoigen", "-n", "2", "-f", "csv")
	c.Dir, c.Env, c.SysProcAttr = "/", []string{}, &syscall.SysProcAttr{Chroot: root}
	if out, err := c.CombinedOutput(); err != nil || string(out) != "disk,from,to\n1,0,2\n2,0,1\n1,2,1\n" {
		t.Errorf("%q, %v", out, err)
	}
}

// The manifest retries each part by itself, gives up after a wrong command line, does not
// count a lost node as a failure, and writes to a volume that the image's user may write.
func TestKubernetes(t *testing.T) {
	documents := strings.Split(read("kubernetes/job.yaml"), "\n---\n")
	if len(documents) != 2 {
		t.Fatalf("%d documents; want a job and a claim", len(documents))
	}
	job, claim := decode(documents[0]), decode(documents[1])
	user := regexp.MustCompile(`(?m)^USER [1-9]\d*:(\d+)$`).FindStringSubmatch(read("kubernetes/Containerfile"))
	if user == nil {
		t.Fatal("the Containerfile has no USER by number, as runAsNonRoot needs")
	}
	const pod, container, policy = "spec.template.spec.", "spec.template.spec.containers..", "spec.podFailurePolicy.rules.."
	env := map[string]string{}
	values := strings.Fields(job[container+"env..value"])
	for i, name := range strings.Fields(job[container+"env..name"]) {
		env[name] = values[i]
	}
	for path, want := range map[string]string{
		"apiVersion":                                     "batch/v1",
		"kind":                                           "Job",
		"spec.completionMode":                            "Indexed",
		"spec.completions":                               env["PARTS"],
		"spec.backoffLimitPerIndex":                      "8",
		policy + "action":                                "FailIndex Ignore",
		policy + "onExitCodes.containerName":             job[container+"name"],
		policy + "onExitCodes.operator":                  "In",
		policy + "onExitCodes.values":                    "2",
		policy + "onPodConditions..type":                 "DisruptionTarget",
		policy + "onPodConditions..status":               "True",
		pod + "restartPolicy":                            "Never",
		pod + "securityContext.runAsNonRoot":             "true",
		pod + "securityContext.fsGroup":                  user[1],
		pod + "volumes..name":                            job[container+"volumeMounts..name"],
		container + "workingDir":                         job[container+"volumeMounts..mountPath"],
		pod + "volumes..persistentVolumeClaim.claimName": claim["metadata.name"],
	} {
		if job[path] != want || want == "" {
			t.Errorf("%s: %q; want %q", path, job[path], want)
		}
	}
	n, _ := strconv.Atoi(env["DISKS"])
	if quantity(claim["spec.resources.requests.storage"]) < 1<<n || claim["kind"] != "PersistentVolumeClaim" || claim["spec.accessModes"] != "ReadWriteMany" {
		t.Errorf("the claim for %d disks is %v", n, claim)
	}
	for _, resource := range []string{"cpu", "memory"} {
		request, limit := job[container+"resources.requests."+resource], job[container+"resources.limits."+resource]
		if quantity(request) == 0 || limit != "" && quantity(request) > quantity(limit) {
			t.Errorf("%s of %s is requested, with a limit of %s", request, resource, limit)
		}
	}

	need(t, "bash")
	folder := place(t, nil)
	env["DISKS"], env["PARTS"] = fmt.Sprint(disks), fmt.Sprint(parts)
	write(folder+"/part.0", "\x00") // a pod was killed
	line := strings.NewReplacer("$(", "${", ")", "}").Replace(job[container+"command"] + " " + job[container+"args."])
	for i := range parts {
		env["JOB_COMPLETION_INDEX"] = fmt.Sprint(i) // from the Job controller
		line := os.Expand(line, func(name string) string { return env[name] })
		if said, status := run(t, folder, line); status != 0 {
			t.Fatalf("%s: status %d, %s", line, status, said)
		}
	}
	complete(t, folder)
}
