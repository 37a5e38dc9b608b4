// Command asm writes the assembly of package kernel:
//
//	go run . -out ../kernel/kernel_amd64.s -stubs ../kernel/kernel_amd64.go -pkg kernel
//
// Each kernel is described once, in terms of a vector of any width (vector.go),
// and instantiated for each tier:
//
//	fill    a stream of one-byte records: bodies from registers, seams merged (fill.go)
//	states  the states of the disks: small disks from a table, large ones in registers (states.go)
//
// What a kernel does at a seam, the one move of a block that is not fixed, is in
// seam.go.
package main

import . "github.com/mmcloughlin/avo/build"

func main() {
	ConstraintExpr("amd64,gc,!purego")
	for _, v := range []vector{avx512{}, avx2{}, sse2{}} {
		fill(v)
		states(v)
	}
	Generate()
}
