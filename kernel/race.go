//go:build race && amd64 && gc && !purego

package kernel

import (
	"runtime"
	"unsafe"
)

// raceWrite tells the race detector what the assembly is about to write.
func raceWrite(p unsafe.Pointer, n int) { runtime.RaceWriteRange(p, n) }
