package main

import (
	"syscall"
	"testing"
)

// An input without an end is an error, and does not take the memory of the machine: what is
// no JSON object is not held, and text up to --max-bytes.
func TestCheckMemory(t *testing.T) {
	for _, line := range []string{"check --batch -n 3 /dev/zero", "check -n 3 --max-bytes 2^22 /dev/zero"} {
		r := hanoigen(t, line)
		r.expect(t, 3, "bytes; give a larger --max-bytes$")
		if peak := r.state.SysUsage().(*syscall.Rusage).Maxrss; peak > 200<<10 { // less than a line may have
			t.Errorf("%s takes %d KiB", line, peak)
		}
	}
}
