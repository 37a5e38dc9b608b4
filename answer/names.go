package answer

import (
	"slices"
	"strings"
)

// noDisk stands for the top disk of a peg. mostDisk stands for it and all larger numbers; no disk has it.
const noDisk, mostDisk = 255, 254

// nowhere stands for the peg that the disk is on. A peg from onDisk on is the place on a disk.
const nowhere, onDisk = 1<<16 - 1, 1<<16 - 256

// mostName is the longest name of a peg that is read, and mostNames how many names are told apart.
const mostName, mostNames = 32, 4096

// names gives the names of pegs numbers, in the order of their first use. Capitals do not count.
type names struct {
	ids    map[string]uint16
	all    []string
	called map[string]uint8 // the pegs of Problem.Pegs
}

// intern returns the number of a name; mostNames stands for all beyond.
func (n *names) intern(name []byte) uint16 {
	if id, ok := n.ids[string(name)]; ok {
		return id
	}
	lower := strings.ToLower(string(name))
	id, ok := n.ids[lower]
	if !ok {
		if len(n.all) == mostNames {
			return mostNames
		}
		id = uint16(len(n.all))
		n.all = append(n.all, string(name))
		n.ids[lower] = id
	}
	if len(n.ids) < 2*mostNames {
		n.ids[string(name)] = id
	}
	return id
}

// numberOf returns the number that a name is, or none.
func (n *names) numberOf(id uint16) int {
	if int(id) < len(n.all) && isNumber([]byte(n.all[id])) {
		return numberOf([]byte(n.all[id]))
	}
	return none
}

// isPlain reports whether a word in lower case is a letter, a number or a known name.
func (n *names) isPlain(word []byte) bool {
	_, isCalled := n.called[strings.ToLower(string(word))]
	_, hasOrder := sets[1][string(word)]
	return isCalled || hasOrder || len(word) == 1 || isNumber(word) || role(string(word)) > 0
}

// sets are the names that three pegs have by their order, besides numbers.
var sets = []map[string]uint8{
	{"a": 0, "b": 1, "c": 2},
	{"left": 0, "middle": 1, "center": 1, "centre": 1, "right": 2},
}

// role returns what a name says that a peg is for: 1 the start, 2 neither, 3 the goal; 0 if nothing.
func role(name string) int {
	switch name {
	case "source", "src", "start", "origin":
		return 1
	case "auxiliary", "aux", "spare", "helper", "via":
		return 2
	case "target", "dest", "destination", "goal", "end":
		return 3
	}
	return 0
}

// roles returns the pegs of names that say what a peg is for; nil if start or goal is not perfect.
func (z *puzzle) roles(used []string) map[string]uint8 {
	if z.source < 0 || z.target < 0 || z.source == z.target {
		return nil
	}
	pegs := map[string]uint8{}
	for _, name := range used {
		if r := role(name); r > 0 {
			pegs[name] = [...]uint8{uint8(z.source), uint8(3 - z.source - z.target), uint8(z.target)}[r-1]
		}
	}
	return pegs
}

// numbers returns the pegs of numbers: from 0 if a 0 occurs, from 1 if a 3 does; nil if that leaves it open.
func numbers(used []string, notation string) map[string]uint8 {
	zero, highest := slices.Contains(used, "0"), slices.Contains(used, "3")
	switch {
	case zero == highest && notation != "triples" && notation != "jsonl" && notation != "csv":
		return nil
	case highest && !zero:
		return map[string]uint8{"1": 0, "2": 1, "3": 2}
	}
	return map[string]uint8{"0": 0, "1": 1, "2": 2}
}

// settle returns the peg of each name of a list, −1 for none. If the names are of no set, or of several, it returns them.
func (z *puzzle) settle(moves []item, n *names) (pegs []int8, unknown []string) {
	pegs = slices.Repeat([]int8{-1}, len(n.all)+1)
	seen := make([]bool, mostNames+1)
	var used, lower []string
	for _, m := range moves {
		for _, id := range [2]uint16{m.from, m.to} {
			if id < onDisk && !seen[id] {
				seen[id] = true
				name := "…"
				if int(id) < len(n.all) {
					name = n.all[id]
				}
				used, lower = append(used, name), append(lower, strings.ToLower(name))
			}
		}
	}
	known := n.called
	for _, set := range append(slices.Clip(sets), numbers(lower, moves[0].notation()), z.roles(lower)) {
		if known == nil && fits(set, lower) {
			known = set
		}
	}
	if known == nil {
		return pegs, used[:min(len(used), 10)]
	}
	for i, name := range n.all {
		if peg, ok := known[strings.ToLower(name)]; ok {
			pegs[i] = int8(peg)
		}
	}
	return pegs, nil
}

// fits reports whether a set has all of some names, or all but one, and all its pegs occur.
func fits(set map[string]uint8, names []string) bool {
	beyond, occurs := 0, 0
	for _, name := range names {
		if peg, ok := set[name]; ok {
			occurs |= 1 << peg
		} else {
			beyond++
		}
	}
	return beyond == 0 || beyond == 1 && occurs == 7
}

// disksOf returns the disks of all numbers as Options.Disks counts them, −1 for none.
func (z *puzzle) disksOf(convention string) (disks [256]int8) {
	disks = [256]int8(slices.Repeat([]int8{-1}, 256))
	for disk := 1; disk <= z.n; disk++ {
		number := disk
		if strings.HasPrefix(convention, "large") {
			number = z.n + 1 - disk
		}
		if strings.HasSuffix(convention, "=0") {
			number--
		}
		disks[number] = int8(disk)
	}
	disks[noDisk] = 0
	return disks
}
