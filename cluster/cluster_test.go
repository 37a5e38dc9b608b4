//go:build unix

// Package cluster tests the recipes for many machines, without any cluster: their scripts
// and commands run here, and some runs of hanoigen fail.
package cluster

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/must"
)

const disks = 10

// The test program is called hanoigen in the PATH of the tests, and runs the command.
func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) == "hanoigen" {
		os.Exit(hanoigen(os.Args[1:]))
	}
	self, err := os.Executable()
	exit(err)
	bin, err := os.MkdirTemp("", "cluster")
	exit(err)
	defer os.RemoveAll(bin)
	exit(os.Symlink(self, filepath.Join(bin, "hanoigen")))
	exit(exec.Command("go", "build", "-o", filepath.Join(bin, "hanoigen.real"), "../cmd/hanoigen").Run())
	os.Setenv("PATH", bin+":"+os.Getenv("PATH"))
	m.Run() // sets the exit status
}

// exit ends the program if there is an error.
func exit(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "cluster:", err)
		os.Exit(1)
	}
}

var writesPart = regexp.MustCompile(`--shard[ =](\d+)/.* (?:-o |--output=)(\S+)`)

// hanoigen runs the command, and returns its status. A file faults/I has the statuses with
// which the first runs of shard I end instead, without the last byte. Those of 128 and more
// are signals.
func hanoigen(args []string) (status int) {
	c := exec.Command("hanoigen.real", args...)
	c.Stdout, c.Stderr = os.Stdout, os.Stderr
	if err := c.Run(); c.ProcessState == nil {
		exit(err)
	}
	writes := writesPart.FindStringSubmatch(strings.Join(args, " "))
	if writes == nil {
		return c.ProcessState.ExitCode()
	}
	shard, err := strconv.Atoi(writes[1])
	exit(err)
	faults := fmt.Sprintf("faults/%d", shard)
	text, _ := os.ReadFile(faults)
	first, rest, _ := strings.Cut(string(text), " ")
	if status, _ = strconv.Atoi(first); status == 0 {
		return c.ProcessState.ExitCode()
	}
	exit(os.WriteFile(faults, []byte(rest), 0o666))
	part, err := os.Stat(writes[2])
	exit(err)
	exit(os.Truncate(writes[2], part.Size()-1))
	if status >= 128 {
		exit(syscall.Kill(os.Getpid(), syscall.Signal(status-128)))
		time.Sleep(time.Minute) // until it comes
	}
	return status
}

// place makes an empty folder with the faults of some shards.
func place(t *testing.T, faults map[int]string) string {
	t.Helper()
	folder := t.TempDir()
	must.Do(os.Mkdir(filepath.Join(folder, "faults"), 0o777))
	for i, statuses := range faults {
		write(t, fmt.Sprintf("%s/faults/%d", folder, i), statuses)
	}
	return folder
}

func write(t *testing.T, name, text string) {
	t.Helper()
	must.Do(os.WriteFile(name, []byte(text), 0o666))
}

func read(t *testing.T, name string) string {
	t.Helper()
	return string(must.Get(os.ReadFile(name)))
}

// run runs a line of shell in a folder, and returns what it says and its status.
func run(t *testing.T, folder, line string) (said string, status int) {
	t.Helper()
	c := exec.Command("bash", "-ec", line)
	c.Dir = folder
	out, err := c.CombinedOutput()
	if c.ProcessState == nil {
		t.Fatal(err)
	}
	return string(out), c.ProcessState.ExitCode()
}

// need skips the test where a program is missing.
func need(t *testing.T, program string) {
	t.Helper()
	if _, err := exec.LookPath(program); err != nil {
		t.Skip("NOT RUN:", err)
	}
}

// commands returns the indented commands of a page from one on, for so many parts.
func commands(t *testing.T, page, first string, parts int) string {
	t.Helper()
	block := regexp.MustCompile(`(?m)^    ` + first + `.*\n(    .*\n)*`).FindString(read(t, page) + "\n")
	if block == "" {
		t.Fatalf("%s has no command %q", page, first)
	}
	return fmt.Sprintf("N=%d M=%d\n", disks, parts) + regexp.MustCompile(`(?m)^ *N=.*$`).ReplaceAllString(block, "")
}

// complete checks and joins the parts.
func complete(t *testing.T, folder string, parts int) {
	t.Helper()
	if said, status := run(t, folder, commands(t, "README.md", "for part in", parts)); strings.Contains(said, "\npart") || status != 0 {
		t.Errorf("check and join: status %d, %s", status, said)
	}
	var want []byte
	for _, m := range hanoi.Moves(disks, hanoi.Canonical) {
		want = append(want, m.Pack())
	}
	if got := read(t, folder+"/moves.bin"); got != string(want) {
		t.Errorf("the parts have %d bytes, which are not the %d of the stream", len(got), len(want))
	}
}

// Parts that fail are tried again and go on where they end, unless that cannot help.
func TestSlurm(t *testing.T) {
	need(t, "bash")
	script := must.Get(filepath.Abs("slurm/hanoigen.sbatch"))
	const parts = 11 // does not divide the moves, and has a task with one part
	task := func(folder string, id int) (string, int) {
		return run(t, folder, fmt.Sprintf("N=%d M=%d EACH=2 TRIES=3 PAUSE=0 SLURM_ARRAY_TASK_ID=%d bash '%s'", disks, parts, id, script))
	}

	folder := place(t, map[int]string{1: "1", 2: "137 1", 10: "137"})
	write(t, folder+"/part.00", "\x00") // partial
	for id := range 6 {
		if said, status := task(folder, id); status != 0 {
			t.Errorf("task %d: status %d, %s", id, status, said)
		}
	}
	complete(t, folder, parts)

	for _, test := range []struct {
		faults string
		status int
		left   string // of the faults
	}{
		{"1 1 137 0", 137, "0"}, // three tries
		{"2 0", 2, "0"},
		{"143 0", 143, "0"},
		{"130 0", 130, "0"},
	} {
		folder := place(t, map[int]string{4: test.faults})
		if _, status := task(folder, 2); status != test.status || read(t, folder+"/faults/4") != test.left {
			t.Errorf("runs that end with %s: status %d, and %q are left; want %d, %q", test.faults, status, read(t, folder+"/faults/4"), test.status, test.left)
		}
		if _, err := os.Stat(folder + "/part.05"); err == nil {
			t.Errorf("after a run that ended with %s, the next part is made", test.faults)
		}
	}

	text := read(t, script)
	set := func(name string) (n int) {
		fmt.Sscanf(regexp.MustCompile(name + `\D*(\d+)`).FindStringSubmatch(text)[1], "%d", &n)
		return n
	}
	if last := set("--array=0-"); last != set("M:-")/set("EACH:-")-1 {
		t.Errorf("the last task is %d", last)
	}
	if !strings.Contains(text, "\n#SBATCH --requeue\n") {
		t.Error("tasks of a lost node are not requeued")
	}
}

// The same line again runs the parts that failed, and these go on where they end.
func TestParallel(t *testing.T) {
	need(t, "parallel")
	const parts = 11
	folder := place(t, map[int]string{3: "137", 7: "1", 10: "143"})
	line := commands(t, "parallel/README.md", "N=", parts)
	if said, status := run(t, folder, line); status != 3 {
		t.Errorf("three parts fail: status %d, %s", status, said)
	}
	if said, status := run(t, folder, line); status != 0 {
		t.Errorf("again: status %d, %s", status, said)
	}
	if runs := strings.Count(read(t, folder+"/parts.log"), "\n") - 1; runs != parts+3 {
		t.Errorf("%d runs; want %d", runs, parts+3)
	}
	complete(t, folder, parts)
}

// decode reads the YAML of a manifest. A value has the path of its keys, in which each item
// of a list has no name: spec.rules..action. Values with one path stand in one string.
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

// The manifest retries each part alone, gives up a wrong command line, does not count a
// lost node, and its command makes the parts in a volume that the image's user may write.
func TestKubernetes(t *testing.T) {
	documents := strings.Split(read(t, "kubernetes/job.yaml"), "\n---\n")
	if len(documents) != 2 {
		t.Fatalf("%d documents; want a job and a claim", len(documents))
	}
	job, claim := decode(documents[0]), decode(documents[1])
	user := regexp.MustCompile(`(?m)^USER [1-9]\d*:(\d+)$`).FindStringSubmatch(read(t, "kubernetes/Containerfile"))
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
		"apiVersion":                         "batch/v1",
		"kind":                               "Job",
		"spec.completionMode":                "Indexed",
		"spec.completions":                   env["PARTS"],
		"spec.backoffLimitPerIndex":          "8",
		policy + "action":                    "FailIndex Ignore",
		policy + "onExitCodes.containerName": job[container+"name"],
		policy + "onExitCodes.operator":      "In",
		policy + "onExitCodes.values":        "2",
		policy + "onPodConditions..type":     "DisruptionTarget",
		policy + "onPodConditions..status":   "True",
		pod + "restartPolicy":                "Never",
		pod + "securityContext.runAsNonRoot": "true",
		pod + "securityContext.fsGroup":      user[1],
		pod + "volumes..name":                job[container+"volumeMounts..name"],
		container + "workingDir":             job[container+"volumeMounts..mountPath"],

		pod + "volumes..persistentVolumeClaim.claimName": claim["metadata.name"],
	} {
		if job[path] != want || want == "" {
			t.Errorf("%s: %q; want %q", path, job[path], want)
		}
	}
	n, _ := strconv.Atoi(env["DISKS"])
	room, err := strconv.Atoi(strings.TrimSuffix(claim["spec.resources.requests.storage"], "Gi"))
	if err != nil || room<<30 < 1<<n || claim["kind"] != "PersistentVolumeClaim" || claim["spec.accessModes"] != "ReadWriteMany" {
		t.Errorf("the claim for %d disks is %v", n, claim)
	}

	need(t, "bash")
	const parts = 11 // fewer than in the manifest
	folder := place(t, nil)
	env["DISKS"], env["PARTS"] = fmt.Sprint(disks), fmt.Sprint(parts)
	write(t, folder+"/part.0", "\x00") // a pod was killed
	line := strings.NewReplacer("$(", "${", ")", "}").Replace(job[container+"command"] + " " + job[container+"args."])
	for i := range parts {
		env["JOB_COMPLETION_INDEX"] = fmt.Sprint(i) // from the Job controller
		line := os.Expand(line, func(name string) string { return env[name] })
		if said, status := run(t, folder, line); status != 0 {
			t.Fatalf("%s: status %d, %s", line, status, said)
		}
	}
	complete(t, folder, parts)
}
