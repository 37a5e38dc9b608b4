//go:build unix

// Package cluster tests the recipes for many machines without a cluster: it runs their
// scripts and commands, and makes some runs of hanoigen fail.
package cluster

import (
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
	"github.com/hanoigen/hanoi/internal/testfile"
)

const disks, parts = 10, 11

// faulty runs hanoigen. The file faults/I contains the statuses of the first runs of shard I. A
// run whose status is not 0 loses its last byte. Status 128+N means signal N.
const faulty = `#!/bin/bash
[[ "$*" =~ --shard[\ =]([0-9]+)/.*(-o |--output=)([^ ]+) ]] || exec "$0.real" "$@"
"$0.real" "$@"
status=$?
part=${BASH_REMATCH[3]} faults=faults/$((10#${BASH_REMATCH[1]}))
first=0
[ ! -s "$faults" ] || read -r first rest <"$faults"
[ "$first" != 0 ] || exit $status
echo -n "$rest" >"$faults"
truncate -s -1 "$part"
[ "$first" -lt 128 ] || kill -$((first - 128)) $$
exit "$first"
`

func TestMain(m *testing.M) {
	bin := must.Get(os.MkdirTemp("", "cluster"))
	defer os.RemoveAll(bin)
	// The program is built as the image has it.
	build := regexp.MustCompile(`(?m)^RUN (.* -o )/hanoigen (.*)$`).FindStringSubmatch(read("kubernetes/Containerfile"))
	c := exec.Command("bash", "-c", build[1]+bin+"/hanoigen.real "+build[2])
	c.Dir = ".."
	must.Do(c.Run())
	must.Do(os.WriteFile(bin+"/hanoigen", []byte(faulty), 0o777))
	// Tasks do not sleep: they write down for how long.
	must.Do(os.WriteFile(bin+"/sleep", []byte("echo $1 >>faults/slept\n"), 0o777))
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

// The options of the Slurm script are these, and the program takes less memory than they and the
// manifest allow.
func TestSlurmOptions(t *testing.T) {
	got := regexp.MustCompile(`(?m)^#SBATCH .*$`).FindAllString(read("slurm/hanoigen.sbatch"), -1)
	want := []string{"#SBATCH --array=0-255", "#SBATCH --requeue", "#SBATCH --open-mode=append", "#SBATCH --mem=256M"}
	if !slices.Equal(got, want) {
		t.Errorf("%q; want %q", got, want)
	}
	c := exec.Command("hanoigen.real", "-n", "44", "--shard", "0/65536", "-o", filepath.Join(t.TempDir(), "part.0"))
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	limit := regexp.MustCompile(`limits:\n +memory: (\d+)Mi\n`).FindStringSubmatch(read("kubernetes/job.yaml"))
	most := min(256, must.Get(strconv.ParseInt(limit[1], 10, 64))) << 10
	if usage, ok := c.ProcessState.SysUsage().(*syscall.Rusage); ok && 2*int64(usage.Maxrss) > most {
		t.Errorf("a part takes %d KiB of memory, of at most %d", usage.Maxrss, most)
	}
}

func write(name, text string) { must.Do(os.WriteFile(name, []byte(text), 0o666)) }

func read(name string) string { return string(must.Get(os.ReadFile(name))) }

// run runs a shell command in a folder, and returns its output and status.
func run(t *testing.T, folder, line string) (said string, status int) {
	t.Helper()
	need(t, "bash")
	testfile.Watch("../cmd/hanoigen", "../internal/sink") // the program is built from them
	c := exec.Command("bash", "-ec", line)
	c.Dir = folder
	out, _ := c.CombinedOutput()
	return string(out), c.ProcessState.ExitCode()
}

// need skips the test if a program is missing.
func need(t *testing.T, program string) {
	t.Helper()
	if _, err := exec.LookPath(program); err != nil {
		t.Skip("NOT RUN:", err)
	}
}

// commands returns the block of indented lines of a page that begins with first.
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
	line := commands(t, "README.md", "for i in")
	if _, err := os.Stat(folder + "/part.0"); err == nil {
		line = strings.Replace(line, "seq -w", "seq", 1) // as the page says for Kubernetes
	}
	if said := expect(t, 0, folder, line); listed(said) != nil {
		t.Errorf("the parts are right, and it lists some: %s", said)
	}
	want := must.Get(io.ReadAll(must.Get(hanoi.NewReader(disks, hanoi.Packed, hanoi.Canonical))))
	if got := read(folder + "/moves.bin"); got != string(want) {
		t.Errorf("the parts have %d bytes, and differ from the stream of %d bytes", len(got), len(want))
	}
}

// listed returns the parts that the page's loop says are wrong or missing.
func listed(said string) []string {
	return regexp.MustCompile(`(?m)^part\.\d+$`).FindAllString(said, -1)
}

// repair writes parts again, as the page says, and checks and joins the parts.
func repair(t *testing.T, folder string, numbers ...string) {
	t.Helper()
	for _, number := range numbers {
		expect(t, 0, folder, strings.Replace(commands(t, "README.md", "part="), "part.007", "part."+number, 1))
	}
	complete(t, folder)
}

// expect runs a shell command in a folder, and checks its status.
func expect(t *testing.T, status int, folder, line string) (said string) {
	t.Helper()
	said, got := run(t, folder, line)
	if got != status {
		t.Errorf("%s: status %d, want %d, %s", line, got, status, said)
	}
	return said
}

// kept checks that a recipe, like --resume, has left a part that differs as it was, and removes it.
func kept(t *testing.T, part string) {
	t.Helper()
	if text := read(part); text != "other" {
		t.Errorf("%s differed and was overwritten with %q", part, text)
	}
	must.Do(os.Remove(part))
}

// A part that fails is tried again and continued, unless another try would fail, too.
func TestSlurm(t *testing.T) {
	t.Parallel()
	script := must.Get(filepath.Abs("slurm/hanoigen.sbatch"))
	line := func(id int) string {
		return fmt.Sprintf("N=%d M=%d EACH=2 TRIES=3 PAUSE=9 SLURM_ARRAY_TASK_ID=%d bash '%s'", disks, parts, id, script)
	}
	folder := place(t, map[int]string{1: "1", 2: "137 1", 10: "137"})
	write(folder+"/part.00", "\x00") // partial
	write(folder+"/part.04", "other")
	for id, status := range []int{0, 0, 4, 0, 0, 0} { // no retry helps where a part differs
		expect(t, status, folder, line(id))
	}
	kept(t, folder+"/part.04")
	expect(t, 0, folder, line(2))
	write(folder+"/part.04", "other")
	must.Do(os.Remove(folder + "/part.07"))
	said := expect(t, 1, folder, commands(t, "README.md", "for i in"))
	if got := listed(said); !slices.Equal(got, []string{"part.04", "part.07"}) {
		t.Errorf("check and join: part.04 is wrong and part.07 is missing, and it lists %q: %s", got, said)
	}
	if _, err := os.Stat(folder + "/moves.bin"); err == nil {
		t.Error("check and join: parts are joined although one is wrong")
	}
	repair(t, folder, "04", "07")
	if said := expect(t, 2, folder, "bash '"+script+"'"); !strings.Contains(said, "N is not set") {
		t.Errorf("without N: %s", said)
	}

	// Part names have as many digits as the last one, as seq -w writes them.
	tenth := place(t, nil)
	expect(t, 0, tenth, strings.Replace(line(4), fmt.Sprint("M=", parts), "M=10", 1))
	if _, err := os.Stat(tenth + "/part.9"); err != nil {
		t.Errorf("the last of 10 parts: %v", err)
	}

	for faults, want := range map[string]int{"1 1 137 0": 137, "2 0": 2, "4 0": 4, "126 0": 126, "127 0": 127, "143 0": 143, "130 0": 130} {
		folder := place(t, map[int]string{4: faults})
		expect(t, want, folder, line(2))
		if left := read(folder + "/faults/4"); left != "0" {
			t.Errorf("of runs that end with %s, %q are left", faults, left)
		}
		pauses := strings.Repeat("9\n", strings.Count(faults, " ")-1)
		if slept, _ := os.ReadFile(folder + "/faults/slept"); string(slept) != pauses {
			t.Errorf("between runs that end with %s, it sleeps for %q", faults, slept)
		}
		if _, err := os.Stat(folder + "/part.05"); err == nil {
			t.Errorf("after a run that ended with %s, the next part is made", faults)
		}
	}

	// The page lists the variables, and their defaults.
	rows := regexp.MustCompile("(?m)^\\| `([A-Z]+)` \\| (\\d+) \\|").FindAllStringSubmatch(read("slurm/README.md"), -1)
	if len(rows) != 4 {
		t.Errorf("the page has defaults for %q; want M, EACH, TRIES and PAUSE", rows)
	}
	for _, row := range rows {
		if set := fmt.Sprintf("\n%s=${%[1]s:-%s}", row[1], row[2]); !strings.Contains(read(script), set) {
			t.Errorf("no line begins with %q", set)
		}
	}
	m := regexp.MustCompile(`M=(\d+) EACH=(\d+) sbatch --array=0-(\d+)`).FindStringSubmatch(read("slurm/README.md"))
	number := func(i int) int { return must.Get(strconv.Atoi(m[i])) }
	if number(1) != number(2)*(number(3)+1) {
		t.Errorf("%s: the tasks do not write M parts", m[0])
	}
}

// Running the same line again continues the parts that failed.
func TestParallel(t *testing.T) {
	t.Parallel()
	need(t, "parallel")
	folder := place(t, map[int]string{3: "137", 7: "1", 10: "143"})
	write(folder+"/part.05", "other")
	line := commands(t, "parallel/README.md", "N=")
	expect(t, 4, folder, line) // the number of parts that fail
	kept(t, folder+"/part.05")
	expect(t, 0, folder, line)
	if runs := strings.Count(read(folder+"/parts.log"), "\n") - 1; runs != parts+4 {
		t.Errorf("%d runs; want %d", runs, parts+4)
	}

	// The parts of a lost machine, here this one, are made again.
	must.Do(os.Remove(folder + "/part.03"))
	forget := strings.Replace(commands(t, "parallel/README.md", "awk"), "lost.example.org", ":", 1)
	expect(t, 0, folder, forget+line)

	// A part that is wrong is found, and neither the recipe nor its log keeps it from being made again.
	write(folder+"/part.02", strings.Repeat("x", len(read(folder+"/part.02"))))
	expect(t, 1, folder, line+commands(t, "README.md", "for i in"))
	repair(t, folder, "02")
}

// The program of the image runs in a root without a loader and libraries.
func TestImage(t *testing.T) {
	file := read("kubernetes/Containerfile")
	if !regexp.MustCompile(`(?m)^COPY --from=build /hanoigen (/usr(/local)?)?/s?bin/hanoigen$`).MatchString(file) {
		t.Error("the program is not in the PATH of the image")
	}
	if v := regexp.MustCompile(`golang:(\S+) AS build\n`).FindStringSubmatch(file); v == nil || !strings.Contains(read("../go.mod"), "\ngo "+v[1]) {
		t.Errorf("the image is built by %q, which is not the version of go.mod", v)
	}
	if runtime.GOOS != "linux" || os.Getuid() != 0 {
		t.Skip("NOT RUN: only the user root can change the root, on Linux")
	}
	root := filepath.Dir(must.Get(exec.LookPath("hanoigen.real")))
	c := exec.Command("/hanoigen.real", "-n", "2", "-f", "csv")
	c.Dir, c.Env, c.SysProcAttr = "/", []string{}, &syscall.SysProcAttr{Chroot: root}
	if out, err := c.CombinedOutput(); err != nil || string(out) != "disk,from,to\n1,0,2\n2,0,1\n1,2,1\n" {
		t.Errorf("%q, %v", out, err)
	}
}

// The manifest retries each part by itself, gives up after a wrong command line, does not
// count a lost node as a failure, and writes to a volume that the image's user may write.
func TestKubernetes(t *testing.T) {
	t.Parallel()
	text := regexp.MustCompile(` +#.*`).ReplaceAllString(read("kubernetes/job.yaml"), "")
	// value returns the match of a pattern's last group in the manifest. In the pattern, a
	// semicolon ends a line.
	value := func(pattern string) string {
		m := regexp.MustCompile(`(?m)^ *(?:- )?` + strings.ReplaceAll(pattern, ";", `\n *(?:- )?`) + `$`).FindStringSubmatch(text)
		if m == nil {
			t.Fatalf("the manifest has no %s", pattern)
		}
		return m[len(m)-1]
	}
	n, m := value(`name: DISKS;value: "(\d+)"`), value(`name: PARTS;value: "(\d+)"`)
	page := read("kubernetes/README.md")
	statuses := regexp.MustCompile(`[Ss]tatus (\d+)`).FindAllStringSubmatch(page, -1)
	user := regexp.MustCompile(`(?m)^USER [1-9]\d*:(\d+)$`).FindStringSubmatch(read("kubernetes/Containerfile"))[1] // a number, as runAsNonRoot needs
	for _, lines := range []string{
		"apiVersion: batch.v1;kind: Job",
		"completionMode: Indexed;completions: " + m + `;parallelism: \d+`,
		"image: " + regexp.MustCompile(`podman push (\S+)`).FindStringSubmatch(page)[1],
		"backoffLimitPerIndex: " + regexp.MustCompile(`up to (\d+) times for each index`).FindStringSubmatch(page)[1],
		// In this order: SIGTERM gives a pod status 2, too.
		`rules:;action: Ignore;onPodConditions:;type: DisruptionTarget;status: "True"` +
			";action: FailIndex;onExitCodes:;containerName: " + value("containers:;name: (.*)") + `;operator: In;values: \[` + statuses[0][1] + ", " + statuses[1][1] + `\]`,
		"restartPolicy: Never;securityContext:;runAsNonRoot: true;fsGroup: " + user,
		"volumes:;name: " + value("volumeMounts:;name: (.*)") + ";persistentVolumeClaim:;claimName: " + value("kind: PersistentVolumeClaim;metadata:;name: (.*)"),
		"workingDir: " + value("mountPath: (.*)"),
		`accessModes: \[ReadWriteMany\]`,
	} {
		value(lines)
	}
	if size, disks := must.Get(strconv.Atoi(value(`storage: (\d+)Gi`))), must.Get(strconv.Atoi(n)); size<<30 < 1<<disks {
		t.Errorf("the claim for %d disks is %d GiB", disks, size)
	}

	folder := place(t, nil)
	write(folder+"/part.0", "\x00") // a pod was killed
	env := map[string]string{"DISKS": fmt.Sprint(disks), "PARTS": fmt.Sprint(parts)}
	args := value(`command: \[hanoigen\];args:((?:\n +- .*)+)`)
	line := strings.NewReplacer("$(", "${", ")", "}", "\n", "", " - ", " ").Replace("hanoigen" + args)
	write(folder+"/part.7", "other")
	var lines [parts]string
	for i := range parts {
		env["JOB_COMPLETION_INDEX"] = fmt.Sprint(i) // from the Job controller
		lines[i] = os.Expand(line, func(name string) string { return env[name] })
	}
	expect(t, 4, folder, lines[7])
	kept(t, folder+"/part.7")
	expect(t, 0, folder, strings.Join(lines[:], "\n"))
	complete(t, folder)
}
