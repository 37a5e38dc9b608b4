package osfile

import (
	"cmp"
	"context"
	"errors"
	"os"
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

// tableBytes is free space that a file system on a disk needs for its own tables.
const tableBytes = 64 << 10

func describe(s *unix.Statfs_t) System {
	available, kind := s.Bavail, uint32(s.Type) // see linux/magic.h
	if kind == unix.EXT4_SUPER_MAGIC && os.Geteuid() == 0 {
		// Root's reserve is free for root, but not the reserve of the file system.
		available = max(available, s.Bfree-min(s.Bfree, 4096, s.Blocks/50+1))
	}
	system := newSystem(s.Blocks, available, uint64(cmp.Or(s.Frsize, s.Bsize)))
	switch kind {
	case unix.BTRFS_SUPER_MAGIC, unix.EXT4_SUPER_MAGIC, unix.XFS_SUPER_MAGIC:
		system.Btrfs, system.ShowsHoles = kind == unix.BTRFS_SUPER_MAGIC, true
		system.Free = max(0, system.Free-tableBytes)
	case unix.TMPFS_MAGIC:
		system.ShowsHoles = true
	}
	return system
}

// Pieces returns the pieces of a file between two offsets. ok is false if lseek(2) does not tell.
func Pieces(f *os.File, from, to int64) (all []Piece, ok bool) {
	again, err := Reopen(f, unix.O_RDONLY) // f's offset may be shared
	if err != nil {
		return nil, false
	}
	defer again.Close()
	for p := (Piece{To: from}); p.To < to; all = append(all, p) {
		if p.From, err = again.Seek(p.To, unix.SEEK_DATA); errors.Is(err, unix.ENXIO) {
			break
		}
		if err == nil {
			p.To, err = again.Seek(p.From, unix.SEEK_HOLE)
		}
		if err != nil {
			return nil, false
		}
	}
	return all, true
}

// Retry makes a call with f's descriptor, and returns how many bytes it wrote. It repeats the call
// on EINTR, and on EAGAIN once f is ready. The end of the context, f's deadline and f.Close end it.
func Retry(ctx context.Context, f *os.File, call func(fd int) (int, error)) (int, error) {
	for {
		n, err := withFD(f, call)
		switch err {
		case unix.EINTR:
		case unix.EAGAIN:
			if err := wait(ctx, f); err != nil {
				return 0, err
			}
		default:
			return max(0, n), err
		}
		if err := context.Cause(ctx); err != nil {
			return 0, err
		}
	}
}

// wait waits until f is ready or the context is done. It polls a few times before it sleeps: a
// busy reader makes room sooner than a sleeping writer wakes. With GOMAXPROCS=1 it sleeps at once,
// because the reader may need the processor.
func wait(ctx context.Context, f *os.File) error {
	for polls := 0; ; polls++ {
		timeout := 0 // ms
		if polls >= 32 || runtime.GOMAXPROCS(0) == 1 {
			timeout = 20 // then it checks the context, the deadline and Close again
		}
		ready, err := withFD(f, func(fd int) (int, error) {
			return unix.Poll([]unix.PollFd{{Fd: int32(fd), Events: unix.POLLOUT}}, timeout)
		})
		if err != nil && err != unix.EINTR {
			return err
		}
		if ready > 0 || ctx.Err() != nil { // Retry returns the cause
			return nil
		}
	}
}

// Vmsplice calls vmsplice(2), with SPLICE_F_NONBLOCK only. Unlike unix.Vmsplice, it does not
// tell Go's scheduler. The error is a unix.Errno.
//
// A call waits for the pipe's mutex while the reader copies. The scheduler would take this short
// wait for a blocking call: its monitor would interrupt it and take the processor away, which costs
// throughput. If a page fault delays the reader, the call keeps its processor until the fault is
// served. Until then, not even SIGKILL ends the process.
func Vmsplice(fd int, iovs []unix.Iovec, flags int) (int, error) {
	n, _, errno := unix.RawSyscall6(unix.SYS_VMSPLICE, uintptr(fd),
		uintptr(unsafe.Pointer(&iovs[0])), uintptr(len(iovs)), uintptr(flags), 0, 0)
	if errno != 0 {
		return -1, errno
	}
	return int(n), nil
}
