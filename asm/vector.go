package main

import (
	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/ir"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// vector is what the kernels need of an instruction set.
type vector interface {
	tier() string // the suffix of the functions' names
	width() int   // bytes a register
	register() reg.VecVirtual
	// levels is how many levels of vectors fill keeps in registers. More levels make
	// seams rarer. But an iteration of its loop must store at most 1536 bytes: beyond,
	// Zen 5 does not foresee the stores to L2, and writes at half the speed.
	levels() int

	load(from Mem, to reg.VecVirtual)   // any address
	store(from reg.VecVirtual, to Mem)  // any address
	storeAligned(reg.VecVirtual, Mem)   // a multiple of width
	storeStreaming(reg.VecVirtual, Mem) // a multiple of width; past the caches
	// storeWords stores the 8-byte words of a vector whose numbers are below count.
	// The vector's words are numbered from first on.
	storeWords(from reg.VecVirtual, to Mem, count reg.GPVirtual, first int)
	fill64(from reg.GPVirtual) reg.VecVirtual // each 8 bytes those of from
	// periodic returns three vectors that hold the words a, b, c again and again.
	periodic(a, b, c reg.GPVirtual) [group]reg.VecVirtual

	// to = a op b, where b may be memory at any address
	and(a reg.VecVirtual, b Op, to reg.VecVirtual)
	or(a reg.VecVirtual, b Op, to reg.VecVirtual)
	xor(a reg.VecVirtual, b Op, to reg.VecVirtual)

	// byteMask makes what merge needs to replace the byte at an index by one in memory,
	// at a place from base on. It may move base.
	byteMask(index, base reg.GPVirtual) any
	// merge sets to to body, with the byte of the mask replaced by b, a place from base
	// on as byteMask left it. It may read a whole vector there.
	merge(body reg.VecVirtual, b Mem, mask any, to reg.VecVirtual)

	end() // before RET
}

// alignLoop aligns the loop that follows to a cache line. Otherwise its place is
// chance, and a bad one makes it slower.
func alignLoop() {
	Instruction(&ir.Instruction{Opcode: "PCALIGN", Operands: []Op{Imm(64)}})
}

const oneByteAt = 31

// oneByte has a single byte set, in the middle: loaded from oneByteAt − i, a
// vector has byte i set.
var oneByte = func() Mem {
	m := GLOBL("oneByte", 8|16) // RODATA|NOPTR
	for i := range 2*oneByteAt + 2 {
		var v U8
		if i == oneByteAt {
			v = 0xff
		}
		DATA(i, v)
	}
	return m
}()

// loadByteMask sets mask to the vector with all bits of byte index set.
func loadByteMask(v vector, index reg.GPVirtual, mask reg.VecVirtual) {
	at := GP64()
	LEAQ(oneByte.Offset(oneByteAt), at)
	SUBQ(index, at)
	v.load(Mem{Base: at}, mask)
}

// avx512 is AVX-512 F, BW and VL.
type avx512 struct{}

func (avx512) tier() string                         { return "AVX512" }
func (avx512) width() int                           { return 64 }
func (avx512) levels() int                          { return 3 }
func (avx512) register() reg.VecVirtual             { return ZMM() }
func (avx512) load(m Mem, r reg.VecVirtual)         { VMOVDQU64(m, r) }
func (avx512) store(r reg.VecVirtual, m Mem)        { VMOVDQU64(r, m) }
func (avx512) storeAligned(r reg.VecVirtual, m Mem) { VMOVDQA64(r, m) }
func (avx512) storeStreaming(r reg.VecVirtual, m Mem) {
	VMOVNTDQ(r, m)
}
func (avx512) and(a reg.VecVirtual, b Op, to reg.VecVirtual) { VPANDQ(b, a, to) }
func (avx512) or(a reg.VecVirtual, b Op, to reg.VecVirtual)  { VPORQ(b, a, to) }
func (avx512) xor(a reg.VecVirtual, b Op, to reg.VecVirtual) { VPXORQ(b, a, to) }
func (avx512) end()                                          { VZEROUPPER() }

func (avx512) fill64(from reg.GPVirtual) reg.VecVirtual {
	to := ZMM()
	VPBROADCASTQ(from, to)
	return to
}

func (avx512) periodic(a, b, c reg.GPVirtual) (all [group]reg.VecVirtual) {
	half := avx2{}.periodic(a, b, c) // abca bcab cabc
	for i := range all {
		to := ZMM()
		VINSERTI64X4(Imm(1), half[(2*i+1)%group], half[2*i%group].AsZ(), to)
		all[i] = to
	}
	return all
}

func (avx512) storeWords(from reg.VecVirtual, to Mem, count reg.GPVirtual, first int) {
	bit, mask := GP64(), K()
	XORL(bit.As32(), bit.As32())
	BTSQ(count, bit)
	DECQ(bit)
	if first > 0 {
		SHRQ(Imm(uint64(first)), bit)
	}
	KMOVW(bit.As32(), mask)
	VMOVDQU64(from, mask, to)
}

func (avx512) byteMask(index, _ reg.GPVirtual) any {
	bit, mask := GP64(), K()
	XORL(bit.As32(), bit.As32())
	BTSQ(index, bit)
	KMOVQ(bit, mask)
	return mask
}

func (avx512) merge(body reg.VecVirtual, b Mem, mask any, to reg.VecVirtual) {
	VMOVDQA64(body, to)
	VPBROADCASTB(b, mask.(reg.Register), to)
}

// avx2 is AVX2.
type avx2 struct{}

func (avx2) tier() string                           { return "AVX2" }
func (avx2) width() int                             { return 32 }
func (avx2) levels() int                            { return 4 }
func (avx2) register() reg.VecVirtual               { return YMM() }
func (avx2) load(m Mem, r reg.VecVirtual)           { VMOVDQU(m, r) }
func (avx2) store(r reg.VecVirtual, m Mem)          { VMOVDQU(r, m) }
func (avx2) storeAligned(r reg.VecVirtual, m Mem)   { VMOVDQA(r, m) }
func (avx2) storeStreaming(r reg.VecVirtual, m Mem) { VMOVNTDQ(r, m) }
func (avx2) and(a reg.VecVirtual, b Op, to reg.VecVirtual) {
	VPAND(b, a, to)
}
func (avx2) or(a reg.VecVirtual, b Op, to reg.VecVirtual)  { VPOR(b, a, to) }
func (avx2) xor(a reg.VecVirtual, b Op, to reg.VecVirtual) { VPXOR(b, a, to) }
func (avx2) end()                                          { VZEROUPPER() }

func (avx2) fill64(from reg.GPVirtual) reg.VecVirtual {
	to := YMM()
	VMOVQ(from, to.AsX())
	VPBROADCASTQ(to.AsX(), to)
	return to
}

func (avx2) periodic(a, b, c reg.GPVirtual) (all [group]reg.VecVirtual) {
	var words, pairs [group]reg.VecVirtual // pairs: ab ca bc
	for i, w := range []reg.GPVirtual{a, b, c} {
		words[i] = XMM()
		VMOVQ(w, words[i])
	}
	for i := range pairs {
		pairs[i] = XMM()
		VPUNPCKLQDQ(words[(2*i+1)%group], words[2*i%group], pairs[i])
	}
	for i := range all {
		all[i] = YMM()
		VINSERTI128(Imm(1), pairs[(2*i+1)%group], pairs[2*i%group].AsY(), all[i])
	}
	return all
}

func (avx2) storeWords(from reg.VecVirtual, to Mem, count reg.GPVirtual, first int) {
	at, back, mask := GP64(), GP64(), YMM()
	LEAQ(firstWords.Offset((24+first)*word), at)
	MOVQ(count, back)
	SHLQ(Imm(3), back)
	SUBQ(back, at)
	VMOVDQU(Mem{Base: at}, mask)
	VPMASKMOVQ(from, mask, to)
}

func (v avx2) byteMask(index, _ reg.GPVirtual) any {
	mask := YMM()
	loadByteMask(v, index, mask)
	return mask
}

func (avx2) merge(body reg.VecVirtual, b Mem, mask any, to reg.VecVirtual) {
	VPBROADCASTB(b, to)
	VPBLENDVB(mask.(Op), to, body, to)
}

// sse2 is what every amd64 has; its tier is named for the BMI1 of the seams.
type sse2 struct{}

func (sse2) tier() string                                    { return "BMI" }
func (sse2) width() int                                      { return 16 }
func (sse2) levels() int                                     { return 4 }
func (sse2) register() reg.VecVirtual                        { return XMM() }
func (sse2) load(m Mem, r reg.VecVirtual)                    { MOVOU(m, r) }
func (sse2) store(r reg.VecVirtual, m Mem)                   { MOVOU(r, m) }
func (sse2) storeAligned(r reg.VecVirtual, m Mem)            { MOVOA(r, m) }
func (sse2) storeStreaming(r reg.VecVirtual, m Mem)          { MOVNTDQ(r, m) }
func (v sse2) and(a reg.VecVirtual, b Op, to reg.VecVirtual) { v.op(PAND, a, b, to) }
func (v sse2) or(a reg.VecVirtual, b Op, to reg.VecVirtual)  { v.op(POR, a, b, to) }
func (v sse2) xor(a reg.VecVirtual, b Op, to reg.VecVirtual) { v.op(PXOR, a, b, to) }
func (sse2) end()                                            {}

// op makes three operands of two. A memory operand would have to be aligned, so
// it is loaded first; the operations commute.
func (v sse2) op(op func(_, _ Op), a reg.VecVirtual, b Op, to reg.VecVirtual) {
	m, ok := b.(Mem)
	if to == b && to != a || ok && to == a {
		panic("the result would overwrite an operand that is still needed")
	}
	if ok {
		MOVOU(m, to)
		op(a, to)
		return
	}
	if to != a {
		MOVOA(a, to)
	}
	op(b, to)
}

func (sse2) fill64(from reg.GPVirtual) reg.VecVirtual {
	to := XMM()
	MOVQ(from, to)
	PUNPCKLQDQ(to, to)
	return to
}

func (sse2) periodic(a, b, c reg.GPVirtual) (all [group]reg.VecVirtual) {
	var words [group]reg.VecVirtual
	for i, w := range []reg.GPVirtual{a, b, c} {
		words[i] = XMM()
		MOVQ(w, words[i])
	}
	for i := range all { // ab ca bc
		all[i] = XMM()
		MOVOA(words[2*i%group], all[i])
		PUNPCKLQDQ(words[(2*i+1)%group], all[i])
	}
	return all
}

// storeWords always stores 3 words: a group has two states, so the last part of one
// has one.
func (sse2) storeWords(from reg.VecVirtual, to Mem, _ reg.GPVirtual, first int) {
	switch first {
	case 0:
		MOVOU(from, to)
	case 2:
		MOVQ(from, to)
	}
}

// byteMask moves base back, so that a vector loaded from there has the byte in its place.
func (v sse2) byteMask(index, base reg.GPVirtual) any {
	mask := XMM()
	loadByteMask(v, index, mask)
	SUBQ(index, base)
	return mask
}

func (v sse2) merge(body reg.VecVirtual, b Mem, mask any, to reg.VecVirtual) {
	// What differs from the body under the mask is flipped.
	MOVOU(b, to)
	PXOR(body, to)
	PAND(mask.(Op), to)
	PXOR(body, to)
}
