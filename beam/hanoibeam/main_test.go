package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/hanoigen/hanoi/internal/must"
	"github.com/hanoigen/hanoi/internal/testfile"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"hanoibeam": main})
}

// TestScripts runs the sessions of testdata/script, and compares all that a user sees. With
// -update, which is also a flag of Beam, it writes the files again.
func TestScripts(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("NOT RUN: the sessions show the messages of Linux")
	}
	testscript.Run(t, testscript.Params{
		Dir:           "testdata/script",
		UpdateScripts: updating(),
		Cmds:          map[string]func(*testscript.TestScript, bool, []string){"session": session},
	})
}

func updating() bool { return flag.Lookup("update").Value.String() == "true" }

// session runs the lines of a file that begin with "$ ", each in a new shell, and prints them
// with their output. Then it prints the status in brackets and the standard error, unless the
// status is 0 and nothing was written to it. Lines that begin with "# " are comments.
func session(ts *testscript.TestScript, _ bool, args []string) {
	var shown strings.Builder
	for line := range strings.Lines(ts.ReadFile(args[0])) {
		if strings.HasPrefix(line, "# ") {
			shown.WriteString(line)
		}
		command, ok := strings.CutPrefix(line, "$ ")
		if !ok {
			continue
		}
		var stdout, stderr bytes.Buffer
		c := exec.Command("bash", "-c", command)
		c.Dir, c.Env = ts.MkAbs("."), append(os.Environ(), "TMPDIR="+ts.Getenv("TMPDIR"))
		c.Stdout, c.Stderr = &stdout, &stderr
		_ = c.Run() // its status is printed
		fmt.Fprintf(&shown, "%s%s", line, &stdout)
		if status := c.ProcessState.ExitCode(); status != 0 || stderr.Len() > 0 {
			fmt.Fprintf(&shown, "[%d] %s\n", status, strings.TrimSuffix(stderr.String(), "\n"))
		}
	}
	if changes := testfile.Changes(ts.Name(), ts.ReadFile(args[0]), shown.String()); changes != "" && !updating() {
		ts.Fatalf("%s", changes)
	}
	io.WriteString(ts.Stdout(), shown.String())
}

// The commands that the README and the usage show have flags that exist.
func TestShown(t *testing.T) {
	help := string(must.Get(exec.Command("hanoibeam", "write", "--help").Output())) + string(must.Get(exec.Command("hanoibeam", "check", "--help").Output()))
	text := strings.ReplaceAll(usage+string(must.Get(os.ReadFile("../README.md"))), "\\\n", "")
	commands := regexp.MustCompile(`(?m)^ +(?:go run -C beam \./)?hanoibeam (?:write|check) -.*`).FindAllString(text, -1)
	for _, command := range commands {
		for _, flag := range regexp.MustCompile(` --?([a-z_]+)`).FindAllStringSubmatch(command, -1) {
			if !regexp.MustCompile(`(?m)^  --?` + flag[1] + `\b`).MatchString(help) {
				t.Errorf("%s: no flag %s", command, flag[1])
			}
		}
	}
	if len(commands) < 7 {
		t.Errorf("only %q are shown", commands)
	}
}

// A signal ends a run with one line. Even after SIGKILL, no temporary file is left.
func TestSignal(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("NOT RUN: Windows has no signals")
	}
	for signal, want := range map[os.Signal]string{
		os.Kill:         "",
		os.Interrupt:    "hanoibeam: stopped by a signal; give --force to begin again\n",
		syscall.SIGTERM: "hanoibeam: stopped by a signal; give --force to begin again\n",
	} {
		folder, temp := t.TempDir(), t.TempDir()
		var stderr bytes.Buffer
		c := exec.Command("hanoibeam", "write", "-n", "40", "--output", folder)
		c.Env, c.Stderr = append(os.Environ(), "TMPDIR="+temp), &stderr
		must.Do(c.Start())
		for range 6000 {
			if names, _ := filepath.Glob(folder + "/*"); len(names) > 0 {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
		c.Process.Signal(signal)
		c.Wait()
		if failed := c.ProcessState.ExitCode() == 1; failed != (want != "") || stderr.String() != want {
			t.Errorf("%v: %v, %q; want %q", signal, c.ProcessState, &stderr, want)
		}
		if left := must.Get(os.ReadDir(temp)); len(left) > 0 {
			t.Errorf("%v: %v are left", signal, left)
		}
	}
}
