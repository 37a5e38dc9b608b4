package main

import (
	"bytes"
	"flag"
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

// -update, which is also a flag of Beam, rewrites the sessions.
func TestSessions(t *testing.T) {
	testfile.Sessions(t, flag.Lookup("update").Value.String() == "true")
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
