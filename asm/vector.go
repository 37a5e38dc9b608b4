package main

import (
	"slices"

	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/ir"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// vector describes an instruction set to the kernels.
type vector struct {
	tier     string // the suffix of the functions' names
	width    int    // bytes per register
	register func() reg.VecVirtual
	// levels is the number of levels of vectors that fill keeps in registers. With more
	// levels, seams are rarer. But an iteration of its loop must store at most 1536 bytes:
	// with more, Zen 5 does not predict the stores to L2, and writes at half the speed.
	levels int

	move        func(from, to Op) // to or from any address
	store       func(from, to Op) // to a multiple of width
	nonTemporal func(from, to Op) // to a multiple of width, bypassing the caches
	// storeWords numbers the 8-byte words of a vector first, first+1, … and stores the
	// words whose numbers are less than count.
	storeWords func(from reg.VecVirtual, to Mem, count reg.GPVirtual, first int)

	fill64 func(from reg.GPVirtual) reg.VecVirtual // repeats a word
	// periodic returns a group of vectors that repeats three words.
	periodic func(words [group]reg.GPVirtual) [group]reg.VecVirtual

	// to = a op b; a may be memory, aligned or not
	and, or, xor func(a, b, to Op)

	// byteMask returns a mask for merge that selects the byte at index. It may change base.
	byteMask func(index, base reg.GPVirtual) Op
	// merge copies body, with the masked byte replaced by b. The address b is relative to
	// base. merge may read a whole vector there.
	merge func(body reg.VecVirtual, b Mem, mask Op, to reg.VecVirtual)

	end func() // emits the instruction before RET
}

func (v vector) registers(n int) []reg.VecVirtual {
	all := make([]reg.VecVirtual, n)
	for i := range all {
		all[i] = v.register()
	}
	return all
}

// alignLoop aligns the next loop to a cache line: other alignments may make it slower.
func alignLoop() {
	Instruction(&ir.Instruction{Opcode: "PCALIGN", Operands: []Op{Imm(64)}})
}

func param(name string) reg.GPVirtual { return Load(Param(name), GP64()).(reg.GPVirtual) }

func repeat(n int, c Constant) []Constant { return slices.Repeat([]Constant{c}, n) }

// constants defines read-only data, and returns its start.
func constants(name string, parts ...[]Constant) Mem {
	m := GLOBL(name, RODATA|NOPTR)
	at := 0
	for _, c := range slices.Concat(parts...) {
		DATA(at, c)
		at += c.Bytes()
	}
	return m
}

const oneByteAt = 31

// oneByte is all zeros but for the byte at oneByteAt. A vector loaded from oneByteAt−i has
// only byte i set.
var oneByte = constants("oneByte", repeat(oneByteAt, U8(0)), repeat(1, U8(0xff)), repeat(oneByteAt+1, U8(0)))

// byteMaskAt returns the address of a vector with only the bits of byte index set.
func byteMaskAt(index reg.GPVirtual) Mem {
	at := GP64()
	LEAQ(oneByte.Offset(oneByteAt), at)
	SUBQ(index, at)
	return Mem{Base: at}
}

// bit returns a register with the given bit set.
func bit(number reg.GPVirtual) reg.GPVirtual {
	b := GP64()
	XORL(b.As32(), b.As32())
	BTSQ(number, b)
	return b
}

// loaded returns three vectors, each of which begins with one of the words.
func loaded(words [group]reg.GPVirtual, load func(from, to Op)) (all [group]reg.VecVirtual) {
	for i, w := range words {
		all[i] = XMM()
		load(w, all[i])
	}
	return all
}

// joined returns vectors of twice the length with the same periodic content: for a b c, it
// returns ab ca bc, and for these, abca bcab cabc.
func joined(three [group]reg.VecVirtual, register func() reg.VecVirtual, join func(low, high, to reg.VecVirtual)) (all [group]reg.VecVirtual) {
	for i := range all {
		all[i] = register()
		join(three[2*i%group], three[(2*i+1)%group], all[i])
	}
	return all
}

// avx512 is AVX-512 F, BW and VL.
var avx512 = vector{
	tier: "AVX512", width: 64, register: ZMM, levels: 3,
	move:        func(from, to Op) { VMOVDQU64(from, to) },
	store:       func(from, to Op) { VMOVDQA64(from, to) },
	nonTemporal: VMOVNTDQ,
	storeWords: func(from reg.VecVirtual, to Mem, count reg.GPVirtual, first int) {
		words, mask := bit(count), K()
		DECQ(words)
		if first > 0 {
			SHRQ(Imm(uint64(first)), words)
		}
		KMOVW(words.As32(), mask)
		VMOVDQU64(from, mask, to)
	},
	fill64: func(from reg.GPVirtual) reg.VecVirtual {
		to := ZMM()
		VPBROADCASTQ(from, to)
		return to
	},
	periodic: func(words [group]reg.GPVirtual) [group]reg.VecVirtual {
		return joined(avx2.periodic(words), ZMM, func(low, high, to reg.VecVirtual) { VINSERTI64X4(Imm(1), high, low.AsZ(), to) })
	},
	and: func(a, b, to Op) { VPANDQ(a, b, to) },
	or:  func(a, b, to Op) { VPORQ(a, b, to) },
	xor: func(a, b, to Op) { VPXORQ(a, b, to) },
	byteMask: func(index, _ reg.GPVirtual) Op {
		mask := K()
		KMOVQ(bit(index), mask)
		return mask
	},
	merge: func(body reg.VecVirtual, b Mem, mask Op, to reg.VecVirtual) {
		VMOVDQA64(body, to)
		VPBROADCASTB(b, mask, to)
	},
	end: VZEROUPPER,
}

var avx2 = vector{
	tier: "AVX2", width: 32, register: YMM, levels: 4,
	move: VMOVDQU, store: VMOVDQA, nonTemporal: VMOVNTDQ,
	storeWords: func(from reg.VecVirtual, to Mem, count reg.GPVirtual, first int) {
		at, back, mask := GP64(), GP64(), YMM()
		LEAQ(firstWords.Offset((24+first)*word), at)
		MOVQ(count, back)
		SHLQ(Imm(3), back)
		SUBQ(back, at)
		VMOVDQU(Mem{Base: at}, mask)
		VPMASKMOVQ(from, mask, to)
	},
	fill64: func(from reg.GPVirtual) reg.VecVirtual {
		to := YMM()
		VMOVQ(from, to.AsX())
		VPBROADCASTQ(to.AsX(), to)
		return to
	},
	periodic: func(words [group]reg.GPVirtual) [group]reg.VecVirtual {
		pairs := joined(loaded(words, VMOVQ), XMM, func(low, high, to reg.VecVirtual) { VPUNPCKLQDQ(high, low, to) })
		return joined(pairs, YMM, func(low, high, to reg.VecVirtual) { VINSERTI128(Imm(1), high, low.AsY(), to) })
	},
	and: VPAND, or: VPOR, xor: VPXOR,
	byteMask: func(index, _ reg.GPVirtual) Op {
		mask := YMM()
		VMOVDQU(byteMaskAt(index), mask)
		return mask
	},
	merge: func(body reg.VecVirtual, b Mem, mask Op, to reg.VecVirtual) {
		VPBROADCASTB(b, to)
		VPBLENDVB(mask, to, body, to)
	},
	end: VZEROUPPER,
}

// sse2 is part of every amd64; its tier is named for BMI1, which the seams use.
var sse2 = vector{
	tier: "BMI", width: 16, register: XMM, levels: 4,
	move: MOVOU, store: MOVOA, nonTemporal: MOVNTDQ,
	// A group has two states, so part of a group is one state: three words.
	storeWords: func(from reg.VecVirtual, to Mem, _ reg.GPVirtual, first int) {
		switch first {
		case 0:
			MOVOU(from, to)
		case 2:
			MOVQ(from, to)
		}
	},
	fill64: func(from reg.GPVirtual) reg.VecVirtual {
		to := XMM()
		MOVQ(from, to)
		PUNPCKLQDQ(to, to)
		return to
	},
	periodic: func(words [group]reg.GPVirtual) [group]reg.VecVirtual {
		return joined(loaded(words, MOVQ), XMM, func(low, high, to reg.VecVirtual) {
			MOVOA(low, to)
			PUNPCKLQDQ(high, to)
		})
	},
	and: threeOperands(PAND), or: threeOperands(POR), xor: threeOperands(PXOR),
	// merge loads a vector at b. With base moved back by index, the seam's byte is at index
	// of this vector.
	byteMask: func(index, base reg.GPVirtual) Op {
		mask := XMM()
		MOVOU(byteMaskAt(index), mask)
		SUBQ(index, base)
		return mask
	},
	merge: func(body reg.VecVirtual, b Mem, mask Op, to reg.VecVirtual) {
		// Flip the bits that differ from body under the mask.
		MOVOU(b, to)
		PXOR(body, to)
		PAND(mask, to)
		PXOR(body, to)
	},
	end: func() {},
}

// threeOperands turns a commutative operation to = a op to into to = a op b. It loads memory
// operands first, as they may be unaligned.
func threeOperands(op func(a, to Op)) func(a, b, to Op) {
	return func(a, b, to Op) {
		m, ok := a.(Mem)
		if to == a && to != b || ok && to == b {
			panic("the result would overwrite an operand before its last use")
		}
		if ok {
			MOVOU(m, to)
			op(b, to)
			return
		}
		if to != b {
			MOVOA(b, to)
		}
		op(a, to)
	}
}
