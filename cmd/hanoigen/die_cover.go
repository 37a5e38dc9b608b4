//go:build cover && unix

package main

import (
	"os"
	"runtime/coverage"
)

// A process that a signal ends does not count what it ran; so it does before.
func init() {
	dying = func() { _ = coverage.WriteCountersDir(os.Getenv("GOCOVERDIR")) }
}
