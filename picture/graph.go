package picture

import (
	"errors"
	"fmt"
	"io"
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
	maxLabel = 5  // by name, at each vertex
	maxEnd   = 12 // by name, at marks and corners
)

// The layout of the picture.
const (
	graphWidth = 1000 * one
	graphTop   = 56 * one
	rowHeight  = 44 * one // of the legend
)

// height returns the height of an equilateral triangle: √3/2 times the length of its sides.
func height[T ~int64](length T) T { return T(mulDiv(uint64(length), rise, billion)) }

const (
	billion = 1_000_000_000
	rise    = 866_025_404 // √3/2, in billionths
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

// Graph draws the graph of all states of n disks, 1 … 64. Each vertex shows its disks if
// there are up to 3, and its name if there are 4 or 5 and the picture is wide enough. The
// error wraps [hanoi.ErrDisks] if n is out of range, [hanoi.ErrPeg] if Naming is not 0 … 5,
// or [hanoi.ErrState] if Path or State has another number of disks.
func Graph(w io.Writer, n int, o GraphOptions) error {
	g, err := newGraph(n, o)
	if err != nil {
		return err
	}
	title := fmt.Sprintf("Tower of Hanoi: the graph of %s", number.Count(g.n, "disk"))
	style, dark := sheet("graph")
	p := newPage(graphWidth, g.height(), 1, title, strings.Join(g.desc, " "), style+g.style(), dark)
	g.drawParts(p)
	p.WriteString(g.under.String())
	p.f(`<use class="graph" href="#g%d" transform="translate(%v %v) scale(%s)"/>`+"\n",
		g.depth, (graphWidth-g.span())/2, graphTop, decimal(int64(g.scale()), 6))
	p.WriteString(g.dotted.String() + g.over.String())
	if g.n <= maxTower {
		g.drawTowers(p)
	} else {
		g.drawMarks(p)
	}
	p.WriteString(g.legend.String())
	return p.writeTo(w)
}

type graph struct {
	n     int
	depth int    // the number of disks of the graph that is drawn: n or coarse
	side  uint64 // the number of edges on a side
	o     GraphOptions

	under, dotted, over page // lines: under the graph, over the graph, over all other lines
	marks               []mark
	legend              page
	rows                int // in the legend
	desc                []string
}

// mark is a marked state.
type mark struct {
	class string // start, goal or state
	state hanoi.State
}

func newGraph(n int, o GraphOptions) (*graph, error) {
	// StateAt rejects a wrong n or naming.
	if _, err := hanoi.StateAt(n, 0, o.Naming); err != nil {
		return nil, err
	}
	g := &graph{n: n, depth: n, side: 1<<n - 1, o: o}
	states := fmt.Sprintf("3^%d", n)
	if n > maxDepth {
		g.depth = coarse
	} else {
		states = fmt.Sprint(power3(n))
	}
	g.say("The graph of the %s states of %s. A line joins two states if a move leads from one to the other. The graph is a triangle of three copies of the graph of one disk less. At its corners, all disks are on one peg: on peg %s at the top, on peg %s on the left, on peg %s on the right.",
		states, number.Count(n, "disk"), g.name(0), g.name(1), g.name(2))
	if n > maxDepth {
		g.say("Each small triangle stands for the states of the %d smallest disks.", n-coarse)
	}
	if o.Solution {
		g.addSolution()
	}
	if o.Path != nil {
		if err := g.check(o.Path.StateAt(0)); err != nil {
			return nil, err
		}
		g.addPath(o.Path)
	}
	if o.State.N() != 0 {
		if err := g.check(o.State); err != nil {
			return nil, err
		}
		g.addState(o.State)
	}
	return g, nil
}

func power3(n int) int {
	if n == 0 {
		return 1
	}
	return 3 * power3(n-1)
}

// say adds to the desc.
func (g *graph) say(format string, args ...any) {
	g.desc = append(g.desc, fmt.Sprintf(format, args...))
}

// name returns the name of a state or a peg.
func (g *graph) name(v any) string {
	text := fmt.Sprint(v)
	if g.o.Letters {
		text = strings.NewReplacer("0", "A", "1", "B", "2", "C").Replace(text)
	}
	return text
}

// check rejects a state of another graph.
func (g *graph) check(s hanoi.State) error {
	if s.N() == 0 {
		return noState("the graph")
	}
	if s.N() != g.n {
		return fmt.Errorf("%w in the graph of %s: %v has %d; give a state of %[2]s",
			hanoi.ErrState, number.Count(g.n, "disk"), s, s.N())
	}
	return nil
}

func (g *graph) addSolution() {
	start, end := must.Get(hanoi.StateAt(g.n, 0, g.o.Naming)), must.Get(hanoi.StateAt(g.n, g.side, g.o.Naming))
	g.line(&g.under, "solution", coords.Of(start), coords.Of(end))
	moves := number.Count(g.side, "move")
	g.row("solution", "solution: "+moves)
	g.say("The solution from peg %s to peg %s, %s, goes along a side.", g.name(start.Peg(1)), g.name(end.Peg(1)), moves)
}

func (g *graph) addPath(r *hanoi.Route) {
	start, end := r.StateAt(0), r.StateAt(r.Len())
	what, moves := "shortest path", number.Count(r.Len(), "move")
	first, paths, distance, _ := hanoi.Next(start, end)
	if r.Len() > distance {
		what = "direct path"
	}
	line := bends(r)
	g.row("path", what+": "+moves)
	g.say("The %s from %s to %s: %s, in %s.", what, g.name(start), g.name(end), moves, number.Count(len(line)-1, "straight line"))
	if r.Len() > distance {
		moves := number.Count(distance, "move")
		g.row("", "the shortest has "+moves)
		g.say("The shortest has %s.", moves)
	}
	if paths == 2 {
		m := first[0]
		if m == r.At(1) {
			m = first[1]
		}
		other := bendsAfter(m, start, end)
		g.line(&g.over, "other", other...)
		g.row("other", "another as short")
		g.say("The dashed line is another shortest path: %s.", number.Count(len(other)-1, "straight line"))
	}
	g.line(&g.over, "path", line...)
	g.marks = append(g.marks, mark{"start", start}, mark{"goal", end})
}

// addState marks a state. If the solution is drawn, too, it says when the solution reaches the
// state, or how far the state is from the ends of the solution.
func (g *graph) addState(s hanoi.State) {
	g.marks = append(g.marks, mark{"state", s})
	text := "the state"
	if g.n <= maxEnd {
		text = "state " + g.name(s)
	}
	k, err := s.Rank(g.o.Naming)
	var off *hanoi.OffPathError
	switch {
	case !g.o.Solution:
		g.row("state", text)
		g.say("State %s is marked.", g.name(s))
	case err == nil:
		moves := number.Count(k, "move")
		g.row("state", text+": after "+moves)
		g.say("State %s is marked: the solution reaches it after %s.", g.name(s), moves)
	case errors.As(err, &off):
		for _, end := range []uint8{off.Start, off.End} {
			g.line(&g.dotted, "dotted", bends(must.Get(hanoi.Path(s, must.Get(hanoi.Perfect(g.n, end)))))...)
		}
		g.under.f(`<path class="region" d="%sz"/>`+"\n", g.points(corners(s, off.Disk-1)))
		fromStart, toEnd := number.Count(off.FromStart, "move"), number.Count(off.ToEnd, "move")
		g.row("state", fmt.Sprintf("%s: not in the solution (disk %d)", text, off.Disk))
		g.row("dotted", fromStart+" from its start")
		g.row("", toEnd+" from its end")
		g.say("State %s is marked. It is not in the solution. The shaded states have the same pegs for disk %d and the larger disks, so they are not in the solution, either. The dotted lines are the shortest paths to the start and the end of the solution: %s and %s.",
			g.name(s), off.Disk, fromStart, toEnd)
	}
}

// corners returns the points of the three states in which the smallest disks are on one peg,
// and the others are placed as in s.
func corners(s hanoi.State, small int) (all []coords.Point) {
	large := s.String()[:s.N()-small]
	for _, peg := range []string{"0", "1", "2"} {
		all = append(all, coords.Of(must.Get(hanoi.ParseState(large+strings.Repeat(peg, small)))))
	}
	return all
}

// of returns the place of a state in the picture.
func (g *graph) of(s hanoi.State) (x, y unit) { return g.at(coords.Of(s)) }

// at returns the place of a point in the picture, rounded once.
func (g *graph) at(w coords.Point) (x, y unit) {
	y = graphTop + unit((mulDiv(g.side-w[0], uint64(g.span())*rise, g.side)+billion/2)/billion)
	if w[2] >= w[1] {
		return graphWidth/2 + unit(mulDiv(w[2]-w[1], uint64(g.span()/2), g.side)), y
	}
	return graphWidth/2 - unit(mulDiv(w[1]-w[2], uint64(g.span()/2), g.side)), y
}

// line draws a line on a page.
func (g *graph) line(p *page, class string, bends ...coords.Point) {
	p.f(`<path class="line %s" d="%s"/>`+"\n", class, g.points(bends))
}

// points returns points as path data.
func (g *graph) points(line []coords.Point) string {
	var points []string
	for _, w := range line {
		x, y := g.at(w)
		points = append(points, fmt.Sprintf("%v %v", x, y))
	}
	return "M" + strings.Join(points, "L")
}

// span returns the length of a side. It is shorter for one and two disks, whose vertices are
// large.
func (g *graph) span() unit {
	if g.n <= 2 {
		return 660 * one
	}
	return 900 * one
}

// foot returns the lower end of the triangle and of the names below its corners.
func (g *graph) foot() unit { return graphTop + height(g.span()) + 56*one }

func (g *graph) height() unit {
	if g.rows == 0 {
		return g.foot()
	}
	return g.foot() + unit(g.rows)*rowHeight + 12*one
}

// scale returns the factor from lengths in the parts of the graph to lengths in the picture, in
// millionths.
func (g *graph) scale() uint64 { return mulDiv(uint64(g.span())*10_000, 1<<(g.n-g.depth), g.side) }

// row adds a row to the legend: a sample of a class of lines or marks, and its meaning. A row
// without a class continues the row above.
func (g *graph) row(class, text string) {
	p, x, y := &g.legend, 60*one, g.foot()+rowHeight/2+unit(g.rows)*rowHeight
	switch class {
	case "":
	case "state":
		drawMark(p, "state", x+32*one, y)
	default:
		p.f(`<path class="line %s" d="M%v %vh64"/>`, class, x, y)
		if class == "path" {
			drawMark(p, "start", x, y)
			drawMark(p, "goal", x+64*one, y)
		}
	}
	p.f(`<text class="ink" x="%v" y="%v">%s</text>`+"\n", x+92*one, y+9*one, text)
	g.rows++
}

// drawMark draws a ring, a disc or a diamond.
func drawMark(p *page, class string, x, y unit) {
	if strings.HasPrefix(class, "state") {
		p.f(`<path class="mark %s" d="M%v %vl13 13-13 13-13-13z" stroke-width="3"/>`, class, x, y-13*one)
	} else {
		p.f(`<circle class="mark %s" cx="%v" cy="%v" r="10" stroke-width="5"/>`, class, x, y)
	}
}

// smaller returns a rule for pictures that are narrower than width pixels. A wide window also
// shows a narrow picture if it is not high enough.
func (g *graph) smaller(width unit, style string) string {
	most := width - 1
	return fmt.Sprintf("@media (max-width:%dpx),(max-height:%dpx){%s}\n", most, most*g.height()/graphWidth-1, style)
}

// style returns the style of this graph: strokes are thinner if edges are shorter, and text is
// larger if the picture is smaller.
func (g *graph) style() string {
	var b page
	b.f("%s%s", g.smaller(760, "text{font-size:25px}"), g.smaller(440, "text{font-size:32px}"))
	strokes := [...]unit{1: 200, 200, 200, 200, 150, 150, 130, 100, 70, 45, maxDepth + 1: 30}
	stroke := strokes[min(g.n, maxDepth+1)]
	in := func(s unit) string {
		return fmt.Sprintf(".graph{stroke-width:%s}", decimal(int64(mulDiv(uint64(s), 100_000_000, g.scale())), 4))
	}
	b.f("%s\n%s", in(stroke), g.smaller(760, in(stroke*3/2)))
	if g.n > maxDepth {
		b.f(".graph{fill:#8c959f}\n@media (prefers-color-scheme:dark){.graph{fill:#6e7681}}\n")
	}
	switch {
	case g.n <= maxTower:
		b.f(".disk text{font-size:%vpx;font-weight:600;text-anchor:middle}\n%s", g.vertex().fontSize(), g.smaller(700, ".disk text{display:none}"))
	case g.n <= maxLabel:
		size, from := g.labelSize()
		b.f(".label text{font-size:%vpx;text-anchor:middle}\n.far{display:none}\n%s", size, g.smaller(from, ".label{display:none}.far{display:inline}"))
	}
	return b.String()
}
