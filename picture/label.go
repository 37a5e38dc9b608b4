package picture

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/hanoigen/hanoi"
)

// vertex returns the layout of the disks at a vertex, around (0, 0).
func (g *graph) vertex() tower {
	scale := [...]unit{1: 280, 2: 180, 3: 100}[g.n] // in hundredths
	t := tower{n: g.n, column: 25 * scale, disk: 14 * scale, gap: scale, rod: 2 * scale, least: 10 * scale, most: 10*scale + unit(g.n-1)*7*scale}
	tall := unit(g.n)*t.disk + 4*scale
	t.left, t.top, t.floor = -t.column*3/2, -tall/2, tall/2
	return t
}

// drawTowers draws the disks at each vertex.
func (g *graph) drawTowers(p *page) {
	t := g.vertex()
	pad := t.disk / 2
	p.f("<defs>\n<g id=\"pegs\"><rect class=\"card\" x=\"%v\" y=\"%v\" width=\"%v\" height=\"%v\" rx=\"%v\"/>",
		t.left-pad/2, t.top-pad, 3*t.column+pad, t.floor-t.top+t.rod+2*pad, pad)
	t.drawPegs(p)
	p.f("</g>\n")
	for disk := 1; disk <= g.n; disk++ {
		p.f(`<g class="disk" id="d%d">`, disk)
		t.drawDisk(p, disk)
		p.f("</g>\n")
	}
	p.f("</defs>\n")
	for _, s := range all(g.n) {
		x, y := g.at(coordsOf(s))
		p.f(`<g transform="translate(%v %v)"><use href="#pegs"/>`, x, y)
		for disk := g.n; disk > 0; disk-- {
			x, y := t.position(s, disk)
			p.f(`<use href="#d%d" x="%v" y="%v"/>`, disk, x, y)
		}
		p.f("</g>\n")
	}
}

// labelSize returns the size of the labels at the vertices, and the least width of
// a picture that shows them.
func (g *graph) labelSize() (size, from unit) {
	if g.n == maxLabel {
		return 8 * one, 900
	}
	return 15 * one, 600
}

// drawLabels writes the state at each vertex. A marked state is in a box instead of a
// mark.
func (g *graph) drawLabels(p *page) {
	size, _ := g.labelSize()
	marked := map[hanoi.State]string{}
	for _, m := range g.marks {
		marked[m.state] = m.class
	}
	p.f("<g class=\"label\">\n")
	for _, s := range all(g.n) {
		x, y := g.at(coordsOf(s))
		if marked[s] == "" {
			p.f(`<text class="ink" x="%v" y="%v">%v</text>`+"\n", x, y+size*9/25, s)
		}
	}
	for _, m := range g.marks {
		if marked[m.state] != m.class {
			continue // the last mark of a state is on top
		}
		x, y := g.at(coordsOf(m.state))
		width, height := size*unit(g.n)*7/10+size/2, size*3/2
		p.f(`<rect class="mark %s" x="%v" y="%v" width="%v" height="%v" rx="%v" stroke-width="%v"/><text x="%v" y="%v">%v</text>`+"\n",
			m.class, x-width/2, y-height/2, width, height, height/3, size/5, x, y+size*9/25, m.state)
	}
	p.f("</g>\n")
}

// all returns the states of n disks.
func all(n int) (states []hanoi.State) {
	for i := range power3(n) {
		pegs := strconv.FormatInt(int64(i), 3)
		states = append(states, sure(hanoi.ParseState(strings.Repeat("0", n-len(pegs))+pegs)))
	}
	return states
}

// box is the space of a text at its largest size.
type box struct{ left, top, right, bottom unit }

func (b box) meets(c box) bool {
	return b.left < c.right && c.left < b.right && b.top < c.bottom && c.top < b.bottom
}

// The size of a text where the picture is small.
const (
	digitWidth = 22 * one
	textHeight = 36 * one
)

// drawMarks draws the marks. Beside them and the corners it writes the states, where
// there is room.
func (g *graph) drawMarks(p *page) {
	far := "" // a mark or tip that is seen only where the vertices have no labels
	if g.n > maxTower && g.n <= maxLabel {
		far = " far"
	}
	var taken []box
	for _, m := range g.marks {
		x, y := g.at(coordsOf(m.state))
		if g.n <= maxTower { // at a corner of what shows the disks
			t := g.vertex()
			x, y = x+t.left, y+t.top-t.disk/2
		}
		drawMark(p, m.class+far, x, y)
		p.f("\n")
		taken = append(taken, box{x - 14*one, y - 14*one, x + 14*one, y + 14*one})
	}
	if g.n <= maxTower {
		return
	}
	labelled := map[hanoi.State]bool{}
	tip := func(s hanoi.State, text string) {
		if labelled[s] {
			return
		}
		labelled[s] = true
		x, y := g.at(coordsOf(s))
		for _, b := range g.around(x, y, unit(len(text))*digitWidth) {
			if slices.ContainsFunc(taken, b.meets) {
				continue
			}
			taken = append(taken, b)
			anchor, at := "middle", (b.left+b.right)/2
			switch {
			case b.left > x:
				anchor, at = "start", b.left
			case b.right < x:
				anchor, at = "end", b.right
			}
			p.f(`<text class="tip ink%s" x="%v" y="%v" text-anchor="%s">%s</text>`+"\n", far, at, b.top+textHeight*7/10, anchor, text)
			return
		}
	}
	if g.n <= maxEnd {
		for _, m := range g.marks {
			tip(m.state, m.state.String())
		}
	}
	for q := range uint8(3) {
		s := sure(hanoi.Perfect(g.n, q))
		if g.n <= maxEnd {
			tip(s, s.String())
		} else {
			tip(s, fmt.Sprintf("all on peg %d", q))
		}
	}
}

// around returns the boxes for a text at a point, best first: on the outer side of the
// point, or below it on the base of the triangle.
func (g *graph) around(x, y, width unit) []box {
	const away = 20 * one
	right := box{x + away, y - textHeight/2, x + away + width, y + textHeight/2}
	left := box{x - away - width, right.top, x - away, right.bottom}
	below := box{x - width/2, y + away, x + width/2, y + away + textHeight}
	above := box{below.left, y - away - textHeight, below.right, y - away}
	boxes := []box{right, left, below, above}
	if x < graphWidth/2 {
		boxes = []box{left, right, below, above}
	}
	if y > graphTop+height(g.span())-10*one {
		shift := max(0, 10*one-below.left) - max(0, below.right-graphWidth+10*one)
		below.left, below.right = below.left+shift, below.right+shift
		boxes = []box{below, right, left, above}
	}
	return slices.DeleteFunc(boxes, func(b box) bool {
		return b.left < 0 || b.right > graphWidth || b.top < 0 || b.bottom > g.foot()
	})
}
