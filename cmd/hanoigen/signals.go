package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"syscall"
	"time"
)

// untilSignal returns a context that ends with the first SIGINT or SIGTERM; its cause is an
// *interrupted. A second signal belongs to the same request: timeout(1) signals its child, and
// then the child's process group. A third ends the process at once. A SIGINT that was ignored
// when the process began, as in the background of a script, stays ignored; Go catches a SIGTERM.
func untilSignal() context.Context {
	ctx, stop := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 8)
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		if runtime.GOOS == "js" || !signal.Ignored(s) { // js panics
			signal.Notify(signals, s)
		}
	}
	go func() {
		stop(&interrupted{<-signals})
		<-signals
		dieOf(<-signals)
	}()
	return ctx
}

// dieOf ends the process by a signal that is no longer caught, or, on systems without signals,
// with the status of a failure.
func dieOf(s os.Signal) {
	signal.Reset(s)
	if self, err := os.FindProcess(os.Getpid()); err == nil && self.Signal(s) == nil {
		time.Sleep(time.Second) // another thread receives it
	}
	os.Exit(exitFailed)
}

// interrupted is the error of a run that a signal ended.
type interrupted struct{ signal os.Signal }

func (e *interrupted) Error() string { return fmt.Sprintf("stopped by signal %q", e.signal) }
