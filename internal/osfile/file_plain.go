//go:build !linux && !darwin && !freebsd

package osfile

import "io/fs"

// Allocated returns 0: the disk space of a file is unknown.
func Allocated(fs.FileInfo) int64 { return 0 }

// IsDescriptor returns false: descriptors have no names.
func IsDescriptor(string) bool { return false }
