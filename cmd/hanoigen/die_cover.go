//go:build cover && unix

package main

import (
	"os"
	"runtime/coverage"
)

// A process that a signal ends writes no coverage, so it is written before.
func init() {
	dying = func() { _ = coverage.WriteCountersDir(os.Getenv("GOCOVERDIR")) }
}
