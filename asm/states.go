package main

import (
	"fmt"
	"math/bits"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// A state is three words. So three vectors of m words hold m states; they are called a group.
const (
	group       = 3  // vectors
	word        = 8  // bytes
	blockStates = 64 // as in package kernel
	stateBytes  = group * word
	maskWords   = 24 // three vectors of any width; as in package kernel
	maskBytes   = maskWords * word
)

// firstWords is an array of words. A vector loaded from word 24−c, with c from −24 to 24, has
// all ones in its words before word c.
var firstWords = constants("firstWords", repeat(24, ^U64(0)), repeat(32, U64(0)))

// statesKernel holds the registers of a kernel for states. With AVX-512, a vector has eight
// words, a group 8 states and a block 8 groups. dst may begin anywhere in a block. As a block
// is a whole number of groups, each seam is at the same state s of its group:
//
//	        plain    plain    seam's   plain            seam's
//	dst →  oooooooo oooooooo ooo##### ######## … ###### ###+++++ ++++++++ …
//	                            s                          s + 64
//
// Each mark is a state; equal marks have the large disks on the same pegs. The registers large
// hold the pegs of the large disks after the last seam.
type statesKernel struct {
	vector
	dst, n, k, small, end, masks reg.GPVirtual
	last                         reg.GPVirtual // the number of states after the whole groups
	plain                        reg.GPVirtual // the number of groups before the next seam, within dst
	rest                         reg.GPVirtual // the number of groups before the next seam, past the end of dst

	large  [group]reg.VecVirtual // word i: the large disks on peg i mod 3
	before []reg.VecVirtual      // in a seam's group, all ones in the words before state s
	tmp    reg.VecVirtual
}

// states describes the kernel for the states of the disks.
func states(v vector) {
	name := "states" + v.tier
	TEXT(name, NOSPLIT, fmt.Sprintf("func(dst *[3]uint64, n int, k uint64, small, end, large *[3]uint64, masks *[%d]uint64, nonTemporal bool)", maskWords))
	Pragma("noescape")
	Doc(
		fmt.Sprintf("%s writes the n states after k, k+1, … moves to dst, an address divisible by %d. small points to the states", name, v.width),
		"of disks 1 to 6. At end and beyond, small steps back by three blocks of 64 states. large holds the other disks",
		"after k moves. At each seam, one of these disks moves. Word i of masks is all ones if the first seam's move leaves",
		fmt.Sprintf("or reaches peg i mod 3, else 0. Each seam has %d words. When small steps back, so does masks.", maskWords),
	)
	s := newStatesKernel(v)
	nonTemporal := Load(Param("nonTemporal"), GP8())
	TESTB(nonTemporal, nonTemporal)
	JNZ(LabelRef("nontemporal_part"))
	s.groups("", v.store)
	s.groups("nontemporal_", v.nonTemporal)
	Label("nontemporal_done")
	SFENCE()
	Label("done")
	s.lastStates()
	Label("end")
	v.end()
	RET()
}

// perGroup is the number of states in a group, and of words in a vector.
func (s statesKernel) perGroup() int { return s.width / word }

// newStatesKernel loads the registers.
func newStatesKernel(v vector) statesKernel {
	s := statesKernel{vector: v}
	s.dst, s.n, s.k, s.small, s.end = param("dst"), param("n"), param("k"), param("small"), param("end")
	largeSets := param("large")
	s.masks = param("masks")
	s.tmp = v.register()

	Comment("The large disks of a group of states: word i is the set on peg i mod 3")
	var sets [group]reg.GPVirtual
	for peg := range sets {
		sets[peg] = GP64()
		MOVQ(Mem{Base: largeSets, Disp: peg * word}, sets[peg])
	}
	s.large = v.periodic(sets)

	Comment("Set k to the state of the next seam, seam to its place s in its group, and plain to the number of groups before it")
	seam, plain, at, last := GP64(), GP64(), GP64(), GP64()
	s.plain, s.last = plain, last
	MOVQ(s.k, seam)
	NOTQ(seam)
	ANDQ(Imm(blockStates-1), seam)
	INCQ(seam)
	ADDQ(seam, s.k)
	MOVQ(seam, s.plain)
	within := Imm(uint64(s.perGroup() - 1))
	shift := Imm(uint64(bits.TrailingZeros(uint(s.perGroup()))))
	SHRQ(shift, s.plain)
	ANDQ(within, seam)
	Comment("Set n to the number of whole groups, and last to the number of states after them")
	MOVQ(s.n, s.last)
	ANDQ(within, s.last)
	SHRQ(shift, s.n)
	Comment("The words of the seam's group before its move")
	LEAQ(Mem{Base: seam, Index: seam, Scale: 2}, seam)
	NEGQ(seam)
	LEAQ(firstWords.Offset(24*word), at)
	LEAQ(Mem{Base: at, Index: seam, Scale: word}, at)
	s.before = v.registers(group)
	for i, r := range s.before {
		v.move(Mem{Base: at, Disp: i * s.width}, r)
	}
	s.rest = GP64()
	return s
}

// lastStates writes part of a group, perhaps with a seam, and continues at the label end.
func (s statesKernel) lastStates() {
	Comment("The last states: part of a group, perhaps with a seam")
	TESTQ(s.last, s.last)
	JZ(LabelRef("end"))
	part := s.registers(4 * (s.perGroup() - 1) / s.perGroup()) // for all states of a group but one
	for _, r := range part {
		s.xor(r, r, r)
	}
	TESTQ(s.rest, s.rest)
	JNZ(LabelRef("last"))
	for i, early := range s.moveLarge(len(part)) {
		s.or(early, part[i], part[i])
	}
	Label("last")
	count := GP64()
	LEAQ(Mem{Base: s.last, Index: s.last, Scale: 2}, count)
	for i, r := range part {
		first := i * s.perGroup() // word
		if i > 0 {
			// A masked store of no words to an unmapped page is slow.
			CMPQ(count, I32(first))
			JLE(LabelRef("end"))
		}
		s.xor(s.large[i], r, r)
		s.or(Mem{Base: s.small, Disp: i * s.width}, r, s.tmp)
		s.storeWords(s.tmp, Mem{Base: s.dst, Disp: i * s.width}, count, first)
	}
}

// groups writes the whole groups, then jumps to the label prefix + "done".
func (s statesKernel) groups(prefix string, store func(from, to Op)) {
	label := func(name string) LabelRef { return LabelRef(prefix + name) }
	block := blockStates * word / s.width // in groups

	Label(prefix + "part")
	Comment("The plain groups before the next seam, up to the end of dst")
	MOVQ(s.plain, s.rest)
	CMPQ(s.plain, s.n)
	CMOVQGT(s.n, s.plain)
	SUBQ(s.plain, s.n)
	SUBQ(s.plain, s.rest)
	JMP(label("plain_next"))
	Label(prefix + "plain")
	s.writePlain(0, store)
	s.advance(1)
	DECQ(s.plain)
	Label(prefix + "plain_next")
	TESTQ(s.plain, s.plain)
	JNZ(label("plain"))
	TESTQ(s.n, s.n)
	JZ(label("done"))
	s.writeSeam(0, store)
	DECQ(s.n)
	MOVQ(I32(block-1), s.plain)
	CMPQ(s.n, I32(block))
	JLT(label("part"))
	alignLoop()
	Label(prefix + "block")
	Comment("Whole blocks: plain groups, then the seam's group")
	for at := range block - 1 {
		s.writePlain(at, store)
	}
	s.writeSeam(block-1, store)
	SUBQ(I32(block), s.n)
	CMPQ(s.n, I32(block))
	JGE(label("block"))
	JMP(label("part"))
}

// writePlain writes group number at, which has no seam.
func (s statesKernel) writePlain(at int, store func(from, to Op)) {
	for i, large := range s.large {
		s.write(group*at+i, large, store)
	}
}

// writeSeam writes group number at, which has a seam, and advances past it.
func (s statesKernel) writeSeam(at int, store func(from, to Op)) {
	for i, early := range s.moveLarge(group) {
		s.xor(s.large[i], early, early)
		s.write(group*at+i, early, store)
	}
	s.advance(at + 1)
	back, masksBack := GP64(), GP64()
	LEAQ(Mem{Base: s.small, Disp: -3 * blockStates * stateBytes}, back)
	LEAQ(Mem{Base: s.masks, Disp: -2 * maskBytes}, masksBack)
	ADDQ(I32(maskBytes), s.masks)
	CMPQ(s.small, s.end)
	CMOVQCC(back, s.small)
	CMOVQCC(masksBack, s.masks)
	ADDQ(Imm(blockStates), s.k)
}

// write writes vector number at.
func (s statesKernel) write(at int, large reg.VecVirtual, store func(from, to Op)) {
	s.or(Mem{Base: s.small, Disp: at * s.width}, large, s.tmp)
	store(s.tmp, Mem{Base: s.dst, Disp: at * s.width})
}

func (s statesKernel) advance(groups int) {
	ADDQ(I32(groups*group*s.width), s.small)
	ADDQ(I32(groups*group*s.width), s.dst)
}

// moveLarge moves the seam's disk in the first vectors of large: it flips the disk's bit in
// the words of two pegs. In the seam's group, the words before the seam must not change: for
// them, the caller undoes the flips that moveLarge returns.
func (s statesKernel) moveLarge(vectors int) []reg.VecVirtual {
	disk := GP64()
	BLSIQ(s.k, disk)
	flip := s.fill64(disk)
	early := s.registers(vectors)
	for i := range early {
		s.and(Mem{Base: s.masks, Disp: i * s.width}, flip, s.tmp)
		s.xor(s.tmp, s.large[i], s.large[i])
		s.and(s.before[i], s.tmp, early[i])
	}
	return early
}
