package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
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
	const calls = "openat,flock,lseek,write,writev,pwrite64,pwritev,pwritev2,ftruncate,fallocate,ioctl,fsync,fdatasync,syncfs,close"
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
			for i := 1; ; i++ {
				os.Remove(name)
				if old != nil {
					write(t, name, old)
				}
				c := exec.Command("strace", append([]string{"-f", "-qq", "-o", "/dev/null", "-e", "trace=" + calls,
					"-e", fmt.Sprintf("inject=%s:signal=KILL:when=%d", calls, i), command, flags}, args...)...)
				r := start(t, c)
				if r.status == 0 {
					break
				}
				if strings.HasPrefix(r.err, "strace: ptrace(") { // strace failed, not the run
					i--
					continue
				}
				if r.expectSignal(t, syscall.SIGKILL); t.Failed() {
					t.FailNow()
				}
				kills++
				got, _ := os.ReadFile(name) // it may not exist yet
				if !isPart && bytes.Equal(got, old) {
					continue
				}
				if !bytes.HasPrefix(whole, got) || isPart && len(got) < len(old) {
					t.Fatalf("%s, %s: killed at call %d, the file has %d bytes that are not the beginning of the moves", method, what, i, len(got))
				}
				start(t, exec.Command(command, append(args, "--resume")...)).expect(t, 0, "")
				if got := read(t, name); !bytes.Equal(got, whole) {
					t.Fatalf("%s, %s: killed at call %d and resumed, the file has %d bytes that are not the moves", method, what, i, len(got))
				}
			}
			t.Logf("%s, %s: %d kills", method, what, kills)
			if kills < 5 {
				t.Errorf("%s, %s: only %d kills", method, what, kills)
			}
		}
	}
}
