//go:build !plan9

package osfile

import (
	"errors"
	"runtime"
	"syscall"
)

// CannotSync reports whether the error says that sync is not supported: by pipes, terminals,
// some file systems and their folders, and anything but a file on Windows.
func CannotSync(err error) bool {
	return errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOTTY) || errors.Is(err, syscall.EROFS) ||
		errors.Is(err, errors.ErrUnsupported) || runtime.GOOS == "windows"
}
