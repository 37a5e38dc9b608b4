package picture

import (
	"image"
	"math"
	"slices"
	"strconv"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/must"
)

// vertex returns the layout of the disks at a vertex, whose center is (0, 0).
func (g *graph) vertex() tower {
	scale := [...]unit{1: 280, 2: 180, 3: 100}[g.n] // in hundredths
	t := tower{n: g.n, column: 25 * scale, disk: 14 * scale, gap: scale, rod: 2 * scale, least: 10 * scale, most: 10*scale + unit(g.n-1)*7*scale}
	tall := unit(g.n)*t.disk + 4*scale
	t.left, t.top, t.floor = -t.column*3/2, -tall/2, tall/2
	return t
}

// drawTowers draws the disks at each vertex, on a card. Marks are at the corner of the card.
func (g *graph) drawTowers(p *page, s *scene) {
	t := g.vertex()
	pad := t.disk / 2
	for _, v := range all(g.n) {
		x, y := g.of(v)
		p.f(`<g transform="translate(%v %v)"><rect class="card" x="%v" y="%v" width="%v" height="%v" rx="%v"/>`+"\n",
			x, y, t.left-pad/2, t.top-pad, 3*t.column+pad, t.floor-t.top+t.rod+2*pad, pad)
		t.drawPegs(p)
		t.drawDisks(p, v)
		p.f("</g>\n")
	}
	for _, m := range s.marks {
		x, y := g.of(m.state)
		drawMark(p, m.class, x+t.left, y+t.top-pad)
	}
}

func powerOf3(n int) int64 { return int64(math.Pow(3, float64(n))) }

// all returns the states of n disks.
func all(n int) (states []hanoi.State) {
	count := powerOf3(n)
	for i := range count {
		pegs := strconv.FormatInt(count+i, 3)[1:] // n digits after a 1
		states = append(states, must.Get(hanoi.ParseState(pegs)))
	}
	return states
}

// drawMarks draws the marks, and writes the names of the marked states and the corners beside
// them. A name that would cover a mark or another name is left out. If there are few states, the
// others are named at their vertices.
func (g *graph) drawMarks(p *page, s *scene) {
	const above, below = -32 * one, 32 * one // from a state to the middle of its name
	var taken []image.Rectangle
	for _, m := range s.marks {
		x, y := g.of(m.state)
		drawMark(p, m.class, x, y)
		taken = append(taken, around(x, y, 28*one, 28*one))
	}
	named := map[hanoi.State]bool{}
	write := func(v hanoi.State, text string, by unit) {
		const digit, line = 22 * one, 36 * one // in a small picture
		x, y := g.of(v)
		width := unit(len(text)) * digit
		x = max(width/2+10*one, min(x, graphWidth-width/2-10*one))
		box := around(x, y+by, width, line)
		if named[v] || slices.ContainsFunc(taken, box.Overlaps) {
			return
		}
		p.f(`<text class="tip ink" x="%v" y="%v">%s</text>`+"\n", x, y+by+7*one, text)
		taken = append(taken, box)
		named[v] = true
	}
	if g.n <= maxName {
		for _, m := range s.marks {
			first := above
			if _, y := g.of(m.state); y > g.foot-66*one { // at the base
				first = below
			}
			write(m.state, s.name(m.state), first)
			write(m.state, s.name(m.state), -first)
		}
	}
	for peg, by := range []unit{above, below, below} {
		v := must.Get(hanoi.Perfect(g.n, uint8(peg)))
		text := s.name(v)
		if g.n > maxName {
			text = "all on peg " + s.name(peg)
		}
		write(v, text, by)
	}
	if g.n > maxLabel {
		return
	}
	for _, v := range all(g.n) {
		if x, y := g.of(v); !named[v] {
			p.f(`<text class="label ink" x="%v" y="%v">%s</text>`+"\n", x, y+5*one, s.name(v))
		}
	}
}

// around returns a rectangle by its middle.
func around(x, y, width, height unit) image.Rectangle {
	left, top := int(x-width/2), int(y-height/2)
	return image.Rect(left, top, left+int(width), top+int(height))
}
