package main

import (
	"fmt"
	"math"
	"os"
	"time"

	"github.com/spf13/cobra"
	"github.com/vbauerster/mpb/v8/decor"
	"golang.org/x/term"

	"github.com/hanoigen/hanoi"
)

// progress is the flag --progress.
type progress struct{ when choice }

func (p *progress) addTo(c *cobra.Command) {
	p.when = choice{"auto", []string{"auto", "always", "never"}}
	p.when.addTo(c, "progress", "", "progress on standard error: auto (on a terminal, after a second), always, never")
}

// state is how far a run is.
type state struct {
	done    string  // in words
	part    float64 // 0 … 1: of the stream
	bytes   int64   // of this run
	work    float64 // 0 … 1: of this run's time
	syncing bool
}

// emitted returns how far a run is that writes the rest of r to t.
func emitted(r *hanoi.Reader, t *target, p hanoi.Progress) state {
	s := at(r, t.resumed+p.Written)
	s.bytes, s.work, s.syncing = p.Written, p.Work, p.Syncing
	return s
}

// at returns how far a run is after so many bytes of r.
func at(r *hanoi.Reader, bytes int64) state {
	if total, ok := r.Size(); ok {
		return readOf(bytes, total)
	}
	// The sizes of 64 disks do not fit.
	n := moves(r, bytes)
	part := float64(n) / float64(r.Moves())
	return state{done: fmt.Sprintf("%s, %d of %d moves", size(float64(bytes)), n, r.Moves()), part: part, bytes: bytes, work: part}
}

// readOf returns how far a run is after so many bytes of a total; −1 is a total that
// nobody knows.
func readOf(bytes, total int64) state {
	if total < 0 {
		return state{done: size(float64(bytes)), bytes: bytes}
	}
	part := float64(bytes) / float64(max(1, total))
	return state{done: fmt.Sprintf("%s of %s", size(float64(bytes)), size(float64(total))), part: part, bytes: bytes, work: part}
}

// size shows a number of bytes, such as 1.5 GiB.
func size(n float64) string {
	const most = 1<<63 - 1<<10 // the largest float64 that an int64 holds
	return fmt.Sprintf("% .1f", decor.SizeB1024(int64(min(n, most))))
}

// rate returns how fast a run is.
func (s state) rate(elapsed time.Duration) string {
	return size(float64(s.bytes)/max(elapsed.Seconds(), 1e-9)) + "/s"
}

// left returns how long a run still takes.
func (s state) left(elapsed time.Duration) string {
	const year = 365.25 * 24 * 3600
	switch seconds := elapsed.Seconds() * (1 - s.work) / s.work; {
	case s.syncing:
		return "syncing"
	case s.work == 0:
		return "time left unknown"
	case seconds > year:
		return fmt.Sprintf("%.0f years left", seconds/year)
	default:
		return time.Duration(seconds*float64(time.Second)).Round(time.Second).String() + " left"
	}
}

// shown reports whether progress is shown: always, or with auto on a terminal.
func (p *progress) shown() bool {
	return p.when.name == "always" || p.when.name == "auto" && isTerminal(os.Stderr)
}

// show shows how far a run is until end is called: a bar on a terminal that has a
// size, and else lines.
func (p *progress) show(now func() state) (end func()) {
	if !p.shown() {
		return func() {}
	}
	begin := time.Now()
	draw := lines
	if width, height, err := term.GetSize(int(os.Stderr.Fd())); err == nil && width > 0 && height > 0 {
		draw = bar
	}
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		if p.when.name == "auto" {
			select {
			case <-stop:
				return
			case <-time.After(time.Second):
			}
		}
		draw(now, begin, stop)
	}()
	return func() {
		close(stop)
		<-stopped
	}
}

// lines prints a line every second, then every ten, and one at the end.
func lines(now func() state, begin time.Time, stop <-chan struct{}) {
	for n := 0; ; n++ {
		pause := time.Second
		if n >= 10 {
			pause *= 10
		}
		going := true
		select {
		case <-stop:
			going = false
		case <-time.After(pause):
		}
		s, elapsed := now(), time.Since(begin)
		line := fmt.Sprintf("%.0f%%, %s, %s", math.Floor(100*s.part), s.done, s.rate(elapsed))
		if going {
			line += ", " + s.left(elapsed)
		}
		say("%s", line)
		if !going {
			return
		}
	}
}
