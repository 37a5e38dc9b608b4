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
)

// emission is the flags that say how a stream is written.
type emission struct {
	io       choice
	progress progress
}

func (e *emission) addTo(c *cobra.Command) {
	e.io = choice{"auto", methods}
	e.io.addTo(c, "io", "", "how output is written: "+strings.Join(methods, ", "))
	e.progress.addTo(c)
}

// methods is the ways of writing that there are.
var methods = []string{"auto", "write"}

// method returns the one that auto chooses for a file.
func method(*os.File) string { return "write" }

// emit writes the rest of a stream, from where the target stands, and closes the
// target.
func (e *emission) emit(r *hanoi.Reader, t *target) error {
	// One that is ignored, as by nohup, stays so.
	signals := make(chan os.Signal, 1)
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		if !signal.Ignored(s) {
			signal.Notify(signals, s)
		}
	}
	w := &writer{file: t.file}
	w.written.Store(t.resumed)
	total, known := r.Size()
	if !known {
		total = -1
	}
	quiet := e.progress.show(total, &w.written)
	done := make(chan error, 1)
	go func() {
		_, err := r.WriteTo(w)
		done <- err
	}()

	var err error
	select {
	case err = <-done:
	case s := <-signals:
		signal.Reset(os.Interrupt, syscall.SIGTERM) // a second one does not wait
		w.stop.Store(true)
		if err = error(&interrupted{s}); t.regular {
			// What the file has is known once the last write is done; that to a
			// stream may never be.
			if e := <-done; !errors.Is(e, errStopped) {
				err = e
			}
		}
	}
	// All that is left to do is to wait for the disk.
	signal.Reset(os.Interrupt, syscall.SIGTERM)
	quiet()
	if err != nil {
		return t.left(err, r, w.written.Load())
	}
	return t.close()
}

// writer writes to a file until it is told to stop.
type writer struct {
	file    *os.File
	written atomic.Int64
	stop    atomic.Bool
}

var errStopped = errors.New("stopped")

func (w *writer) Write(p []byte) (int, error) {
	if w.stop.Load() {
		return 0, errStopped
	}
	n, err := w.file.Write(p)
	w.written.Add(int64(n))
	return n, err
}

// interrupted is the error of a run that a signal ended.
type interrupted struct{ signal os.Signal }

func (e *interrupted) Error() string { return fmt.Sprintf("stopped by signal %q", e.signal) }
