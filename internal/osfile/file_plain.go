//go:build !linux && !darwin && !freebsd

package osfile

import (
	"io/fs"
	"math"
	"os"
)

// Flags returns 0: the flags of a file are unknown.
func Flags(*os.File) int { return 0 }

// Links returns 1: the number of a file's names is unknown.
func Links(fs.FileInfo) uint64 { return 1 }

// Allocated returns 0: the disk space of a file is unknown.
func Allocated(fs.FileInfo) int64 { return 0 }

// UserLimit returns +Inf: there is no limit.
func UserLimit() float64 { return math.Inf(1) }

// Descriptor returns nil: descriptors have no names.
func Descriptor(string) (*os.File, error) { return nil, nil }
