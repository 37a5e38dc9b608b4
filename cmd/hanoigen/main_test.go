package main

import (
	"bytes"
	"debug/buildinfo"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/hanoigen/hanoi/internal/must"
)

var update = flag.Bool("update", false, "write anew the files that tests compare with")

// command is the built program: the tests run it as users do.
var command string

func TestMain(m *testing.M) {
	flag.Parse()
	os.Exit(func() int {
		dir, err := os.MkdirTemp("", "hanoigen")
		if err != nil {
			panic(err)
		}
		defer os.RemoveAll(dir)
		command = filepath.Join(dir, "hanoigen")
		if runtime.GOOS == "windows" {
			command += ".exe"
		}
		args := []string{"build", "-o", command}
		if info, ok := debug.ReadBuildInfo(); ok { // the program is built as its tests are
			for _, s := range info.Settings {
				switch s.Key {
				case "-race", "-tags":
					args = append(args, s.Key+"="+s.Value)
				}
			}
		}
		os.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
		// A program with the race detector sleeps for a second before it ends.
		os.Setenv("GORACE", "atexit_sleep_ms=0")
		if out, err := exec.Command("go", append(args, ".")...).CombinedOutput(); err != nil {
			panic(fmt.Sprintf("go build: %v\n%s", err, out))
		}
		return m.Run()
	}())
}

// result is what a run of the program left.
type result struct {
	out    []byte
	err    string
	status int // -1 if a signal ended it
	state  *os.ProcessState
}

// hanoigen runs the program with arguments as words of a line.
func hanoigen(t *testing.T, line string) result {
	t.Helper()
	return start(t, exec.Command(command, strings.Fields(line)...))
}

// bound ends a program that takes longer than any machine makes it.
func bound(t *testing.T, c *exec.Cmd) {
	killer := time.AfterFunc(5*time.Minute, func() { c.Process.Kill() })
	t.Cleanup(func() { killer.Stop() })
}

// start runs a program to its end.
func start(t *testing.T, c *exec.Cmd) result {
	t.Helper()
	var out, stderr bytes.Buffer
	if c.Stdout == nil {
		c.Stdout = &out
	}
	if c.Stderr == nil {
		c.Stderr = &stderr
	}
	c.WaitDelay = time.Minute // for what a shell leaves behind
	must.Do(c.Start())
	bound(t, c)
	if err := c.Wait(); err != nil && !errors.As(err, new(*exec.ExitError)) {
		t.Fatal(err)
	}
	return newResult(out.Bytes(), stderr.String(), c.ProcessState)
}

func newResult(out []byte, stderr string, state *os.ProcessState) result {
	return result{out: out, err: stderr, status: state.ExitCode(), state: state}
}

// expect checks a run's status, and what it says on standard error: one line
// that begins as all do, or nothing.
func (r result) expect(t *testing.T, status int, message string) {
	t.Helper()
	if r.status != status {
		t.Errorf("status %d, want %d", r.status, status)
	}
	if message == "" {
		if r.err != "" {
			t.Errorf("standard error is %q; want nothing", r.err)
		}
		return
	}
	line, rest, _ := strings.Cut(r.err, "\n")
	if rest != "" || !strings.HasPrefix(line, "hanoigen: ") {
		t.Errorf("standard error is %q; want one line that begins with \"hanoigen: \"", r.err)
	}
	if ok, err := regexp.MatchString(message, line); err != nil {
		t.Error(err)
	} else if !ok {
		t.Errorf("standard error is %q; want a match of %q", line, message)
	}
}

func TestBadCommandLines(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, test := range []struct{ line, message string }{
		{"", `-n is required: 1 to 64$`},
		{"-n", `-n needs a number: .*1 to 64`},
		{"-n 65", `-n "65": out of range; give 1 to 64$`},
		{"-n 3 -f", `-f needs a name: .*packed, wide, text`},
		{"-n 3 -f json", `-f "json": not available; give one of packed, wide, text, csv`},
		{"-n 3 --fromat text", `unknown flag: --fromat; did you mean --format or --from\?$`},
		{"-n 3 --from 3", `--from "3": out of range; give 0, 1 or 2$`},
		{"-n 3 --start 8", `no such move: 8; the moves of 3 disks are 1 to 7$`},
		{"-n 3 --start 3 --count 6", `6 moves from 3 on are too many: those of 3 disks end with 7; give a count up to 5$`},
		{"-n 3 --count -1", `--count "-1": out of range; give 0 to 18446744073709551615$`},
		{"-n 3 --shard 4/4", `--shard "4/4": give I/M`},
		{"-n 3 --numbers", `packed has no place for numbers; give one of .*text`},
		{"-n 3 --numbers=maybe", `--numbers "maybe": give true or false$`},
		{"-n 3 --resume", `--resume needs a file.*-o FILE$`},
		{"-n 3 --resume --force -o f", `--resume .* --force .*; give one of them$`},
		{"-n 3 -z", `unknown shorthand flag: 'z' in -z; 'hanoigen --help' lists the flags$`},
		{"-n 3 --zero", `unknown flag: --zero; 'hanoigen --help' lists the flags$`},
		{"-n 3 text", `unknown command "text"; did you mean -f text\?$`},
		{"-n 3 --to 0", `peg 0 .*give two different pegs`},
		{"-n 3 bar", `unknown command "bar"; 'hanoigen --help' lists the commands$`},
		{"-n 3 more", `unknown command "more"; 'hanoigen --help' lists the commands$`},
		{"1", `unknown command "1"; did you mean -n 1\?$`},
		{"verfy", `unknown command "verfy"; did you mean verify\?$`},
		{"verify -n 3 --direct", `--direct is for a path; give --path`},
		{"verify --path 000", `--path needs two states before the files; usage: hanoigen verify --path A B`},
		{"verify --path -n 3 000 222", `-n is for a solution, and --path says it by two states; leave it out$`},
		{"verify --path 000 22", `22 has 2 disks, but 000 has 3`},
		{"verify -n 3 --resume", `unknown flag: --resume; 'hanoigen verify --help' lists the flags$`},
		{"state -n 3", `-k is required: .*0 to 2\^3-1$`},
		{"state -n 3 -k 8", `no such move: 8; .* 0 to 7$`},
		{"state -n 3 -k 1 --json --string", `--json .* --string .*; give one of them$`},
		{"rank", `too few arguments; usage: hanoigen rank STATE`},
		{"rank 0 1", `"1" is too many arguments`},
		{"rank " + strings.Repeat("0", 65), `65; give 1 to 64$`},
		{"rank - --from 1 --to 1", `peg 1 .*give two different pegs`},
		{"path 000 0000", `0000 has 4 disks, but 000 has 3`},
		{"path 000 222 -f packed", `packed cannot write a path, .*; give wide or another format$`},
		{"path 000 000 --start 2", `has no moves`},
		{"path 000 222 --resume -o f --length", `--resume .* --length .*; give one of them$`},
		{"path - 222", `standard input has no state; give 1, one per line$`},
		{"path - -", `standard input has no state; give 2, one per line$`},
	} {
		t.Run(test.line, func(t *testing.T) {
			r := hanoigen(t, test.line)
			r.expect(t, 2, test.message)
			if len(r.out) > 0 {
				t.Errorf("standard output is %q; want nothing", r.out)
			}
		})
	}
	if left, _ := filepath.Glob("*"); len(left) > 0 {
		t.Errorf("the runs left %q; want no files", left)
	}
}

// The first error of an output is kept.
func TestOutputError(t *testing.T) {
	closed, open := openFile(t, "."), openFile(t, ".")
	closed.Close()
	o := &output{file: closed}
	_, want := o.Write([]byte("x"))
	o.file = open
	if o.Write(nil); want == nil || o.err != want {
		t.Errorf("%v; want %v", o.err, want)
	}
}

// The program says what it was built from, as its file does.
func TestVersion(t *testing.T) {
	info, err := buildinfo.ReadFile(command)
	if err != nil {
		t.Fatal(err)
	}
	r := hanoigen(t, "--version")
	r.expect(t, 0, "")
	want := fmt.Sprintf("hanoigen %s, commit %s, %s %s/%s, tier ", info.Main.Version, commit(info.Settings), info.GoVersion, runtime.GOOS, runtime.GOARCH)
	if got := string(r.out); !strings.HasPrefix(got, want) {
		t.Errorf("%q; want %q and a name", got, want)
	}
}
