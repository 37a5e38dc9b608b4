// Command asm writes the assembly of package kernel:
//
//	go run . -out ../kernel/kernel_amd64.s -stubs ../kernel/kernel_amd64.go -pkg kernel
//
// Each kernel is described once, in terms of a vector of any width (vector.go),
// and instantiated for each tier:
//
//	fill    a stream of one-byte records: bodies from registers, seams merged (fill.go)
//	states  the states of the disks: small disks from a table, large ones in registers (states.go)
//	stores  with -ceiling: nothing but stores, which no kernel can outrun (ceiling.go)
//	turns   with -ceiling: the same, but of vectors that are read first, as by fill
//	ors     with -ceiling: the same, but of vectors that are read and ORed, as by states
//
// What a kernel does at a seam, the one move of a block that is not fixed, is in
// seam.go.
package main

import (
	"flag"

	. "github.com/mmcloughlin/avo/build"
)

func main() {
	onlyCeiling := flag.Bool("ceiling", false, "write what tests and benchmarks need instead of the kernels")
	flag.Parse()

	ConstraintExpr("amd64,gc,!purego")
	for _, v := range []vector{avx512{}, avx2{}, sse2{}} {
		if *onlyCeiling {
			stores(v)
			turns(v)
			ors(v)
			continue
		}
		fill(v)
		states(v)
	}
	if *onlyCeiling {
		inUse()
	}
	Generate()
}
