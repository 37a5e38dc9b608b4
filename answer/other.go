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

// others are the other ways to read the moves of a list. change changes move i, and reports whether
// it can be read so.
var others = []struct {
	hint   string
	change func(n *grammar.Names, first, m *grammar.Item, i int) bool
}{
	{"its pairs may be a disk and the peg that it goes to", func(n *grammar.Names, _, m *grammar.Item, _ int) bool {
		disk, ok := numberOf(n, m.From)
		ok = ok && !m.Disk.Given()
		m.Disk, m.From = grammar.DiskOf(disk), 0
		return ok
	}},
	{"its first values count up, and may be no disks", func(_ *grammar.Names, first, m *grammar.Item, i int) bool {
		ok := m.Disk.Given() && m.Disk.Value() == first.Disk.Value()+i && first.Disk.Value() <= 1
		m.Disk = 0
		return ok
	}},
	{"its last values count up, and may be no pegs", func(n *grammar.Names, first, m *grammar.Item, i int) bool {
		start, _ := numberOf(n, first.To)
		last, ok := numberOf(n, m.To)
		ok = ok && m.Disk.Given() && start <= 1 && last == start+i
		m.From, m.To = 0, m.From
		return ok
	}},
	{"its numbers may be its disks", func(_ *grammar.Names, _, m *grammar.Item, _ int) bool {
		ok := !m.Disk.Given() && m.Number.Given()
		m.Disk = grammar.DiskOf(m.Number.Value())
		return ok
	}},
}

// numberOf returns the number that the name of a peg is.
func numberOf(n *grammar.Names, p grammar.Place) (number int, ok bool) {
	if p.Kind() != grammar.OnPeg {
		return 0, false
	}
	number, err := strconv.Atoi(n.All[p.ID()])
	return number, err == nil
}

var otherDisks = []struct{ convention, hint string }{
	{"small=0", "its disks may be counted from 0; give --disks small=0"},
	{"large=1", "its disks may be counted from the largest; give --disks large=1"},
	{"large=0", "its disks may be counted from 0, the largest; give --disks large=0"},
}

// otherwise returns a hint if another reading of the answer solves the puzzle, or "" if none does.
func (j *Judge) otherwise(c *setting) string {
	for _, o := range others {
		moves, isRead := slices.Clone(c.moves), true
		for i := range moves {
			isRead = isRead && o.change(c.Names, &c.moves[0], &moves[i], i)
		}
		if isRead && j.solves(c, moves) {
			return o.hint + "; " + hintForm
		}
	}
	for _, o := range otherDisks {
		isOther := o.convention != cmp.Or(j.options.Disks, "small=1") && c.moves[0].Disk.Given()
		if isOther && j.plays(c.moves, j.settle(c.moves, c.Names), o.convention) {
			return o.hint
		}
	}
	if used, names := usedIn(c.moves, c.Names); j.names == nil && !slices.Contains(names, "0") && !slices.Contains(names, "3") {
		n := j.settleBy([]grammar.NameSet{grammar.FromOne}, used, names, len(c.Names.All))
		if j.plays(c.moves, n, j.options.Disks) {
			return "its pegs may be counted from 1; give --pegs 1,2,3"
		}
	}
	if j.inPieces(c) {
		return hintOther
	}
	return ""
}

// inPieces reports whether another run of the answer, alone or with all later ones like it, solves
// the puzzle, or what follows a blank line in the list. Of too many runs, some may.
func (j *Judge) inPieces(c *setting) bool {
	tries := 0
	tried := func(moves []grammar.Item) bool {
		if len(moves) < j.needed() {
			return false
		}
		tries++
		return tries > maxPieces || j.solves(c, moves)
	}
	for i := range c.moves {
		if i > 0 && c.moves[i].Is(grammar.AfterBlank) && tried(c.moves[i:]) {
			return true
		}
	}
	for runs := c.runs; len(runs) > 0; {
		var pieces, rest []run
		for _, r := range runs {
			if c.Items[r.first].Looks() == c.Items[runs[0].first].Looks() {
				pieces = append(pieces, r)
			} else {
				rest = append(rest, r)
			}
		}
		moves := movesOf(c.Items, pieces)
		for _, r := range pieces {
			if tried(moves[:r.count]) || r.count < len(moves) && tried(moves) {
				return true
			}
			moves = moves[r.count:]
		}
		runs = rest
	}
	return false
}

// solves reports whether moves solve the puzzle.
func (j *Judge) solves(c *setting, moves []grammar.Item) bool {
	return j.plays(moves, j.settle(moves, c.Names), j.options.Disks)
}

func (j *Judge) plays(moves []grammar.Item, n naming, disks string) bool {
	p := replay{&j.puzzle, &Result{}, j.start}
	return n.unknown == nil && p.playAll(moves, n.pegs, j.disksOf(disks)) == nil && p.solved()
}
