// Command asm writes the loops of nothing but stores that the kernels are measured
// against: for each width of a vector one with ordinary and one with non-temporal stores.
package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// unrolled is how many bytes an iteration stores. Beyond that, Zen 5 does not foresee
// the stores to L2, and writes at half the speed.
const unrolled = 1536

// vector is what the loops need of an instruction set.
type vector struct {
	tier     string
	width    int // in bytes
	register func() reg.VecVirtual
	move     func(from, to operand.Op)
	past     func(from, to operand.Op) // the caches
}

var vectors = []vector{
	{"AVX512", 64, build.ZMM, func(from, to operand.Op) { build.VMOVDQU64(from, to) }, build.VMOVNTDQ},
	{"AVX2", 32, build.YMM, build.VMOVDQU, build.VMOVNTDQ},
	{"BMI", 16, build.XMM, build.MOVOU, build.MOVNTDQ},
}

func main() {
	build.ConstraintExpr("amd64,gc")
	// Not zero: there are machines that write zeros faster than anything else.
	constant := build.GLOBL("constant", attr.RODATA|attr.NOPTR)
	for at := 0; at < 64; at += 8 {
		build.DATA(at, operand.U64(0x0102_0304_0506_0708))
	}
	for _, v := range vectors {
		stores(v, "stores"+v.tier, constant, v.move, func() {})
		stores(v, "nonTemporal"+v.tier, constant, v.past, build.SFENCE)
	}
	build.Generate()
}

// stores describes a loop of one kind of store, and what ends it.
func stores(v vector, name string, constant operand.Mem, store func(from, to operand.Op), end func()) {
	build.TEXT(name, attr.NOSPLIT, "func(dst *byte, n int)")
	build.Pragma("noescape")
	build.Doc(fmt.Sprintf("%s stores a constant to n bytes at dst; both are multiples of %d.", name, v.width))
	dst := build.Load(build.Param("dst"), build.GP64())
	n := build.Load(build.Param("n"), build.GP64())
	value := v.register()
	v.move(constant, value)

	build.Instruction(&ir.Instruction{Opcode: "PCALIGN", Operands: []operand.Op{operand.Imm(64)}})
	build.Label("loop")
	build.CMPQ(n, operand.I32(unrolled))
	build.JLT(operand.LabelRef("rest"))
	for at := 0; at < unrolled; at += v.width {
		store(value, operand.Mem{Base: dst, Disp: at})
	}
	build.ADDQ(operand.I32(unrolled), dst)
	build.SUBQ(operand.I32(unrolled), n)
	build.JMP(operand.LabelRef("loop"))

	build.Label("rest")
	build.TESTQ(n, n)
	build.JZ(operand.LabelRef("done"))
	store(value, operand.Mem{Base: dst})
	build.ADDQ(operand.I32(int32(v.width)), dst)
	build.SUBQ(operand.I32(int32(v.width)), n)
	build.JMP(operand.LabelRef("rest"))

	build.Label("done")
	end()
	if v.width > 16 {
		build.VZEROUPPER()
	}
	build.RET()
}
