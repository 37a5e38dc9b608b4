package kernel

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"sync"
	"testing"
)

// Importing the package allocates nothing: tables are made by the first call that needs them.
func TestInit(t *testing.T) {
	run := func(env []string, name string, args ...string) []byte {
		c := exec.Command(name, args...)
		c.Env = append(os.Environ(), env...)
		out, err := c.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %v\n%s", c, err, out)
		}
		return out
	}
	program := filepath.Join(t.TempDir(), "imported.exe")
	run([]string{"GOOS=", "GOARCH=", "GOFLAGS="}, "go", "build", "-o", program, "./testdata/imported")
	out := run([]string{"GODEBUG=inittrace=1"}, program)
	kernel := regexp.MustCompile(`(?m)^init github.com/hanoigen/hanoi/kernel .*$`).Find(out)
	if !regexp.MustCompile(` clock, 0 bytes, 0 allocs$`).Match(kernel) {
		t.Errorf("init of kernel: %q, want 0 bytes, 0 allocs in\n%s", kernel, out)
	}
}

// Several goroutines at once may be the first to call a kernel.
func TestFirstCalls(t *testing.T) {
	const n, k, p = 700, 1<<40 - 300, 5
	forEach(t, func(t *testing.T, tier *Tier, o *output) {
		want := o.want(n, k, p)
		for range 30 {
			forgetTables()
			start := make(chan struct{})
			var wg sync.WaitGroup
			for range 8 {
				wg.Go(func() {
					dst := aligned(n * o.size)
					<-start
					for range 3 {
						if o.fill(tier, dst, k, p) != n || !bytes.Equal(dst, want) {
							t.Error("wrong records")
						}
					}
				})
			}
			close(start)
			wg.Wait()
		}
	})
}

// forgetTables makes the next call of each kernel the first.
func forgetTables() {
	for _, e := range []*encoding{&packed, &pegs, &diskNumbers} {
		*e = encoding{encode: e.encode}
	}
	small = [2]smallStates{}
	statesMade.Store(0)
	statesOnce = sync.Once{}
}
