//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/hanoigen/hanoi/internal/must"
	"github.com/hanoigen/hanoi/internal/testfile"
)

// expectSignal checks that a signal ended a run.
func (r result) expectSignal(t *testing.T, want syscall.Signal) {
	t.Helper()
	if w := r.state.Sys().(syscall.WaitStatus); !w.Signaled() || w.Signal() != want {
		t.Errorf("it ended with %v; want signal %q", r.state, want)
	}
}

// bash runs a line as a user types it.
func bash(t *testing.T, line string) result {
	t.Helper()
	return start(t, exec.Command("bash", "-c", line))
}

func pipe() (r, w *os.File) {
	r, w, err := os.Pipe()
	must.Do(err)
	return r, w
}

// openFIFO makes a FIFO and opens it for reading and writing, so that it has a reader
// until the test ends.
func openFIFO(t *testing.T, name string) *os.File {
	t.Helper()
	must.Do(syscall.Mkfifo(name, 0o666))
	f := must.Get(os.OpenFile(name, os.O_RDWR, 0))
	t.Cleanup(func() { f.Close() })
	return f
}

// byNobody runs the program as an unprivileged user if root runs the test. All folders
// around dir are opened to it.
func byNobody(t *testing.T, dir, line string) result {
	t.Helper()
	c := process(line)
	if os.Geteuid() == 0 {
		for d := filepath.Dir(dir); d != os.TempDir() && d != "/"; d = filepath.Dir(d) {
			os.Chmod(d, 0o755)
		}
		os.Chmod(filepath.Dir(command), 0o755)
		c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	}
	return start(t, c)
}

func TestSessions(t *testing.T) { testfile.Sessions(t, *update) }
