package main

import (
	"fmt"
	"math"
	"os"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/hanoigen/hanoi/internal/number"
)

// progress is the value of --progress.
type progress string

func (p *progress) addTo(c *cobra.Command) {
	*p = "auto"
	addChoice(c, p, []progress{"auto", "always", "never"}, "progress", "", "progress on standard error: auto (on a terminal,\nafter a second), always, never")
}

// shown reports whether progress is shown.
func (p progress) shown() bool {
	return p == "always" || p == "auto" && isTerminal(os.Stderr)
}

// show shows the progress of a run on one line, which it rewrites. The caller calls end to stop it.
func (p progress) show(now func() stage) (end func()) {
	if !p.shown() {
		return func() {}
	}
	stop := make(chan struct{})
	var watching sync.WaitGroup
	watching.Go(func() { p.watch(now, stop) })
	return func() {
		close(stop)
		watching.Wait()
	}
}

// watch rewrites the line until stop is closed.
func (p progress) watch(now func() stage, stop <-chan struct{}) {
	begin := time.Now()
	if p == "auto" && stopped(stop, time.Second) {
		return
	}
	for running := true; running; {
		running = !stopped(stop, time.Second/10)
		fmt.Fprintf(os.Stderr, "\r%-79s", now().line(time.Since(begin)))
	}
	fmt.Fprintln(os.Stderr)
}

// stopped waits, and reports whether stop was closed meanwhile.
func stopped(stop <-chan struct{}, wait time.Duration) bool {
	select {
	case <-stop:
		return true
	case <-time.After(wait):
		return false
	}
}

// stage is the progress of a run, in bytes.
type stage struct {
	before int64 // by an earlier run
	done   int64
	total  int64 // math.MaxInt64 if unknown or larger
}

// line says how much is done, how fast, and how much time is left.
func (s stage) line(elapsed time.Duration) string {
	line := number.Size(float64(s.done))
	if s.total < math.MaxInt64 {
		share := float64(s.done) / float64(max(1, s.total))
		line = fmt.Sprintf("%.0f%%, %s of %s", math.Floor(100*share), line, number.Size(float64(s.total)))
	}
	line += ", " + rate(s.done-s.before, elapsed)
	if s.total < math.MaxInt64 && s.done > s.before {
		left := elapsed.Seconds() * float64(s.total-s.done) / float64(s.done-s.before)
		line += fmt.Sprintf(", %v left", time.Duration(left*float64(time.Second)).Round(time.Second))
	}
	return line
}

func rate(bytes int64, took time.Duration) string {
	return number.Size(float64(bytes)/max(took.Seconds(), 1e-9)) + "/s"
}
