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
)

type progress string

func (p *progress) addTo(c *cobra.Command) {
	*p = "auto"
	addChoice(c, p, []progress{"auto", "always", "never"}, "progress", "", "progress on standard error: auto (on a terminal, after a second), always, never")
}

// stage is how far a run is.
type stage struct {
	done    string  // in words
	part    float64 // of the whole: 0 … 1
	before  float64 // the part that an earlier run did
	bytes   int64   // of this run
	syncing bool
}

// stageAt returns how far a run is after the first bytes of r.
func stageAt(r *hanoi.Reader, bytes int64) stage {
	if total, ok := r.Size(); ok {
		return stageOf(bytes, total)
	}
	// Streams of 64 disks have 2⁶³ bytes and more.
	n := moves(r, bytes)
	part := float64(n) / float64(r.Moves())
	return stage{done: fmt.Sprintf("%s, %d of %d moves", size(bytes), n, r.Moves()), part: part, bytes: bytes}
}

// stageOf returns how far a run is after the first bytes of a total, which is negative if it is
// unknown.
func stageOf(bytes, total int64) stage {
	if total < 0 {
		return stage{done: size(bytes), bytes: bytes}
	}
	part := float64(bytes) / float64(max(1, total))
	return stage{done: fmt.Sprintf("%s of %s", size(bytes), size(total)), part: part, bytes: bytes}
}

// sizeLike formats bytes in the unit that suits other: 1.5 GiB.
func sizeLike(bytes, other float64) string {
	units, u := []string{"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"}, 0
	for ; other >= 1024 && u < len(units)-1; u++ {
		bytes, other = bytes/1024, other/1024
	}
	return fmt.Sprintf("%.*f %s", min(u, 1), bytes, units[u]) // bytes have no tenths
}

func size(bytes int64) string { return sizeLike(float64(bytes), float64(bytes)) }

func rate(bytes int64, took time.Duration) string {
	perSecond := float64(bytes) / max(took.Seconds(), 1e-9)
	return sizeLike(perSecond, perSecond) + "/s"
}

// left returns how long a run still takes.
func (s stage) left(elapsed time.Duration) string {
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

// line returns a line about a run, with the time that it still takes unless it has ended.
func (s stage) line(elapsed time.Duration, running bool) string {
	line := fmt.Sprintf("%.0f%%, %s, %s", math.Floor(100*s.part), s.done, rate(s.bytes, elapsed))
	if running {
		line += ", " + s.left(elapsed)
	}
	return line
}

// bar returns the line after a bar, so that they fill a terminal but for its last column.
func (s stage) bar(line string, columns int) string {
	width := columns - len(line) - len("[] ") - 1
	if width >= 5 {
		full := min(width, int(s.part*float64(width)))
		line = "[" + strings.Repeat("=", full) + strings.Repeat("-", width-full) + "] " + line
	}
	return fmt.Sprintf("%-*.*s", columns-1, columns-1, line)
}

// shown reports whether progress is shown: always, or with auto on a terminal.
func (p progress) shown() bool {
	return p == "always" || p == "auto" && isTerminal(os.Stderr)
}

// show shows how far a run is until end is called.
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

// stopped waits, and reports whether stop was closed meanwhile.
func stopped(stop <-chan struct{}, wait time.Duration) bool {
	select {
	case <-stop:
		return true
	case <-time.After(wait):
		return false
	}
}

// watch shows how far a run is until stop is closed: in place on a terminal that has a
// size, else in a line every second, later every ten, and one at the end.
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
