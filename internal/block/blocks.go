package block

import (
	"os"
	"sync"

	"github.com/hanoigen/hanoi/kernel"
)

// blocks holds all blocks of an encoding under the three rotations, or under the three
// reflections. A block takes 130 to 250 kB. Blocks are long because long segments need few
// system calls; but the three of a stream have to stay in L2, and all blocks of an encoding have
// to fit into one huge page of 2 MiB.
//
// Each block is split at cut, the last page boundary before its seam. Both parts begin at
// a page boundary: a pipe that refers to them holds as few pages as possible.
type blocks struct {
	// whole[peg] is the block that begins with the small disks on peg; the bytes of its
	// seam are undefined. ends[peg][disk] is the part from cut on if the seam moves disk.
	whole [3][]byte
	ends  [3][maxDisks + 1][]byte
	cut   int
}

const maxDisks = kernel.MaxDisks

// kept holds the blocks of each encoding under the rotations and under the reflections.
var kept [Formats][2][2]struct {
	once sync.Once
	*blocks
}

// blocksOf returns the blocks for a naming. The first call makes them.
func (e encoding) blocksOf(p kernel.Naming) *blocks {
	reflected := p / 3 // 3 … 5 are the reflections
	k := &kept[e.Format][e.letters][reflected]
	k.once.Do(func() { k.blocks = newBlocks(e, 3*reflected) })
	return k.blocks
}

// newBlocks makes the blocks under the namings first, first+1 and first+2.
func newBlocks(e encoding, first kernel.Naming) *blocks {
	bits := formats[e.Format].blockBits
	moves := uint64(1) << bits
	length := int(e.upTo(moves).lo)
	seam := int(e.upTo(moves - 1).lo)
	page := os.Getpagesize()
	wholePages := func(n int) int { return (n + page - 1) / page * page }

	b := &blocks{cut: seam / page * page}
	whole := wholePages(length + MaxRecord) // room to encode
	end := length - b.cut
	memory := pages(3 * (whole + (maxDisks-bits)*wholePages(end)))
	defer seal(memory)
	take := func(n int) []byte {
		taken := memory[:n:n]
		memory = memory[wholePages(n):]
		return taken
	}
	for p := first; p < first+3; p++ {
		b.whole[p.Peg(0)] = take(whole)
		e.encode(b.whole[p.Peg(0)], 0, 1, p, int(moves-1))
	}
	for p := first; p < first+3; p++ {
		for disk := bits + 1; disk <= maxDisks; disk++ {
			// Move k is the first move of disk. The block of k begins with the
			// small disks on peg.
			k := uint64(1) << (disk - 1)
			peg := p.Peg(uint8((k - moves) % 3))
			var record [MaxRecord]byte
			last, _ := e.encode(record[:], 0, k, p, 1)
			b.ends[peg][disk] = take(end)
			n := copy(b.ends[peg][disk], b.whole[peg][b.cut:seam])
			copy(b.ends[peg][disk][n:], last)
		}
	}
	return b
}
