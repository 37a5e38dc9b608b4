package answer

import (
	"slices"
	"strings"

	"github.com/hanoigen/hanoi/answer/internal/grammar"
)

// sets returns the sets of names that a list may use.
func (z *puzzle) sets(used []string, notation string) []grammar.NameSet {
	if z.names != nil {
		return []grammar.NameSet{z.names}
	}
	sets := []grammar.NameSet{grammar.Letters, grammar.Sides}
	hasZero, hasThree := slices.Contains(used, "0"), slices.Contains(used, "3")
	switch {
	case hasThree && !hasZero:
		sets = append(sets, grammar.FromOne)
	case hasZero != hasThree, notation == "triples", notation == "jsonl", notation == "csv":
		sets = append(sets, grammar.FromZero)
	}
	if z.source >= 0 && z.target >= 0 && z.source != z.target {
		byRole := make(grammar.NameSet, 3)
		byRole[z.source], byRole[3-z.source-z.target], byRole[z.target] = grammar.Roles[0], grammar.Roles[1], grammar.Roles[2]
		sets = append(sets, byRole)
	}
	return sets
}

// A naming says which peg each name of a list is.
type naming struct {
	pegs    []int8          // by the number of the name; −1 for none
	set     grammar.NameSet // that the names belong to
	unknown []string        // the names, if they belong to no set
}

// settle returns the naming of a list, by the first of some sets to which all names belong. If one
// letter or number does not, and all pegs have names, it isn't a peg.
func (z *puzzle) settle(moves []grammar.Item, n *grammar.Names) naming {
	used, names := usedIn(moves, n)
	return z.settleBy(z.sets(names, moves[0].Notation()), used, names, len(n.All))
}

// usedIn returns the numbers of the names in a list, and the names in lower case.
func usedIn(moves []grammar.Item, n *grammar.Names) (used []int, names []string) {
	isUsed := make([]bool, len(n.All))
	for i := range moves {
		for _, p := range [2]grammar.Place{moves[i].From, moves[i].To} {
			if p.Kind() == grammar.OnPeg && !isUsed[p.ID()] {
				isUsed[p.ID()] = true
				used, names = append(used, p.ID()), append(names, n.All[p.ID()])
			}
		}
	}
	return used, names
}

func (z *puzzle) settleBy(sets []grammar.NameSet, used []int, names []string, all int) naming {
	pegs := make([]int8, all)
	for _, set := range sets {
		occurs := 0
		beyond := map[string]bool{}
		for i, name := range names {
			peg := set.Peg(name)
			if pegs[used[i]] = int8(peg); peg < 0 {
				beyond[strings.ToLower(name)] = true
			} else {
				occurs |= 1 << peg
			}
		}
		isOne := len(beyond) == 1 && occurs == 7
		for name := range beyond {
			isOne = isOne && (len(name) == 1 && name < "\x80" || strings.Trim(name, "0123456789") == "")
		}
		if len(beyond) == 0 || isOne || z.names != nil {
			return naming{pegs: pegs, set: set}
		}
	}
	var unknown []string
	for i, name := range names {
		isSame := func(other string) bool { return strings.EqualFold(name, other) }
		if len(unknown) < 10 && !slices.ContainsFunc(names[:i], isSame) {
			unknown = append(unknown, name)
		}
	}
	return naming{pegs: pegs, unknown: unknown}
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
