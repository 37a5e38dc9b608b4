package sink

import (
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/sys/windows"
)

// statfs returns the free space of the file system of f.
func statfs(f *os.File) fileSystem {
	var free uint64
	dir, err := windows.UTF16PtrFromString(filepath.Dir(f.Name()))
	if err != nil || windows.GetDiskFreeSpaceEx(dir, &free, nil, nil) != nil {
		return unknownSystem
	}
	return fileSystem{free: float64(free)}
}

// lock locks a file until it is closed, or returns ErrLocked. A file system without locks is
// not an error.
func lock(f *os.File) error {
	// Other processes cannot read locked bytes. The byte at this offset is past any file's end.
	at := windows.Overlapped{OffsetHigh: 1<<31 - 1}
	err := windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &at)
	if err == windows.ERROR_LOCK_VIOLATION || err == windows.ERROR_IO_PENDING {
		return ErrLocked
	}
	return nil
}

// descriptor returns nil: descriptors have no names.
func descriptor(string) (*os.File, error) { return nil, nil }

// links returns 1: the number of a file's names is unknown.
func links(fs.FileInfo) uint64 { return 1 }
