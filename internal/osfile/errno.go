//go:build !plan9

package osfile

import (
	"errors"
	"runtime"
	"syscall"
)

// CannotSync reports whether the error says that sync is not supported: by pipes, terminals,
// some file systems and their folders, and anything but a file on Windows. EROFS is none of these:
// it means that the system has given up writing to a broken disk.
func CannotSync(err error) bool {
	return errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOTTY) ||
		errors.Is(err, errors.ErrUnsupported) || runtime.GOOS == "windows"
}
