// Command asm writes the assembly of package kernel:
//
//	go run . -out ../kernel/kernel_amd64.s -stubs ../kernel/kernel_amd64.go -pkg kernel
//
// and, with -stores, the loops that bench/ compares it with. Each kernel is described
// once, for vectors of any width, and written for each tier:
//
//	vector.go  the operations that kernels need, for three instruction sets
//	fill.go    one byte per move: bodies from registers, seams merged into them
//	states.go  the disks on each peg: small disks from a table, large ones in registers
//	seam.go    the byte of a seam, the last move of a block
//	stores.go  loops that only store
package main

import (
	"flag"

	. "github.com/mmcloughlin/avo/build"
)

var vectors = []vector{avx512, avx2, sse2}

func main() {
	bare := flag.Bool("stores", false, "write the loops of bare stores")
	flag.Parse()
	ConstraintExpr("amd64,gc,!purego")
	for _, v := range vectors {
		if *bare {
			stores(v, "stores", v.store, func() {})
			stores(v, "nonTemporal", v.nonTemporal, SFENCE)
		} else {
			fill(v)
			states(v)
		}
	}
	Generate()
}
