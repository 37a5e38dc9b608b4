package picture

import (
	"fmt"
	"image"
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

// drawTowers draws the disks at each vertex. Marks are at the corner of the vertex.
func (g *graph) drawTowers(p *page, s *scene) {
	t := g.vertex()
	pad := t.disk / 2
	p.f("<defs>\n<g id=\"pegs\"><rect class=\"card\" x=\"%v\" y=\"%v\" width=\"%v\" height=\"%v\" rx=\"%v\"/>",
		t.left-pad/2, t.top-pad, 3*t.column+pad, t.floor-t.top+t.rod+2*pad, pad)
	t.drawPegs(p)
	p.f("</g>\n")
	for disk := 1; disk <= g.n; disk++ {
		t.drawDisk(p, disk, fmt.Sprintf(`class="disk" id="d%d"`, disk))
	}
	p.f("</defs>\n")
	for _, v := range all(g.n) {
		x, y := g.of(v)
		p.f(`<g transform="translate(%v %v)"><use href="#pegs"/>`, x, y)
		for disk := g.n; disk > 0; disk-- {
			x, y := t.position(v, disk)
			p.f(`<use href="#d%d" x="%v" y="%v"/>`, disk, x, y)
		}
		p.f("</g>\n")
	}
	for _, m := range s.marks {
		x, y := g.of(m.state)
		drawMark(p, m.class, x+t.left, y+t.top-pad)
		p.f("\n")
	}
}

// labelSize returns the size of the names at the vertices, and the least width of a picture
// that shows them.
func (g *graph) labelSize(letters bool) (size, from unit) {
	switch {
	case g.n < maxLabel:
		return 15 * one, 600
	case letters: // wider than digits
		return 7 * one, 900
	}
	return 8 * one, 900
}

// drawLabels writes the name at each vertex. A marked state has a box instead of a mark.
func (g *graph) drawLabels(p *page, s *scene) {
	size, _ := g.labelSize(s.o.Letters)
	marked := map[hanoi.State]string{} // the last mark of a state is on top
	for _, m := range s.marks {
		marked[m.state] = m.class
	}
	p.f("<g class=\"label\">\n")
	for _, v := range all(g.n) {
		x, y := g.of(v)
		if marked[v] == "" {
			p.f(`<text class="ink" x="%v" y="%v">%s</text>`+"\n", x, y+size*9/25, s.name(v))
		}
	}
	for _, m := range s.marks {
		if marked[m.state] != m.class {
			continue
		}
		x, y := g.of(m.state)
		width, height := size*unit(g.n)*7/10+size/2, size*3/2
		p.f(`<rect class="mark %s" x="%v" y="%v" width="%v" height="%v" rx="%v" stroke-width="%v"/><text x="%v" y="%v">%s</text>`+"\n",
			m.class, x-width/2, y-height/2, width, height, height/3, size/5, x, y+size*9/25, s.name(m.state))
	}
	p.f("</g>\n")
}

// all returns the states of n disks.
func all(n int) (states []hanoi.State) {
	for i := range power3(n) {
		pegs := strconv.FormatInt(int64(power3(n)+i), 3)[1:] // n digits after a 1
		states = append(states, must.Get(hanoi.ParseState(pegs)))
	}
	return states
}

// The size of text in a small picture.
const (
	digitWidth = 22 * one
	textHeight = 36 * one
)

// drawMarks draws the marks, the names at all vertices of a small graph, and the names beside
// the marks and the corners if there is room.
func (g *graph) drawMarks(p *page, s *scene) {
	far := ""
	if g.n <= maxLabel {
		g.drawLabels(p, s)
		far = " far" // shown if the names at the vertices are not
	}
	var tips []hanoi.State // the states with a name beside them
	var taken []image.Rectangle
	for _, m := range s.marks {
		x, y := g.of(m.state)
		drawMark(p, m.class+far, x, y)
		p.f("\n")
		taken = append(taken, around(x, y, 28*one, 28*one))
		if g.n <= maxEnd {
			tips = append(tips, m.state)
		}
	}
	for q := range uint8(3) {
		tips = append(tips, must.Get(hanoi.Perfect(g.n, q)))
	}
	for i, v := range tips {
		if slices.Contains(tips[:i], v) {
			continue
		}
		text := s.name(v)
		if g.n > maxEnd {
			text = "all on peg " + s.name(v.Peg(1))
		}
		x, y := g.of(v)
		boxes := slices.DeleteFunc(g.beside(x, y, unit(len(text))*digitWidth), func(b image.Rectangle) bool {
			return slices.ContainsFunc(taken, b.Overlaps)
		})
		if len(boxes) == 0 {
			continue
		}
		b := boxes[0]
		taken = append(taken, b)
		anchor, at := "middle", (b.Min.X+b.Max.X)/2
		switch {
		case b.Min.X > int(x):
			anchor, at = "start", b.Min.X
		case b.Max.X < int(x):
			anchor, at = "end", b.Max.X
		}
		p.f(`<text class="tip ink%s" x="%v" y="%v" text-anchor="%s">%s</text>`+"\n",
			far, unit(at), unit(b.Min.Y)+textHeight*7/10, anchor, text)
	}
}

func around(x, y, width, height unit) image.Rectangle {
	left, top := int(x-width/2), int(y-height/2)
	return image.Rect(left, top, left+int(width), top+int(height))
}

// beside returns the boxes for a text beside a point, the best first. The best box is below the
// point if the point is at the triangle's base, and at its outer side otherwise.
func (g *graph) beside(x, y, width unit) []image.Rectangle {
	const away, border = 20 * one, 10 * one
	right := around(x+away+width/2, y, width, textHeight)
	left := around(x-away-width/2, y, width, textHeight)
	below := around(x, y+away+textHeight/2, width, textHeight)
	above := around(x, y-away-textHeight/2, width, textHeight)
	boxes := []image.Rectangle{right, left, below, above}
	if x < graphWidth/2 {
		boxes = []image.Rectangle{left, right, below, above}
	}
	if y > graphTop+height(g.span)-10*one {
		shift := max(0, int(border)-below.Min.X) - max(0, below.Max.X-int(graphWidth-border))
		boxes = []image.Rectangle{below.Add(image.Pt(shift, 0)), right, left, above}
	}
	picture := image.Rect(0, 0, int(graphWidth), int(g.foot))
	return slices.DeleteFunc(boxes, func(b image.Rectangle) bool { return !b.In(picture) })
}
