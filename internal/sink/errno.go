//go:build !plan9

package sink

import (
	"errors"
	"runtime"
	"syscall"
)

// cannotSync reports whether the error says that sync is not supported: by pipes, terminals,
// folders of some file systems, and anything but a file on Windows.
func cannotSync(err error) bool {
	return errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOTTY) || errors.Is(err, syscall.EROFS) ||
		errors.Is(err, errors.ErrUnsupported) || runtime.GOOS == "windows"
}

func outOfSpace(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT)
}

func brokenPipe(err error) bool { return errors.Is(err, syscall.EPIPE) }

// TooLarge reports whether the error says that a limit on a file's size was reached.
func TooLarge(err error) bool { return errors.Is(err, syscall.EFBIG) }
