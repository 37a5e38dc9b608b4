package main

import (
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"sync/atomic"
	"syscall"
	"time"
)

// orderly receives the next signal that asks to stop. It is nil while nothing waits
// for one; then the signal ends the process.
var orderly atomic.Pointer[chan os.Signal]

// heedSignals sends the first signal that asks to stop to orderly; any other ends the
// process. A signal that was ignored when the process began, as by nohup, stays
// ignored. From here on, a write to a pipe that nobody reads is an error, and does not
// end the process.
func heedSignals() {
	signals := make(chan os.Signal, 8)
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		if runtime.GOOS == "js" || !signal.Ignored(s) { // js panics
			signal.Notify(signals, s)
		}
	}
	outliveBrokenPipes()
	go func() {
		var begun time.Time
		for s := range signals {
			if time.Since(begun) < together || wasIgnored(s) {
				continue
			}
			if to := orderly.Swap(nil); to != nil {
				*to <- s
				begun = time.Now()
				continue
			}
			dieOf(s)
			os.Exit(exitFailed)
		}
	}()
}

// together is how soon after the first a signal is part of the same request: timeout(1)
// sends one to its child, and then one to the child's process group.
const together = 100 * time.Millisecond

// stopSignal returns a channel that receives the first signal that asks to stop. A later
// one ends the process at once.
func stopSignal() <-chan os.Signal {
	to := make(chan os.Signal, 1)
	orderly.Store(&to)
	return to
}

// interrupted is the error of a run that a signal ended.
type interrupted struct{ signal os.Signal }

func (e *interrupted) Error() string { return fmt.Sprintf("stopped by signal %q", e.signal) }
