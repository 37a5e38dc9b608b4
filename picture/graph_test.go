package picture

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/coords"
	"github.com/hanoigen/hanoi/internal/must"
)

// graphOf returns the <use> of the graph and where its coordinates are in the
// picture.
func graphOf(t testing.TB, svg *node) (use *node, by point, scale float64) {
	t.Helper()
	found := svg.find("graph")
	if len(found) != 1 {
		t.Fatalf("%d graphs; want one", len(found))
	}
	by, scale = found[0].moved(t)
	return found[0], by, scale
}

// TestEdges: the parts of the graph, put together, are the edges between the states
// that a move joins, each of length 1 and each once.
func TestEdges(t *testing.T) {
	for n := 1; n <= 7; n++ {
		svg := parse(t, drawGraph(t, n, GraphOptions{}))
		use, by, scale := graphOf(t, svg)
		g := must.Get(newGraph(n, GraphOptions{}))
		for q, digit := range []string{"0", "1", "2"} {
			s := state(strings.Repeat(digit, n))
			if w := coords.Of(s); w[q] != g.side || w[0]+w[1]+w[2] != g.side {
				t.Errorf("%v is at %v; want the corner of peg %d", s, w, q)
			}
		}
		// States by where they are, to the nearest hundredth of an edge.
		round := func(p point) point { return point{math.Round(p.x * 100), math.Round(p.y * 100)} }
		at := map[point]hanoi.State{}
		edges := map[[2]hanoi.State]bool{}
		for _, s := range all(n) {
			w := coords.Of(s)
			p := point{float64(w[0])/2 + float64(w[2]), float64(w[1]+w[2]) * math.Sqrt(3) / 2}
			if other, taken := at[round(p)]; taken {
				t.Errorf("%v and %v are both at %v", s, other, w)
			}
			at[round(p)] = s
			x, y := g.at(w)
			if in := (point{by.x + p.x*scale, by.y + p.y*scale}); !in.near(point{float64(x) / 100, float64(y) / 100}, 0.02) {
				t.Errorf("%v is at %v in the graph, but drawn at (%v, %v)", s, in, x, y)
			}
			for _, next := range neighbours(s) {
				edges[[2]hanoi.State{s, next}] = true
			}
		}
		for _, line := range use.segments(t, svg) {
			if d := line[0].distance(line[1]); math.Abs(d-1) > 1e-4 {
				t.Errorf("%d disks: an edge from %v to %v has length %v", n, line[0], line[1], d)
			}
			a, b := at[round(line[0])], at[round(line[1])]
			if !edges[[2]hanoi.State{a, b}] {
				t.Errorf("%d disks: an edge from %v to %v, %q to %q, is none or there twice", n, line[0], line[1], a, b)
			}
			delete(edges, [2]hanoi.State{a, b})
			delete(edges, [2]hanoi.State{b, a})
		}
		if len(edges) > 0 {
			t.Errorf("%d disks: %d edges are not drawn", n, len(edges)/2)
		}
	}
}

// TestManyDisks: 10 disks have all their edges, in a few kilobytes. With more, the
// triangles and bridges of the coarse graph fill the same triangle.
func TestManyDisks(t *testing.T) {
	disks := []int{8, 9, 10, 11, 12, 13, 40, 64}
	if testing.Short() {
		disks = []int{10, 64}
	}
	for _, n := range disks {
		picture := drawGraph(t, n, GraphOptions{})
		if len(picture) > 8_000 {
			t.Errorf("%d disks take %d bytes; want at most 8,000", n, len(picture))
		}
		svg := parse(t, picture)
		use, by, scale := graphOf(t, svg)
		vertex, lines := 0.0, math.Pow(3, float64(n))*1.5-1.5
		if n > 10 {
			vertex = 1 - math.Pow(2, float64(8-n))
			lines = math.Pow(3, 8)*4.5 - 1.5 // three for each vertex, too
		}
		var low, high point
		got := 0
		for _, line := range use.segments(t, svg) {
			got++
			d := line[0].distance(line[1])
			if math.Abs(d-vertex) > 1e-4 && math.Abs(d-(1-vertex)) > 1e-4 {
				t.Fatalf("%d disks: a line from %v to %v is %v long; want %v or %v", n, line[0], line[1], d, vertex, 1-vertex)
			}
			for _, p := range line {
				low = point{min(low.x, p.x), min(low.y, p.y)}
				high = point{max(high.x, p.x), max(high.y, p.y)}
			}
		}
		if got != int(lines) {
			t.Errorf("%d disks: %d lines; want %v", n, got, lines)
		}
		if from := (point{by.x + low.x*scale, by.y + low.y*scale}); !from.near(point{50, 56}, 0.02) {
			t.Errorf("%d disks: the graph begins at %v", n, from)
		}
		if to := (point{by.x + high.x*scale, by.y + high.y*scale}); !to.near(point{950, 56 + 450*math.Sqrt(3)}, 0.02) {
			t.Errorf("%d disks: the graph ends at %v", n, to)
		}
	}
}

// legend returns the texts of a graph's legend.
func legend(svg *node) (texts []string) {
	for _, n := range svg.children {
		if n.name == "text" && n.attr["class"] == "ink" {
			texts = append(texts, n.text)
		}
	}
	return texts
}

func TestGraphOptions(t *testing.T) {
	direct := must.Get(hanoi.DirectPath(state("100"), state("011")))
	for _, test := range []struct {
		n      int
		o      GraphOptions
		legend string
		desc   string
		lines  map[string]int // how many lines and regions of each class, without the legend
	}{
		{3, GraphOptions{}, "", "27 states of 3 disks", nil},
		{1, GraphOptions{}, "", "3 states of 1 disk,", nil},
		{11, GraphOptions{}, "", "3^11 states of 11 disks", nil},
		{5, GraphOptions{Path: route("00000", "20110")}, "shortest path: 31 moves", "in 4 straight lines", map[string]int{"path": 1}},
		{3, GraphOptions{Path: route("021", "021")}, "shortest path: 0 moves", "in 0 straight lines", map[string]int{"path": 1}},
		{3, GraphOptions{Path: direct}, "direct path: 7 moves|the shortest has 5 moves", "The shortest has 5 moves", map[string]int{"path": 1}},
		{3, GraphOptions{Path: route("022", "202")}, "shortest path: 6 moves|another as short", "Another path is as short", map[string]int{"path": 1, "other": 1}},
		{4, GraphOptions{Solution: true}, "solution: 15 moves", "from peg 0 to peg 1, 15 moves", map[string]int{"solution": 1}},
		{4, GraphOptions{Solution: true, Naming: 4}, "solution: 15 moves", "from peg 1 to peg 0, 15 moves", map[string]int{"solution": 1}},
		{4, GraphOptions{State: state("2011")}, "state 2011", "State 2011 is marked.", nil},
		{4, GraphOptions{State: state("2011"), Letters: true}, "state CABB", "on peg A in its top corner, on peg B in the left, on peg C in the right. State CABB is marked.", nil},
		{3, GraphOptions{Path: route("021", "021"), Solution: true, Letters: true}, "solution: 7 moves|shortest path: 0 moves", "from peg A to peg C, 7 moves, goes along a side. The shortest path from ACB to ACB", map[string]int{"path": 1, "solution": 1}},
		{4, GraphOptions{Solution: true, State: state("1221")}, "solution: 15 moves|state 1221: after 9 moves", "after 9 moves", map[string]int{"solution": 1}},
		{4, GraphOptions{Solution: true, State: state("2011")},
			"solution: 15 moves|state 2011: off it by disk 4|15 moves from its start|11 moves from its end", "with disk 4 where it is",
			map[string]int{"solution": 1, "region": 1, "dotted": 2}},
		{13, GraphOptions{State: state("2011201120112")}, "the state", "State 2011201120112 is marked.", nil},
	} {
		picture := drawGraph(t, test.n, test.o)
		svg := parse(t, picture)
		if got := strings.Join(legend(svg), "|"); got != test.legend {
			t.Errorf("%d disks, %+v: the legend is %q; want %q", test.n, test.o, got, test.legend)
		}
		if desc := svg.child(t, "desc").text; !strings.Contains(desc, test.desc) {
			t.Errorf("%d disks, %+v: the desc is %q; want %q in it", test.n, test.o, desc, test.desc)
		}
		for _, class := range []string{"path", "other", "solution", "dotted", "region"} {
			got := 0
			for _, n := range svg.find(class) {
				if !strings.Contains(n.attr["d"], "h64") { // the legend's
					got++
				}
			}
			if got != test.lines[class] {
				t.Errorf("%d disks, %+v: %d of class %s; want %d", test.n, test.o, got, class, test.lines[class])
			}
		}
	}
}

// TestRegion: with a state off the solution by a disk, those states are shaded where this
// disk and the larger ones stand alike.
func TestRegion(t *testing.T) {
	const n = 4
	for naming := range hanoi.Naming(6) {
		for _, s := range all(n) {
			g := must.Get(newGraph(n, GraphOptions{Solution: true, Naming: naming, State: s}))
			var off *hanoi.OffPathError
			if _, err := s.Rank(naming); !errors.As(err, &off) {
				if strings.Contains(g.under.String(), "region") {
					t.Errorf("%v is in solution %d, but a region is shaded", s, naming)
				}
				continue
			}
			region := corners(s, off.Disk-1)
			for _, other := range all(n) {
				inside, w := strings.Contains(g.under.String(), g.points(region)+"z"), coords.Of(other)
				for q := range w {
					least := min(region[0][q], region[1][q], region[2][q])
					most := max(region[0][q], region[1][q], region[2][q])
					inside = inside && least <= w[q] && w[q] <= most
				}
				if alike := strings.HasPrefix(other.String(), s.String()[:n+1-off.Disk]); inside != alike {
					t.Errorf("%v is off solution %d by disk %d; %v is shaded: %v", s, naming, off.Disk, other, inside)
				}
			}
		}
	}
}

// TestVertices: up to 3 disks each vertex shows its disks; up to 5 it has its label.
func TestVertices(t *testing.T) {
	for n := 1; n <= 3; n++ {
		g := must.Get(newGraph(n, GraphOptions{}))
		column := float64(g.vertex().column) / 100
		found := map[hanoi.State]bool{}
		for _, v := range parse(t, drawGraph(t, n, GraphOptions{})).children {
			if v.name != "g" || v.attr["transform"] == "" || v.children[0].attr["href"] != "#pegs" {
				continue
			}
			pegs := ""
			for _, use := range v.children[1:] { // from the largest disk on
				pegs += fmt.Sprint(math.Round(use.float(t, "x")/column) + 1)
			}
			s := state(pegs)
			at, _ := v.moved(t)
			if x, y := g.at(coords.Of(s)); !at.near(point{float64(x) / 100, float64(y) / 100}, 0.02) {
				t.Errorf("%v is drawn at %v; want (%v, %v)", s, at, x, y)
			}
			found[s] = true
		}
		if len(found) != len(all(n)) {
			t.Errorf("%d disks: %d vertices show their disks; want all", n, len(found))
		}
	}
	for n := 4; n <= 6; n++ {
		from := all(n)[5]
		o := GraphOptions{Path: route(from.String(), all(n)[20].String()), State: from}
		labels := map[string]int{}
		for _, group := range parse(t, drawGraph(t, n, o)).find("label") {
			for _, text := range group.all() {
				labels[text.text]++
			}
		}
		for _, s := range all(n) {
			want := 1
			if n > 5 {
				want = 0
			}
			if labels[s.String()] != want {
				t.Errorf("%v is labelled %d times; want %d", s, labels[s.String()], want)
			}
		}
	}
}

// TestTips: with 6 to 12 disks, the states at the marks and corners are written where
// there is room: none twice, on another, on a mark or outside of the picture. At the
// top corner there is room for three.
func TestTips(t *testing.T) {
	check := func(from, to hanoi.State, all bool) {
		t.Helper()
		r := route(from.String(), to.String())
		want := map[string]bool{from.String(): true, to.String(): true}
		for _, digit := range []string{"0", "1", "2"} {
			want[strings.Repeat(digit, from.N())] = true
		}
		written := tips(t, drawGraph(t, from.N(), GraphOptions{Path: r}))
		for _, text := range written {
			if !want[text] {
				t.Errorf("%v to %v: %s is written, and is at no mark or corner, or was written before", from, to, text)
			}
			delete(want, text)
		}
		if all && len(want) > 0 {
			t.Errorf("%v to %v: written are %v, without %v", from, to, written, want)
		}
	}
	for n := 6; n <= 12; n++ {
		corner := state(strings.Repeat("0", n))
		beside := neighbours(corner)
		check(corner, beside[1], true)
		check(beside[0], beside[1], true)
	}
	for _, s := range all(6) {
		for _, next := range neighbours(s) {
			check(s, next, false)
		}
	}
}

// tips returns the states that are written in a graph with a path, and holds them to
// being apart from each other and the ends of the path.
func tips(t *testing.T, picture string) (texts []string) {
	t.Helper()
	type box struct{ left, top, right, bottom float64 }
	svg := parse(t, picture)
	var taken []box
	for _, mark := range svg.find("mark")[:2] { // the others are the legend's
		x, y, r := mark.float(t, "cx"), mark.float(t, "cy"), mark.float(t, "r")
		taken = append(taken, box{x - r, y - r, x + r, y + r})
	}
	for _, tip := range svg.find("tip") {
		const em = 32 // where the picture is small; a digit is no wider than 0.6 em
		width := 0.6 * em * float64(len(tip.text))
		left := tip.float(t, "x") - map[string]float64{"start": 0, "middle": 0.5, "end": 1}[tip.attr["text-anchor"]]*width
		baseline := tip.float(t, "y")
		b := box{left, baseline - 0.75*em, left + width, baseline}
		for _, c := range taken {
			if b.left < c.right && c.left < b.right && b.top < c.bottom && c.top < b.bottom {
				t.Errorf("%s, at %v, is on what is at %v", tip.text, b, c)
			}
		}
		if b.left < 0 || b.top < 0 || b.right > 1000 || b.bottom > svg.float(t, "height") {
			t.Errorf("%s is outside, at %v", tip.text, b)
		}
		taken = append(taken, b)
		texts = append(texts, tip.text)
	}
	return texts
}
