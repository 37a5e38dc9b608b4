//go:build !mips && !mipsle && !mips64 && !mips64le

// The call of byDefault has other arguments on mips.

package main

import (
	"os"
	"os/signal"
	"syscall"
	"unsafe"
)

var quit = []os.Signal{syscall.SIGQUIT}

// byDefault makes SIGQUIT end the process as it does in other programs. Go's handler, which
// signal.Reset restores, prints all goroutines.
func byDefault() {
	signal.Ignore(quit...) // so that a later signal.Notify replaces the action
	var action [8]uintptr  // SIG_DFL, without flags
	_, _, _ = syscall.RawSyscall6(syscall.SYS_RT_SIGACTION, uintptr(syscall.SIGQUIT), uintptr(unsafe.Pointer(&action)), 0, 8, 0, 0)
}
