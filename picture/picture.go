// Package picture draws the Tower of Hanoi: a state, a path as an animation, and the
// graph of all states with paths in it.
//
// A picture is one SVG file. A page can show it in an <img>, and a browser can open it by
// itself. It contains no script and loads nothing. Its title and desc describe it in words.
// It follows the reader's choice of light or dark, and an animation stands still if the
// reader prefers reduced motion. Disks differ in width and number, and colour-blind readers
// can tell the colours of odd and even disks apart.
//
// Pictures are computed with integers alone: the same call writes the same bytes on
// every machine. A function checks its arguments before it writes; after that, its only
// errors are the writer's.
//
// # The graph
//
// The states of n disks are the vertices of a graph, and the moves its edges. Each
// edge has length 1. The perfect states are the corners of a triangle: peg 0 on top, peg 1
// on the left, peg 2 on the right. The graph consists of three copies of the graph of n−1
// disks, joined by three edges, and is written as parts within parts. For 11 disks or more,
// the graph of the 8 largest disks is drawn: each vertex is a triangle, which stands for the
// states of the smaller disks. Paths are exact for any number of disks: a shortest path is
// at most 2n−1 straight lines.
package picture

import (
	"errors"
	"fmt"
	"strings"

	"github.com/hanoigen/hanoi"
)

// ErrLarge is wrapped by the errors of [Path] and [PathGIF] for too many moves or disks.
var ErrLarge = errors.New("too large to animate")

// Options selects how a picture names the pegs.
type Options struct {
	Letters bool // A, B and C instead of 0, 1 and 2
}

// name returns the name of a state or a peg.
func (o Options) name(v any) string {
	text := fmt.Sprint(v)
	if o.Letters {
		text = strings.NewReplacer("0", "A", "1", "B", "2", "C").Replace(text)
	}
	return text
}

func noState(what string) error {
	return fmt.Errorf("%w for %s: the zero value has no disks; get one from package hanoi", hanoi.ErrState, what)
}
