package main

import (
	"fmt"
	"math/bits"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// A vector of w bytes at an aligned address contains w moves. Number the vectors so that
// vector v contains move v·w, and let its level be tz(v). If its level is less than the field
// levels of type vector, it depends only on its level and v mod 3. If not, it also depends on
// the byte of move v·w, which is a seam. So a block is 2^levels vectors. With levels = 3:
//
//	v        0    1    2    3    4    5    6    7    8    9   10 …
//	level   seam  0    1    0    2    0    1    0   seam  0    1 …
//	v mod 3  0    1    2    0    1    2    0    1    2    0    1 …
//
// 3·levels registers, by level and v mod 3, hold the vectors of three blocks, which then
// repeat. Each seam's byte is merged into one of them.
//
// In the loop, the place of a vector determines k mod 3, so the seam's byte depends only on
// tz(k) and is looked up. Before and after the loop and in short fills, it is computed
// (seam.go).

// shortVectors is the number of vectors that an iteration of the loop for short fills copies.
const shortVectors = 4

// fill describes the kernel for encodings of one byte per move.
func fill(v vector) {
	w, levels := v.width, v.levels
	block := 1 << levels // vectors
	loop := 3 * block
	name := "fill" + v.tier
	TEXT(name, NOSPLIT, "func(dst *byte, n int, k uint64, src *byte, byPeg *uint64, nonTemporal bool)")
	Pragma("noescape")
	Doc(
		fmt.Sprintf("%s writes the n ≥ %d bytes of moves k, k+1, … to dst. src holds the bodies from move k on, %d bytes.", name, shortVectors*w, block*w+2*loop*w),
		fmt.Sprintf("Seams are the multiples of %d; byPeg points to that field of type seams.", block*w),
	)

	dst, n, k, src := param("dst"), param("n"), param("k"), param("src")
	seam := newSeams(param("byPeg"))
	tmp := v.register()

	Comment("The first seam is at dst+next. The loop starts at dst+head, the aligned vector that contains a seam.")
	next, head, limit := GP64(), GP64(), GP64()
	MOVQ(k, next)
	NEGQ(next)
	ANDQ(I32(block*w-1), next)
	ADDQ(next, k)
	LEAQ(Mem{Base: dst, Index: next, Scale: 1}, head)
	ANDQ(I32(-w), head)
	SUBQ(dst, head)
	Comment(fmt.Sprintf("If head < 0, take the vector of the next seam, %[1]d bytes later. As -%[2]d < head < %[1]d, bit %[3]d is set only if head < 0.", block*w, w, bits.TrailingZeros(uint(block*w))))
	MOVQ(head, limit)
	ANDQ(I32(block*w), limit)
	ADDQ(limit, head)
	LEAQ(Mem{Base: head, Disp: loop * w}, limit)
	CMPQ(n, limit)
	JLT(LabelRef("short"))

	Comment("Head: if dst is not aligned, an unaligned vector, perhaps with a seam that precedes the loop's first seam.")
	TESTQ(I32(w-1), dst)
	JZ(LabelRef("bodies"))
	v.move(Mem{Base: src}, tmp)
	v.move(tmp, Mem{Base: dst})
	CMPQ(next, head)
	JGE(LabelRef("bodies"))
	MOVB(seam.at(k).As8(), Mem{Base: dst, Index: next, Scale: 1})
	ADDQ(I32(block*w), next)
	ADDQ(I32(block*w), k)

	Label("bodies")
	Comment("Load the vectors of three blocks. From here on, vector 0 is at dst, and its seam at dst+next.")
	ADDQ(head, dst)
	ADDQ(head, src)
	SUBQ(head, n)
	SUBQ(head, next)
	bodies := make([][3]reg.VecVirtual, levels)
	body := func(at int) *reg.VecVirtual {
		return &bodies[bits.TrailingZeros(uint(at))%levels][at%3]
	}
	for at := 1; at < loop; at++ {
		if r := body(at); *r == nil {
			*r = v.register()
			v.move(Mem{Base: src, Disp: at * w}, *r)
		}
	}
	Comment("Head: the whole vectors before vector 0.")
	for j := 1; j < block; j++ {
		CMPQ(head, I32(j*w))
		JLT(LabelRef("start"))
		v.store(*body(loop - j), Mem{Base: dst, Disp: -j * w})
	}
	Label("start")

	Comment("rows points to row k mod 3 of the bytes of seams.")
	rows := GP64()
	MOVQ(k, rows)
	seam.mod3(rows)
	SHLQ(Imm(6), rows)
	ADDQ(seam.fields, rows)
	mask := v.byteMask(next, rows)

	// withSeam sets tmp to a vector of the loop, given by its number, with move k as its seam.
	withSeam := func(at int) {
		zeros := GP64()
		TZCNTQ(k, zeros)
		seamByte := Mem{Base: rows, Index: zeros, Scale: 1, Disp: bytesOffset + 64*(at*w%3)}
		v.merge(*body(at), seamByte, mask, tmp)
	}
	blocks := func(label string, store func(from, to Op)) {
		alignLoop()
		Label(label)
		for at := range loop {
			r := *body(at)
			if at%block == 0 {
				withSeam(at)
				ADDQ(I32(block*w), k)
				r = tmp
			}
			store(r, Mem{Base: dst, Disp: at * w})
		}
		ADDQ(I32(loop*w), dst)
		SUBQ(I32(loop*w), n)
		CMPQ(n, I32(loop*w))
		JGE(LabelRef(label))
	}
	nonTemporal := Load(Param("nonTemporal"), GP8())
	TESTB(nonTemporal, nonTemporal)
	JNZ(LabelRef("nontemporal"))
	blocks("loop", v.store)
	JMP(LabelRef("tail"))
	blocks("nontemporal", v.nonTemporal)
	SFENCE()

	Label("tail")
	Comment("Tail: if needed, an unaligned vector at the end of dst; then whole vectors; then the last seam.")
	TESTQ(I32(w-1), n)
	JZ(LabelRef("whole"))
	v.move(Mem{Base: src, Index: n, Scale: 1, Disp: (loop - 1) * w}, tmp)
	v.move(tmp, Mem{Base: dst, Index: n, Scale: 1, Disp: -w})
	Label("whole")
	after := LabelRef("seams")
	for at := range loop - 1 { // at most loop-1 whole vectors are left
		CMPQ(n, I32((at+1)*w))
		JLT(after)
		r := *body(at)
		if at%block == 0 {
			withSeam(at)
			if at+block < loop {
				ADDQ(I32(block*w), next)
				ADDQ(I32(block*w), k)
			} else {
				after = LabelRef("done") // this was the last of three seams
			}
			r = tmp
		}
		v.store(r, Mem{Base: dst, Disp: at * w})
	}
	JMP(after)

	Label("short")
	Comment("Too short for the loop: unaligned vectors, the last at the end of dst; then the seams.")
	at, end := GP64(), GP64()
	several := v.registers(shortVectors)
	copyVectors := func(from reg.Register) {
		for i, r := range several {
			v.move(Mem{Base: src, Index: from, Scale: 1, Disp: i * w}, r)
		}
		for i, r := range several {
			v.move(r, Mem{Base: dst, Index: from, Scale: 1, Disp: i * w})
		}
	}
	XORL(at.As32(), at.As32())
	LEAQ(Mem{Base: n, Disp: -shortVectors * w}, end)
	JMP(LabelRef("short_next"))
	alignLoop()
	Label("short_vectors")
	copyVectors(at)
	ADDQ(I32(shortVectors*w), at)
	Label("short_next")
	CMPQ(at, end)
	JLT(LabelRef("short_vectors"))
	copyVectors(end)
	JMP(LabelRef("seams"))
	Label("seam")
	MOVB(seam.at(k).As8(), Mem{Base: dst, Index: next, Scale: 1})
	ADDQ(I32(block*w), k)
	ADDQ(I32(block*w), next)
	Label("seams")
	CMPQ(next, n)
	JLT(LabelRef("seam"))
	Label("done")
	v.end()
	RET()
}
