//go:build race && gc && !purego

package kernel

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// The race detector is told of the bytes that the assembly writes: of the first,
// of the last, and of none outside. Since a race that is found fails a test, it
// runs in a process of its own.
func TestRaceIsFound(t *testing.T) {
	const variable = "HANOI_RACE"
	if c := os.Getenv(variable); c != "" {
		raceWith(c)
		return
	}
	for _, tier := range Tiers() {
		if tier.width == 0 {
			continue // the compiler tells of what Go code writes
		}
		for _, kernel := range []string{"fill", "states"} {
			for _, reader := range []struct {
				where string
				found bool
			}{{"first", true}, {"last", true}, {"outside", false}} {
				c := fmt.Sprint(tier.Name(), " ", kernel, " ", reader.where)
				cmd := exec.Command(os.Args[0], "-test.run=^TestRaceIsFound$")
				cmd.Env = append(os.Environ(), variable+"="+c)
				out, err := cmd.CombinedOutput()
				if found := strings.Contains(string(out), "DATA RACE"); found != reader.found || found != (err != nil) {
					t.Errorf("%s: race found: %v, want %v (%v)\n%s", c, found, reader.found, err, out)
				}
			}
		}
	}
}

// raceWith writes with a tier's kernel while another goroutine reads.
func raceWith(c string) {
	var tierName, kernel, where string
	fmt.Sscan(c, &tierName, &kernel, &where)
	const margin = 64
	n := 200 * stateBytes
	buf := aligned(margin + n + margin)
	dst := buf[margin:][:n]
	done := make(chan struct{})
	go func() {
		defer close(done)
		for _, tier := range Tiers() {
			switch {
			case tier.Name() != tierName:
			case kernel == "fill":
				tier.Fill(dst, 1, 0)
			default:
				tier.FillStates(asStates(dst), 64, 1, 0)
			}
		}
	}()
	switch where {
	case "first":
		sink = dst[0]
	case "last":
		sink = dst[n-1]
	case "outside":
		sink = buf[margin-1] + buf[margin+n]
	}
	<-done
}

var sink byte
