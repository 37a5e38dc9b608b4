// Package osfile asks the operating system about open files, and makes calls for them that
// package os does not have.
package osfile

import (
	"cmp"
	"io"
	"math"
	"os"
)

// System describes the file system of a file.
type System struct {
	Free  float64 // bytes that this user can still write; +Inf if unknown
	Block int64   // bytes of a block
	Btrfs bool
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

// BytesLeft returns the number of bytes from a file's offset to its end. It is negative if the offset
// is past the end, or if the file is not regular.
func BytesLeft(f *os.File) int64 {
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return -1
	}
	at, _ := f.Seek(0, io.SeekCurrent)
	return info.Size() - at
}
