// Package picture draws the Tower of Hanoi: a state, a path as an animation, and
// the graph of all states with paths in it.
//
// A picture is one SVG file, for a page's <img> or to be opened by itself. It has
// no script and loads nothing. Its title and desc describe it in words. It
// follows the reader's choice of light or dark, and an animation stands still
// where the reader asks for reduced motion. Disks are told apart by width and
// number; the two colours, of odd and even disks, can be told apart by colour-blind
// readers, too.
//
// Pictures are computed with integers alone: the same call gives the same bytes on
// every machine. A function checks its arguments before it writes; once it writes, its
// error is the writer's.
//
// # The graph
//
// The states of n disks are the vertices of a graph, and the moves its edges. Each
// edge has length 1. The perfect states are the corners of a triangle, peg 0 on top, 1
// on the left. The graph is three copies of the one for n−1 disks, joined by three
// edges, and is written as parts within parts. From 11 disks on it is drawn as if for
// 8: each vertex becomes a triangle, which stands for the states of the smaller disks.
// Paths are exact for any number of disks: a shortest one is at most 2n−1 straight
// lines.
package picture

import (
	"errors"
	"fmt"
	"io"

	"github.com/hanoigen/hanoi"
)

// The most that an animation may have.
const (
	maxMoves    = 255 // moves
	maxGIFDisks = 8   // disks, in a GIF
)

// The errors of [Path] and [PathGIF] wrap ErrLarge if there are too many moves or disks.
var ErrLarge = errors.New("too large to animate")

// State draws the disks of a state on their pegs. The error of the zero State wraps
// [hanoi.ErrState].
func State(w io.Writer, s hanoi.State) error {
	if s.N() == 0 {
		return noState("a picture")
	}
	return drawState(s).writeTo(w)
}

// Path draws the moves of a route as an animation. Opened by itself, the picture
// has a button that pauses it. The error wraps [ErrLarge] if the route has more than
// 255 moves, and [hanoi.ErrState] if it is nil or the zero Route.
func Path(w io.Writer, r *hanoi.Route) error {
	if err := checkRoute(r); err != nil {
		return err
	}
	return drawPath(r).writeTo(w)
}

// PathGIF is [Path] for places that do not take SVG: an animated GIF, in light colours
// only. Its error wraps [ErrLarge] also if there are more than 8 disks.
func PathGIF(w io.Writer, r *hanoi.Route) error {
	if err := checkRoute(r); err != nil {
		return err
	}
	if n := r.StateAt(0).N(); n > maxGIFDisks {
		return fmt.Errorf("%w: %d disks; a GIF has at most %d: draw the path as SVG", ErrLarge, n, maxGIFDisks)
	}
	return drawGIF(w, r)
}

func checkRoute(r *hanoi.Route) error {
	if r == nil || r.StateAt(0).N() == 0 {
		return noState("a path")
	}
	if r.Len() > maxMoves {
		return fmt.Errorf("%w: %d moves; an animation has at most %d: draw the path in the graph (hanoigen draw graph --path)",
			ErrLarge, r.Len(), maxMoves)
	}
	return nil
}

func noState(what string) error {
	return fmt.Errorf("%w for %s: the zero value has no disks; get one from package hanoi", hanoi.ErrState, what)
}

// GraphOptions says what is drawn into the graph. The zero value leaves it empty.
type GraphOptions struct {
	// Path is drawn with its start and end. Where there are two shortest paths
	// and it is one of them, so is the other.
	Path *hanoi.Route

	// Solution draws the solution under Naming.
	Solution bool
	Naming   hanoi.Naming

	// State is marked. With Solution, the picture says after how many moves the
	// solution is there. If it never is, one disk leaves the solution: the
	// picture shades the states in which that disk and the larger ones stand as in
	// State, and shows the shortest paths to both ends.
	State hanoi.State

	// Letters names the pegs A, B and C instead of 0, 1 and 2.
	Letters bool
}

// Graph draws the graph of all states of n disks, 1 … 64. Up to 3 disks, each
// vertex shows its disks; up to 5 it is labelled where the picture is wide enough.
// The error wraps [hanoi.ErrDisks], [hanoi.ErrPeg] if Naming is not 0 … 5, or
// [hanoi.ErrState] if Path or State have another number of disks.
func Graph(w io.Writer, n int, o GraphOptions) error {
	g, err := newGraph(n, o)
	if err != nil {
		return err
	}
	return g.draw().writeTo(w)
}
