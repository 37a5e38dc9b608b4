package sink

import (
	"os"
	"path/filepath"

	"golang.org/x/sys/windows"
)

// Free returns how many bytes its user can still put on f's file system.
func Free(f *os.File) (int64, error) {
	dir, err := windows.UTF16PtrFromString(filepath.Dir(f.Name()))
	if err != nil {
		return 0, err
	}
	var free uint64
	err = windows.GetDiskFreeSpaceEx(dir, &free, nil, nil)
	return int64(free), err
}
