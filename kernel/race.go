//go:build race && amd64 && gc && !purego

package kernel

import (
	"runtime"
	"unsafe"
)

// beforeCall tells the race detector what the assembly is about to write, and onCall also
// how.
func beforeCall(p unsafe.Pointer, n int, nonTemporal bool) {
	runtime.RaceWriteRange(p, n)
	onCall(n, nonTemporal)
}

var onCall = func(n int, nonTemporal bool) {} // for a test
