package block

import (
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
	"unsafe"
)

// A pipe holds on to pages: they are no memory of Go's, and nobody writes to
// them once they are sealed.
func TestPages(t *testing.T) {
	for _, n := range []int{1, hugePage - 1, hugePage, hugePage + 1, 3*hugePage + 4097} {
		b := pages(n)
		whole := (n + hugePage - 1) / hugePage * hugePage // all of which is advised and sealed
		if len(b) != n || cap(b) != whole || uintptr(unsafe.Pointer(&b[0]))%hugePage != 0 {
			t.Errorf("%d bytes: %d of %d at %p", n, len(b), cap(b), b)
		}
		b[0], b[n-1] = 1, 1
		seal(b)
		for _, i := range []int{0, n - 1} {
			if !faults(func() { b[i] = 2 }) {
				t.Errorf("%d bytes: byte %d can be written", n, i)
			}
		}
		if b[0] != 1 || b[n-1] != 1 {
			t.Errorf("%d bytes: what was written is lost", n)
		}
	}
}

// On amd64 hugePage is the system's. Other CPUs may have longer ones, too long for a store.
func TestHugePage(t *testing.T) {
	size, err := os.ReadFile("/sys/kernel/mm/transparent_hugepage/hpage_pmd_size")
	if err != nil || runtime.GOARCH != "amd64" || os.Getpagesize() != 4096 {
		t.Skip("NOT TESTED: the length of a huge page of", runtime.GOARCH, err)
	}
	if got := strings.TrimSpace(string(size)); got != strconv.Itoa(hugePage) {
		t.Errorf("a huge page has %s bytes, not %d", got, hugePage)
	}
}

// Wherever the system puts memory.
func TestFromHugePage(t *testing.T) {
	b := fromHugePage(make([]byte, 3*hugePage))[:2*hugePage]
	for _, at := range []int{0, 1, 2, 4096, hugePage - 4096, hugePage - 1, hugePage} {
		if got, want := fromHugePage(b[at:2*hugePage]), 2*hugePage-(at+hugePage-1)/hugePage*hugePage; len(got) != want {
			t.Errorf("from byte %d on %d bytes are left, want %d", at, len(got), want)
		}
	}
}

// faults reports whether write faults.
func faults(write func()) (fault bool) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() { fault = recover() != nil }()
	write()
	return false
}

// Nobody can write to what a pipe is given.
func TestStoreSealed(t *testing.T) {
	c := NewStream(Text, Options{}, Run{1, 1 << 20, 0}).Cursor()
	for range 2 { // a body and a tail
		if b, stable := c.Next(math.MaxInt); !stable || !faults(func() { b[len(b)-1]++ }) {
			t.Errorf("%d bytes, stable: %v, can be written", len(b), stable)
		}
	}
}
