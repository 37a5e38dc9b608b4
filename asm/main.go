// Command asm writes the assembly of package kernel:
//
//	go run . -out ../kernel/kernel_amd64.s -stubs ../kernel/kernel_amd64.go -pkg kernel
//
// Each kernel is described once, in terms of a vector of any width, and written for
// each tier:
//
//	vector.go  what a kernel needs of an instruction set, and the three that have it
//	fill.go    one byte per move: bodies from registers, seams merged into them
//	states.go  the disks of each peg: small disks from a table, large ones in registers
//	seam.go    the byte of a seam, the one move of a block that is not fixed
package main

import . "github.com/mmcloughlin/avo/build"

func main() {
	ConstraintExpr("amd64,gc,!purego")
	for _, v := range []vector{avx512, avx2, sse2} {
		fill(v)
		states(v)
	}
	Generate()
}
