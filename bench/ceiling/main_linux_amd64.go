// Command ceiling writes the same pages to a pipe as hanoigen does, by raw system calls that
// Go's scheduler does not see. A call passes four blocks. A block is 31 pages of a body
// and one page with the block's end. All pages are in one huge page. A C program
// that does the same takes as long.
package main

import (
	"math/bits"
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

func main() {
	const page, huge = 4 << 10, 2 << 20
	memory := make([]byte, 2*huge)
	memory = memory[-uintptr(unsafe.Pointer(&memory[0]))&(huge-1):][:huge]
	_ = unix.Madvise(memory, unix.MADV_HUGEPAGE)
	for i := range memory {
		memory[i] = 1
	}
	pages := func(first, n uint64) unix.Iovec {
		return unix.Iovec{Base: &memory[first*page], Len: n * page}
	}
	_, _ = unix.FcntlInt(1, unix.F_SETPIPE_SZ, 1<<20)
	runtime.LockOSThread()
	errno := unix.Errno(0)
	for block := uint64(1); errno == 0 || errno == unix.EINTR; {
		var call [8]unix.Iovec
		for i := 0; i < len(call); i += 2 {
			body := block % 3
			call[i] = pages(32*body, 31)
			call[i+1] = pages(96+48*body+uint64(bits.TrailingZeros64(block)), 1)
			block++
		}
		// Short counts do not matter: other pages take the same time.
		_, _, errno = unix.RawSyscall6(unix.SYS_VMSPLICE, 1, uintptr(unsafe.Pointer(&call)), uintptr(len(call)), 0, 0, 0)
	}
	if errno != unix.EPIPE {
		panic(errno)
	}
}
