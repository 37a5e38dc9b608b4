package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// stores describes a loop of nothing but aligned stores, unrolled as fill is.
func stores(v vector) {
	w := v.width()
	loop := 3 << v.levels()
	name := "Stores" + v.tier()
	TEXT(name, NOSPLIT, "func(dst *byte, n int, stream bool)")
	Pragma("noescape")
	Doc(
		fmt.Sprintf("%s stores a constant to n bytes at dst, which is a multiple of %d, and so is n, with", name, w),
		"streaming stores if stream is true. It is not zero, for there are machines that write zeros to memory faster",
		"than anything else.",
	)
	dst := Load(Param("dst"), GP64()).(reg.GPVirtual)
	n := Load(Param("n"), GP64()).(reg.GPVirtual)
	pattern := GP64()
	MOVQ(U64(0x0102_0304_0506_0708), pattern)
	value := v.fill64(pattern)

	body := func(prefix string, store func(reg.VecVirtual, Mem)) {
		alignLoop()
		Label(prefix + "loop")
		CMPQ(n, I32(loop*w))
		JLT(LabelRef(prefix + "rest"))
		for i := range loop {
			store(value, Mem{Base: dst, Disp: i * w})
		}
		ADDQ(I32(loop*w), dst)
		SUBQ(I32(loop*w), n)
		JMP(LabelRef(prefix + "loop"))
		Label(prefix + "rest")
		TESTQ(n, n)
		JZ(LabelRef(prefix + "done"))
		store(value, Mem{Base: dst})
		ADDQ(I32(w), dst)
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
