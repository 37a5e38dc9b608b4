//go:build !linux

package main

import "os"

// wasIgnored reports whether s was ignored when the process began, which only the
// runtime knows.
func wasIgnored(os.Signal) bool { return false }
