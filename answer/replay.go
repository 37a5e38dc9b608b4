package answer

import (
	"fmt"
	"io"
	"slices"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/answer/internal/grammar"
)

// replay plays moves from a state, initially the start of the puzzle, and fills in the Result.
type replay struct {
	puzzle *puzzle
	result *Result
	state  state
}

// replay returns a replay that fills in a result.
func (z *puzzle) replay(r *Result) replay {
	p := replay{z, r, z.start}
	if p.isSolved() {
		r.Reached = new(uint64)
	}
	return p
}

func (p *replay) isSolved() bool { return slices.Contains(p.puzzle.goals, p.state) }

// playAll plays moves until one is illegal, and returns that. The names of pegs belong to a set,
// and disks are numbered by a convention of Options.Disks.
func (p *replay) playAll(moves []grammar.Item, n *grammar.Names, set grammar.NameSet, convention string) (wrong *grammar.Item) {
	pegs := make([]int, len(n.All))
	for id, name := range n.All {
		pegs[id] = set.Peg(name)
	}
	disks := p.puzzle.disksOf(convention)
	onDisks := slices.ContainsFunc(moves, func(m grammar.Item) bool {
		return m.From.OnDisk() || m.To.OnDisk()
	})
	for i := range moves {
		m := &moves[i]
		disk, isMisplaced := 0, false
		if m.Disk.Given() {
			disk = int(disks[m.Disk.Value()])
		}
		place := func(at grammar.Place) (peg, under int) {
			switch {
			case at.OnPeg():
				return pegs[at.ID()], 0
			case !at.OnDisk():
				return p.state.peg(max(disk, 1)), 0
			}
			if under = int(disks[at.ID()]); under < 1 {
				disk = -1
			}
			return p.state.peg(max(under, 1)), under
		}
		from, under := place(m.From)
		to, onto := place(m.To)
		if onDisks && disk > 0 && uint(to) < maxPegs {
			isMisplaced = under != p.state.below(disk) || onto != lowest(p.state.top(to))
		}
		if !p.play(disk, from, to, isMisplaced) {
			return m
		}
	}
	return nil
}

// play plays a move of a disk, or of the top disk if disk is 0, and reports whether it is legal.
// isMisplaced means that the disk lies on another disk than the move says, before or after the
// move.
func (p *replay) play(disk, from, to int, isMisplaced bool) bool {
	top, flaw := uint64(0), hanoi.Reason("") // the first rule that the move breaks
	if uint(from) < maxPegs {
		top = p.state.top(from)
	}
	switch {
	case disk < 0:
		flaw = hanoi.NoDisk
	case max(uint(from), uint(to)) >= uint(p.puzzle.pegs):
		flaw = hanoi.NoPeg
	case from == to:
		flaw = hanoi.SamePeg
	case top == 0:
		flaw = hanoi.EmptySource
	case disk > 0 && top != 1<<(disk-1) || isMisplaced:
		flaw = hanoi.NotOnTop
	case p.state[to]&(top-1) != 0:
		flaw = hanoi.LargerOnSmaller
	default:
		p.state[from] ^= top
		p.state[to] |= top
		p.result.Legal++
		if p.result.Reached == nil && p.result.Legal+1 >= p.puzzle.enough && p.isSolved() {
			p.result.Reached = new(p.result.Legal)
		}
		return true
	}
	p.result.Reason, p.result.why = string(flaw), p.explain(flaw, disk, from, to)
	return false
}

// explain says what is wrong with a move that breaks a rule.
func (p *replay) explain(rule hanoi.Reason, disk, from, to int) string {
	number := func(top uint64) int { return diskNumber(lowest(top), p.puzzle.n, p.puzzle.disks) }
	switch rule {
	case hanoi.NoDisk:
		return "there is no such disk"
	case hanoi.NoPeg:
		return "there is no such peg"
	case hanoi.SamePeg:
		return "it does not leave its peg"
	case hanoi.EmptySource:
		return "the peg that it leaves is empty"
	case hanoi.LargerOnSmaller:
		return fmt.Sprintf("it would lie on disk %d, which is smaller", number(p.state.top(to)))
	}
	switch top := p.state.top(from); {
	case p.state.peg(disk) != from:
		return "the disk is on " + p.puzzle.peg(p.state.peg(disk))
	case top != 1<<(disk-1):
		return fmt.Sprintf("disk %d lies on it", number(top))
	}
	return "the disk is not on top of that peg"
}

// finish completes the result. isCut means that more moves may have followed.
func (p *replay) finish(isCut bool) {
	digits := make([]byte, p.puzzle.n)
	for disk := range digits {
		digits[len(digits)-1-disk] = '0' + byte(p.state.peg(disk+1))
	}
	p.result.State = string(digits)
	if p.puzzle.pegs == 3 {
		left := p.puzzle.left(p.state)
		p.result.Left, p.result.Excess = &left, new(p.result.Legal+left-*p.result.Optimum)
	}
	switch {
	case p.result.Reason != "":
		p.result.Verdict = Illegal
	case p.isSolved():
		p.result.Verdict, p.result.Score = Solved, 1
		if p.result.Optimum != nil && p.result.Moves > *p.result.Optimum {
			p.result.Score = float64(*p.result.Optimum) / float64(p.result.Moves)
		}
	case isCut:
		p.result.Verdict = Truncated
	default:
		p.result.Verdict = Unfinished
	}
}

// recordSizes holds the number of bytes of a move in each binary notation.
var recordSizes = map[string]int{"packed": 1, "wide": 2}

// stream judges records of the given size while it reads them. Packed records follow the naming of
// the solution from start to goal, or the canonical naming if there is no such solution.
func (j *Judge) stream(r io.Reader, size int) (Result, error) {
	result := j.result()
	result.Notation, result.Lists = j.options.Notation, 1
	p := j.replay(&result)
	disks := j.disksOf(j.options.Disks)
	naming, err := hanoi.NamingFor(j.n, uint8(j.source), uint8(j.target))
	if err != nil {
		naming = hanoi.Canonical
	}
	var packed [256]hanoi.Move // the move of each byte
	for b := range packed {
		if packed[b], err = hanoi.Unpack(uint8(b), naming); err != nil {
			packed[b] = hanoi.Move{Disk: uint8(b>>2 + 1), From: maxPegs} // no such peg
		}
	}
	buffer := make([]byte, 64<<10)
	for {
		n, err := io.ReadFull(r, buffer)
		for i := 0; i+size <= n && result.Reason == ""; i += size {
			m := packed[buffer[i]]
			if size == 2 {
				m = hanoi.Move{Disk: buffer[i], From: buffer[i+1] >> 4, To: buffer[i+1] & 15}
			}
			if !p.play(int(disks[m.Disk]), int(m.From), int(m.To), false) {
				result.Move = fmt.Sprintf("% #x", buffer[i:i+size])
				result.Offset = new(int(result.Legal) * size)
			}
		}
		result.Moves += uint64(n / size)
		switch err {
		case nil:
		case io.EOF, io.ErrUnexpectedEOF:
			p.finish(n%size > 0 || j.options.Truncated)
			return result, nil
		default:
			return Result{}, err
		}
	}
}
