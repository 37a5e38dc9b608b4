package answer

import (
	"math/bits"

	"github.com/hanoigen/hanoi"
)

// plan reads the actions (move d1 d2 peg2) from i on, with nothing but comments,
// numbers and punctuation between them.
func (j *Judge) plan(i int) int {
	j.begin(PDDL)
	for first := true; ; first = false {
		r, next, found := j.action(i)
		if found != whole {
			return j.leave(i, first, &r, found)
		}
		j.play(&r)
		i = between(j.text, next)
	}
}

// between skips what may stand between two actions: not what may open another list.
func between(b []byte, i int) int {
	for i < len(b) {
		switch c := b[i]; {
		case c == ';': // a comment
			i = line(b, i)
		case c == '(' || c == '{' || c == '`' || isLetter(c) || c == '[' && opens(b, i):
			return i
		default:
			i++
		}
	}
	return i
}

// opens reports whether a bracket at i may open a list of triples or objects. One
// before an action, or around a duration, does not.
func opens(b []byte, i int) bool {
	i = blank(b, i+1)
	c := at(b, i)
	return c == '[' || c == '{' || c == '(' && !isLetter(at(b, blank(b, i+1)))
}

// action reads one action.
func (j *Judge) action(i int) (r record, next int, f found) {
	b := j.text
	r.start = i
	if at(b, i) != '(' {
		return r, i, none
	}
	i = blank(b, i+1)
	k := prefix(b, i, "move")
	for k > i && k < len(b) && (isLetter(b[k]) || b[k] == '-' || b[k] == '_') { // move-to-peg
		k++
	}
	if blank(b, k) == k {
		return r, i, ending(b, i)
	}
	i = blank(b, k)
	d, k := j.object1(i)
	if k == i || d.kind != onDisk {
		return r, i, ending(b, i)
	}
	r.disk, r.diskAt = d.n, d.span
	for _, p := range []*place{&r.from, &r.to} {
		i = blank(b, k)
		if i == k && i < len(b) {
			return r, i, none
		}
		if *p, k = j.object1(i); k == i {
			return r, i, ending(b, i)
		}
	}
	if i = blank(b, k); i == len(b) {
		return r, i, cut
	}
	if b[i] != ')' {
		return r, i, none
	}
	r.end = i + 1
	return r, r.end, whole
}

// ending tells whether all that is left from i on may be a part of a name.
func ending(b []byte, i int) found {
	for k := i; k < len(b); k++ {
		if !isName(b[k]) && b[k] != '-' || k-i > maxPegName {
			return none
		}
	}
	return cut
}

var (
	diskWords = []string{"disk", "disc", "d"}
	pegWords  = []string{"peg", "rod", "tower", "pole", "pin", "post", "p"}
)

// object1 reads the name of an object: a disk such as d1, disk1 or disk_1, or a peg
// such as peg1, peg_a or p1.
func (j *Judge) object1(i int) (p place, end int) {
	b := j.text
	if p, end = j.given(i); end > i {
		return p, end
	}
	p, end = j.place(i)
	for _, w := range diskWords {
		if k := prefix(b, i, w); k > i {
			if v, end := integer(b, k); end > k && !isName(at(b, end)) {
				return place{span{i, end}, onDisk, v}, end
			}
		}
	}
	for _, w := range pegWords {
		if k := prefix(b, i, w); k > i {
			if p, end := j.place(k); end > k {
				return p, end
			}
		}
	}
	if end > i {
		return p, end
	}
	// Any other name is that of no peg.
	for ; end < len(b) && (isName(b[end]) || b[end] == '-') && end-i <= maxPegName; end++ {
	}
	if end == i || end-i > maxPegName || end == len(b) {
		return p, i
	}
	return place{span{i, end}, named, 3}, end
}

// prefix is word, but a letter may follow. It also skips one - or _ behind the word.
func prefix(b []byte, i int, lower string) int {
	end := i
	for k := range len(lower) {
		if at(b, end)|0x20 != lower[k] {
			return i
		}
		end++
	}
	if c := at(b, end); c == '-' || c == '_' {
		end++
	}
	return end
}

// playPlan judges an action. A place is a disk or a peg: the moved disk has to lie
// directly on the first, and nothing may lie on the second.
func (j *Judge) playPlan(r *record) {
	c := &j.cur
	s := c.check.State()
	disk := j.o.Convention.disk(r.disk, j.n)
	var pegs, under [2]uint8
	reason := hanoi.Legal
	for i, p := range []*place{&r.from, &r.to} {
		if p.kind != onDisk {
			pegs[i] = c.peg(p)
		} else if under[i] = j.o.Convention.disk(p.n, j.n); under[i] == 0 {
			reason = hanoi.NoDisk
		} else {
			pegs[i] = s.Peg(int(under[i]))
		}
	}
	m := hanoi.Move{Disk: disk, From: pegs[0], To: pegs[1]}
	if reason == hanoi.Legal {
		reason = s.Reason(m)
	}
	if reason == hanoi.Legal && lies(s, disk) != under[0] {
		reason = hanoi.NotOnTop
	}
	if reason == hanoi.LargerOnSmaller && lies(s, disk) != under[0] {
		reason = hanoi.NotOnTop
	}
	if reason == hanoi.Legal && s.Top(m.To) != under[1] {
		reason = hanoi.NotOnTop
	}
	if reason == hanoi.Legal {
		j.move(m, r.span)
		return
	}
	j.judged(m, r.span, c.check.Illegal(reason))
}

// lies returns the disk on which a disk lies, 0 if it is on the peg itself.
func lies(s hanoi.State, disk uint8) uint8 {
	below := s.Disks(s.Peg(int(disk))) >> disk << disk
	if below == 0 {
		return 0
	}
	return uint8(bits.TrailingZeros64(below)) + 1
}
