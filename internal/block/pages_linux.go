package block

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

const hugePage = 2 << 20

// pages returns n bytes outside Go's heap that begin at a page: a pipe may hold on to its
// pages for any time. It asks for huge pages, which vmsplice takes faster.
func pages(n int) []byte {
	whole := (n + hugePage - 1) &^ (hugePage - 1)
	b, err := unix.Mmap(-1, 0, whole+hugePage, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON)
	if err != nil {
		return make([]byte, n)
	}
	b = b[-uintptr(unsafe.Pointer(&b[0]))&(hugePage-1):][:whole:whole]
	_ = unix.Madvise(b, unix.MADV_HUGEPAGE) // a hint: ordinary pages do, too
	return b[:n]
}

// seal makes memory from pages read-only if the system can, so that a stray write faults.
func seal(b []byte) { _ = unix.Mprotect(b[:cap(b)], unix.PROT_READ) }
