package main

import (
	"fmt"
	"math/bits"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// A state is three words, so that three vectors, a group, hold as many whole
// states as a vector has words.
const (
	group       = 3  // vectors
	word        = 8  // bytes
	blockStates = 64 // as in package kernel
	stateBytes  = group * word
	maskWords   = 24 // three vectors, of any width; as in package kernel
	maskBytes   = maskWords * word
)

// firstWords is made of words; a vector loaded from word 24−c on has all ones in
// its words before c, for c from −24 to 24.
var firstWords = func() Mem {
	m := GLOBL("firstWords", 8|16) // RODATA|NOPTR
	for i := range 56 {
		var v U64
		if i < 24 {
			v = ^v
		}
		DATA(i*word, v)
	}
	return m
}()

// states describes the kernel for the states of the disks.
func states(v vector) {
	w := v.width
	name := "states" + v.tier
	TEXT(name, NOSPLIT, fmt.Sprintf("func(dst *[3]uint64, n int, k uint64, small, end, large *[3]uint64, masks *[%d]uint64, nonTemporal bool)", maskWords))
	Pragma("noescape")
	Doc(
		fmt.Sprintf("%s writes the n states after k, k+1, … moves to dst, which is a multiple of %d.", name, w),
		"The disks up to 6 are read from small on, which goes back by three blocks of 64 states at or after end; the",
		"others, in large as they stand after k moves, are moved at each seam. Word i of masks is all ones if the first",
		fmt.Sprintf("seam's move leaves or reaches peg i mod 3, or else 0; the next seam's are %d words further, and go back as", maskWords),
		"small does.",
	)

	dst := Load(Param("dst"), GP64()).(reg.GPVirtual)
	n := Load(Param("n"), GP64()).(reg.GPVirtual)
	k := Load(Param("k"), GP64()).(reg.GPVirtual)
	small := Load(Param("small"), GP64()).(reg.GPVirtual)
	end := Load(Param("end"), GP64())
	largeSets := Load(Param("large"), GP64())
	masks := Load(Param("masks"), GP64()).(reg.GPVirtual)

	tmp := v.register()

	Comment("large has the large disks of a group of states: word i those of peg i mod 3")
	var sets [3]reg.GPVirtual
	for peg := range sets {
		sets[peg] = GP64()
		MOVQ(Mem{Base: largeSets, Disp: peg * word}, sets[peg])
	}
	large := v.periodic(sets[0], sets[1], sets[2])

	Comment("The next seam is the state number k, in a group from state s on; plain groups come before it")
	s, plain, at, last := GP64(), GP64(), GP64(), GP64()
	MOVQ(k, s)
	NOTQ(s)
	ANDQ(Imm(blockStates-1), s)
	INCQ(s)
	ADDQ(s, k)
	MOVQ(s, plain)
	states := uint64(w / word) // of a group
	shift := uint64(bits.TrailingZeros64(states))
	SHRQ(Imm(shift), plain)
	ANDQ(Imm(states-1), s)
	Comment("n groups, and last states after them")
	MOVQ(n, last)
	ANDQ(Imm(states-1), last)
	SHRQ(Imm(shift), n)
	Comment("before has the words of the seam's group that come before its move")
	LEAQ(Mem{Base: s, Index: s, Scale: 2}, s)
	NEGQ(s)
	LEAQ(firstWords.Offset(24*word), at)
	LEAQ(Mem{Base: at, Index: s, Scale: word}, at)
	before := v.registers(group)
	for i, r := range before {
		v.move(Mem{Base: at, Disp: i * w}, r)
	}

	// moveLarge flips the bit of the seam's disk in the words of its two pegs, in so
	// many vectors of large. It returns the flips of the words that come before the
	// move in the seam's group, where they are not to be flipped yet.
	moveLarge := func(vectors int) []reg.VecVirtual {
		disk := GP64()
		BLSIQ(k, disk)
		flip := v.fill64(disk)
		early := v.registers(vectors)
		for i := range early {
			v.and(Mem{Base: masks, Disp: i * w}, flip, tmp)
			v.xor(tmp, large[i], large[i])
			v.and(before[i], tmp, early[i])
		}
		return early
	}
	left := GP64() // plain groups before the next seam

	groups := blockStates * word / w // of a block

	body := func(prefix string, store func(from, to Op)) {
		label := func(s string) LabelRef { return LabelRef(prefix + s) }
		writeGroup := func(at int) {
			for i := range large {
				v.or(Mem{Base: small, Disp: at + i*w}, large[i], tmp)
				store(tmp, Mem{Base: dst, Disp: at + i*w})
			}
		}
		advance := func(groups int) {
			ADDQ(I32(groups*group*w), small)
			ADDQ(I32(groups*group*w), dst)
		}

		// writeSeam writes the group of a seam, and goes on to the next.
		writeSeam := func(at int) {
			for i, early := range moveLarge(group) {
				v.xor(large[i], early, early)
				v.or(Mem{Base: small, Disp: at + i*w}, early, tmp)
				store(tmp, Mem{Base: dst, Disp: at + i*w})
			}
			advance(at/(group*w) + 1)
			back, masksBack := GP64(), GP64()
			LEAQ(Mem{Base: small, Disp: -3 * blockStates * stateBytes}, back)
			LEAQ(Mem{Base: masks, Disp: -2 * maskBytes}, masksBack)
			ADDQ(I32(maskBytes), masks)
			CMPQ(small, end)
			CMOVQCC(back, small)
			CMOVQCC(masksBack, masks)
			ADDQ(Imm(blockStates), k)
		}

		Label(prefix + "part")
		Comment("Plain groups of a part of a block, as far as dst goes")
		MOVQ(plain, left)
		CMPQ(plain, n)
		CMOVQGT(n, plain)
		SUBQ(plain, n)
		SUBQ(plain, left)
		JMP(label("plain_next"))
		Label(prefix + "plain")
		writeGroup(0)
		advance(1)
		DECQ(plain)
		Label(prefix + "plain_next")
		TESTQ(plain, plain)
		JNZ(label("plain"))
		TESTQ(n, n)
		JZ(label("done"))
		writeSeam(0)
		DECQ(n)
		MOVQ(I32(groups-1), plain)
		CMPQ(n, I32(groups))
		JLT(label("part"))
		alignLoop()
		Label(prefix + "block")
		Comment("Whole blocks: plain groups, and that of the seam")
		for i := range groups - 1 {
			writeGroup(i * group * w)
		}
		writeSeam((groups - 1) * group * w)
		SUBQ(I32(groups), n)
		CMPQ(n, I32(groups))
		JGE(label("block"))
		JMP(label("part"))
	}
	nonTemporal := Load(Param("nonTemporal"), GP8())
	TESTB(nonTemporal, nonTemporal)
	JNZ(LabelRef("nontemporal_part"))
	body("", v.store)
	body("nontemporal_", v.nonTemporal)
	Label("nontemporal_done")
	SFENCE()

	Label("done")
	Comment("The last states: part of a group, which may have a seam")
	TESTQ(last, last)
	JZ(LabelRef("end"))
	part := v.registers(int(4 * (states - 1) / states)) // which hold all states of a group but one
	for _, r := range part {
		v.xor(r, r, r)
	}
	TESTQ(left, left)
	JNZ(LabelRef("last"))
	for i, early := range moveLarge(len(part)) {
		v.or(early, part[i], part[i])
	}
	Label("last")
	count := GP64()
	LEAQ(Mem{Base: last, Index: last, Scale: 2}, count)
	for i, r := range part {
		if i > 0 {
			// A masked store of no word is slow where no page is mapped.
			CMPQ(count, I32(i*w/word))
			JLE(LabelRef("end"))
		}
		v.xor(large[i], r, r)
		v.or(Mem{Base: small, Disp: i * w}, r, tmp)
		v.storeWords(tmp, Mem{Base: dst, Disp: i * w}, count, i*w/word)
	}
	Label("end")
	v.end()
	RET()
}
