package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"sync"
	"syscall"
	"time"
)

// untilSignal returns a context that ends with the first SIGINT, SIGTERM or, on Linux, SIGQUIT;
// its cause is an *interrupted. A second signal belongs to the same request: timeout(1) signals
// its child, and then the child's process group. A third ends the process at once. A SIGINT that
// was ignored when the process began, as in the background of a script, stays ignored; Go catches
// a SIGTERM.
func untilSignal() context.Context {
	ctx, stop := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 8)
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		if runtime.GOOS == "js" || !signal.Ignored(s) { // js panics
			signal.Notify(signals, s)
		}
	}
	for _, s := range quit {
		signal.Notify(signals, s)
	}
	go func() {
		stop(&interrupted{<-signals})
		<-signals
		dieOf(<-signals)
	}()
	return ctx
}

// giveUp ends the process with the error of late if a call outlives the context by a quarter of a
// second: a write can wait for a reader forever. The caller calls returned after that call.
func giveUp(ctx context.Context, late func(cause error) error) (returned func()) {
	var first sync.Once // the call has returned, or it is too late
	context.AfterFunc(ctx, func() {
		time.Sleep(time.Second / 4)
		first.Do(func() { dieIfInterrupted(late(context.Cause(ctx))) })
	})
	return func() { first.Do(func() {}) } // does not return if it is too late
}

// dieIfInterrupted reports an error that a signal caused, and ends the process by that signal. It
// closes no output: a write may still wait for its reader.
func dieIfInterrupted(err error) {
	if e, ok := errors.AsType[*interrupted](err); ok {
		say(err)
		dieOf(e.signal)
	}
}

// dieOf ends the process by a signal that is no longer caught, or, on systems without signals,
// with the status of a failure.
func dieOf(s os.Signal) {
	signal.Reset(s)
	byDefault()
	if self, err := os.FindProcess(os.Getpid()); err == nil && self.Signal(s) == nil {
		time.Sleep(time.Second) // another thread receives it
	}
	os.Exit(int(exitFailed))
}

// interrupted is the error of a run that a signal ended.
type interrupted struct{ signal os.Signal }

func (e *interrupted) Error() string { return fmt.Sprintf("stopped by signal %q", e.signal) }
