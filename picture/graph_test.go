package picture_test

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/must"
	"github.com/hanoigen/hanoi/internal/number"
	"github.com/hanoigen/hanoi/picture"
)

// graph says what a picture shows.
type graph struct {
	n        int
	path     *hanoi.Route
	solution string // the pegs from and to, as in "01"
	state    string
	letters  bool
}

func (g graph) draw() string {
	o := picture.GraphOptions{Path: g.path, Solution: g.solution != "", Letters: g.letters}
	if o.Solution {
		o.Naming = must.Get(hanoi.NamingFor(g.n, g.solution[0]-'0', g.solution[1]-'0'))
	}
	if g.state != "" {
		o.State = state(g.state)
	}
	return draw(func(w io.Writer) error { return picture.Graph(w, g.n, o) })
}

// name returns what a state is called.
func (g graph) name(s string) string {
	if g.letters {
		return strings.NewReplacer("0", "A", "1", "B", "2", "C").Replace(s)
	}
	return s
}

// words returns the states of n disks.
func words(n int) []string {
	if n == 0 {
		return []string{""}
	}
	var all []string
	for _, s := range words(n - 1) {
		all = append(all, s+"0", s+"1", s+"2")
	}
	return all
}

// neighbours returns the states that a move leads to.
func neighbours(s string) (all []string) {
	for i := range s {
		for _, to := range []string{"0", "1", "2"} {
			if s[i:i+1] != to && !strings.ContainsAny(s[i+1:], s[i:i+1]+to) {
				all = append(all, s[:i]+to+s[i+1:])
			}
		}
	}
	return all
}

// shortest returns all shortest paths between two states, by breadth-first search.
func shortest(from, to string) (paths [][]string) {
	left := map[string]int{to: 0}
	for queue := []string{to}; len(queue) > 0; queue = queue[1:] {
		for _, next := range neighbours(queue[0]) {
			if _, ok := left[next]; !ok {
				left[next] = left[queue[0]] + 1
				queue = append(queue, next)
			}
		}
	}
	paths = [][]string{{from}}
	for range left[from] {
		var longer [][]string
		for _, path := range paths {
			last := path[len(path)-1]
			for _, next := range neighbours(last) {
				if left[next] < left[last] {
					longer = append(longer, append(slices.Clone(path), next))
				}
			}
		}
		paths = longer
	}
	return paths
}

// atlas says where the states of n disks are drawn: in a triangle, with all disks on peg 0, 1
// or 2 at its corners. A place is a column, half an edge wide, and a row.
type atlas struct {
	corners [3]point
	edge    float64
	states  map[[2]int]string
}

// point returns where a state is: the peg of each disk, the largest first, selects one of
// three parts, in which the other two pegs change places.
func (a *atlas) point(s string) (p point) {
	corner := a.corners
	part := 0.5 / (1 - math.Ldexp(1, -len(s)))
	for _, peg := range []byte(s) {
		p = p.add(corner[peg-'0'].times(part))
		corner[(peg-'0'+1)%3], corner[(peg-'0'+2)%3] = corner[(peg-'0'+2)%3], corner[(peg-'0'+1)%3]
		part /= 2
	}
	return p
}

func (a *atlas) place(p point) [2]int {
	return [2]int{int(math.Round(2 * (p.x - a.corners[1].x) / a.edge)), int(math.Round((p.y - a.corners[0].y) / a.edge / math.Sqrt(0.75)))}
}

// at names the state at a point, or the point if there is none.
func (a *atlas) at(p point) string {
	if s, ok := a.states[a.place(p)]; ok && a.point(s).distance(p) < 0.03 {
		return s
	}
	return fmt.Sprintf("(%.2f, %.2f)", p.x, p.y)
}

var atlases = map[int]*atlas{}

// newAtlas reads the edges of a graph. They must be the moves of the puzzle, each drawn once.
// From 11 disks on, the vertices are the states of 8 disks, drawn as triangles: all smaller
// disks are on one peg.
func newAtlas(t testing.TB, n int, shapes []shape) *atlas {
	var edges [][2]point
	whole := box{point{math.Inf(1), math.Inf(1)}, point{}}
	for _, s := range shapes {
		if !s.is("graph") {
			continue
		}
		whole = box{point{min(whole.low.x, s.low.x), min(whole.low.y, s.low.y)}, point{max(whole.high.x, s.high.x), max(whole.high.y, s.high.y)}}
		for _, part := range s.parts {
			for i := range part[1:] {
				edges = append(edges, [2]point{part[i], part[i+1]})
			}
		}
	}
	a := &atlas{[3]point{{whole.center().x, whole.low.y}, {whole.low.x, whole.high.y}, whole.high}, whole.width() / (math.Ldexp(1, n) - 1), map[[2]int]string{}}
	if !near(whole.height(), whole.width()*math.Sqrt(0.75), 0.02) || !near(whole.center().x, 500, 0.02) {
		t.Errorf("%d disks: the graph is in %v", n, whole)
	}
	depth := n
	if n > 10 {
		depth = 8
	}
	if n > 11 { // too small to tell the vertices apart
		if want := 3*6561 + (3*6561-3)/2; len(edges) != want {
			t.Errorf("%d disks: %d edges; want %d", n, len(edges), want)
		}
		return a
	}
	for _, s := range words(min(n, depth+1)) { // where disk 1 stands for all smaller ones
		s += strings.Repeat(s[len(s)-1:], n-len(s))
		a.states[a.place(a.point(s))] = s
	}
	missing := map[[2]string]bool{}
	for _, v := range a.states {
		for _, w := range neighbours(v[:min(n, depth+1)]) {
			missing[[2]string{v, w + strings.Repeat(w[len(w)-1:], n-len(w))}] = true
		}
	}
	for _, edge := range edges {
		v, w := a.at(edge[0]), a.at(edge[1])
		if !missing[[2]string{v, w}] {
			t.Fatalf("%d disks: a line from %s to %s is not an edge, or is drawn twice", n, v, w)
		}
		delete(missing, [2]string{v, w})
		delete(missing, [2]string{w, v})
	}
	if len(missing) > 0 {
		t.Errorf("%d disks: %d edges are not drawn", n, len(missing)/2)
	}
	for _, s := range words(n) {
		a.states[a.place(a.point(s))] = s
	}
	return a
}

// line describes a line: the states where it begins, turns and ends, and the number of edges
// between them.
func (a *atlas) line(class string, points []point) string {
	text := class + ": " + a.at(points[0])
	for i, p := range points[1:] {
		text += fmt.Sprintf(" -%.0f- %s", points[i].distance(p)/a.edge, a.at(p))
	}
	return text
}

// through describes the line through some states.
func (a *atlas) through(class string, states []string) string {
	var turns []point
	for i, s := range states {
		p := a.point(s)
		if i > 0 && i+1 < len(states) && p.distance(a.point(states[i-1]).toward(a.point(states[i+1]), 0.5)) < a.edge/10 {
			continue // straight on
		}
		turns = append(turns, p)
	}
	return a.line(class, turns)
}

// readGraph describes the picture of a graph, line by line, and returns the names beside
// vertices.
func readGraph(t testing.TB, g graph, svg string) (lines, tips []string) {
	d := read(t, svg)
	if atlases[g.n] == nil {
		atlases[g.n] = newAtlas(t, g.n, d.shapes)
	}
	a := atlases[g.n]
	foot := math.Inf(1) // where the legend begins
	for _, s := range d.shapes {
		if s.class == "ink" {
			foot = min(foot, s.low.y-32)
		}
	}
	var cards, taken []box
	named := map[string]int{} // vertices with disks or a label
	for i, s := range d.shapes {
		switch {
		case s.low.y > foot:
			if s.class == "ink" {
				row := "legend: "
				for _, sample := range d.shapes {
					if sample.low.y > foot && sample.name != "text" && near(sample.center().y, s.low.y-9, 1) && sample.high.x < s.low.x {
						row += sample.class + " "
					}
				}
				lines = append(lines, row+"| "+s.text)
			}
		case s.is("line") || s.is("region"):
			lines = append(lines, a.line(s.class, s.parts[0]))
		case s.is("card"):
			end := i + 1
			for end < len(d.shapes) && (d.shapes[end].is("disk") || d.shapes[end].is("rod")) {
				end++
			}
			v := readTowers(t, d.shapes[i:end]).state(t, 0)
			if p := a.point(v); !near(s.center().x, p.x, 0.1) || p.y < s.low.y || p.y > s.high.y {
				t.Errorf("%s is drawn at %v", v, s.box)
			}
			cards = append(cards, s.box)
			named[v]++
		case s.is("mark"):
			at := a.at(s.center())
			for _, card := range cards { // at their upper left corner
				if card.low.distance(s.center()) < 12 {
					at = a.states[a.place(card.center())]
				}
			}
			lines = append(lines, s.class+": "+at)
			if !s.is("label") {
				taken = append(taken, s.box)
			}
		case s.is("label"):
			v := a.states[a.place(s.low)]
			if named[v]++; s.text != g.name(v) || !near(s.low.x, a.point(v).x, 0.02) {
				t.Errorf("%s is named %s, at %v", v, s.text, s.low)
			}
		case s.is("tip"):
			const em = 32 // where the picture is small
			left := s.low.x - map[string]float64{"start": 0, "middle": 0.3, "end": 0.6}[s.anchor]*em*float64(len(s.text))
			b := box{point{left, s.low.y - 0.75*em}, point{left + 0.6*em*float64(len(s.text)), s.low.y}}
			v := strings.NewReplacer("A", "0", "B", "1", "C", "2").Replace(s.text)
			if peg, ok := strings.CutPrefix(s.text, "all on peg "); ok {
				v = strings.Repeat(peg, g.n)
			}
			at := box{a.point(v), a.point(v)}
			if b.low.x < 0 || b.low.y < 0 || b.high.x > 1000 || b.high.y > foot || slices.ContainsFunc(taken, b.overlaps) || !b.grown(40).overlaps(at) || slices.Contains(tips, s.text) {
				t.Errorf("%s is at %v, and its vertex at %v", s.text, b, at.low)
			}
			taken = append(taken, b)
			tips = append(tips, s.text)
		}
	}
	for _, v := range a.states {
		if want := map[bool]int{true: 1}[g.n <= 5]; named[v] != want {
			t.Errorf("%d disks: %s is named %d times", g.n, v, named[v])
		}
	}
	return lines, tips
}

// expected returns the lines of a picture of at most 11 disks.
func (g graph) expected(t testing.TB) (lines []string) {
	a := atlases[g.n]
	var over, legend, marks, marked, solution []string
	row := func(sample, format string, args ...any) {
		legend = append(legend, "legend: "+sample+"| "+fmt.Sprintf(format, args...))
	}
	moves := func(path []string) string { return number.Count(len(path)-1, "move") }
	if g.solution != "" {
		solution = shortest(strings.Repeat(g.solution[:1], g.n), strings.Repeat(g.solution[1:], g.n))[0]
		lines = append(lines, a.through("line solution", solution))
		row("line solution ", "solution: %s", moves(solution))
	}
	if g.path != nil {
		path := states(t, g.path)
		marked = append(marked, path[0], path[len(path)-1])
		marks = append(marks, "start", "goal")
		paths := shortest(marked[0], marked[1])
		if len(path) > len(paths[0]) {
			row("line path mark start mark goal ", "direct path: %s", moves(path))
			row("", "the shortest has %s", moves(paths[0]))
		} else {
			row("line path mark start mark goal ", "shortest path: %s", moves(path))
		}
		for _, other := range paths {
			if len(paths) == 2 && !slices.Equal(other, path) {
				over = append(over, a.through("line other", other))
				row("line other ", "another as short")
			}
		}
		over = append(over, a.through("line path", path))
	}
	if k := slices.Index(solution, g.state); g.state != "" {
		marks, marked = append(marks, "state"), append(marked, g.state)
		switch {
		case solution == nil:
			row("mark state ", "state %s", g.name(g.state))
		case k >= 0:
			row("mark state ", "state %s: after %s", g.name(g.state), number.Count(k, "move"))
		default:
			off := 0 // the disks that stand otherwise, or are smaller than one that does
			for alike := true; alike; off++ {
				alike = !slices.ContainsFunc(solution, func(s string) bool { return strings.HasPrefix(s, g.state[:g.n-off]) })
			}
			var corners []point
			for _, peg := range []string{"0", "1", "2", "0"} {
				corners = append(corners, a.point(g.state[:g.n-off+2]+strings.Repeat(peg, off-2)))
			}
			toStart, toEnd := shortest(g.state, solution[0])[0], shortest(g.state, solution[len(solution)-1])[0]
			lines = append(lines, a.line("region", corners), a.through("line dotted", toStart), a.through("line dotted", toEnd))
			row("mark state ", "state %s: off it by disk %d", g.name(g.state), off-1)
			row("line dotted ", "%s from its start", moves(toStart))
			row("", "%s from its end", moves(toEnd))
		}
	}
	lines = append(lines, over...)
	far := ""
	if g.n == 4 || g.n == 5 { // boxes around names, the last on top, or marks where there is no room
		far = " far"
		for i, class := range marks {
			if !slices.Contains(marked[i+1:], marked[i]) {
				lines = append(lines, "label mark "+class+": "+marked[i])
			}
		}
	}
	for i, class := range marks {
		lines = append(lines, "mark "+class+far+": "+marked[i])
	}
	return append(lines, legend...)
}

// checkGraph draws a graph, reads it back, and compares. Of a path of more than 11 disks, it
// compares the ends and the length.
func checkGraph(t testing.TB, g graph) (svg string, lines, tips []string) {
	svg = g.draw()
	lines, tips = readGraph(t, g, svg)
	if title := read(t, svg).title; title != "Tower of Hanoi: the graph of "+number.Count(g.n, "disk") {
		t.Errorf("%d disks: the title is %q", g.n, title)
	}
	if g.n <= 11 {
		if want := g.expected(t); !slices.Equal(lines, want) {
			t.Errorf("%+v shows\n%s\nwant\n%s", g, strings.Join(lines, "\n"), strings.Join(want, "\n"))
		}
		return svg, lines, tips
	}
	a, moves := atlases[g.n], g.path.Len()
	for _, s := range read(t, svg).shapes {
		if !s.is("path") || s.high.y > a.corners[1].y+1 { // of the legend
			continue
		}
		line, sum := s.parts[0], 0.0
		for i := range line[1:] {
			sum += line[i].distance(line[i+1])
		}
		start, goal := a.point(g.path.StateAt(0).String()), a.point(g.path.StateAt(moves).String())
		bent := moves == math.MaxUint64>>(64-g.n) && len(line) > 2 // though it is a side
		if line[0].distance(start)+line[len(line)-1].distance(goal) > 0.02 || !near(sum, float64(moves)*a.edge, 0.5) || len(line) > 2*g.n || bent {
			t.Errorf("%+v: the path of %d lines is %v long; want %v", g, len(line)-1, sum, float64(moves)*a.edge)
		}
	}
	return svg, lines, tips
}

func TestGraph(t *testing.T) {
	solutions := []string{"", "01", "02", "10", "12", "20", "21"}
	r := seeded()
	for n := 1; n <= 3; n++ {
		all := words(n)
		for i, from := range all {
			for j, to := range all {
				path := route(from, to)
				if (i+j)%2 == 1 {
					path = direct(from, to)
				}
				checkGraph(t, graph{n, path, solutions[(i+j)%7], all[i*j%len(all)], false})
			}
		}
	}
	for i := range 50 {
		n := 4 + i%4
		checkGraph(t, graph{n, route(randomState(r, n), randomState(r, n)), solutions[i%7], randomState(r, n), i%2 == 1})
	}
	for n := 12; n <= 64; n += 4 {
		checkGraph(t, graph{n: n, path: route(randomState(r, n), randomState(r, n))})
		checkGraph(t, graph{n: n, path: route(strings.Repeat("0", n), strings.Repeat("1", n))})
	}
}
