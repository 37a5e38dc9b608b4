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
		func(reg.Register) func(int) reg.VecVirtual {
			value := constant(v)
			return func(int) reg.VecVirtual { return value }
		},
		fmt.Sprintf("Stores%s stores a constant to n bytes at dst, which is a multiple of %d, and so is n, with", v.tier(), v.width()))
}

// turns describes the least that fill does in a call: it reads what its registers hold,
// and stores them in turn.
func turns(v vector) {
	registers := make([]reg.VecVirtual, 3*v.levels())
	bare(v, "Turns", 3<<v.levels(), true,
		func(src reg.Register) func(int) reg.VecVirtual {
			for i := range registers {
				registers[i] = v.register()
				v.load(Mem{Base: src, Disp: i * v.width()}, registers[i])
			}
			return func(at int) reg.VecVirtual { return registers[at/v.width()%len(registers)] }
		},
		fmt.Sprintf("Turns%s reads %d vectors from src on, at any address, and stores them again and again to n bytes at", v.tier(), len(registers)),
		fmt.Sprintf("dst, which is a multiple of %d, and so is n, with", v.width()))
}

// ors describes a loop of what a kernel of states does that takes each vector from a
// table of the small disks' states: it is read, ORed and stored.
func ors(v vector) {
	bare(v, "Ors", rowSize*rowBytes/v.width(), true,
		func(src reg.Register) func(int) reg.VecVirtual {
			value, tmp := constant(v), v.register()
			return func(at int) reg.VecVirtual {
				v.or(value, Mem{Base: src, Disp: at}, tmp)
				return tmp
			}
		},
		fmt.Sprintf("Ors%s stores the %d bytes at src, ORed with a constant, again and again to n bytes at dst,", v.tier(), rowSize*rowBytes),
		fmt.Sprintf("which is a multiple of %d, and so is n, with", v.width()))
}

// constant returns a vector that is not zero: there are machines that write zeros to
// memory faster than anything else.
func constant(v vector) reg.VecVirtual {
	pattern := GP64()
	MOVQ(U64(0x0102_0304_0506_0708), pattern)
	return v.fill64(pattern)
}

// bare describes a loop of stores, turn vectors an iteration. Begin is told where the
// source is, if there is one, and returns what makes the vector for byte at of an
// iteration on.
func bare(v vector, name string, turn int, source bool, begin func(src reg.Register) func(at int) reg.VecVirtual, doc ...string) {
	w := v.width()
	param := ""
	if source {
		param = "src *byte, "
	}
	TEXT(name+v.tier(), NOSPLIT, "func(dst *byte, n int, "+param+"stream bool)")
	Pragma("noescape")
	Doc(append(doc, "streaming stores if stream is true.")...)
	dst := Load(Param("dst"), GP64()).(reg.GPVirtual)
	n := Load(Param("n"), GP64()).(reg.GPVirtual)
	var src reg.Register
	if source {
		src = Load(Param("src"), GP64())
	}
	vector := begin(src)
	body := func(prefix string, store func(reg.VecVirtual, Mem)) {
		one := func(at int) { store(vector(at), Mem{Base: dst, Disp: at}) }
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
		if source {
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
