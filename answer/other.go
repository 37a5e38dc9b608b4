package answer

import (
	"cmp"
	"slices"
)

// others are the other ways to read a list. change changes move i, and reports whether the move can be read so.
var others = []struct {
	hint   string
	change func(n *names, first, m *item, i int) bool
}{
	{"its pairs may be a disk and the peg that it goes to", func(n *names, _, m *item, _ int) bool {
		disk := n.numberOf(m.from)
		ok := m.disk == noDisk && disk >= 0
		m.disk, m.from = uint8(min(disk, mostDisk)), nowhere
		return ok
	}},
	{"its first values count up, and may be no disks", func(_ *names, first, m *item, i int) bool {
		ok := m.disk != noDisk && m.form != sentence && int(m.disk) == int(first.disk)+i && first.disk <= 1
		m.disk = noDisk
		return ok
	}},
	{"its last values count up, and may be no pegs", func(n *names, first, m *item, i int) bool {
		start := n.numberOf(first.to)
		ok := m.disk != noDisk && (start == 0 || start == 1) && n.numberOf(m.to) == start+i
		m.from, m.to = nowhere, m.from
		return ok
	}},
	{"its numbers may be its disks", func(_ *names, _, m *item, _ int) bool {
		ok := m.disk == noDisk && m.number >= 0
		m.disk = uint8(min(m.number, mostDisk))
		return ok
	}},
}

var otherDisks = []struct{ convention, hint string }{
	{"small=0", "its disks may be counted from 0; give --disks small=0"},
	{"large=1", "its disks may be counted from the largest; give --disks large=1"},
	{"large=0", "its disks may be counted from 0, the largest; give --disks large=0"},
}

// otherwise returns a hint if another reading of the list solves the puzzle, or "" if none does.
func (j *Judge) otherwise(l *list) string {
	if j.inPieces() {
		return hintPieces
	}
	for _, o := range others {
		moves, isRead := slices.Clone(l.moves), true
		for i := range moves {
			isRead = isRead && o.change(j.reader.names, &l.moves[0], &moves[i], i)
		}
		if isRead && j.solves(moves, j.options.Disks) {
			return o.hint + "; " + hintForm
		}
	}
	for _, o := range otherDisks {
		if o.convention != cmp.Or(j.options.Disks, "small=1") && l.moves[0].disk != noDisk && j.solves(l.moves, o.convention) {
			return o.hint
		}
	}
	return ""
}

// solves reports whether moves solve the puzzle.
func (j *Judge) solves(moves []item, disks string) bool {
	pegs, unknown := j.settle(moves, j.reader.names)
	p := replay{&j.puzzle, &Result{}, j.start}
	return unknown == nil && p.playAll(moves, pegs, j.disksOf(disks)) == nil && p.solved()
}
