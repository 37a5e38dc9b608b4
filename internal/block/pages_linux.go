package block

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

const hugePage = 2 << 20

// pages returns n bytes that begin at a page boundary. They are outside Go's heap, because a
// pipe may refer to them at any later time. They are in huge pages if possible, because
// vmsplice is faster with these.
func pages(n int) []byte {
	whole := (n + hugePage - 1) &^ (hugePage - 1)
	b, err := unix.Mmap(-1, 0, whole+hugePage, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON)
	if err != nil {
		return make([]byte, n)
	}
	b = b[-uintptr(unsafe.Pointer(&b[0]))&(hugePage-1):][:whole:whole]
	_ = unix.Madvise(b, unix.MADV_HUGEPAGE) // ordinary pages work, too
	return b[:n]
}

// seal makes b, which pages returned, read-only if possible, so that a stray write faults.
func seal(b []byte) { _ = unix.Mprotect(b[:cap(b)], unix.PROT_READ) }
