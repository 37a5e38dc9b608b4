package main

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/sink"
)

// emission is the flags that say where and how a stream is written. Other flags determine
// its every byte, so that --resume can continue it.
type emission struct {
	target
	method   sink.Method
	progress progress
	verbose  bool
	stream   *stream // that is written; nil for a path
}

func (e *emission) addTo(c *cobra.Command) {
	e.target.addTo(c)
	e.resumable = true
	e.flags.Lookup("force").Usage += "; write as far as the space goes"
	e.flags.BoolVar(&e.resume, "resume", false, "continue a partial output file, after comparing its last MiB (verify compares all)")
	addChoice(c, &e.method, sink.Methods(), "io", "", "how output is written: "+listed(sink.Methods()))
	e.progress.addTo(c)
	e.flags.BoolVarP(&e.verbose, "verbose", "v", false, "report at the end what was written, how and how fast")
}

// write writes the stream, or what a partial file lacks of it, until a signal comes.
func (e *emission) write(r *hanoi.Reader) error {
	ctx := untilSignal() // before there is an output
	var summary string
	err := e.with(ctx, r.Format().Binary(), func() (err error) {
		summary, err = e.writeTo(ctx, r)
		return err
	})
	if err == nil && e.verbose {
		say(summary)
	}
	return err
}

// writeTo is write to an output. It returns what was written, how and how fast.
func (e *emission) writeTo(ctx context.Context, r *hanoi.Reader) (summary string, err error) {
	var now atomic.Pointer[sink.Progress]
	now.Store(new(sink.Progress))
	e.Options = sink.Options{
		Context:  ctx,
		Method:   e.method,
		MustFit:  !e.force,
		Progress: func(p sink.Progress) { now.Store(&p) },
	}
	var resumed atomic.Int64 // how much of the stream the file had before
	quiet := e.progress.show(func() state {
		p, before := *now.Load(), resumed.Load()
		if p.Compared > 0 {
			s := at(r, p.Compared)
			s.done += " compared"
			return s
		}
		s := at(r, before+p.Written)
		s.before, s.bytes, s.syncing = at(r, before).part, p.Written, p.Syncing
		return s
	})
	defer quiet()
	if e.resume {
		kept, compared, err := e.Resume(r)
		switch {
		case errors.Is(err, sink.ErrResume):
			return "", fmt.Errorf("%s is left as it is: %w; give the flags it was made with, --force to overwrite it, or another file", e.name, err)
		case err != nil && ctx.Err() != nil:
			return "", e.left(err, r, kept, true)
		case err != nil:
			return "", err
		case kept > 0:
			resumed.Store(kept)
			summary = fmt.Sprintf("%s had %d bytes, of which the last %d were compared; ", e.name, kept, compared)
		}
	}
	begin := time.Now()
	done := make(chan error, 1)
	go func() {
		_, err := r.WriteTo(e.Output)
		done <- err
	}()
	err, known := e.await(ctx, done)
	p, before := *now.Load(), resumed.Load()
	var short *sink.SpaceError
	switch {
	case errors.As(err, &short):
		return "", e.tooSmall(short, e.stream.fits(&e.target))
	case errors.Is(err, sink.ErrMethod):
		return "", fmt.Errorf("%s: %w; give --io auto", e.name, err)
	case err != nil:
		return "", e.left(err, r, before+p.Written, known)
	}
	took := time.Since(begin)
	return summary + fmt.Sprintf("wrote %d bytes (%d moves) to %s by %v in %v, %s", p.Written, moves(r, before+p.Written)-moves(r, before),
		e.name, p.Method, took.Round(time.Microsecond), rate(p.Written, took)), nil
}

// await returns the error of a write that is done, or that the end of the context stops. A
// reader may never take what is being written: only a file is waited for, and what anything
// else got is not known.
func (t *target) await(ctx context.Context, done <-chan error) (err error, known bool) {
	enough := make(chan struct{})
	if !t.Regular {
		context.AfterFunc(ctx, func() {
			time.Sleep(time.Second / 4)
			close(enough)
		})
	}
	select {
	case err = <-done:
		return err, true
	case <-enough:
		return context.Cause(ctx), false
	}
}
