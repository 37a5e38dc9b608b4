// Package block gives the bytes of a stream of moves, in any format, from any
// place on, as segments of memory that never changes.
package block

import "github.com/hanoigen/hanoi/kernel"

// Run is a run of successive moves of the canonical solution under a naming:
// moves First … First+Count−1.
type Run struct {
	First, Count uint64
	Pegs         kernel.Pegs
}
