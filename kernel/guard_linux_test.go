package kernel

import (
	"bytes"
	"fmt"
	"os"
	"runtime/debug"
	"testing"

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
	page := os.Getpagesize()
	size := (4096 + page - 1) / page * page
	step := 1
	if testing.Short() {
		step = 31
	}
	forEach(t, func(t *testing.T, tier *Tier, o *output) {
		buf := guarded(t, size)
		for _, k := range []uint64{1, 1<<40 - 777} {
			want := o.want(size/o.size, k, 4)
			n := 0
			defer failOnFault(t, func() string { return fmt.Sprintf("%d records from %d on", n, k) })()
			for ; n <= 4096/o.size; n += step {
				length := n * o.size
				for _, off := range []int{0, size - length} {
					dst := buf[off : off+length : off+length]
					copy(buf, canaries)
					if o.fill(tier, dst, k, 4); !bytes.Equal(dst, want[:length]) {
						t.Fatalf("%d records at %d differ", n, off)
					}
					checkAround(t, buf, off, length)
				}
			}
		}
	})
}
