package main

import (
	"syscall"
	"testing"
)

// An endless input is an error, and does not use up the memory: text is held up to --max-bytes,
// and a line of a batch only if it begins like a JSON object.
func TestCheckMemory(t *testing.T) {
	for _, line := range []string{"check --batch -n 3 /dev/zero", "check -n 3 --max-bytes 2^22 /dev/zero"} {
		r := hanoigen(t, line)
		r.expect(t, 3, "bytes; give a larger --max-bytes$")
		if peak := r.state.SysUsage().(*syscall.Rusage).Maxrss; peak > 200<<10 { // less than the longest line of a batch
			t.Errorf("%s takes %d KiB", line, peak)
		}
	}
}
