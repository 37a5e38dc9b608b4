package kernel

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"sync"
	"testing"
)

// A program that imports the package pays nothing for it: no memory is
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
				if fresh.made.Load() != numNamings || fresh.tables().bodies != packed.tables().bodies {
					t.Error("it is not made, or differs")
				}
				for p := range Naming(numNamings) {
					if r, want := &fresh.tables().records[p], &packed.tables().records[p]; r.bytes != want.bytes || r.shift != want.shift {
						t.Errorf("naming %d differs", p)
					}
				}
			})
		}
		wg.Wait()
	}
}

// A first call gives what the others do.
func TestFirstCalls(t *testing.T) {
	const (
		n = 700
		k = 1<<40 - 300
		p = 5
	)
	forEachTier(t, func(t *testing.T, tier *Tier) {
		packed, pegs, diskNumbers = kind{}, kind{}, kind{}
		rowsMade.Store(0)
		rowsOnce = sync.Once{}
		a, b := make([]byte, n), make([]byte, n)
		if got := tier.Fill(a, k, p); got != n || !bytes.Equal(a, streams[0].want(n, k, p)) {
			t.Errorf("Fill writes %d moves, or others", got)
		}
		if got := tier.FillSplit(a, b, k, p); got != n || !bytes.Equal(a, streams[1].want(n, k, p)) || !bytes.Equal(b, streams[2].want(n, k, p)) {
			t.Errorf("FillSplit writes %d moves, or others", got)
		}
		states := make([][3]uint64, n)
		if got := tier.FillStates(states, 50, k, p); got != n || !slices.Equal(states, wantStates(n, 50, k, p)) {
			t.Errorf("FillStates writes %d states, or others", got)
		}
	})
}
