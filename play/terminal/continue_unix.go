//go:build unix

package terminal

import (
	"os"
	"syscall"
)

// continued is the signal that a process gets when it goes on after a stop.
var continued os.Signal = syscall.SIGCONT
