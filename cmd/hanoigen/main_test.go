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
	"github.com/hanoigen/hanoi/internal/version"
)

var update = flag.Bool("update", false, "rewrite the files that tests compare with")

// command is the path of the program, which the tests run as users do.
var command string

func TestMain(m *testing.M) {
	flag.Parse()
	os.Exit(func() int {
		dir := must.Get(os.MkdirTemp("", "hanoigen"))
		defer os.RemoveAll(dir)
		command = filepath.Join(dir, "hanoigen")
		if runtime.GOOS == "windows" {
			command += ".exe"
		}
		args := []string{"build", "-o", command}
		if info, ok := debug.ReadBuildInfo(); ok { // build the program as its tests are built
			for _, s := range info.Settings {
				switch s.Key {
				case "-race", "-tags":
					args = append(args, s.Key+"="+s.Value)
				}
			}
		}
		os.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
		// Otherwise a program with the race detector sleeps for a second before it ends.
		os.Setenv("GORACE", "atexit_sleep_ms=0")
		if out, err := exec.Command("go", append(args, ".")...).CombinedOutput(); err != nil {
			panic(fmt.Sprintf("go build: %v\n%s", err, out))
		}
		return m.Run()
	}())
}

// result is the outcome of a run of the program.
type result struct {
	out    []byte
	err    string
	status int              // -1 if a signal ended it
	state  *os.ProcessState // nil if it ran in the test's process
	closed bool             // whether a run in the test's process closed standard output
}

// hanoigen runs the program with the words of a line as arguments, in this process: a process of
// its own takes much longer. Standard output and error are files. The test must not be parallel
// to others.
func hanoigen(t *testing.T, line string) result {
	t.Helper()
	return fed(t, "", line)
}

// fed is like hanoigen with a text on standard input.
func fed(t *testing.T, input, line string) result {
	t.Helper()
	in := filepath.Join(t.TempDir(), "in")
	write(t, in, []byte(input))
	f := must.Get(os.Open(in))
	defer f.Close()
	return reading(t, f, line)
}

// reading is like hanoigen with a file as standard input.
func reading(t *testing.T, in *os.File, line string) result {
	t.Helper()
	args, stdin, stdout, stderr := os.Args, os.Stdin, os.Stdout, os.Stderr
	defer func() { os.Args, os.Stdin, os.Stdout, os.Stderr = args, stdin, stdout, stderr }()
	dir := t.TempDir()
	out, messages := filepath.Join(dir, "out"), filepath.Join(dir, "err")
	os.Args = append([]string{"hanoigen"}, strings.Fields(line)...)
	os.Stdin, os.Stdout, os.Stderr = in, must.Get(os.Create(out)), must.Get(os.Create(messages))
	status := run()
	closed := os.Stdout.Close() != nil
	os.Stderr.Close()
	return result{out: read(t, out), err: string(read(t, messages)), status: status, closed: closed}
}

// process returns the program as a process of its own, which has not started.
func process(line string) *exec.Cmd { return exec.Command(command, strings.Fields(line)...) }

// bound kills a program that hangs.
func bound(t *testing.T, c *exec.Cmd) {
	killer := time.AfterFunc(2*time.Minute, func() { c.Process.Kill() })
	t.Cleanup(func() { killer.Stop() })
}

// start runs a program to its end.
func start(t *testing.T, c *exec.Cmd) result {
	t.Helper()
	return interrupt(t, c, func() bool { return true })
}

// interrupt starts a program, sends it signals as soon as it is ready, and waits until it ends.
func interrupt(t *testing.T, c *exec.Cmd, ready func() bool, signals ...os.Signal) result {
	t.Helper()
	var out, stderr bytes.Buffer
	if c.Stdout == nil {
		c.Stdout = &out
	}
	c.Stderr = &stderr
	c.WaitDelay = time.Minute // for the background processes of a shell
	must.Do(c.Start())
	bound(t, c)
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	for !ready() {
		select {
		case <-ended:
			t.Fatalf("it ends too early: %v, %s", c.ProcessState, &stderr)
		case <-time.After(time.Millisecond):
		}
	}
	for _, s := range signals {
		c.Process.Signal(s)
	}
	if err := <-ended; err != nil && !errors.As(err, new(*exec.ExitError)) {
		t.Fatal(err)
	}
	return result{out: out.Bytes(), err: stderr.String(), status: c.ProcessState.ExitCode(), state: c.ProcessState}
}

// expect checks the status, and that standard error is one line that matches message. If message
// is empty, standard error must be empty.
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

// The program reports the version that its file contains.
func TestVersion(t *testing.T) {
	info := must.Get(buildinfo.ReadFile(command))
	r := start(t, process("--version"))
	r.expect(t, 0, "")
	number, commit := version.Of(info)
	want := fmt.Sprintf("hanoigen %s, commit %s, %s %s/%s, tier ", number, commit, info.GoVersion, runtime.GOOS, runtime.GOARCH)
	if got := string(r.out); !strings.HasPrefix(got, want) {
		t.Errorf("%q; want %q and a name", got, want)
	}
}
