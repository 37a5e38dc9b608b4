//go:build !plan9

package osfile

import (
	"errors"
	"runtime"
	"syscall"
)

// CannotSync reports whether the error says that sync is not supported: by pipes, terminals,
// folders of some file systems, and anything but a file on Windows.
func CannotSync(err error) bool {
	return errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOTTY) || errors.Is(err, syscall.EROFS) ||
		errors.Is(err, errors.ErrUnsupported) || runtime.GOOS == "windows"
}

// OutOfSpace reports whether the error says that the disk, or the user's part of it, is full.
func OutOfSpace(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT)
}

// BrokenPipe reports whether the error says that a pipe has no reader.
func BrokenPipe(err error) bool { return errors.Is(err, syscall.EPIPE) }

// TooLarge reports whether the error says that a limit on a file's size was reached.
func TooLarge(err error) bool { return errors.Is(err, syscall.EFBIG) }
