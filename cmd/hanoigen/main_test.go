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
	status int // -1 if a signal ended it
	state  *os.ProcessState
	closed bool // whether runHere's standard output was closed
}

// hanoigen runs the program with the words of a line as arguments.
func hanoigen(t *testing.T, line string) result {
	t.Helper()
	return start(t, exec.Command(command, strings.Fields(line)...))
}

// runHere runs the program in this process, which takes a hundredth of the time. Standard input,
// output and error are files, and the test must not be parallel to others.
func runHere(t *testing.T, input, line string) result {
	t.Helper()
	args, in, out, stderr := os.Args, os.Stdin, os.Stdout, os.Stderr
	defer func() { os.Args, os.Stdin, os.Stdout, os.Stderr = args, in, out, stderr }()
	dir := must.Get(os.MkdirTemp("", "here"))
	defer os.RemoveAll(dir)
	write(t, dir+"/in", []byte(input))
	os.Args = append([]string{"hanoigen"}, strings.Fields(line)...)
	os.Stdin, os.Stdout, os.Stderr = must.Get(os.Open(dir+"/in")), must.Get(os.Create(dir+"/out")), must.Get(os.Create(dir+"/err"))
	status := run()
	os.Stdin.Close()
	closed := os.Stdout.Close() != nil
	os.Stderr.Close()
	return result{out: read(t, dir+"/out"), err: string(read(t, dir+"/err")), status: status, closed: closed}
}

// bound kills a program that hangs.
func bound(t *testing.T, c *exec.Cmd) {
	killer := time.AfterFunc(2*time.Minute, func() { c.Process.Kill() })
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
	c.WaitDelay = time.Minute // for the background processes of a shell
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
	r := hanoigen(t, "--version")
	r.expect(t, 0, "")
	number, commit := version.Of(info)
	want := fmt.Sprintf("hanoigen %s, commit %s, %s %s/%s, tier ", number, commit, info.GoVersion, runtime.GOOS, runtime.GOARCH)
	if got := string(r.out); !strings.HasPrefix(got, want) {
		t.Errorf("%q; want %q and a name", got, want)
	}
}
