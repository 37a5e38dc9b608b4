//go:build unix

package terminal

import (
	"os"
	"syscall"
)

// The signals of a process that continues after a stop, and of a resized window.
var continued, resized os.Signal = syscall.SIGCONT, syscall.SIGWINCH
