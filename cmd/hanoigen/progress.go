package main

import (
	"fmt"
	"math"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/number"
)

// progress is the value of --progress.
type progress string

func (p *progress) addTo(c *cobra.Command) {
	*p = "auto"
	addChoice(c, p, []progress{"auto", "always", "never"}, "progress", "", "progress on standard error: auto (on a terminal, after a second), always, never")
}

// shown reports whether progress is shown.
func (p progress) shown() bool {
	return p == "always" || p == "auto" && isTerminal(os.Stderr)
}

// show displays the progress of a run. The caller calls end to stop it.
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

// watch displays the progress of a run and returns after stop is closed. On a terminal that has a
// size, it rewrites one line. Elsewhere it writes a line every second, later a line every ten
// seconds, and one at the end.
func (p progress) watch(now func() stage, stop <-chan struct{}) {
	begin := time.Now()
	if p == "auto" && stopped(stop, time.Second) {
		return
	}
	for n, running := 0, true; running; n++ {
		columns, _, err := term.GetSize(int(os.Stderr.Fd()))
		inPlace := err == nil && columns > 1
		pause := time.Second
		switch {
		case inPlace:
			pause = time.Second / 10
		case n >= 10:
			pause = 10 * time.Second
		}
		running = !stopped(stop, pause)
		s := now()
		line := s.line(time.Since(begin), running)
		switch {
		case !inPlace:
			say(line)
		case running:
			fmt.Fprint(os.Stderr, "\r", s.bar(line, columns))
		default:
			fmt.Fprint(os.Stderr, "\r", s.bar(line, columns), "\n")
		}
	}
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

// stage is the progress of a run.
type stage struct {
	done    string  // in words
	part    float64 // of the whole: 0 … 1
	before  float64 // the part that an earlier run did
	bytes   int64   // of this run
	syncing bool
}

// stageAt returns the stage of a run after the first bytes of r.
func stageAt(r *hanoi.Reader, bytes int64) stage {
	if total, ok := r.Size(); ok {
		return stageOf(bytes, total)
	}
	// The stream has 2⁶³ bytes or more.
	n := movesIn(r, bytes)
	part := float64(n) / float64(r.Moves())
	return stage{done: fmt.Sprintf("%s, %d of %d moves", number.Size(float64(bytes)), n, r.Moves()), part: part, bytes: bytes}
}

// stageOf returns the stage of a run after the first bytes of a total, which is negative if it
// is unknown.
func stageOf(bytes, total int64) stage {
	s := stage{done: number.Size(float64(bytes)), bytes: bytes}
	if total >= 0 {
		s.done += " of " + number.Size(float64(total))
		s.part = float64(bytes) / float64(max(1, total))
	}
	return s
}

// line describes the stage, with the time left while the run continues.
func (s stage) line(elapsed time.Duration, running bool) string {
	line := fmt.Sprintf("%.0f%%, %s, %s", math.Floor(100*s.part), s.done, rate(s.bytes, elapsed))
	if running {
		line += ", " + s.timeLeft(elapsed)
	}
	return line
}

func (s stage) timeLeft(elapsed time.Duration) string {
	const year = 365.25 * 24 * 3600
	switch seconds := elapsed.Seconds() * (1 - s.part) / (s.part - s.before); {
	case s.syncing:
		return "syncing"
	case s.part == s.before:
		return "time left unknown"
	case seconds > year:
		return fmt.Sprintf("%.0f years left", seconds/year)
	default:
		return time.Duration(seconds*float64(time.Second)).Round(time.Second).String() + " left"
	}
}

// bar returns a bar and the line, which together fill a terminal except for its last column.
func (s stage) bar(line string, columns int) string {
	width := columns - len(line) - len("[] ") - 1
	if width >= 5 {
		full := min(width, int(s.part*float64(width)))
		line = "[" + strings.Repeat("=", full) + strings.Repeat("-", width-full) + "] " + line
	}
	return fmt.Sprintf("%-*.*s", columns-1, columns-1, line)
}

func rate(bytes int64, took time.Duration) string {
	return number.Size(float64(bytes)/max(took.Seconds(), 1e-9)) + "/s"
}
