package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// The upper half of x·third is ⌊2x/3⌋.
const third = 0xaaaa_aaaa_aaaa_aaab

// seams computes the byte of a seam from its move number. Type seams of package kernel
// explains how.
type seams struct {
	fields reg.Register // points to the fields byPeg, perZero and bytes of type seams
	third  reg.GPVirtual
}

// Offsets from byPeg.
const (
	perZeroOffset = 8
	bytesOffset   = 16
)

func newSeams(fields reg.Register) seams {
	s := seams{fields, GP64()}
	MOVQ(U64(third), s.third)
	return s
}

// mod3 replaces x by its remainder modulo 3, without a branch.
func (s seams) mod3(x reg.GPVirtual) {
	MOVQ(x, reg.RAX)
	MULQ(s.third)
	SHRQ(Imm(1), reg.RDX)
	LEAQ(Mem{Base: reg.RDX, Index: reg.RDX, Scale: 2}, reg.RDX)
	SUBQ(reg.RDX, x)
}

// at returns a register whose lowest byte is the byte of seam k; its other bytes are
// undefined.
func (s seams) at(k reg.GPVirtual) reg.GPVirtual {
	zeros, rest, b := GP64(), GP64(), GP64()
	Comment("t = tz(k), r = k&(k-1) mod 3")
	TZCNTQ(k, zeros)
	BLSRQ(k, rest)
	s.mod3(rest)
	Comment("Byte r + 4·(t&1) of byPeg, plus t·perZero")
	MOVL(zeros.As32(), reg.ECX)
	ANDL(Imm(1), reg.ECX)
	LEAQ(Mem{Base: rest, Index: reg.RCX, Scale: 4}, reg.RCX)
	SHLL(Imm(3), reg.ECX)
	MOVQ(Mem{Base: s.fields}, b)
	SHRQ(reg.CL, b)
	IMULQ(Mem{Base: s.fields, Disp: perZeroOffset}, zeros)
	ADDQ(zeros, b)
	return b
}
