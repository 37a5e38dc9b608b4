package sink

import (
	"errors"
	"fmt"

	"github.com/hanoigen/hanoi/internal/block"
	"github.com/hanoigen/hanoi/internal/osfile"
)

// A target describes an output. The system is asked once, before the first byte.
type target struct {
	lacks  [Write + 1]error // why the output does not support a method; nil if it does
	system osfile.System
	offset int64   // of the next byte in the file
	held   float64 // bytes of disk space already allocated past the offset
}

// A plan is how the rest of a stream is written.
type plan struct {
	method Method
	need   float64 // bytes of disk space
	steps  []step  // of Clone and Direct; the other methods write at the output's own offset
}

// A step writes or clones the bytes of a file up to an offset.
type step struct {
	end  int64
	back int64 // if positive, they are cloned from this many bytes before; or else written
}

const memoryAlign = 4096 // of the memory of direct writes

// Limits that tests replace.
var (
	cloneFrom int64 = 64 << 20 // Auto writes fewer bytes
	clonePage int64 = 4096     // clones are aligned to this, or to a larger block of the file system
)

// newPlan plans how the rest of a stream is written: by the method asked for, or by the first
// that suits the target and the stream. The error wraps ErrMethod.
func newPlan(c *block.Cursor, t target, asked Method) (plan, error) {
	for m := max(asked, Clone); ; m++ {
		p, err := planBy(m, c, t, asked == Auto)
		if err == nil {
			return p, nil
		}
		if asked != Auto { // Auto ends with Write, which cannot fail
			return p, fmt.Errorf("%w, %v: %w", ErrMethod, asked, err)
		}
	}
}

func planBy(m Method, c *block.Cursor, t target, auto bool) (plan, error) {
	p := plan{method: m, need: c.LeftFloat()}
	if err := t.lacks[m]; err != nil || m == Splice || m == Write {
		return p, err
	}
	left, bounded := c.Left()
	switch {
	case !bounded:
		return p, errors.New("it is longer than a file can be")
	case auto && (m == Direct && left < memoryAlign || m == Clone && left < cloneFrom):
		return p, errors.New("too short to gain from it")
	case m == Direct:
		p.steps = []step{{end: t.offset + left}}
		return p, nil
	}
	at, _ := c.Offset()
	clones, ok := clonePlan{
		shift: t.offset - at,
		next:  t.offset,
		end:   t.offset + left,
	}.best(c.Stream(), t.system)
	if !ok && left >= cloneFrom {
		return p, errors.New("too little of it repeats, as in paths and numbered records")
	}
	if ok {
		p.need = min(p.need, clones.need)
		p.steps = clones.steps(c.Stream())
	}
	p.steps = append(p.steps, step{end: t.offset + left})
	return p, nil
}

// A clonePlan says which part of a file is written, and which is cloned. Its offsets are in
// the file.
//
// First the base, which contains three blocks, is written. Clones of these three are appended.
// Their bytes are right except in the three seams, which are written. The six blocks are three
// blocks of twice the length. In the next round, these three are cloned, and so on. Each
// round writes three seams, or four if an edge cuts one. A clone ends before the page with the
// next seam; then this page is written. So all bytes of the file are right at any time.
type clonePlan struct {
	shift int64   // from offsets in the stream to those in the file
	next  int64   // where writing begins
	base  int64   // where the base ends
	end   int64   // where the last clone may end
	page  int64   // clones begin and end at multiples of this
	bits  int     // the first blocks have 2^bits moves
	need  float64 // bytes of disk space, estimated
}

// Rough estimates. They choose between plans, and say how much space a plan needs.
const (
	extentTime  = 16e-6 // seconds for an extent; each block has two
	writeRate   = 0.5e9 // bytes a second
	extentBytes = 512   // of an extent in the tables of the file system
)

// best completes a plan that says where the stream is. It returns the fastest plan that uses at
// most half of the free space. If no plan does, it returns the plan that uses the least space. ok
// is false if there is nothing to clone.
func (p clonePlan) best(s *block.Stream, fs osfile.System) (best clonePlan, ok bool) {
	length := p.end - p.next
	if length > 1<<60 {
		return best, false
	}
	p.page = max(clonePage, fs.Block)
	p.end = p.end / p.page * p.page
	least := 0.0 // seconds
	for p.bits = 9; ; p.bits++ {
		layout, exists := s.Layout(p.bits)
		if !exists {
			return best, ok
		}
		p.base = roundUp(max(p.next, layout.First+p.shift)+3*layout.Block, p.page)
		if p.end <= p.base { // longer blocks leave nothing to clone, either
			return best, ok
		}
		written, extents := float64(p.base-p.next), float64(length/layout.Block*2)
		p.need = written + extents*extentBytes
		time := written/writeRate + extents*extentTime
		if layout.Block%p.page == 0 && (!ok || time < least && p.need <= max(best.need, fs.Free/2)) {
			best, least, ok = p, time, true
		}
	}
}

// steps returns the steps up to the last clone.
func (p clonePlan) steps(s *block.Stream) []step {
	all, next := []step{{end: p.base}}, p.base
	for bits := p.bits; next < p.end; bits++ {
		// The layout exists. Three of its blocks are in the file, just before next.
		layout, _ := s.Layout(bits)
		first := layout.First + p.shift
		back := 3 * layout.Block
		for stop := min(next+back, p.end); next < stop; {
			end := first + ((next-first)/layout.Block+1)*layout.Block // of this block
			seam := (end - layout.Seam) / p.page * p.page
			if from := min(seam, stop); next < from {
				all = append(all, step{end: from, back: back})
			}
			next = min(roundUp(end, p.page), stop)
			all = append(all, step{end: next})
		}
	}
	return all
}

func roundUp(n, to int64) int64 { return (n + to - 1) / to * to }
