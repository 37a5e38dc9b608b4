package kernel

import (
	"bytes"
	"fmt"
	"os"
	"runtime/debug"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

// guarded returns n bytes, a multiple of the page size, between pages that may
// not be touched.
func guarded(t *testing.T, n int) []byte {
	page := os.Getpagesize()
	b, err := unix.Mmap(-1, 0, n+2*page, unix.PROT_NONE, unix.MAP_PRIVATE|unix.MAP_ANON)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := unix.Munmap(b); err != nil {
			t.Error(err)
		}
	})
	inner := b[page : page+n : page+n]
	if err := unix.Mprotect(inner, unix.PROT_READ|unix.PROT_WRITE); err != nil {
		t.Fatal(err)
	}
	return inner
}

// failOnFault makes a fault of this goroutine, until the function that it returns
// is called by defer, a failure of the test instead of the end of the program.
func failOnFault(t *testing.T, what func() string) func() {
	old := debug.SetPanicOnFault(true)
	return func() {
		debug.SetPanicOnFault(old)
		if r := recover(); r != nil {
			t.Errorf("%s: %v", what(), r)
		}
	}
}

// Nothing is touched beyond either end, written or read; nor is it written where it may
// be touched.
func TestGuardPages(t *testing.T) {
	const longest = 4096
	page := os.Getpagesize()
	size := (longest + page - 1) / page * page
	step := 1
	if testing.Short() {
		step = 31
	}
	checkEnds := func(t *testing.T, buf []byte, n int, fill func(dst []byte), want []byte) {
		t.Helper()
		for _, off := range []int{0, size - n} {
			dst := buf[off : off+n : off+n]
			copy(buf, canaries)
			if fill(dst); !bytes.Equal(dst, want) {
				t.Fatalf("%d bytes at %d differ", n, off)
			}
			checkAround(t, buf, off, n)
		}
	}
	forEachTier(t, func(t *testing.T, tier *Tier) {
		// Both halves of a split stand between guards.
		buf, other := guarded(t, size), guarded(t, size)
		for _, k := range []uint64{1, 1<<40 - 777} {
			var want [3][]byte
			for i := range outputs {
				want[i] = outputs[i].want(longest, k, 4)
			}
			n := 0
			defer failOnFault(t, func() string { return fmt.Sprintf("%d moves from %d on", n, k) })()
			for ; n <= longest; n += step {
				checkEnds(t, buf, n, func(dst []byte) { tier.Fill(dst, k, 4) }, want[0][:n])
				checkEnds(t, buf, n, func(dst []byte) { tier.FillSplit(dst, other[size-n:], k, 4) }, want[1][:n])
				checkEnds(t, buf, n, func(dst []byte) { tier.FillSplit(other[:n:n], dst, k, 4) }, want[2][:n])
			}
		}
		longest := size / stateBytes
		states := wantStates(longest, 64, 1<<50-60, 2)
		want := unsafe.Slice((*byte)(unsafe.Pointer(&states[0])), longest*stateBytes)
		n := 0
		defer failOnFault(t, func() string { return fmt.Sprintf("%d states", n) })()
		for ; n <= longest; n++ {
			checkEnds(t, buf, n*stateBytes, func(dst []byte) { tier.FillStates(asStates(dst, n), 64, 1<<50-60, 2) }, want[:n*stateBytes])
		}
	})
}
