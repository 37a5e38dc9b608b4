package answer

import "github.com/hanoigen/hanoi"

// naming returns the naming under which packed records are read: that of the
// solution of the problem. Where its ends are not two perfect states, it is the
// canonical one, which reads a record as all rotations do.
func (p Problem) naming() hanoi.Naming {
	if p.Begin.IsPerfect() && p.Goal.IsPerfect() {
		if naming, err := hanoi.NamingFor(p.Begin.N(), p.Begin.Peg(1), p.Goal.Peg(1)); err == nil {
			return naming
		}
	}
	return hanoi.Canonical
}

// packed judges records of one byte.
func (j *Judge) packed(p hanoi.Naming) {
	j.begin(Packed)
	c := &j.cur
	if !c.check.Packed(j.text, p) {
		i := int(c.check.Legal())
		c.bad = span{i, i + 1}
		c.move = packedMove(j.text[i], p)
	}
	j.end(false)
}

// wide judges records of two bytes. Half of one at the end is a move cut off.
func (j *Judge) wide() {
	j.begin(Wide)
	for i := 0; i+2 <= len(j.text); i += 2 {
		j.move(wideMove(j.text[i:]), span{i, i + 2})
	}
	j.end(len(j.text)%2 == 1)
}

func packedMove(b byte, p hanoi.Naming) hanoi.Move {
	m, err := hanoi.Unpack(b, p)
	if err != nil { // there is no peg 3
		return hanoi.Move{Disk: b>>2 + 1, From: 3}
	}
	return m
}

func wideMove(b []byte) hanoi.Move {
	return hanoi.Move{Disk: b[0], From: b[1] >> 4, To: b[1] & 15}
}
