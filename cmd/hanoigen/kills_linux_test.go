package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// Runs are killed at every system call that may change a file: the file is then a beginning of
// the stream, and a run with --resume completes it.
func TestKilledAtCalls(t *testing.T) {
	if os.Getenv("HANOI_REQUIRE_STRACE") != "1" { // set by .ci/long
		t.Skip("NOT RUN: kills at every system call need HANOI_REQUIRE_STRACE=1")
	}
	// strace counts the calls of each thread, so each kind of call is counted alone.
	calls := strings.Split("openat,flock,lseek,write,writev,pwritev,ftruncate,fallocate,ioctl,fsync,syncfs,close", ",")
	dir := os.Getenv("HANOI_KILLS_DIR") // on the file system to test
	if dir == "" {
		dir = t.TempDir()
	}
	name := filepath.Join(dir, "moves")
	whole := whole(26, "packed").bytes()
	for _, method := range []string{"write", "direct", "clone"} {
		args := strings.Fields("-n 26 --io " + method + " -o " + name)
		os.Remove(name)
		if r := start(t, exec.Command(command, args...)); r.status != 0 {
			t.Logf("%s: %s", method, r.err)
			continue // not on this file system
		}
		for what, old := range map[string][]byte{"no file": nil, "a part": whole[:50_000_000], "another file": bytes.Repeat([]byte("other"), 1000)} {
			isPart := bytes.HasPrefix(whole, old)
			flags := "--force"
			if isPart {
				flags = "--resume"
			}
			kills := 0
			for _, call := range calls {
				for i := 1; killedAt(t, call, i, name, old, append([]string{flags}, args...)); i++ {
					kills++
					again := "--resume"
					got, _ := os.ReadFile(name) // it may not exist yet
					switch uncut := slices.Concat(whole[:4096], old[min(4096, len(old)):]); {
					case !isPart && (bytes.Equal(got, old) || bytes.Equal(got, uncut)):
						again = "--force"
					case !bytes.HasPrefix(whole, got) || isPart && len(got) < len(old):
						t.Fatalf("%s, %s: killed at %s %d, the file has %d bytes that are not the beginning of the moves", method, what, call, i, len(got))
					}
					start(t, exec.Command(command, append(args, again)...)).expect(t, 0, "")
					if got := read(t, name); !bytes.Equal(got, whole) {
						t.Fatalf("%s, %s: killed at %s %d and continued, the file has %d bytes that are not the moves", method, what, call, i, len(got))
					}
				}
			}
			t.Logf("%s, %s: %d kills", method, what, kills)
			if kills < 5 {
				t.Errorf("%s, %s: only %d kills", method, what, kills)
			}
		}
	}
}

// killedAt runs the program with a file as it was, and kills it at the i-th call of a thread. It
// returns false if there are fewer.
func killedAt(t *testing.T, call string, i int, name string, old []byte, args []string) bool {
	for {
		os.Remove(name)
		if old != nil {
			write(t, name, old)
		}
		r := start(t, exec.Command("strace", append([]string{"-f", "-qq", "-o", "/dev/null", "-e", "trace=" + call,
			"-e", fmt.Sprintf("inject=%s:signal=KILL:when=%d", call, i), command}, args...)...))
		if r.status == 0 {
			return false
		}
		if !strings.HasPrefix(r.err, "strace: ptrace(") { // strace failed, not the run
			r.expectSignal(t, syscall.SIGKILL)
			return !t.Failed()
		}
	}
}
