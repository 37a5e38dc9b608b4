package answer

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/hanoigen/hanoi/answer/internal/grammar"
)

const (
	hintForm  = "ask for 'move disk 1 from A to C', or give --pattern"
	hintOther = "another list, or a part of it, solves the puzzle; ask for one list, in <answer>"
)

// others are the other ways to read the moves of a list: changed moves, other names of pegs, or other
// numbers of disks. change changes move i, and reports whether it can be read so.
var others = []struct {
	hint   string
	change func(n *grammar.Names, first, m *grammar.Item, i int) bool
	sets   []grammar.NameSet
	disks  string
}{
	{hint: "its pairs may be a disk and the peg that it goes to; " + hintForm, change: func(n *grammar.Names, _, m *grammar.Item, _ int) bool {
		disk, ok := numberOf(n, m.From)
		ok = ok && !m.Disk.Given()
		m.Disk, m.From = grammar.DiskOf(disk), 0
		return ok
	}},
	{hint: "its first values count up, and may be no disks; " + hintForm, change: func(n *grammar.Names, first, m *grammar.Item, i int) bool {
		ok := m.Disk.Given() && m.Disk.Value() == first.Disk.Value()+i && first.Disk.Value() <= 1
		m.Disk = 0
		return ok
	}},
	{hint: "its last values count up, and may be no pegs; " + hintForm, change: func(n *grammar.Names, first, m *grammar.Item, i int) bool {
		start, _ := numberOf(n, first.To)
		last, ok := numberOf(n, m.To)
		ok = ok && m.Disk.Given() && start <= 1 && last == start+i
		m.From, m.To = 0, m.From
		return ok
	}},
	{hint: "its last values may be its disks; " + hintForm, change: func(n *grammar.Names, _, m *grammar.Item, _ int) bool {
		disk, ok := numberOf(n, m.To)
		ok = ok && m.Disk.Given()
		m.Disk, m.From, m.To = grammar.DiskOf(disk), n.Numbered(m.Disk.Value()), m.From
		return ok
	}},
	{hint: "its last values may be times; " + hintForm, change: func(n *grammar.Names, _, m *grammar.Item, _ int) bool {
		ok := m.Disk.Given() && m.Number.Given() && m.Notation() == "triples"
		m.Disk, m.From, m.To = grammar.DiskOf(m.Number.Value()), n.Numbered(m.Disk.Value()), m.From
		return ok
	}},
	{hint: "its numbers may be its disks; " + hintForm, change: func(_ *grammar.Names, _, m *grammar.Item, _ int) bool {
		ok := !m.Disk.Given() && m.Number.Given()
		m.Disk = grammar.DiskOf(m.Number.Value())
		return ok
	}},
	{hint: "its disks may be counted from 0; give --disks small=0", disks: "small=0"},
	{hint: "its disks may be counted from the largest; give --disks large=1", disks: "large=1"},
	{hint: "its disks may be counted from 0, the largest; give --disks large=0", disks: "large=0"},
	{hint: "its pegs may be counted from 1; give --pegs 1,2,3", sets: []grammar.NameSet{grammar.FromOne}},
}

// numberOf returns the number that the name of a peg is.
func numberOf(n *grammar.Names, p grammar.Place) (number int, ok bool) {
	if !p.OnPeg() {
		return 0, false
	}
	number, err := strconv.Atoi(n.All[p.ID()])
	return number, err == nil
}

// otherwise returns a hint if another reading of the answer solves the puzzle, or "" if none does.
func (f *finding) otherwise() string {
	for _, o := range others {
		moves := f.moves
		isRead := (o.disks == "" || moves[0].Disk.Given()) && (o.sets == nil || f.judge.names == nil)
		if o.change != nil {
			moves = slices.Clone(moves)
			for i := 0; isRead && i < len(moves); i++ {
				isRead = o.change(f.part.Names, &f.moves[0], &moves[i], i)
			}
		}
		if isRead && f.solves(moves, o.sets, cmp.Or(o.disks, f.judge.options.Disks)) {
			return o.hint
		}
	}
	if f.inPieces() {
		return hintOther
	}
	return ""
}

// inPieces reports whether another run of the answer, alone or with all later ones like it, solves
// the puzzle, or what follows a blank line in the list. Of too many moves, some may.
func (f *finding) inPieces() bool {
	tried := func(moves []grammar.Item) bool {
		if uint64(len(moves)) < f.judge.enough {
			return false
		}
		f.effort -= len(moves)
		return f.effort < 0 || f.solves(moves, nil, f.judge.options.Disks)
	}
	for i, m := range f.moves {
		if m.Is(grammar.AfterBlank) && tried(f.moves[i:]) {
			return true
		}
	}
	for _, l := range join(f.part.Items, f.runs, false, true) {
		moves := l.moves(f.part.Items)
		for _, r := range l {
			if tried(moves[:r.count]) || r.count < len(moves) && tried(moves) {
				return true
			}
			moves = moves[r.count:]
		}
	}
	return false
}

// solves reports whether moves solve the puzzle. If sets is nil, they may use all sets of names.
func (f *finding) solves(moves []grammar.Item, sets []grammar.NameSet, disks string) bool {
	set, _ := f.judge.settle(moves, f.part.Names, sets)
	p := f.judge.replay(&Result{})
	return set != nil && p.playAll(moves, f.part.Names, set, disks) == nil && p.isSolved()
}
