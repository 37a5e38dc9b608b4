package sink

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// vmsplice calls vmsplice(2), with SPLICE_F_NONBLOCK only. Unlike unix.Vmsplice, it does not
// tell the scheduler.
//
// A call waits for the pipe's mutex: some 15 µs, while the reader copies 256 KiB. The
// scheduler would take that for a call that blocks. Its monitor would wake every 20 µs,
// interrupt the wait and take the processor away, which costs up to a third of the
// throughput. If a page fault delays the reader, the call keeps its processor until the
// fault is served; but until then, nothing ends the process anyway, not even SIGKILL.
func vmsplice(fd int, iovs []unix.Iovec, flags int) (int, error) {
	n, _, errno := unix.RawSyscall6(unix.SYS_VMSPLICE, uintptr(fd),
		uintptr(unsafe.Pointer(&iovs[0])), uintptr(len(iovs)), uintptr(flags), 0, 0)
	if errno != 0 {
		return -1, errno
	}
	return int(n), nil
}
