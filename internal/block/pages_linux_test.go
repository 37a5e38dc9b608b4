package block

import (
	"runtime/debug"
	"testing"
	"unsafe"
)

// A pipe holds on to pages: they are no memory of Go's, and nobody writes to
// them once they are sealed.
func TestPages(t *testing.T) {
	for _, n := range []int{1, hugePage - 1, hugePage, hugePage + 1, 3*hugePage + 4097} {
		b := pages(n)
		if len(b) != n || uintptr(unsafe.Pointer(&b[0]))%hugePage != 0 {
			t.Errorf("%d bytes: %d at %p", n, len(b), b)
		}
		b[0], b[n-1] = 1, 1
		seal(b)
		for _, i := range []int{0, n - 1} {
			func() {
				defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
				defer func() {
					if recover() == nil {
						t.Errorf("%d bytes: byte %d can be written", n, i)
					}
				}()
				b[i] = 2
			}()
		}
		if b[0] != 1 || b[n-1] != 1 {
			t.Errorf("%d bytes: what was written is lost", n)
		}
	}
}
