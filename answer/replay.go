package answer

import (
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/answer/internal/grammar"
)

// replay plays moves from a state, initially the start of the puzzle, and fills in the Result.
type replay struct {
	puzzle *puzzle
	result *Result
	state  state
}

func (p *replay) solved() bool {
	return slices.ContainsFunc(p.puzzle.goals, func(goal state) bool { return goal == p.state })
}

// playAll plays moves until one is illegal, and returns that.
func (p *replay) playAll(moves []grammar.Item, pegs []int8, disks [256]int8) (wrong *grammar.Item) {
	onDisks := moves[0].Kind == grammar.Call && slices.ContainsFunc(moves, func(m grammar.Item) bool {
		return m.From.Kind() == grammar.OnDisk || m.To.Kind() == grammar.OnDisk
	})
	for i := range moves {
		m := &moves[i]
		disk, isMisplaced := 0, false
		if m.Disk.Given() {
			disk = int(disks[m.Disk.Value()])
		}
		place := func(at grammar.Place) (peg, under int) {
			switch at.Kind() {
			case grammar.Unsaid:
				return p.state.peg(max(disk, 1)), 0
			case grammar.OnPeg:
				return int(pegs[at.ID()]), 0
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

// blame says which move is illegal, and where.
func (p *replay) blame(part *grammar.Part, wrong *grammar.Item) {
	at := int(wrong.Start)
	p.result.Move, p.result.Line, p.result.Offset = excerpt(part.Text[at:wrong.End()]), part.LineOf(at), &at
}

// play plays a move of a disk, or of the top disk if disk is 0, and reports whether it is legal.
// isMisplaced means that the disk lies on another disk than the move says, before or after the
// move.
func (p *replay) play(disk, from, to int, isMisplaced bool) bool {
	flaw := p.flaw(disk, from, to)
	if isMisplaced && (flaw == "" || flaw == hanoi.LargerOnSmaller) {
		flaw = hanoi.NotOnTop
	}
	if flaw != "" {
		p.result.Reason = string(flaw)
		p.obstruct(flaw, disk, from, to)
		return false
	}
	top := p.state.top(from)
	p.state[from] ^= top
	p.state[to] |= top
	p.result.Legal++
	if p.result.Reached == nil && p.result.Legal >= p.puzzle.soonest && p.solved() {
		p.result.Reached = new(p.result.Legal)
	}
	return true
}

// obstruct says what is in the way of a move that breaks a rule.
func (p *replay) obstruct(flaw hanoi.Reason, disk, from, to int) {
	switch {
	case flaw == hanoi.LargerOnSmaller:
		p.result.inTheWay = lowest(p.state.top(to))
	case flaw == hanoi.NotOnTop && p.state.peg(disk) != from:
		p.result.elsewhere = disk
	case flaw == hanoi.NotOnTop && p.state.top(from) != 1<<(disk-1):
		p.result.inTheWay = lowest(p.state.top(from))
	}
}

// flaw returns the first rule that a move breaks; "" if none.
func (p *replay) flaw(disk, from, to int) hanoi.Reason {
	switch {
	case disk < 0:
		return hanoi.NoDisk
	case max(uint(from), uint(to)) >= uint(p.puzzle.pegs):
		return hanoi.NoPeg
	case from == to:
		return hanoi.SamePeg
	}
	switch top := p.state[from] & -p.state[from]; {
	case top == 0:
		return hanoi.EmptySource
	case disk > 0 && top != 1<<(disk-1):
		return hanoi.NotOnTop
	case p.state[to]&(top-1) != 0:
		return hanoi.LargerOnSmaller
	}
	return ""
}

// finish completes the result. cut means that more moves may have followed.
func (p *replay) finish(cut bool) {
	for disk := p.puzzle.n; disk > 0; disk-- {
		p.result.State += strconv.Itoa(p.state.peg(disk))
	}
	if slices.Contains(p.puzzle.goals, p.puzzle.start) {
		p.result.Reached = new(uint64)
	}
	if p.puzzle.pegs == 3 {
		left := p.puzzle.left(p.state)
		p.result.Left, p.result.Excess = &left, new(p.result.Legal+left-*p.puzzle.optimum)
	}
	switch {
	case p.result.Reason != "":
		p.result.Verdict = Illegal
	case p.solved():
		p.result.Verdict, p.result.Score = Solved, 1
		if p.puzzle.optimum != nil && p.result.Moves > *p.puzzle.optimum {
			p.result.Score = float64(*p.puzzle.optimum) / float64(p.result.Moves)
		}
	case cut:
		p.result.Verdict = Truncated
	default:
		p.result.Verdict = Unfinished
	}
}

// recordSize returns the number of bytes of a move in a binary notation; 0 for other notations.
func recordSize(notation string) int {
	switch notation {
	case "packed":
		return 1
	case "wide":
		return 2
	}
	return 0
}

// stream judges records of the given size while it reads them. Packed records follow the naming of
// the solution from start to goal, or the canonical naming if there is no such solution.
func (j *Judge) stream(r io.Reader, size int) (Result, error) {
	result := Result{Notation: j.options.Notation, Lists: 1, Optimum: j.fewest(), anyGoal: len(j.goals) > 1, disks: j.options.Disks, pegNames: j.shown}
	p := replay{&j.puzzle, &result, j.start}
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
