package sink

import "os"

// system has the calls and limits that tests replace.
type system struct {
	lock     func(*os.File) error
	statfs   func(*os.File) (fileSystem, error)
	seek     func(f *os.File, offset int64, whence int) (int64, error)
	sync     func(*os.File) error
	truncate func(f *os.File, size int64) error
	writeAt  func(f *os.File, b []byte, offset int64) (int, error)
	platform
}

var sys = system{
	lock:     lock,
	statfs:   statfs,
	seek:     (*os.File).Seek,
	sync:     (*os.File).Sync,
	truncate: (*os.File).Truncate,
	writeAt:  (*os.File).WriteAt,
	platform: ofPlatform,
}

// fileSystem describes the file system of a file.
type fileSystem struct {
	free  int64 // bytes that this user can still write
	block int64 // bytes
	btrfs bool
}
