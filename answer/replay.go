package answer

import (
	"fmt"
	"io"
	"math/bits"

	"github.com/hanoigen/hanoi"
)

// replay plays moves from the start of a puzzle. What becomes of them is in the result.
type replay struct {
	*puzzle
	*Result
	state state
}

// replay begins at the start.
func (z *puzzle) replay(r *Result) *replay {
	p := &replay{z, r, z.start}
	if p.solved(0) {
		r.Reached = new(uint64)
	}
	return p
}

// solved reports whether a goal stands. It looks first at the peg that changed.
func (p *replay) solved(peg int) bool {
	for i := range p.goals {
		if goal := &p.goals[i]; goal[peg] == p.state[peg] && *goal == p.state {
			return true
		}
	}
	return false
}

// play plays a move of a disk, from 1; 0 is the top disk of its peg. It reports whether the move
// is legal.
func (p *replay) play(disk, from, to int) bool {
	if disk == 0 {
		disk = 1 // if the peg is empty, or there is none
		if uint(from) < uint(p.pegs) && p.state[from] != 0 {
			disk += bits.TrailingZeros64(p.state[from])
		}
	}
	if why := p.flaw(disk, from, to); why != "" {
		p.Reason = string(why)
		return false
	}
	bit := uint64(1) << (disk - 1)
	p.state[from] ^= bit
	p.state[to] |= bit
	p.Legal++
	if p.Reached == nil && p.solved(to) {
		p.Reached = new(p.Legal)
	}
	return true
}

// flaw returns the first rule that a move breaks; "" if none.
func (p *replay) flaw(disk, from, to int) hanoi.Reason {
	switch {
	case disk < 1 || disk > p.n:
		return hanoi.NoDisk
	case uint(from) >= uint(p.pegs) || uint(to) >= uint(p.pegs):
		return hanoi.NoPeg
	case from == to:
		return hanoi.SamePeg
	case p.state[from] == 0:
		return hanoi.EmptySource
	case p.state[from]&-p.state[from] != 1<<(disk-1):
		return hanoi.NotOnTop
	case p.state[to]&(1<<(disk-1)-1) != 0:
		return hanoi.LargerOnSmaller
	}
	return ""
}

// finish says what the moves come to. cut reports that more may have followed.
func (p *replay) finish(cut bool) {
	p.State = p.write(p.state)
	if p.pegs == 3 {
		left := p.left(p.state)
		p.Left, p.Excess = &left, new(p.Legal+left-*p.optimum)
	}
	switch {
	case p.Reason != "":
		p.Verdict = Illegal
	case p.solved(0):
		p.Verdict, p.Score = Solved, 1
		if p.optimum != nil && p.Moves > *p.optimum {
			p.Score = float64(*p.optimum) / float64(p.Moves)
		}
	case cut:
		p.Verdict = Truncated
	default:
		p.Verdict = Unfinished
	}
}

// recordSizes are the bytes of a move in the binary notations.
var recordSizes = map[string]int{"packed": 1, "wide": 2}

// stream judges records of a size, as they come.
func (j *Judge) stream(r io.Reader, size int) (Result, error) {
	result := Result{Notation: j.options.Notation, Lists: 1, Optimum: j.optimum}
	p := j.replay(&result)
	packed, disks := j.packed(), j.diskCodes(j.options.Disks)
	disks[diskMiddle], disks[diskLargest], disks[diskTop] = -1, -1, -1 // records have no words
	buffer := make([]byte, 64<<10)
	for {
		n, err := io.ReadFull(r, buffer)
		for i := 0; i+size <= n && result.Reason == ""; i += size {
			m := packed[buffer[i]]
			if size == 2 {
				m = hanoi.Move{Disk: buffer[i], From: buffer[i+1] >> 4, To: buffer[i+1] & 15}
			}
			if !p.play(int(disks[m.Disk]), int(m.From), int(m.To)) {
				result.Move = fmt.Sprintf("% #x", buffer[i:i+size])
				result.Offset = new(int(result.Legal) * size)
			}
		}
		result.Moves += uint64(n / size)
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			p.finish(n%size > 0 || j.options.Truncated)
			return result, nil
		}
		if err != nil {
			return Result{}, err
		}
	}
}

// packed returns the moves of all bytes under the naming of the solution from start to goal. If
// there is none, it is 0, the canonical one. A byte that is no record moves from no peg.
func (z *puzzle) packed() (moves [256]hanoi.Move) {
	naming, _ := hanoi.NamingFor(z.n, uint8(z.source), uint8(z.target))
	for b := range moves {
		var err error
		if moves[b], err = hanoi.Unpack(uint8(b), naming); err != nil {
			moves[b] = hanoi.Move{Disk: uint8(b>>2 + 1), From: maxPegs}
		}
	}
	return moves
}
