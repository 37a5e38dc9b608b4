package terminal

import (
	"math"
	"math/bits"
	"strings"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/coords"
)

// pointOf returns the place of a state on the map: a triangle with sides of length 1. All
// disks are on A at its top, on B at its left, on C at its right.
func pointOf(s hanoi.State) (x, y float64) {
	p, side := coords.Of(s), math.Ldexp(1, s.N())-1
	return (1 + float64(p[2])/side - float64(p[1])/side) / 2, (1 - float64(p[0])/side) * math.Sqrt(3) / 2
}

// canvas is a picture of Braille patterns, each with 2×4 dots, and of signs.
type canvas struct {
	side float64 // of the triangle, in dots
	rows [][]rune
}

// braille holds the dots of a Braille pattern by row and column.
var braille = [4][2]rune{{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}}

// at returns the dot at a point and the character that contains it.
func (c *canvas) at(x, y float64) (dot rune, in *rune) {
	column, row := int(math.Round(x*c.side)), int(math.Round(y*c.side))
	return braille[row%4][column%2], &c.rows[row/4][column/2]
}

func (c *canvas) dot(x, y float64) {
	dot, in := c.at(x, y)
	*in = max(*in, 0x2800) | dot // U+2800 is the empty pattern
}

// mark puts a sign at a state.
func (c *canvas) mark(s hanoi.State, sign rune) {
	_, in := c.at(pointOf(s))
	*in = sign
}

// triangle draws all states of the smallest disks, with the top at x, y and edges of length
// step. Without room for all, it leaves some out evenly.
func (c *canvas) triangle(x, y float64, disks int, step float64) {
	side := (math.Ldexp(1, disks) - 1) * step
	c.dot(x, y)
	c.dot(x-side/2, y+side*math.Sqrt(3)/2)
	c.dot(x+side/2, y+side*math.Sqrt(3)/2)
	if side*c.side < 8 || disks == 1 {
		return
	}
	away := math.Ldexp(step, disks-1)
	c.triangle(x, y, disks-1, step)
	c.triangle(x-away/2, y+away*math.Sqrt(3)/2, disks-1, step)
	c.triangle(x+away/2, y+away*math.Sqrt(3)/2, disks-1, step)
}

// line draws a route as dots: 4 for each dot of a side. No route is longer than a side, so the
// line has no gaps.
func (c *canvas) line(r *hanoi.Route) {
	dots := uint64(4 * c.side)
	for k := range dots + 1 {
		high, low := bits.Mul64(r.Len(), k)
		i, rest := bits.Div64(high, low, dots)
		x, y := pointOf(r.StateAt(i))
		nextX, nextY := pointOf(r.StateAt(min(i+1, r.Len())))
		f := float64(rest) / float64(dots)
		c.dot(x+(nextX-x)*f, y+(nextY-y)*f)
	}
}

// drawMap draws the Hanoi graph as dots, a route as a line, and a mark at each of its ends.
func drawMap(r *hanoi.Route, width, height int) string {
	height = min(height-2, (width*2*7/8+3)/4) // a triangle's height is 0.87 of its side
	c := &canvas{side: min(float64(2*width-1), float64(4*height-1)/(math.Sqrt(3)/2))}
	for range height {
		c.rows = append(c.rows, []rune(strings.Repeat(" ", width)))
	}
	now, goal := r.StateAt(0), r.StateAt(r.Len())
	c.triangle(0.5, 0, now.N(), 1/(math.Ldexp(1, now.N())-1))
	c.line(r)
	c.mark(goal, '◎')
	c.mark(now, '●')
	lines := []string{center("A", width)}
	marks := strings.NewReplacer("◎", bold.Render("◎"), "●", bold.Render("●"))
	for _, row := range c.rows {
		lines = append(lines, marks.Replace(string(row)))
	}
	lines = append(lines, "B"+center("● you  ◎ goal", width-2)+"C")
	return strings.Join(lines, "\n")
}
