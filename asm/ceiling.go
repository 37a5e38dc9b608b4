package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// stores describes a loop of nothing but aligned stores, unrolled as fill is.
func stores(v vector) {
	bare(v, "Stores", 3<<v.levels(), false,
		fmt.Sprintf("Stores%s stores a constant to n bytes at dst, which is a multiple of %d, and so is n, with", v.tier(), v.width()))
}

// ors describes a loop of what no kernel of states can do without: each vector of a
// block of rows is read, ORed and stored.
func ors(v vector) {
	bare(v, "Ors", rowSize*rowBytes/v.width(), true,
		fmt.Sprintf("Ors%s stores the %d bytes at src, ORed with a constant, again and again to n bytes at dst,", v.tier(), rowSize*rowBytes),
		fmt.Sprintf("which is a multiple of %d, and so is n, with", v.width()))
}

// bare describes a loop of stores, turn vectors an iteration: of a constant or, if
// merged, of the constant ORed with a source.
func bare(v vector, name string, turn int, merged bool, doc ...string) {
	w := v.width()
	source := ""
	if merged {
		source = "src *byte, "
	}
	TEXT(name+v.tier(), NOSPLIT, "func(dst *byte, n int, "+source+"stream bool)")
	Pragma("noescape")
	Doc(append(doc,
		"streaming stores if stream is true. It is not zero, for there are machines that write zeros to memory faster",
		"than anything else.")...,
	)
	dst := Load(Param("dst"), GP64()).(reg.GPVirtual)
	n := Load(Param("n"), GP64()).(reg.GPVirtual)
	var src reg.Register
	if merged {
		src = Load(Param("src"), GP64())
	}
	pattern := GP64()
	MOVQ(U64(0x0102_0304_0506_0708), pattern)
	value, tmp := v.fill64(pattern), v.register()

	body := func(prefix string, store func(reg.VecVirtual, Mem)) {
		one := func(at int) {
			r := value
			if merged {
				v.or(value, Mem{Base: src, Disp: at}, tmp)
				r = tmp
			}
			store(r, Mem{Base: dst, Disp: at})
		}
		alignLoop()
		Label(prefix + "loop")
		CMPQ(n, I32(turn*w))
		JLT(LabelRef(prefix + "rest"))
		for i := range turn {
			one(i * w)
		}
		ADDQ(I32(turn*w), dst)
		SUBQ(I32(turn*w), n)
		JMP(LabelRef(prefix + "loop"))
		Label(prefix + "rest")
		TESTQ(n, n)
		JZ(LabelRef(prefix + "done"))
		one(0)
		ADDQ(I32(w), dst)
		if merged {
			ADDQ(I32(w), src)
		}
		SUBQ(I32(w), n)
		JMP(LabelRef(prefix + "rest"))
	}
	stream := Load(Param("stream"), GP8())
	TESTB(stream, stream)
	JNZ(LabelRef("streaming_loop"))
	body("", v.storeAligned)
	Label("done")
	v.end()
	RET()
	body("streaming_", v.storeStreaming)
	Label("streaming_done")
	SFENCE()
	v.end()
	RET()
}

// inUse describes the probe of the tests that look for a missing VZEROUPPER.
func inUse() {
	TEXT("InUse", NOSPLIT, "func() uint32")
	Doc(
		"InUse returns which parts of the registers are not in their first state, as XGETBV with ECX = 1 gives them:",
		"bit 2 is the upper halves of the YMM registers, bit 6 those of the ZMM registers. The CPU must have XGETBV1.",
	)
	MOVL(U32(1), reg.ECX)
	XGETBV()
	Store(reg.EAX, ReturnIndex(0))
	RET()
}
