//go:build unix

package main

import (
	"os"
	"os/signal"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// dying is called before the process ends by a signal.
var dying = func() {}

// dieOf ends the process by a signal, as if nothing had caught it.
func dieOf(s os.Signal) {
	signal.Reset(s)
	dying()
	if syscall.Kill(os.Getpid(), s.(syscall.Signal)) == nil {
		time.Sleep(time.Second) // it comes to another thread
	}
}

// dieOfBrokenPipe ends the process by SIGPIPE, unless that was ignored when it began.
// The runtime catches SIGPIPE, and raises it only where a write to descriptor 1 or 2
// fails. So a pipe that nobody reads becomes descriptor 1, and is written to.
func dieOfBrokenPipe() {
	if wasIgnored(syscall.SIGPIPE) {
		return
	}
	signal.Reset(syscall.SIGPIPE)
	var p [2]int
	if unix.Pipe(p[:]) != nil {
		return
	}
	unix.Close(p[0])
	unix.Close(1)
	if fd, err := unix.FcntlInt(uintptr(p[1]), unix.F_DUPFD, 1); err == nil && fd == 1 {
		dying()
		os.NewFile(1, "").Write([]byte{0})
	}
}

// outliveBrokenPipes makes a write to a pipe that nobody reads an error, instead of the
// end of the process.
func outliveBrokenPipes() { signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) }
