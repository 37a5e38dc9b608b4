//go:build race && amd64 && gc && !purego

package kernel

import (
	"runtime"
	"unsafe"
)

// beforeCall tells the race detector which bytes the assembly is about to write.
func beforeCall(p unsafe.Pointer, n int, nonTemporal bool) {
	runtime.RaceWriteRange(p, n)
	onCall(n, nonTemporal)
}

var onCall = func(n int, nonTemporal bool) {} // for a test
