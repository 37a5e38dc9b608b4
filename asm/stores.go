package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// unrolled is the number of bytes that an iteration stores.
const unrolled = 512

// stores emits a loop that only stores, and calls end after it.
func stores(v vector, name string, store func(from, to Op), end func()) {
	TEXT(name+v.tier, NOSPLIT, "func(dst *byte, n int)")
	Pragma("noescape")
	Doc(fmt.Sprintf("%s stores a constant to n bytes at dst. n is a positive multiple of %d; dst is aligned to %d bytes.", name+v.tier, unrolled, v.width))
	dst, n := param("dst"), param("n")
	Comment("Some machines write zeros faster than other values, so write ones")
	ones := v.register()
	v.move(firstWords, ones)
	alignLoop()
	Label("loop")
	for at := 0; at < unrolled; at += v.width {
		store(ones, Mem{Base: dst, Disp: at})
	}
	ADDQ(I32(unrolled), dst)
	SUBQ(I32(unrolled), n)
	JNZ(LabelRef("loop"))
	end()
	v.end()
	RET()
}
