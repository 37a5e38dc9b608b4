//go:build race && gc && !purego

package kernel

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// The race detector finds a race with the first and the last byte that the assembly writes,
// and none with the bytes around them. A race fails the process, so each case runs in a new
// process.
func TestRaceIsFound(t *testing.T) {
	const variable = "HANOI_RACE"
	if c := os.Getenv(variable); c != "" {
		raceWith(c)
		return
	}
	for _, tier := range Tiers() {
		if tier.width == 0 {
			continue // the compiler instruments Go code
		}
		for _, kernel := range []string{"fill", "states"} {
			for _, where := range []string{"first", "last", "outside"} {
				c := fmt.Sprint(tier.Name(), " ", kernel, " ", where)
				cmd := exec.Command(os.Args[0], "-test.run=^TestRaceIsFound$")
				cmd.Env = append(os.Environ(), variable+"="+c)
				out, err := cmd.CombinedOutput()
				found := strings.Contains(string(out), "DATA RACE")
				if found != (where != "outside") || found != (err != nil) {
					t.Errorf("%s: race found: %v (%v)\n%s", c, found, err, out)
				}
			}
		}
	}
}

// raceWith reads while another goroutine writes with a tier's kernel.
func raceWith(c string) {
	var tierName, kernel, where string
	fmt.Sscan(c, &tierName, &kernel, &where)
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

// Assembly cannot be preempted, so each call writes a bounded number of bytes. The length of
// the whole slice, not of a call, decides between ordinary and non-temporal stores.
func TestCalls(t *testing.T) {
	const most = 3 << 18
	setNonTemporalBytes(t, most)
	defer func(old func(int, bool)) { onCall = old }(onCall)
	buf := aligned(3 << 20)
	forEach(t, func(t *testing.T, tier *Tier, o *output) {
		for _, size := range []int{300 << 10, most - stateBytes, most, len(buf)} {
			written := 0
			onCall = func(n int, nonTemporal bool) {
				written += n
				if n > callBytes || nonTemporal != (size >= most) {
					t.Errorf("%d bytes: a call writes %d, non-temporal: %v", size, n, nonTemporal)
				}
			}
			o.fill(tier, buf[:size], 1, 0)
			if tier.width > 0 && written < size-tier.width*stateBytes-minVectorBytes {
				t.Errorf("%d bytes: all calls write %d", size, written)
			}
		}
	})
}
