package answer

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
)

// manyNames stands for all names of pegs beyond the first 254.
const manyNames = 254

// intern returns the number of a name, in the order of their first use. Capitals do not count.
func (r *reader) intern(name []byte) uint8 {
	r.read.names = append(r.read.names, name)
	for id, called := range r.called {
		if bytes.EqualFold(called, name) {
			return uint8(id)
		}
	}
	if len(r.called) == manyNames {
		return manyNames
	}
	r.called = append(r.called, bytes.Clone(name))
	return uint8(len(r.called) - 1)
}

// pegOf returns the number of the name of a token, or of the peg to leave or to reach in one such as AC.
func (r *reader) pegOf(i, which int) uint8 {
	name := r.written(i)
	switch {
	case r.is(i, "c"):
		at := len(name) - 2 + which
		name = name[at : at+1]
	case r.is(i, "n"):
		name = strconv.AppendInt(nil, int64(r.tok[i].value), 10)
	}
	return r.intern(name)
}

// sets are the names that pegs have by their order, but for numbers.
var sets = []map[string]uint8{
	{"a": 0, "b": 1, "c": 2},
	{"left": 0, "middle": 1, "center": 1, "centre": 1, "right": 2},
	{"l": 0, "m": 1, "r": 2},
	{"first": 0, "1st": 0, "second": 1, "2nd": 1, "third": 2, "3rd": 2},
	{"one": 0, "two": 1, "three": 2},
}

// meaning is the peg of each name of a list, or the disk of each code; −1 for none.
type meaning [256]int8

var meaningless = meaning(slices.Repeat([]int8{-1}, 256))

// settle finds out what the names of the pegs in a list mean. If they are of no set of names, or of
// several, it returns these names.
func (z *puzzle) settle(moves []move, called [][]byte, notation notation) (pegs meaning, unknown []string) {
	pegs = meaningless
	var seen [256]bool
	var names []string
	for _, m := range moves {
		for _, id := range []uint8{m.from, m.to} {
			if id < manyNames && !seen[id] {
				seen[id] = true
				names = append(names, string(called[id]))
			}
		}
	}
	known := z.names
	for _, set := range append(slices.Clip(sets), numbers(names, notation), z.roles()) {
		if known == nil && fits(set, names) {
			known = set
		}
	}
	if known == nil {
		return pegs, names[:min(len(names), 10)]
	}
	for id, name := range called {
		if peg, ok := known[strings.ToLower(string(name))]; ok {
			pegs[id] = int8(peg)
		}
	}
	return pegs, nil
}

// roles returns the pegs of the names that say what a peg is for; nil if start or goal is not perfect.
func (z *puzzle) roles() map[string]uint8 {
	if z.source < 0 || z.target < 0 || z.source == z.target {
		return nil
	}
	from, to := uint8(z.source), uint8(z.target)
	via := 3 - from - to
	return map[string]uint8{
		"source": from, "src": from, "start": from, "origin": from,
		"auxiliary": via, "aux": via, "spare": via, "helper": via, "temporary": via, "temp": via, "via": via,
		"target": to, "dest": to, "dst": to, "destination": to, "goal": to, "end": to,
	}
}

// fits reports whether a set has all of some names, or all but one, and all its pegs occur.
func fits(pegs map[string]uint8, names []string) bool {
	beyond, occurs := 0, 0
	for _, name := range names {
		if peg, ok := pegs[strings.ToLower(name)]; ok {
			occurs |= 1 << peg
		} else {
			beyond++
		}
	}
	return beyond == 0 || beyond == 1 && occurs&7 == 7
}

// numbers returns the pegs of numbers: from 0 if a 0 occurs, from 1 if a 3 does; nil if that leaves it open.
func numbers(names []string, notation notation) map[string]uint8 {
	zero, highest := slices.Contains(names, "0"), slices.Contains(names, "3")
	switch {
	case zero == highest && notation != asTriples && notation != asObjects && notation != asTable:
		return nil
	case highest && !zero:
		return map[string]uint8{"1": 0, "2": 1, "3": 2}
	}
	return map[string]uint8{"0": 0, "1": 1, "2": 2}
}

// doubtful returns what may be a disk in a list, and may not; "" if there is no such thing.
func doubtful(moves []move, disks *meaning) string {
	last, counts, named, rises := int32(none), true, false, len(moves) > 2
	for i, m := range moves {
		switch {
		case m.disk == diskMiddle && disks[diskMiddle] < 0:
			return "an even number of disks has no middle one"
		case m.from == manyNames || m.to == manyNames:
			return "it has more names of pegs than can be told apart"
		}
		named = named || m.disk != diskTop
		rises = rises && m.label < 0 && m.flags&bareLabel != 0 && int(m.disk) == min(int(moves[0].disk)+i, diskMany)
		if m.label >= 0 {
			counts = counts && (m.flags&bareLabel == 0 || m.label == last+1 || last == none && (m.label == 1 || len(moves) == 1))
			last = m.label
		}
	}
	if last := len(moves) - 1; rises && disks[moves[last].disk] < 0 {
		return "the numbers before its moves count up, and may be no disks"
	}
	if !counts && !named {
		return "the numbers before its moves do not count up, and may be disks"
	}
	return ""
}

// diskCodes returns the disks of all codes under a convention of Options.Disks.
func (z *puzzle) diskCodes(convention string) (disks meaning) {
	disks = meaningless
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
	disks[diskLargest], disks[diskTop] = int8(z.n), 0
	if z.n%2 == 1 {
		disks[diskMiddle] = int8(z.n+1) / 2
	}
	return disks
}
