package sink

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"runtime"

	"golang.org/x/sys/unix"
)

// Calls and limits that tests replace.
var (
	writev      = unix.Writev
	pwritev     = unix.Pwritev
	splicePages = vmsplice
	cloneRange  = unix.IoctlFileCloneRange
	fallocate   = unix.Fallocate
	syncfs      = unix.Syncfs

	cloneFrom   int64 = 64 << 20 // Auto writes fewer bytes
	cloneBlocks int64 = 1 << 12  // one call clones no more blocks, so that a signal is noticed soon
	clonePage   int64 = 4096     // clones are aligned to this, or to a larger block of the file system
)

var methods = [...]method{Clone: planClones, Direct: planDirect, Splice: planPipe, Write: planPlain}

// retry repeats call on EINTR, and on EAGAIN once f is ready. The context, f's deadline and
// f.Close end it.
func (w *writer) retry(f *os.File, call func(fd int) (int, error)) (int, error) {
	for {
		n, err := withFD(f, call)
		switch err {
		case unix.EINTR:
		case unix.EAGAIN:
			if err := w.wait(f); err != nil {
				return 0, err
			}
		default:
			return max(0, n), err
		}
		if err := w.o.stopped(); err != nil {
			return 0, err
		}
	}
}

// wait waits until f is ready or writing has to stop. It polls a few times before it sleeps: a
// busy reader makes room sooner than a sleeping writer wakes. With GOMAXPROCS=1 it sleeps at
// once, because the reader may need the processor.
func (w *writer) wait(f *os.File) error {
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
		if ready > 0 || w.o.stopped() != nil { // retry returns why it was stopped
			return nil
		}
	}
}

func (w *writer) writeNext() (int, error) {
	return w.retry(w.o.File, func(fd int) (int, error) { return writev(fd, w.next.list) })
}

// describe describes a file system.
func describe(s *unix.Statfs_t) fileSystem {
	available, kind := s.Bavail, uint32(s.Type) // see linux/magic.h
	if kind == unix.EXT4_SUPER_MAGIC && os.Geteuid() == 0 {
		// Root's reserve is free for root, but not the reserve of the file system.
		available = max(available, s.Bfree-min(s.Bfree, 4096, s.Blocks/50+1))
	}
	fs := newFileSystem(s.Blocks, available, uint64(cmp.Or(s.Frsize, s.Bsize)))
	switch kind {
	case unix.BTRFS_SUPER_MAGIC, unix.EXT4_SUPER_MAGIC, unix.XFS_SUPER_MAGIC:
		fs.btrfs, fs.showsHoles = kind == unix.BTRFS_SUPER_MAGIC, true
		fs.free = max(0, fs.free-tableBytes)
	case unix.TMPFS_MAGIC:
		fs.showsHoles = true
	}
	return fs
}

// tableBytes is free space that a file system on a disk needs for its own tables.
const tableBytes = 64 << 10

// room returns what the output can hold; the largest size only if the next bytes are beyond it.
func (o *Output) room(bytes float64) room {
	system, offset, kind := sys.statfs(o.File), o.offset(), SystemLimit
	r := room{offset: float64(offset), size: math.Inf(1), free: system.free}
	if o.device {
		r.free, kind = math.Inf(1), DeviceSize
	}
	r.limit = kind
	var limit unix.Rlimit
	if o.Regular && unix.Getrlimit(unix.RLIMIT_FSIZE, &limit) == nil && limit.Cur < math.MaxInt64 {
		r.size, r.limit = float64(limit.Cur), UserLimit
	}
	var stat unix.Stat_t
	if unix.Fstat(int(o.File.Fd()), &stat) == nil {
		before := min(offset, stat.Size)
		if system.btrfs {
			before = stat.Size // it writes to other blocks first
		}
		r.held = float64(max(0, stat.Blocks*512-before))
	}
	// lseek says how long a file can be, and a device is. This must not be asked on a descriptor
	// that other processes share.
	f, err := o.reopen(unix.O_RDONLY, "")
	if err != nil {
		return r
	}
	defer f.Close()
	reaches := func(offset int64) bool {
		_, err := f.Seek(offset, io.SeekStart)
		return err == nil
	}
	if end := r.offset + bytes; end < math.MaxInt64 && reaches(int64(end)) {
		return r
	}
	largest := int64(0)
	for bit := int64(1) << 62; bit > 0; bit >>= 1 {
		if reaches(largest | bit) {
			largest |= bit
		}
	}
	if largest > 0 && float64(largest) < r.size { // 0 if lseek fails
		r.size, r.limit = float64(largest), kind
	}
	return r
}

// offset returns where the next byte is written.
func (o *Output) offset() int64 {
	if info, err := o.File.Stat(); err == nil && o.flags()&unix.O_APPEND != 0 {
		return info.Size()
	}
	at, _ := o.File.Seek(0, io.SeekCurrent)
	return at
}

// pieces returns the pieces of a file between two offsets. If its holes are not known, known is
// false, and all is one piece.
func (o *Output) pieces(from, to int64) (all []piece, known bool) {
	whole := []piece{{from, to}}
	if !sys.statfs(o.File).showsHoles {
		return whole, false
	}
	f, err := o.reopen(unix.O_RDONLY, "") // the offset may be shared
	if err != nil {
		return whole, false
	}
	defer f.Close()
	if o.old == Resume {
		// A hole that was read is in the page cache, and would pass for data.
		_ = unix.Fadvise(int(f.Fd()), 0, 0, unix.FADV_DONTNEED)
	}
	for p := (piece{to: from}); p.to < to; all = append(all, p) {
		if p.from, err = f.Seek(p.to, unix.SEEK_DATA); errors.Is(err, unix.ENXIO) {
			break
		}
		if err == nil {
			p.to, err = f.Seek(p.from, unix.SEEK_HOLE)
		}
		if err != nil {
			return whole, false
		}
	}
	return all, true
}

// reopen opens the file again. If that fails, it returns a refusal with words and the error.
func (o *Output) reopen(flags int, words string) (*os.File, error) {
	f, err := os.OpenFile(fmt.Sprintf("/proc/self/fd/%d", o.File.Fd()), flags, 0)
	if err != nil {
		return nil, refuse("%s: %w", words, errors.Unwrap(err))
	}
	return f, nil
}

var errReadOnly = refuse("it is not open for writing")

// seekable refuses an output that cannot be written at any offset.
func (o *Output) seekable() error {
	flags := o.flags()
	switch {
	case !o.Regular:
		return refuse("it is not a regular file")
	case flags&unix.O_APPEND != 0:
		return refuse("it is open for appending")
	case flags&unix.O_ACCMODE == unix.O_RDONLY:
		return errReadOnly
	}
	return nil
}

// flags returns the flags that the file is open with.
func (o *Output) flags() int {
	flags, _ := o.fcntl(unix.F_GETFL, 0)
	return flags
}

func (o *Output) fcntl(command, argument int) (int, error) {
	return withFD(o.File, func(fd int) (int, error) { return unix.FcntlInt(uintptr(fd), command, argument) })
}
