package picture

import (
	"fmt"
	"image"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/coords"
	"github.com/hanoigen/hanoi/internal/must"
	"github.com/hanoigen/hanoi/internal/number"
)

// Up to maxDepth disks, the graph is drawn in full. For more disks, the graph of the 8 largest
// disks is drawn, with a triangle for each vertex.
const (
	maxDepth = 10
	coarse   = 8
)

// The largest numbers of disks for which states are shown.
const (
	maxTower = 3  // as disks, at each vertex
	maxLabel = 4  // by name, at each vertex
	maxName  = 12 // by name, at marks and corners
)

// The layout of the picture.
const (
	graphWidth = 1000 * one
	graphTop   = 56 * one
	rowHeight  = 44 * one // of the legend
)

// GraphOptions selects what is drawn in the graph. The zero value draws the graph alone.
type GraphOptions struct {
	// Path is drawn with its start and end. If there are two shortest paths between
	// them, both are drawn.
	Path *hanoi.Route

	// Solution draws the solution, in which Naming names the pegs.
	Solution bool
	Naming   hanoi.Naming

	// State is marked. With Solution, the picture says after how many moves the solution
	// reaches it. If the solution never does, the picture names the largest disk that is on a
	// wrong peg. It shades the states in which this disk and the larger disks are placed as in
	// State, and shows the shortest paths from State to both ends of the solution.
	State hanoi.State

	// Letters names the pegs A, B and C instead of 0, 1 and 2.
	Letters bool
}

// Graph draws the graph of all states of n disks, 1 … 64. With up to 3 disks, each vertex shows
// them. With more, the corners have names, and so have the marked states of up to 12 disks; of 4
// disks, all states have names where they fit. The error wraps [hanoi.ErrDisks]
// if n is out of range, [hanoi.ErrPeg] if Naming is not 0 … 5, or [hanoi.ErrState] if Path or
// State has another number of disks.
func Graph(w io.Writer, n int, o GraphOptions) error {
	s, err := newScene(n, o)
	if err != nil {
		return err
	}
	g := newGraph(n, len(s.legend))
	title := fmt.Sprintf("Tower of Hanoi: the graph of %s", number.Count(n, "disk"))
	p := newPage(graphWidth, g.height, 1, title, strings.Join(s.desc, " "), sheet("graph")+g.style())
	g.drawParts(p)
	g.drawLines(p, s.under)
	p.f(`<use class="graph" href="#g%d" transform="translate(%v %v) scale(%s)"/>`+"\n",
		g.depth, (graphWidth-g.span)/2, graphTop, decimal(g.scale, 9))
	g.drawLines(p, s.over)
	if n <= maxTower {
		g.drawTowers(p, s)
	} else {
		g.drawMarks(p, s)
	}
	g.drawLegend(p, s.legend)
	return p.writeTo(w)
}

// graph is the layout of a picture of the graph of n disks.
type graph struct {
	n      int
	depth  int     // the number of disks of the graph that is drawn: n or coarse
	gap    unit    // the length of the bridges between parts
	side   float64 // the number of edges on a side
	span   unit    // the length of a side
	foot   unit    // the lower end of the triangle and of the names below its corners
	height unit    // of the picture
	scale  int64   // from lengths in the parts of the graph to lengths in the picture, in billionths
}

func newGraph(n, rows int) *graph {
	g := &graph{n: n, depth: n, side: math.Ldexp(1, n) - 1, span: 900 * one}
	if n > maxDepth {
		g.depth = coarse
	}
	if n <= 2 {
		g.span = 660 * one // the vertices are large
	}
	g.gap = edge >> (n - g.depth)
	g.foot = graphTop + height(g.span) + 56*one
	g.height = g.foot + unit(rows)*rowHeight + 12*one
	g.scale = int64(round(math.Ldexp(float64(g.span)*10_000, n-g.depth) / g.side))
	return g
}

// rise is the height of an equilateral triangle with sides of length 1: √3/2, rounded.
const rise = 0.866025404

func height(length unit) unit { return round(float64(length) * rise) }

func round(length float64) unit { return unit(math.Round(length)) }

// at returns the place of a point in the picture.
func (g *graph) at(p coords.Point) (x, y unit) {
	right := (float64(p[2]) - float64(p[1])) / g.side
	down := (g.side - float64(p[0])) / g.side
	return graphWidth/2 + round(right*float64(g.span/2)), graphTop + round(down*float64(g.span)*rise)
}

func (g *graph) of(s hanoi.State) (x, y unit) { return g.at(coords.Of(s)) }

func (g *graph) drawLines(p *page, lines []line) {
	for _, l := range lines {
		var points []string
		for _, v := range l.points {
			x, y := g.at(v)
			points = append(points, fmt.Sprintf("%v %v", x, y))
		}
		p.f(`<path class="line %s" d="M%s"/>`+"\n", l.class, strings.Join(points, "L"))
	}
}

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

// all returns the states of n disks.
func all(n int) (states []hanoi.State) {
	count := int64(round(math.Pow(3, float64(n))))
	for i := range count {
		pegs := strconv.FormatInt(count+i, 3)[1:] // n digits after a 1
		states = append(states, must.Get(hanoi.ParseState(pegs)))
	}
	return states
}

// drawMarks draws the marks, and writes the names of the marked states and the corners beside
// them, and of few other states at their vertices. A name that would cover a mark or another
// name is left out.
func (g *graph) drawMarks(p *page, s *scene) {
	var taken []image.Rectangle
	for _, m := range s.marks {
		x, y := g.of(m.state)
		drawMark(p, m.class, x, y)
		taken = append(taken, around(x, y, 28*one, 28*one))
	}
	named := map[hanoi.State]bool{}
	write := func(v hanoi.State, text string) {
		const digit, line = 22 * one, 36 * one // in a small picture
		x, y := g.of(v)
		width := unit(len(text)) * digit
		x = max(width/2+10*one, min(x, graphWidth-width/2-10*one))
		by := -32 * one        // above the state
		if y > g.foot-66*one { // at the base: below
			by = -by
		}
		for range 2 {
			box := around(x, y+by, width, line)
			if !named[v] && !slices.ContainsFunc(taken, box.Overlaps) {
				p.f(`<text class="tip ink" x="%v" y="%v">%s</text>`+"\n", x, y+by+7*one, text)
				taken = append(taken, box)
				named[v] = true
			}
			by = -by
		}
	}
	if g.n <= maxName {
		for _, m := range s.marks {
			write(m.state, s.name(m.state))
		}
	}
	for peg := range uint8(3) {
		v := must.Get(hanoi.Perfect(g.n, peg))
		text := s.name(v)
		if g.n > maxName {
			text = "all on peg " + s.name(peg)
		}
		write(v, text)
	}
	if g.n > maxLabel {
		return
	}
	for _, v := range all(g.n) {
		x, y := g.of(v)
		if fits := !slices.ContainsFunc(taken, around(x, y, 52*one, 14*one).Overlaps); fits && !named[v] {
			p.f(`<text class="label ink" x="%v" y="%v">%s</text>`+"\n", x, y+6*one, s.name(v))
		}
	}
}

// around returns a rectangle by its middle.
func around(x, y, width, height unit) image.Rectangle {
	return image.Rect(int(x-width/2), int(y-height/2), int(x+width/2), int(y+height/2))
}

func (g *graph) drawLegend(p *page, rows []row) {
	x, y := 60*one, g.foot+rowHeight/2
	for _, r := range rows {
		if r.class == "state" {
			drawMark(p, "state", x+32*one, y)
		} else if r.class != "" {
			p.f(`<path class="line %s" d="M%v %vh64"/>`, r.class, x, y)
		}
		if r.class == "path" {
			drawMark(p, "start", x, y)
			drawMark(p, "goal", x+64*one, y)
		}
		p.f(`<text class="ink" x="%v" y="%v">%s</text>`+"\n", x+92*one, y+9*one, r.text)
		y += rowHeight
	}
}

// drawMark draws a ring, a disc or a diamond.
func drawMark(p *page, class string, x, y unit) {
	if class == "state" {
		p.f(`<path class="mark %s" d="M%v %vl13 13-13 13-13-13z" stroke-width="3"/>`+"\n", class, x, y-13*one)
	} else {
		p.f(`<circle class="mark %s" cx="%v" cy="%v" r="10" stroke-width="5"/>`+"\n", class, x, y)
	}
}

// smaller returns a rule for pictures that are narrower than width pixels. A wide window also
// shows a narrow picture if it is not high enough.
func (g *graph) smaller(width unit, style string) string {
	most := width - 1
	return fmt.Sprintf("@media (max-width:%dpx),(max-height:%dpx){%s}\n", most, most*g.height/graphWidth-1, style)
}

// style returns the style of this graph: strokes are thinner if edges are shorter, and text is
// larger if the picture is smaller.
func (g *graph) style() string {
	stroke := [...]int{1: 200, 200, 200, 200, 150, 150, 130, 100, 70, 45, maxDepth + 1: 30}[min(g.n, maxDepth+1)]
	width := func(stroke int) string { return decimal(int64(round(float64(stroke)*1e8/float64(g.scale))), 1) }
	var b page
	b.f(".graph{stroke-width:%s}\n", width(stroke))
	b.WriteString(g.smaller(760, fmt.Sprintf("text{font-size:25px}.graph{stroke-width:%s}", width(stroke*3/2))))
	b.WriteString(g.smaller(440, "text{font-size:32px}"))
	if g.n > maxDepth {
		b.f(".graph{fill:#8c959f}\n@media (prefers-color-scheme:dark){.graph{fill:#6e7681}}\n")
	}
	if g.n <= maxTower {
		b.f(".disk text{font-size:%vpx;font-weight:600;text-anchor:middle}\n%s", g.vertex().fontSize(), g.smaller(700, ".disk text{display:none}"))
	}
	return b.String()
}

// edge is the unit of the parts, in which they are drawn. The picture scales them down.
const edge = 1000 * one

// leaf is the level of the largest part that is written line by line. A larger part consists of
// three parts of the level below.
const leaf = 3

// drawParts defines the parts up to the whole graph, and the bridges between them.
//
// A part of level k is the graph of k disks. With s = 2^k − gap for its side and h = √3/2, its
// corners are (s/2, 0), (0, h·s) and (s, h·s). With L = 2^(k−1), its three parts of level k−1
// are at (L/2, 0), (0, h·L) and (L, h·L). The bridges join their corners.
//
// If all levels are drawn, gap is 1 and a part of level 0 is a point. If a vertex stands for
// the states of the m smallest disks, the unit is 2^m edges, gap is 2^−m, and a part of
// level 0 is a triangle.
func (g *graph) drawParts(p *page) {
	lowest := min(leaf, g.depth)
	p.f("<defs>\n<path id=\"g%d\" d=\"", lowest)
	g.drawPart(p, lowest, 0, 0)
	p.f("\"/>\n")
	for k := lowest + 1; k <= g.depth; k++ {
		half := edge << (k - 1)
		p.f(`<g id="g%d"><use href="#g%d" x="%v"/><use href="#g%[2]d" y="%[4]v"/><use href="#g%[2]d" x="%[5]v" y="%[4]v"/><path d="`,
			k, k-1, half/2, height(half), half)
		g.drawBridges(p, k, 0, 0)
		p.f("\"/></g>\n")
	}
	p.f("</defs>\n")
}

// drawPart writes a part at (x, y) as path data.
func (g *graph) drawPart(p *page, k int, x, y unit) {
	if k == 0 || k == 1 && g.gap == edge { // a vertex drawn as a triangle, or three points and their bridges
		side := edge<<k - g.gap
		p.f("M%v %vl%v %vh%vz", x+side/2, y, -side/2, height(side), side)
		return
	}
	half := edge << (k - 1)
	g.drawPart(p, k-1, x+half/2, y)
	g.drawPart(p, k-1, x, y+height(half))
	g.drawPart(p, k-1, x+half, y+height(half))
	g.drawBridges(p, k, x, y)
}

// drawBridges writes the bridges between the three parts of a part of level k.
func (g *graph) drawBridges(p *page, k int, x, y unit) {
	half, gap := edge<<(k-1), g.gap
	part := half - gap // the side of a part
	p.f("M%v %vl%v %v", x+half/2, y+height(part), -gap/2, height(gap))
	p.f("M%v %vl%v %v", x+half/2+part, y+height(part), gap/2, height(gap))
	p.f("M%v %vh%v", x+part, y+height(half)+height(part), gap)
}
