package kernel

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"sync"
	"testing"
)

// Row V: a program that imports the package pays nothing for it: no memory is
// allocated, and no table is made before the first call that needs it.
func TestInit(t *testing.T) {
	program := filepath.Join(t.TempDir(), "imported.exe")
	build := exec.Command("go", "build", "-o", program, "./testdata/imported")
	build.Env = append(os.Environ(), "GOOS=", "GOARCH=", "GOFLAGS=") // for this machine
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", build, err, out)
	}
	run := exec.Command(program)
	run.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	out, err := run.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %v\n%s", run, err, out)
	}
	kernel := regexp.MustCompile(`(?m)^init github.com/hanoigen/hanoi/kernel .*$`).Find(out)
	if !regexp.MustCompile(` clock, 0 bytes, 0 allocs$`).Match(kernel) {
		t.Errorf("initialising kernel: %q, want 0 bytes, 0 allocs in\n%s", kernel, out)
	}
}

// Several goroutines can be the first to need a kind: whoever sees it made sees
// all of it.
func TestMadeOnce(t *testing.T) {
	makePacked()
	for range 20 {
		var fresh kind
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				if fresh.made.Load() == 0 {
					fresh.make(4, func(from, to uint8) byte { return from })
				}
				if fresh.made.Load() != numNamings || fresh.bodies != packed.bodies {
					t.Error("it is not made, or differs")
				}
				for p := range fresh.records {
					if r, want := &fresh.records[p], &packed.records[p]; r.bytes != want.bytes || r.shift != want.shift {
						t.Errorf("naming %d differs", p)
					}
				}
			})
		}
		wg.Wait()
	}
}
