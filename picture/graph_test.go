package picture_test

import (
	"errors"
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

// words returns the states of n disks.
func words(n int) (all []string) {
	if n == 0 {
		return []string{""}
	}
	for _, s := range words(n - 1) {
		all = append(all, s+"0", s+"1", s+"2")
	}
	return all
}

// atlas says where the states of n disks are drawn: in a triangle, with all disks on peg 0, 1
// or 2 at its corners. A place is a column, half an edge wide, and a row.
type atlas struct {
	corners [3]point
	edge    float64
	states  map[[2]int]string // if there are at most 11 disks
}

// point returns the point of a state: the peg of each disk, the largest first, selects one of
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

// newAtlas reads the edges of a graph. They must join neighbouring states, and each be drawn
// once. From 11 disks on, the vertices are the states of 8 disks, drawn as triangles.
func newAtlas(t testing.TB, n int, shapes []shape) *atlas {
	var points []point
	for _, s := range shapes {
		if s.is("graph") {
			points = append(points, s.low, s.high)
		}
	}
	whole := around(points...)
	a := &atlas{[3]point{{whole.center().x, whole.low.y}, {whole.low.x, whole.high.y}, whole.high}, whole.width() / (math.Ldexp(1, n) - 1), map[[2]int]string{}}
	if !near(whole.height(), whole.width()*math.Sqrt(0.75), 0.02) || !near(whole.center().x, 500, 0.02) {
		t.Errorf("%d disks: the graph is in %v", n, whole)
	}
	if n <= 11 {
		for _, s := range words(n) {
			a.states[a.place(a.point(s))] = s
		}
	}
	drawn, edges := 0, map[string]bool{}
	for _, s := range shapes {
		for _, part := range s.parts {
			for i, p := range part[1:] {
				if q := part[i]; s.is("graph") {
					v, w := a.at(q), a.at(p)
					edges[min(v, w)+max(v, w)] = true
					drawn++
					if n <= 10 && (!near(p.distance(q), a.edge, 0.03) || v[0] == '(' || w[0] == '(') {
						t.Errorf("%d disks: there is a line from %v to %v", n, q, p)
					}
				}
			}
		}
	}
	want := (len(words(min(n, 10)))*3 - 3) / 2
	if n > 10 {
		want = 3*6561 + (3*6561-3)/2
	}
	if drawn != want || n <= 11 && len(edges) != want {
		t.Errorf("%d disks: %d lines are drawn, for %d edges; want %d", n, drawn, len(edges), want)
	}
	return a
}

// stretch is a line that a picture should show.
type stretch struct {
	class, from, to string
	moves           uint64
	states          []string // through which it leads, if there are at most 11 disks
}

// along returns the stretch of a shortest path.
func along(class string, start, end hanoi.State) stretch {
	return follows(class, must.Get(hanoi.Path(start, end)))
}

// follows returns the stretch of a route.
func follows(class string, r *hanoi.Route) stretch {
	s := stretch{class, r.StateAt(0).String(), r.StateAt(r.Len()).String(), r.Len(), nil}
	if len(s.from) <= 11 {
		s.states = states(r)
	}
	return s
}

// follow fails the test unless a line is the wanted stretch. It describes the line: the states
// where it begins, turns and ends, and the number of edges between them.
func (a *atlas) follow(t testing.TB, want stretch, class string, line []point) string {
	text, length := class+": "+a.at(line[0]), 0.0
	through := true
	for i, p := range line[1:] {
		text += fmt.Sprintf(" -%.0f- %s", line[i].distance(p)/a.edge, a.at(p))
		length += line[i].distance(p)
		through = through && (len(a.states) == 0 || slices.Contains(want.states, a.at(p)))
	}
	ends := line[0].distance(a.point(want.from)) + line[len(line)-1].distance(a.point(want.to))
	if class != want.class || ends > 0.02 || !near(length, float64(want.moves)*a.edge, 0.5) || !through {
		t.Errorf("there is a %s; want %+v", text, want)
	}
	return text
}

// checkGraph draws a graph, reads it back, compares, and describes it.
func checkGraph(t testing.TB, n int, o picture.GraphOptions) (svg string, text []string) {
	svg = draw(func(w io.Writer) error { return picture.Graph(w, n, o) })
	d := read(t, svg)
	if atlases[n] == nil {
		atlases[n] = newAtlas(t, n, d.shapes)
	}
	a := atlases[n]
	wantLines, wantMarks, wantLegend := expected(n, o)
	foot := a.corners[1].y + 56 // where the legend begins
	var marks, legend, tips []string
	var taken []box                                    // by marks and the names beside them
	cards, named := map[string]box{}, map[string]int{} // vertices with disks, and with disks or a name
	for i, s := range d.shapes {
		switch {
		case s.low.y > foot && s.class == "ink":
			row := ""
			for _, sample := range d.shapes {
				if sample.low.y > foot && !sample.is("ink") && near(sample.center().y, s.low.y-9, 1) && sample.high.x < s.low.x {
					row += sample.class + ", "
				}
			}
			legend = append(legend, row+s.Text)
		case s.low.y > foot:
		case s.is("line"):
			if len(text) == len(wantLines) {
				t.Fatalf("%d disks, %+v: there is another line, %s", n, o, s.class)
			}
			text = append(text, a.follow(t, wantLines[len(text)], s.class, s.parts[0]))
		case s.is("card"):
			end := i + 1
			for end < len(d.shapes) && (d.shapes[end].is("disk") || d.shapes[end].is("rod")) {
				end++
			}
			v := readTowers(t, d.shapes[i:end]).state(t, 0)
			if p := a.point(v); !near(s.center().x, p.x, 0.1) || p.y < s.low.y || p.y > s.high.y {
				t.Errorf("%s is drawn at %v", v, s.box)
			}
			cards[v] = s.box
			named[v]++
		case s.is("mark"):
			at := a.at(s.center())
			for v, card := range cards { // at their upper left corner
				if card.low.distance(s.center()) < 12 {
					at = v
				}
			}
			marks = append(marks, strings.Replace(s.class, "mark ", "", 1)+" "+at)
			taken = append(taken, s.box)
		case s.is("label"):
			v := a.states[a.place(s.low)]
			b := box{s.low.add(point{-25, -13}), s.low.add(point{25, 0})}
			if named[v]++; s.Text != name(o.Letters, v) || !near(s.low.x, a.point(v).x, 0.02) || slices.ContainsFunc(taken, b.overlaps) {
				t.Errorf("%s is named %s, at %v", v, s.Text, s.low)
			}
		case s.is("tip"):
			v := strings.NewReplacer("A", "0", "B", "1", "C", "2").Replace(s.Text)
			if peg, ok := strings.CutPrefix(v, "all on peg "); ok {
				v = strings.Repeat(peg, n)
			}
			half := 10 * float64(len(s.Text)) // in a small picture
			b := box{s.low.add(point{-half, -24}), s.low.add(point{half, 0})}
			if b.low.x < 0 || b.low.y < 0 || b.high.x > 1000 || b.high.y > foot || !b.grown(40).contains(a.point(v)) || slices.Contains(tips, s.Text) || slices.ContainsFunc(taken, b.overlaps) {
				t.Errorf("%s is at %v, and its vertex at %v", s.Text, b, a.point(v))
			}
			named[v]++
			tips, taken = append(tips, s.Text), append(taken, b)
		}
	}
	for _, v := range a.states {
		fits := !slices.ContainsFunc(taken, func(b box) bool { return b.grown(30).contains(a.point(v)) })
		if n <= 4 && named[v] != 1 && (fits || named[v] > 1) {
			t.Errorf("%d disks: %s is named %d times", n, v, named[v])
		}
	}
	if len(text) != len(wantLines) || !slices.Equal(legend, wantLegend) || n <= 11 && !slices.Equal(marks, wantMarks) {
		t.Errorf("%d disks, %+v: %d lines, the legend %q, and the marks %q; want %d, %q, %q", n, o, len(text), legend, marks, len(wantLines), wantLegend, wantMarks)
	}
	return svg, append(text, "marks: "+strings.Join(marks, ", "), "legend: "+strings.Join(legend, "; "), "beside vertices: "+strings.Join(tips, " "))
}

// name returns the name of a state or a peg in a picture.
func name(letters bool, v any) string {
	if letters {
		return strings.NewReplacer("0", "A", "1", "B", "2", "C").Replace(fmt.Sprint(v))
	}
	return fmt.Sprint(v)
}

// expected returns the lines of a picture in the order in which they are drawn, its marks, and
// its legend.
func expected(n int, o picture.GraphOptions) (lines []stretch, marks, legend []string) {
	var over []stretch
	start, end := must.Get(hanoi.StateAt(n, 0, o.Naming)), must.Get(hanoi.StateAt(n, math.MaxUint64>>(64-n), o.Naming))
	if o.Solution {
		lines = append(lines, along("line solution", start, end))
		legend = append(legend, "line solution, solution: "+number.Count(lines[0].moves, "move"))
	}
	if o.Path != nil {
		from, to := o.Path.StateAt(0), o.Path.StateAt(o.Path.Len())
		marks = append(marks, "start "+from.String(), "goal "+to.String())
		first, paths, least, _ := hanoi.Next(from, to)
		if moves := number.Count(o.Path.Len(), "move"); o.Path.Len() == least {
			legend = append(legend, "line path, mark start, mark goal, shortest path: "+moves)
		} else {
			legend = append(legend, "line path, mark start, mark goal, direct path: "+moves, "the shortest has "+number.Count(least, "move"))
		}
		for _, m := range first[:paths] {
			if paths == 2 && m != o.Path.At(1) {
				other := along("line other", must.Get(from.Apply(m)), to)
				other.from, other.moves = from.String(), least
				over = append(over, other)
				legend = append(legend, "line other, another as short")
			}
		}
		over = append(over, follows("line path", o.Path))
	}
	if o.State.N() > 0 {
		s := o.State.String()
		marks = append(marks, "state "+s)
		text := "mark state, the state"
		if n <= 12 {
			text = "mark state, state " + name(o.Letters, s)
		}
		k, err := o.State.Rank(o.Naming)
		if off, isOff := errors.AsType[*hanoi.OffPathError](err); isOff && o.Solution {
			text += fmt.Sprintf(": not in the solution (disk %d)", off.Disk)
			region := stretch{class: "line region", moves: 3 * (1<<(off.Disk-1) - 1)}
			for _, peg := range []string{"2", "1", "0"} {
				region.from = s[:n-off.Disk+1] + strings.Repeat(peg, off.Disk-1)
				region.states = append(region.states, region.from)
			}
			region.to = region.from
			lines = append(lines, region, along("line to-start", o.State, start), along("line to-end", o.State, end))
			legend = append(legend, text, "line to-start, "+number.Count(off.FromStart, "move")+" from its start", "line to-end, "+number.Count(off.ToEnd, "move")+" from its end")
		} else if o.Solution {
			legend = append(legend, text+": after "+number.Count(k, "move"))
		} else {
			legend = append(legend, text)
		}
	}
	return append(lines, over...), marks, legend
}

func TestGraph(t *testing.T) {
	r := seeded()
	for i := range 280 {
		n := 1 + i%7
		o := picture.GraphOptions{Path: route(randomState(r, n), randomState(r, n)), Solution: i%5 > 0, Naming: hanoi.Naming(i % 6), State: state(randomState(r, n)), Letters: i%9 == 0}
		if i%4 == 0 {
			o.Path = direct(randomState(r, n), randomState(r, n))
		}
		checkGraph(t, n, o)
	}
	for n := 12; n <= 64; n += 4 {
		checkGraph(t, n, picture.GraphOptions{Path: route(randomState(r, n), randomState(r, n)), State: state(randomState(r, n))})
		_, text := checkGraph(t, n, picture.GraphOptions{Path: route(strings.Repeat("0", n), strings.Repeat("1", n))})
		if strings.Count(text[0], " -") != 1 {
			t.Errorf("%d disks: a side is not straight: %s", n, text[0])
		}
	}
}
