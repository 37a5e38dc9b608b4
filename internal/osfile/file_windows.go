package osfile

import (
	"os"
	"path/filepath"

	"golang.org/x/sys/windows"
)

// SystemOf returns the free space of the file system of f.
func SystemOf(f *os.File) System {
	var free uint64
	dir, err := windows.UTF16PtrFromString(filepath.Dir(f.Name()))
	if err != nil || windows.GetDiskFreeSpaceEx(dir, &free, nil, nil) != nil {
		return unknown
	}
	return System{Free: float64(free)}
}

// Lock locks a file until it is closed. It returns false if another process has locked it. A file
// system without locks locks nothing, and Lock returns true.
func Lock(f *os.File) bool {
	// Other processes cannot read locked bytes. The byte at this offset is past any file's end.
	at := windows.Overlapped{OffsetHigh: 1<<31 - 1}
	err := windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &at)
	return err != windows.ERROR_LOCK_VIOLATION && err != windows.ERROR_IO_PENDING
}
