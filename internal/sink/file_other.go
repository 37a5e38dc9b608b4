//go:build !linux && !darwin && !freebsd && !windows

package sink

import (
	"io/fs"
	"os"
)

func statfs(*os.File) fileSystem { return unknownSystem }

// lock does nothing: the system has no locks.
func lock(*os.File) error { return nil }

// descriptor returns nil: descriptors have no names.
func descriptor(string) (*os.File, error) { return nil, nil }

// links returns 1: the number of a file's names is unknown.
func links(fs.FileInfo) uint64 { return 1 }
