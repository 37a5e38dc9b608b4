package answer

import (
	"slices"
	"strings"
)

// noDisk stands for the top disk of a peg. mostDisk stands for all numbers from it on, which no disk has.
const noDisk, mostDisk = 255, 254

// nowhere stands for the peg that the disk is on. Pegs from onDisk on are places on top of disks.
const nowhere, onDisk = 1<<16 - 1, 1<<16 - 256

// Names of pegs have at most mostName bytes, and at most mostNames of them are told apart.
const mostName, mostNames = 32, 4096

// A nameSet lists the names of each peg, in lower case.
type nameSet [][]string

var (
	letters  = nameSet{{"a"}, {"b"}, {"c"}}
	places   = nameSet{{"left"}, {"middle", "center", "centre"}, {"right"}}
	fromZero = nameSet{{"0"}, {"1"}, {"2"}}
	fromOne  = nameSet{{"1"}, {"2"}, {"3"}}
	roles    = nameSet{
		{"source", "src", "start", "origin"},
		{"auxiliary", "aux", "spare", "helper", "via"},
		{"target", "dest", "destination", "goal", "end"},
	}
)

// peg returns the peg with a name; −1 if there is none.
func (s nameSet) peg(name string) int {
	return slices.IndexFunc(s, func(names []string) bool { return slices.Contains(names, name) })
}

// names numbers the names of pegs in the order of their first use. Names that differ in case have different numbers, because results
// quote them.
type names struct {
	ids    map[string]uint16
	all    []string
	called nameSet // Problem.Pegs
}

// intern returns the number of a name. Names beyond the limit share the number mostNames.
func (n *names) intern(name []byte) uint16 {
	id, ok := n.ids[string(name)]
	if !ok && len(n.all) == mostNames {
		return mostNames
	} else if !ok {
		id = uint16(len(n.all))
		n.all = append(n.all, string(name))
		n.ids[string(name)] = id
	}
	return id
}

// name returns the name with a number.
func (n *names) name(id uint16) string {
	if int(id) < len(n.all) {
		return n.all[id]
	}
	return "…"
}

// numberOf returns the number that a name is, or none.
func (n *names) numberOf(id uint16) int { return numberOf([]byte(n.name(id))) }

// isPlain reports whether a word in lower case is a letter, a number or a known name.
func (n *names) isPlain(word []byte) bool {
	name := strings.ToLower(string(word)) // also beyond ASCII
	return len(word) == 1 || numberOf(word) >= 0 || places.peg(name) >= 0 || roles.peg(name) >= 0 || n.called.peg(name) >= 0
}

// sets returns the sets of names that a list may use.
func (z *puzzle) sets(used []string, notation string) []nameSet {
	if z.names != nil {
		return []nameSet{z.names}
	}
	sets := []nameSet{letters, places}
	hasZero, hasThree := slices.Contains(used, "0"), slices.Contains(used, "3")
	switch {
	case hasThree && !hasZero:
		sets = append(sets, fromOne)
	case hasZero != hasThree, notation == "triples", notation == "jsonl", notation == "csv":
		sets = append(sets, fromZero)
	}
	if z.source >= 0 && z.target >= 0 && z.source != z.target {
		byRole := make(nameSet, 3)
		byRole[z.source], byRole[3-z.source-z.target], byRole[z.target] = roles[0], roles[1], roles[2]
		sets = append(sets, byRole)
	}
	return sets
}

// settle returns the peg of each name of a list, −1 for none. If the names belong to no set, it returns them as unknown.
func (z *puzzle) settle(moves []item, n *names) (pegs []int8, unknown []string) {
	isUsed := make([]bool, len(n.all)+1)
	var used []uint16
	var lower []string
	for i := range moves {
		for _, id := range [2]uint16{moves[i].from, moves[i].to} {
			if id < onDisk && !isUsed[id] {
				isUsed[id] = true
				used, lower = append(used, id), append(lower, strings.ToLower(n.name(id)))
			}
		}
	}
	pegs = make([]int8, len(isUsed))
	for _, names := range z.sets(lower, moves[0].notation()) {
		occurs := 0
		beyond := map[string]bool{}
		for i, name := range lower {
			peg := names.peg(name)
			if pegs[used[i]] = int8(peg); peg < 0 {
				beyond[name] = true
			} else {
				occurs |= 1 << peg
			}
		}
		if len(beyond) == 0 || len(beyond) == 1 && occurs == 7 || z.names != nil {
			return pegs, nil
		}
	}
	for i, id := range used {
		if len(unknown) < 10 && !slices.Contains(lower[:i], lower[i]) {
			unknown = append(unknown, n.name(id))
		}
	}
	return pegs, unknown
}

// disksOf returns the disk of each number by a convention of Options.Disks, −1 for none.
func (z *puzzle) disksOf(convention string) (disks [256]int8) {
	for i := range disks {
		disks[i] = -1
	}
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
