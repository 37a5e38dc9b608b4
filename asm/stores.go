package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// unrolled is how many bytes an iteration stores, as the kernels do: see type vector.
const unrolled = 1536

// stores describes a loop of nothing but stores of one kind, which the kernels are
// measured against, and what ends it.
func stores(v vector, name string, store func(from, to Op), end func()) {
	TEXT(name+v.tier, NOSPLIT, "func(dst *byte, n int)")
	Pragma("noescape")
	Doc(fmt.Sprintf("%s stores a constant to n bytes at dst; both are multiples of %d.", name+v.tier, v.width))
	dst := Load(Param("dst"), GP64())
	n := Load(Param("n"), GP64())
	Comment("Not zero: there are machines that write zeros faster than anything else")
	ones := v.register()
	v.move(firstWords, ones)

	alignLoop()
	Label("loop")
	CMPQ(n, I32(unrolled))
	JLT(LabelRef("rest"))
	for at := 0; at < unrolled; at += v.width {
		store(ones, Mem{Base: dst, Disp: at})
	}
	ADDQ(I32(unrolled), dst)
	SUBQ(I32(unrolled), n)
	JMP(LabelRef("loop"))

	Label("rest")
	TESTQ(n, n)
	JZ(LabelRef("done"))
	store(ones, Mem{Base: dst})
	ADDQ(I32(v.width), dst)
	SUBQ(I32(v.width), n)
	JMP(LabelRef("rest"))

	Label("done")
	end()
	v.end()
	RET()
}
