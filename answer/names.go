package answer

import (
	"slices"
	"strings"

	"github.com/hanoigen/hanoi/answer/internal/grammar"
)

// settle returns the first of some sets to which all names of pegs in a list belong, or else the
// unknown names. If sets is nil, it is one that the list may use.
func (z *puzzle) settle(moves []grammar.Item, n *grammar.Names, sets []grammar.NameSet) (set grammar.NameSet, unknown []string) {
	used := usedIn(moves, n)
	if sets == nil {
		sets = z.sets(used, moves[0].Notation())
	}
	for _, set := range sets {
		isUnknown := func(name string) bool { return set.Peg(name) < 0 }
		if z.names != nil || !slices.ContainsFunc(used, isUnknown) {
			return set, nil
		}
	}
	return nil, used[:min(len(used), 10)]
}

// usedIn returns the names of pegs in a list. Names that differ only in case are one.
func usedIn(moves []grammar.Item, n *grammar.Names) (used []string) {
	var isUsed [grammar.MostNames]bool
	used = make([]string, 0, 4)
	for i := range moves {
		for _, p := range [2]grammar.Place{moves[i].From, moves[i].To} {
			if !p.OnPeg() || isUsed[p.ID()] {
				continue
			}
			isUsed[p.ID()] = true
			isSame := func(other string) bool { return strings.EqualFold(n.All[p.ID()], other) }
			if !slices.ContainsFunc(used, isSame) {
				used = append(used, n.All[p.ID()])
			}
		}
	}
	return used
}

// sets returns the sets of names that a list may use.
func (z *puzzle) sets(used []string, notation string) []grammar.NameSet {
	if z.names != nil {
		return []grammar.NameSet{z.names}
	}
	sets := append(make([]grammar.NameSet, 0, 4), grammar.Letters, grammar.Sides)
	hasZero, hasThree := slices.Contains(used, "0"), slices.Contains(used, "3")
	switch {
	case hasThree:
		sets = append(sets, grammar.FromOne)
	case hasZero, notation == "triples", notation == "jsonl", notation == "csv":
		sets = append(sets, grammar.FromZero)
	}
	if z.roles != nil {
		sets = append(sets, z.roles)
	}
	return sets
}

// disksOf returns the disk of each number by a convention of Options.Disks, −1 for none.
func (z *puzzle) disksOf(convention string) (disks [256]int8) {
	for i := range disks {
		disks[i] = -1
	}
	for disk := 1; disk <= z.n; disk++ {
		disks[diskNumber(disk, z.n, convention)] = int8(disk)
	}
	return disks
}

// diskNumber returns the number of a disk of n by a convention, such as large=0.
func diskNumber(disk, n int, convention string) int {
	if strings.HasPrefix(convention, "large") {
		disk = n + 1 - disk
	}
	if strings.HasSuffix(convention, "=0") {
		disk--
	}
	return disk
}
