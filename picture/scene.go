package picture

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/coords"
	"github.com/hanoigen/hanoi/internal/must"
	"github.com/hanoigen/hanoi/internal/number"
)

// scene is what a picture of the graph of n disks shows.
type scene struct {
	Options
	n           int
	under, over []line // the graph, from the bottom up
	marks       []mark
	legend      []row
	desc        []string // sentences
}

// line leads straight from point to point. Its class is solution, region, to-start, to-end, other or path.
type line struct {
	class  string
	points []coords.Point
}

// mark is a marked state. Its class is start, goal or state.
type mark struct {
	class string
	state hanoi.State
}

// row is a row of the legend: the class of its sample, and its meaning. A row without a class
// continues the row above.
type row struct{ class, text string }

func newScene(n int, o GraphOptions) (*scene, error) {
	start, err := hanoi.StateAt(n, 0, o.Naming) // rejects a wrong n or naming
	if err != nil {
		return nil, err
	}
	s := &scene{Options: Options{o.Letters}, n: n}
	states := fmt.Sprintf("3^%d", n)
	if n <= maxDepth {
		states = fmt.Sprintf("%.0f", math.Pow(3, float64(n)))
	}
	s.say("The graph of the %s states of %s. A line joins two states if a move leads from one to the other. The graph is a triangle of three copies of the graph of one disk less. At its corners, all disks are on one peg: on peg %s at the top, on peg %s on the left, on peg %s on the right.",
		states, number.Count(n, "disk"), s.name(0), s.name(1), s.name(2))
	if n > maxDepth {
		s.say("Each small triangle stands for the states of the %d smallest disks.", n-coarse)
	}
	if o.Solution {
		s.addSolution(start, o.Naming)
	}
	if o.Path != nil {
		if err := s.check(o.Path.StateAt(0)); err != nil {
			return nil, err
		}
		s.addPath(o.Path)
	}
	if o.State.N() > 0 {
		if err := s.check(o.State); err != nil {
			return nil, err
		}
		s.addState(o)
	}
	return s, nil
}

// check rejects a state of another graph.
func (s *scene) check(state hanoi.State) error {
	switch state.N() {
	case s.n:
		return nil
	case 0:
		return errNoDisks
	}
	return fmt.Errorf("%w in the graph of %s: %s has %d; give a state of %[2]s",
		hanoi.ErrState, number.Count(s.n, "disk"), s.name(state), state.N())
}

// say adds to the description.
func (s *scene) say(format string, args ...any) {
	s.desc = append(s.desc, fmt.Sprintf(format, args...))
}

// row adds to the legend.
func (s *scene) row(class, format string, args ...any) {
	s.legend = append(s.legend, row{class, fmt.Sprintf(format, args...)})
}

func moves(n uint64) string { return number.Count(n, "move") }

func straightLines(points []coords.Point) string { return number.Count(len(points)-1, "straight line") }

func (s *scene) addSolution(start hanoi.State, p hanoi.Naming) {
	length := uint64(1)<<s.n - 1
	end := must.Get(hanoi.StateAt(s.n, length, p))
	s.under = append(s.under, line{"solution", []coords.Point{coords.Of(start), coords.Of(end)}})
	s.row("solution", "solution: %s", moves(length))
	s.say("The solution from peg %s to peg %s, %s, goes along a side.", s.name(start.Peg(1)), s.name(end.Peg(1)), moves(length))
}

// addPath adds a path, and the other shortest path if there are two.
func (s *scene) addPath(r *hanoi.Route) {
	start, end := r.StateAt(0), r.StateAt(r.Len())
	first, paths, distance, _ := hanoi.Next(start, end)
	what, points := "shortest path", coords.Bends(r.Len(), r.StateAt)
	if r.Len() > distance {
		what = "direct path"
	}
	s.over = append(s.over, line{"path", points})
	s.marks = append(s.marks, mark{"start", start}, mark{"goal", end})
	s.row("path", "%s: %s", what, moves(r.Len()))
	s.say("The %s from %s to %s: %s, in %s.", what, s.name(start), s.name(end), moves(r.Len()), straightLines(points))
	if r.Len() > distance {
		s.row("", "the shortest has %s", moves(distance))
		s.say("The shortest has %s.", moves(distance))
	}
	if paths == 2 {
		rest := must.Get(hanoi.Path(must.Get(start.Apply(first[1])), end)) // r begins with first[0]
		points := coords.Bends(1+rest.Len(), func(i uint64) hanoi.State {
			if i == 0 {
				return start
			}
			return rest.StateAt(i - 1)
		})
		s.over = slices.Insert(s.over, 0, line{"other", points})
		s.row("other", "another as short")
		s.say("The dashed line is another shortest path: %s.", straightLines(points))
	}
}

// addState marks a state. If the solution is drawn, it says when the solution reaches the
// state, or shows how far the state is from both ends of the solution.
func (s *scene) addState(o GraphOptions) {
	state := o.State
	s.marks = append(s.marks, mark{"state", state})
	name, text := s.name(state), "the state"
	if s.n <= maxName {
		text = "state " + name
	}
	k, err := state.Rank(o.Naming)
	off, isOff := errors.AsType[*hanoi.OffPathError](err)
	switch {
	case !o.Solution:
		s.row("state", "%s", text)
		s.say("State %s is marked.", name)
	case isOff:
		s.under = append(s.under, line{"region", corners(state, off.Disk-1)})
		addLine := func(class string, peg uint8) {
			r := must.Get(hanoi.Path(state, must.Get(hanoi.Perfect(s.n, peg))))
			s.over = slices.Insert(s.over, 0, line{class, coords.Bends(r.Len(), r.StateAt)})
		}
		addLine("to-end", off.End)
		addLine("to-start", off.Start)
		fromStart, toEnd := moves(off.FromStart), moves(off.ToEnd)
		s.row("state", "%s: not in the solution (disk %d)", text, off.Disk)
		s.row("to-start", "%s from its start", fromStart)
		s.row("to-end", "%s from its end", toEnd)
		s.say("State %s is marked. It is not in the solution. The shaded states have the same pegs for disk %d and the larger disks, so they are not in the solution, either. The dotted line is the shortest path to the start of the solution, %s; the line of dots and dashes leads to its end, %s.",
			name, off.Disk, fromStart, toEnd)
	default:
		s.row("state", "%s: after %s", text, moves(k))
		s.say("State %s is marked: the solution reaches it after %s.", name, moves(k))
	}
}

// corners returns the points, the first also at the end, of the three states in which the smallest disks are on one peg,
// and the others are placed as in a state.
func corners(state hanoi.State, small int) (points []coords.Point) {
	large := state.String()[:state.N()-small]
	for _, peg := range []string{"0", "1", "2", "0"} {
		points = append(points, coords.Of(must.Get(hanoi.ParseState(large+strings.Repeat(peg, small)))))
	}
	return points
}
