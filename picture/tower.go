package picture

import (
	"fmt"
	"io"
	"math/bits"
	"strings"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/number"
)

// tower is the layout of n disks on three pegs.
type tower struct {
	Options
	n           int
	left        unit // the left edge of the first peg's column
	column      unit // the width of a peg's column
	least, most unit // the widths of the smallest and the largest disk
	disk        unit // the height of a disk, with the gap above it
	gap         unit
	rod         unit // the thickness of pegs and floor
	top         unit // the upper end of the pegs
	floor       unit // the upper edge of the floor
	scale       int  // at which a web page that sets no size shows the picture
}

const (
	sceneWidth = 340 * one
	margin     = 5 * one  // the least space at the edges
	lane       = 8 * one  // the upper edge of a disk that moves from peg to peg
	labels     = 26 * one // the height of the floor and the labels
	lineHeight = 22 * one // the height of a line of words
)

// newTower returns the layout of a whole picture. If it is animated, there is room for a
// disk above the pegs.
func newTower(n int, animated bool, o Options) tower {
	t := tower{Options: o, n: n, left: margin, column: 110 * one, least: 22 * one, gap: one, rod: 5 * one, top: lane + 4*one, scale: 2}
	t.disk = min(18*one, max(9*one, 180*one/unit(n)))
	t.most = min(102*one, t.least+unit(n)*14*one) // a few disks do not fill the column
	if n > 20 {
		t.scale = 1
	}
	if animated {
		t.top += t.disk
	}
	t.floor = t.top + 10*one + unit(n)*t.disk
	return t
}

func (t tower) middle(peg uint8) unit { return t.left + t.column*unit(peg) + t.column/2 }

func (t tower) width(disk int) unit {
	if t.n == 1 {
		return t.most
	}
	return t.least + (t.most-t.least)*unit(disk-1)/unit(t.n-1)
}

// position returns the middle of the upper edge of a disk.
func (t tower) position(s hanoi.State, disk int) (x, y unit) {
	peg := s.Peg(disk)
	below := bits.OnesCount64(s.Disks(peg) >> disk)
	return t.middle(peg), t.floor - unit(below+1)*t.disk + t.gap
}

// fontSize returns the size of the number on a disk.
func (t tower) fontSize() unit { return (t.disk - t.gap) * 3 / 4 }

// drawPegs draws the pegs and the floor.
func (t tower) drawPegs(p *page) {
	half := t.rod / 2
	p.f(`<path class="rod" stroke-width="%v" d="`, t.rod)
	for peg := range uint8(3) {
		p.f("M%v %vV%v", t.middle(peg), t.top+half, t.floor+half)
	}
	p.f(`M%v %vH%v"/>`+"\n", t.left+half, t.floor+half, t.left+3*t.column-half)
}

// drawDisks draws the disks of a state, each as a group whose origin is the middle of its upper
// edge.
func (t tower) drawDisks(p *page, s hanoi.State) {
	height := t.disk - t.gap
	for disk := t.n; disk > 0; disk-- {
		x, y := t.position(s, disk)
		width, parity := t.width(disk), [2]string{"even", "odd"}[disk&1]
		p.f(`<g class="disk disk%d" transform="translate(%v %v)"><rect class="%s" x="%v" width="%v" height="%v" rx="%v"/><text y="%v">%[1]d</text></g>`+"\n",
			disk, x, y, parity, -width/2, width, height, min(height/2, 5*one), height/2+t.fontSize()*9/25)
	}
}

// style returns the style of the numbers of disks and pegs.
func (t tower) style() string {
	return fmt.Sprintf("text{font-size:%vpx;font-weight:600;text-anchor:middle}\n.peg{font-size:12px;font-weight:400}\n", t.fontSize())
}

// drawLabels writes the name of each peg below it.
func (t tower) drawLabels(p *page) {
	for peg := range uint8(3) {
		p.f(`<text class="peg soft" x="%v" y="%v">%s</text>`, t.middle(peg), t.floor+t.rod+14*one, t.name(peg))
	}
	p.f("\n")
}

// State draws the disks of a state on their pegs. The error of the zero State wraps
// [hanoi.ErrState].
func State(w io.Writer, s hanoi.State, o Options) error {
	if s.N() == 0 {
		return errNoDisks
	}
	t := newTower(s.N(), false, o)
	p := newPage(sceneWidth, t.floor+labels, t.scale, "Tower of Hanoi: state "+t.name(s),
		number.Count(s.N(), "disk")+" on three pegs, from the bottom up. "+t.onPegs(s), t.style())
	t.drawPegs(p)
	t.drawDisks(p, s)
	t.drawLabels(p)
	return p.writeTo(w)
}

// onPegs describes a state, as in "Peg 0: disks 4, 2, 1. Peg 1: no disk. Peg 2: disk 3."
func (t tower) onPegs(s hanoi.State) string {
	var pegs []string
	for peg := range uint8(3) {
		set := s.Disks(peg)
		what := [...]string{"no disk", "disk ", "disks "}[min(bits.OnesCount64(set), 2)]
		pegs = append(pegs, fmt.Sprintf("Peg %s: %s%s.", t.name(peg), what, number.List(set, true)))
	}
	return strings.Join(pegs, " ")
}
