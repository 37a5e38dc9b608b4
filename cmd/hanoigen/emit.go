package main

import (
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"sync/atomic"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/sink"
)

// emission is the flags that say how a stream is written.
type emission struct {
	io       choice
	progress progress
}

func (e *emission) addTo(c *cobra.Command) {
	e.io = choice{sink.Auto.String(), sink.Methods()}
	e.io.addTo(c, "io", "", "how output is written: "+strings.Join(sink.Methods(), ", "))
	e.progress.addTo(c)
}

// emit writes the rest of a stream, from where the target stands, and closes the
// target.
func (e *emission) emit(r *hanoi.Reader, t *target) error {
	signals := stopSignals()
	m, err := sink.ParseMethod(e.io.name)
	if err != nil {
		return err
	}
	var written atomic.Int64
	written.Store(t.resumed)
	stop := make(chan struct{})
	w := &sink.Writer{File: t.file, Options: sink.Options{
		Method:   m,
		Stop:     stop,
		Progress: func(n int64) { written.Store(t.resumed + n) },
		Sync:     t.named,
	}}
	if t.named && e.progress.shown() {
		w.Short = func(need, free int64) {
			fmt.Fprintf(os.Stderr, "hanoigen: warning: this takes %d bytes, and the file system of %s has %d left; make room, or let it go as far as it gets and resume it\n",
				need, t.name, free)
		}
	}
	total, known := r.Size()
	if !known {
		total = -1
	}
	quiet := e.progress.show(total, &written)
	done := make(chan error, 1)
	go func() {
		_, err := r.WriteTo(w)
		done <- err
	}()

	select {
	case err = <-done:
	case s := <-signals:
		signal.Reset(os.Interrupt, syscall.SIGTERM) // a second one does not wait
		close(stop)
		err = &interrupted{s}
		if t.regular {
			// What the file has is known once the last write is done; that to a
			// stream may never be.
			switch e := <-done; {
			case !errors.Is(e, sink.ErrStopped):
				err = e
			case errors.Is(e, sink.ErrSync):
				err = fmt.Errorf("%w: %w", err, e)
			}
		}
	}
	quiet()
	switch {
	case errors.Is(err, sink.ErrCannot):
		return fmt.Errorf("%s: %w", t.name, err)
	case err != nil:
		return t.left(err, r, written.Load())
	}
	if err := t.file.Close(); err != nil {
		return fmt.Errorf("%w; what %s has is not certain: begin again", err, t.name)
	}
	return nil
}

// stopSignals returns where the signals come that ask to stop. One that is
// ignored, as by nohup, stays so.
func stopSignals() <-chan os.Signal {
	signals := make(chan os.Signal, 1)
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		if !signal.Ignored(s) {
			signal.Notify(signals, s)
		}
	}
	return signals
}

// interrupted is the error of a run that a signal ended.
type interrupted struct{ signal os.Signal }

func (e *interrupted) Error() string { return fmt.Sprintf("stopped by signal %q", e.signal) }
