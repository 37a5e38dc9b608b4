package picture_test

import (
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/must"
	"github.com/hanoigen/hanoi/internal/number"
	"github.com/hanoigen/hanoi/picture"
)

func state(text string) hanoi.State { return must.Get(hanoi.ParseState(text)) }

func route(a, b string) *hanoi.Route { return must.Get(hanoi.Path(state(a), state(b))) }

func direct(a, b string) *hanoi.Route { return must.Get(hanoi.DirectPath(state(a), state(b))) }

// draw returns what a function writes.
func draw(f func(io.Writer) error) string {
	var b strings.Builder
	must.Do(f(&b))
	return b.String()
}

// seeded returns a source of the same random numbers each time.
func seeded() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }

// randomState puts each disk on a random peg, or most disks on the peg of the next larger one:
// paths between such states are long or short, and some are equally short.
func randomState(r *rand.Rand, n int) (s string) {
	towers := r.IntN(3) > 0
	for i := range n {
		if towers && i > 0 && r.IntN(6) > 0 {
			s += s[i-1:]
		} else {
			s += fmt.Sprint(r.IntN(3))
		}
	}
	return s
}

// states returns the states along a route.
func states(r *hanoi.Route) (all []string) {
	for i := range r.Len() + 1 {
		all = append(all, r.StateAt(i).String())
	}
	return all
}

// checkState draws a state, reads it back, and compares.
func checkState(t testing.TB, s string) (svg string, text []string) {
	svg = draw(func(w io.Writer) error { return picture.State(w, state(s)) })
	w := readTowers(t, read(t, svg).shapes)
	if got := w.state(t, 0); got != s || w.labels != "012" {
		t.Errorf("%s is drawn as %s, with the pegs %q", s, got, w.labels)
	}
	return svg, []string{fmt.Sprintf("disks %v to %v wide", w.disks[1].width(), w.disks[len(s)].width())}
}

func TestState(t *testing.T) {
	r := seeded()
	for n := 1; n <= 64; n++ {
		checkState(t, randomState(r, n))
	}
}

// checkPath draws the animations of a route, reads them back, and compares. There is no GIF of
// more than 8 disks.
func checkPath(t testing.TB, r *hanoi.Route) (svg string, flights []string) {
	all, n := states(r), int(r.Len())
	start, end := all[0], all[n]
	pace := 0.96 // seconds
	switch {
	case n > 127:
		pace = 0.48
	case n > 31:
		pace = 0.72
	}
	wantSVG := told(pace, start, start, number.Count(n, "move"))
	wantGIF := told(pace, start, start, fmt.Sprintf("0/%d", n))
	if n == 0 { // nothing moves, and the GIF rests
		wantSVG, wantGIF = told(0, start, start, "0 moves"), told(3*pace, start, start, "0/0")
	}
	for i, m := range r.All() {
		flight := all[i][:len(start)-int(m.Disk)] + "-" + all[i][len(start)-int(m.Disk)+1:]
		wantSVG += told(pace, flight, all[i], fmt.Sprintf("%d of %d: %v", i, n, m))
		if int(i) == n { // the GIF rests
			pace *= 3
		}
		wantGIF += told(pace, flight, all[i], fmt.Sprintf("%d/%d", i, n))
	}
	svg = draw(func(w io.Writer) error { return picture.Path(w, r) })
	got, outlines := readPath(t, svg)
	if goal := outlines.state(t, 0); got != wantSVG || goal != end {
		t.Errorf("to %s:\n%s\nwant, to %s:\n%s", goal, got, end, wantSVG)
	}
	if len(start) <= 8 {
		got, flights = readFilm(t, draw(func(w io.Writer) error { return picture.PathGIF(w, r) }), n)
		if got != wantGIF {
			t.Errorf("the GIF shows\n%s\nwant\n%s", got, wantGIF)
		}
	}
	return svg, flights
}

func TestPath(t *testing.T) {
	for _, test := range []struct{ disks, moves int }{{1, 0}, {1, 1}, {5, 31}, {6, 32}, {9, 127}, {9, 128}, {8, 255}} {
		end := must.Get(hanoi.StateAt(test.disks, uint64(test.moves), hanoi.Canonical))
		checkPath(t, route(strings.Repeat("0", test.disks), end.String()))
	}
	r := seeded()
	for n := 1; n <= 6; n++ {
		checkPath(t, route(randomState(r, n), randomState(r, n)))
		checkPath(t, direct(randomState(r, n), randomState(r, n)))
	}
	for n := 9; n <= 64; n += 5 {
		s := randomState(r, n-2)
		checkPath(t, route(s+"02", s+"11"))
	}
}
