package terminal

import (
	"math"
	"strings"

	"github.com/hanoigen/hanoi"
)

// place returns where a state is in the Hanoi graph, drawn with edges of one length
// in a triangle of side 1: all disks on A on top, on B at the left, on C at the right.
// Each disk, from the largest down, chooses one of three parts of half the size. In
// that part the other two corners swap names, since two parts meet where the smaller
// disks all stand on the third peg.
func place(s hanoi.State) (x, y float64) {
	corner := [3]int{0, 1, 2} // where the part for a peg is
	scale := math.Ldexp(1, s.N()) - 1
	for disk := s.N(); disk > 0; disk-- {
		peg := int(s.Peg(disk))
		step := math.Ldexp(1, disk-1) / scale
		x += step * [3]float64{0.5, 0, 1}[corner[peg]]
		y += step * [3]float64{0, 1, 1}[corner[peg]] * math.Sqrt(3) / 2
		a, b := (peg+1)%3, (peg+2)%3
		corner[a], corner[b] = corner[b], corner[a]
	}
	return x, y
}

// canvas is a picture of dots, 2×4 in a character of the Braille patterns (U+2800).
type canvas struct {
	width, height int // in characters
	dots          []rune
	mark          map[int]string
}

// bit is the dot of a Braille pattern, by row and column.
var bit = [4][2]rune{{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}}

func (c *canvas) dot(x, y int) {
	c.dots[y/4*c.width+x/2] |= bit[y%4][x%2]
}

func (c *canvas) String() string {
	var b strings.Builder
	for i, dots := range c.dots {
		if i > 0 && i%c.width == 0 {
			b.WriteByte('\n')
		}
		switch mark := c.mark[i]; {
		case mark != "":
			b.WriteString(mark)
		case dots == 0:
			b.WriteByte(' ')
		default:
			b.WriteRune(0x2800 + dots)
		}
	}
	return b.String()
}

// drawGraph draws the Hanoi graph as a triangle of dots, with the shortest path from a
// state to the goal as a line and both ends marked. If there is no room for all
// states, the dots are evenly spread ones.
func drawGraph(now, goal hanoi.State, width, height int) string {
	const legend = "● you  ◎ goal"
	height = min(height-2, (width*2*7/8+3)/4) // a triangle's height is 0.87 of its side
	c := &canvas{width: width, height: height, dots: make([]rune, width*height), mark: map[int]string{}}
	side := min(float64(2*width-1), float64(4*height-1)/(math.Sqrt(3)/2))
	at := func(s hanoi.State) (x, y int) {
		fx, fy := place(s)
		return int(math.Round(fx * side)), int(math.Round(fy * side))
	}
	// The states with the smaller disks all on one peg are spread evenly.
	depth := min(now.N(), int(math.Log2(side/4)))
	for i := range pow3(depth) {
		for rest := range 3 {
			c.dot(at(coarse(now.N(), depth, i, rest)))
		}
	}
	route, err := hanoi.Path(now, goal)
	if err != nil {
		panic(err) // two states of one puzzle
	}
	// The path is at most about two sides long: with so many samples no dot is left out.
	samples := uint64(8 * side)
	if route.Len() <= samples {
		c.walk(route, 1, at)
	} else {
		c.walk(route, route.Len()/samples, at)
	}
	mark := func(s hanoi.State, sign string) {
		x, y := at(s)
		c.mark[y/4*c.width+x/2] = bold.Render(sign)
	}
	mark(goal, "◎")
	mark(now, "●")
	return center("A", width) + "\n" + c.String() + "\n" + "B" + center(legend, width-2) + "C"
}

// walk draws the route as lines between states 0, every, 2·every … and the last.
func (c *canvas) walk(r *hanoi.Route, every uint64, at func(hanoi.State) (x, y int)) {
	x, y := at(r.StateAt(0))
	for i := uint64(0); i < r.Len(); {
		i += min(every, r.Len()-i)
		nextX, nextY := at(r.StateAt(i))
		steps := max(abs(nextX-x), abs(nextY-y), 1)
		for s := range steps + 1 {
			c.dot(x+(nextX-x)*s/steps, y+(nextY-y)*s/steps)
		}
		x, y = nextX, nextY
	}
}

// coarse is a corner of the i-th of 3^depth parts of the graph: the largest disks
// stand as the digits of i say, and all others on the peg rest.
func coarse(n, depth, i, rest int) hanoi.State {
	var sets [3]uint64
	for disk := n; disk > 0; disk-- {
		peg := rest
		if n-disk < depth {
			peg, i = i%3, i/3
		}
		sets[peg] |= 1 << (disk - 1)
	}
	s, err := hanoi.StateOf(n, sets)
	if err != nil {
		panic(err) // each disk is on one peg
	}
	return s
}

func pow3(n int) int {
	p := 1
	for range n {
		p *= 3
	}
	return p
}

func abs(x int) int { return max(x, -x) }
