package kernel

import (
	"bytes"
	"fmt"
	"os"
	"runtime/debug"
	"slices"
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
	untouched := bytes.Repeat([]byte{canary}, size)
	step := 1
	if testing.Short() {
		step = 31
	}
	forEach(t, func(t *testing.T, tier *Tier, s *stream) {
		// Both halves of a split stand between guards.
		buf, other := guarded(t, size), guarded(t, size)
		for _, k := range []uint64{1, 1<<40 - 777} {
			want := s.want(longest, k, 4)
			n := 0
			defer failOnFault(t, func() string { return fmt.Sprintf("%d moves from %d on", n, k) })()
			for ; n <= longest; n += step {
				for _, dst := range [][]byte{buf[:n:n], buf[size-n:]} {
					copy(buf, untouched)
					switch s.name {
					case "packed":
						tier.Fill(dst, k, 4)
					case "pegs":
						tier.FillSplit(dst, other[size-n:], k, 4)
					case "disks":
						tier.FillSplit(other[:n:n], dst, k, 4)
					}
					if !bytes.Equal(dst, want[:n]) {
						t.Fatalf("%d moves from %d on differ", n, k)
					}
					copy(dst, untouched)
					if !bytes.Equal(buf, untouched) {
						t.Fatalf("%d moves from %d on: bytes outside were written", n, k)
					}
				}
			}
		}
	})
	forEachTier(t, func(t *testing.T, tier *Tier) {
		buf := guarded(t, size)
		longest := size / stateBytes
		want := wantStates(longest, 64, 1<<50-60, 2)
		n := 0
		defer failOnFault(t, func() string { return fmt.Sprintf("%d states", n) })()
		for ; n <= longest; n++ {
			for _, b := range [][]byte{buf, buf[size-n*stateBytes:]} {
				copy(buf, untouched)
				dst := asStates(b, n)
				tier.FillStates(dst, 64, 1<<50-60, 2)
				if !slices.Equal(dst, want[:n]) {
					t.Fatalf("%d states differ", n)
				}
				copy(b[:n*stateBytes], untouched)
				if !bytes.Equal(buf, untouched) {
					t.Fatalf("%d states: bytes outside were written", n)
				}
			}
		}
	})
}

// The guards do guard.
func TestGuardPagesFault(t *testing.T) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	page := os.Getpagesize()
	b := guarded(t, page)
	whole := b[:page:page]
	for _, past := range []int{-1, page} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("byte %d could be written", past)
				}
			}()
			*(*byte)(unsafe.Add(unsafe.Pointer(&whole[0]), past)) = 1
		}()
	}
}
