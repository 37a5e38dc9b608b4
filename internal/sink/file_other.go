//go:build !linux && !darwin && !freebsd && !windows

package sink

import "os"

func statfs(*os.File) fileSystem { return unknownSystem }

// lock does nothing: there are no locks.
func lock(*os.File) error { return nil }

// openFolder returns nil: folders are not synced.
func openFolder(string) (*os.File, error) { return nil, nil }

// cannotSync is true of every error: only files are synced.
func cannotSync(error) bool { return true }

// descriptor returns nil: descriptors have no names.
func descriptor(string) (*os.File, error) { return nil, nil }
