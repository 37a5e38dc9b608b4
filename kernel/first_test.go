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
	program := filepath.Join(t.TempDir(), "imported.exe")
	build := exec.Command("go", "build", "-o", program, "./testdata/imported")
	build.Env = append(os.Environ(), "GOOS=", "GOARCH=", "GOFLAGS=")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	c := exec.Command(program)
	c.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	out, err := c.CombinedOutput()
	kernel := regexp.MustCompile(`(?m)^init github.com/hanoigen/hanoi/kernel .*$`).Find(out)
	if !regexp.MustCompile(` clock, 0 bytes, 0 allocs$`).Match(kernel) {
		t.Errorf("init of kernel: %q, want 0 bytes, 0 allocs in\n%s, %v", kernel, out, err)
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
