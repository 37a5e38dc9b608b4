// Package osfile asks the operating system about open files, and makes calls for them that
// package os does not have.
package osfile

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
)

// System describes the file system of a file.
type System struct {
	Free       float64 // bytes that this user can still write; +Inf if that is not known
	Block      int64   // bytes of a block
	Btrfs      bool
	ShowsHoles bool // Pieces finds every page that was never written
}

// unknown is used if the system does not describe a file system.
var unknown = System{Free: math.Inf(1), Block: 1 << 16}

// newSystem describes a file system by its numbers of blocks and their size. It ignores numbers
// that make no sense.
func newSystem(blocks, available, size uint64) System {
	s := unknown
	if size < 512 || size > 1<<20 || size&(size-1) != 0 {
		return s
	}
	s.Block = int64(size)
	free := float64(available) * float64(size)
	if blocks > 0 && available <= blocks && free < 1<<63 { // /proc has no blocks
		s.Free = free
	}
	return s
}

// A Piece is the bytes From … To−1 of a file, between two holes.
type Piece struct{ From, To int64 }

// path returns a name that opens f again, where the system has such names.
func path(f *os.File) string { return fmt.Sprintf("/proc/self/fd/%d", f.Fd()) }

// Name returns the name of f in the file system, or "" if it is not known. It may since have been
// given to another file.
func Name(f *os.File) string {
	name, _ := os.Readlink(path(f))
	return name
}

// Reopen opens a file again, with an offset of its own. The error is the system's.
func Reopen(f *os.File, flags int) (*os.File, error) {
	again, err := os.OpenFile(path(f), flags, 0)
	if err != nil {
		return nil, errors.Unwrap(err) // without the name
	}
	return again, nil
}

// Offset returns where the next byte is written. It is 0 if f has no offset.
func Offset(f *os.File) int64 {
	if info, err := f.Stat(); err == nil && Flags(f)&os.O_APPEND != 0 {
		return info.Size()
	}
	at, _ := f.Seek(0, io.SeekCurrent)
	return at
}

// MaxSize returns the largest size in bytes that its file system allows a file, or the size of a
// device. It is +Inf if that is end or more, or not known.
func MaxSize(f *os.File, end float64) float64 {
	// lseek fails past the largest size. This must not be asked on a descriptor that other
	// processes share.
	again, err := Reopen(f, os.O_RDONLY)
	if err != nil {
		return math.Inf(1)
	}
	defer again.Close()
	reaches := func(offset int64) bool {
		_, err := again.Seek(offset, io.SeekStart)
		return err == nil
	}
	if end < math.MaxInt64 && reaches(int64(end)) {
		return math.Inf(1)
	}
	largest := int64(0)
	for bit := int64(1) << 62; bit > 0; bit >>= 1 {
		if reaches(largest | bit) {
			largest |= bit
		}
	}
	if largest == 0 { // lseek fails
		return math.Inf(1)
	}
	return float64(largest)
}

// IsClosed reports whether a file for reading was closed when the process began. Go has opened
// the null device in its place, also for writing.
func IsClosed(f *os.File) bool {
	info, err := f.Stat()
	null, errNull := os.Stat(os.DevNull)
	if cmp.Or(err, errNull) != nil || !os.SameFile(info, null) {
		return false
	}
	_, err = f.Write([]byte{0})
	return err == nil
}

// BytesLeft returns the number of bytes from a file's offset to its end, or −1 if it is not a
// regular file.
func BytesLeft(f *os.File) int64 {
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return -1
	}
	at, _ := f.Seek(0, io.SeekCurrent)
	return max(0, info.Size()-at)
}
