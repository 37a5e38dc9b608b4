//go:build !linux && !darwin && !freebsd && !windows

package sink

import (
	"errors"
	"os"
)

// Free returns how many bytes this user can still write to f's file system.
func Free(*os.File) (int64, error) {
	return 0, errors.New("not known on this platform")
}

// Lock does nothing: there are no locks.
func Lock(*os.File) error { return nil }

// SyncFolder does nothing.
func SyncFolder(string) error { return nil }

// Descriptor returns nil: descriptors have no names.
func Descriptor(string) (*os.File, error) { return nil, nil }
