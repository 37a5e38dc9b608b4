package answer

import (
	"slices"
	"strings"

	"github.com/hanoigen/hanoi/answer/internal/grammar"
)

// A naming says which peg each name of a list is.
type naming struct {
	pegs    []int8          // by the number of the name; −1 for none
	set     grammar.NameSet // that the names belong to
	unknown []string        // the names, if they belong to no set
}

// settle returns the naming of a list, by the first of some sets to which all names belong; nil for
// those that it may use. If one letter or number does not belong to it, and all pegs have names,
// that isn't a peg.
func (z *puzzle) settle(moves []grammar.Item, n *grammar.Names, sets []grammar.NameSet) naming {
	used := usedIn(moves, len(n.All))
	if sets == nil {
		sets = z.sets(used, n, moves[0].Notation())
	}
	pegs := make([]int8, len(n.All))
	for _, set := range sets {
		occurs, beyond := 0, []string(nil)
		for _, id := range used {
			peg := set.Peg(n.All[id])
			if pegs[id] = int8(peg); peg < 0 {
				beyond = addName(beyond, n.All[id])
			} else {
				occurs |= 1 << peg
			}
		}
		isOne := len(beyond) == 1 && occurs == 7 && (len(beyond[0]) == 1 || isNumber(beyond[0]))
		if len(beyond) == 0 || isOne || z.names != nil {
			return naming{pegs: pegs, set: set}
		}
	}
	var unknown []string
	for _, id := range used {
		unknown = addName(unknown, n.All[id])
	}
	return naming{pegs: pegs, unknown: unknown}
}

func isNumber(name string) bool { return strings.Trim(name, "0123456789") == "" }

// addName appends a name to up to ten others, unless it differs from one only in case.
func addName(names []string, name string) []string {
	isSame := func(other string) bool { return strings.EqualFold(name, other) }
	if len(names) == 10 || slices.ContainsFunc(names, isSame) {
		return names
	}
	return append(names, name)
}

// usedIn returns the numbers of the names in a list, of n names.
func usedIn(moves []grammar.Item, n int) (used []int) {
	isUsed := make([]bool, n)
	for i := range moves {
		for _, p := range [2]grammar.Place{moves[i].From, moves[i].To} {
			if p.Kind() == grammar.OnPeg && !isUsed[p.ID()] {
				isUsed[p.ID()] = true
				used = append(used, p.ID())
			}
		}
	}
	return used
}

// sets returns the sets of names that a list may use.
func (z *puzzle) sets(used []int, n *grammar.Names, notation string) []grammar.NameSet {
	if z.names != nil {
		return []grammar.NameSet{z.names}
	}
	sets := []grammar.NameSet{grammar.Letters, grammar.Sides}
	has := func(name string) bool {
		return slices.ContainsFunc(used, func(id int) bool { return n.All[id] == name })
	}
	switch {
	case has("3") && !has("0"):
		sets = append(sets, grammar.FromOne)
	case has("0") != has("3"), notation == "triples", notation == "jsonl", notation == "csv":
		sets = append(sets, grammar.FromZero)
	}
	if z.source >= 0 && z.target >= 0 && z.source != z.target {
		byRole := make(grammar.NameSet, 3)
		byRole[z.source], byRole[3-z.source-z.target], byRole[z.target] = grammar.Roles[0], grammar.Roles[1], grammar.Roles[2]
		sets = append(sets, byRole)
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
