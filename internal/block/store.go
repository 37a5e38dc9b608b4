package block

import (
	"os"
	"sync"

	"github.com/hanoigen/hanoi/kernel"
)

// blockBits is b of the blocks that are kept, by format: 2^b moves are 130 to 230 kB,
// so that few segments make a lot of output and the bodies stay in L2. All bodies and
// tails of a store fit into a huge page of 2 MiB.
var blockBits = [len(formats)]int{Packed: 17, Wide: 16, Text: 13, CSV: 15, JSONL: 13, NPY: 16}

// A store has all blocks of a format under the namings that are rotations, or
// under those that are reflections.
//
// A block is a body up to the last page boundary before the seam, and a tail from
// there on. Both begin at a page, so that a pipe holds no more pages than their bytes
// need.
type store struct {
	// bodies[peg] is the block that begins with the small disks on peg, but for the
	// seam, whose bytes mean nothing. tails[peg][disk] is its tail if the seam moves
	// that disk.
	bodies [3][]byte
	tails  [3][maxDisks + 1][]byte
	cut    int // where the tail begins
}

type storeKey struct {
	format    Format
	reflected bool
	tier      *kernel.Tier
}

var stores sync.Map // of storeKey to func() *store

// storeOf returns the store for a naming, and makes it on first use.
func (s *Stream) storeOf(p kernel.Naming) *store {
	key := storeKey{s.format, p.Reflected(), s.tier}
	made, ok := stores.Load(key)
	if !ok {
		made, _ = stores.LoadOrStore(key, sync.OnceValue(func() *store { return newStore(key) }))
	}
	return made.(func() *store)()
}

func newStore(key storeKey) *store {
	f, bits := key.format, blockBits[key.format]
	moves := uint64(1) << bits
	length := int(f.upTo(moves).lo)
	seam := int(f.upTo(moves - 1).lo)
	page := os.Getpagesize()
	whole := func(n int) int { return (n + page - 1) / page * page }

	st := &store{cut: seam / page * page}
	tail := length - st.cut
	// Encoding needs some room after the last record.
	body := whole(length + MaxRecord)
	total := 3 * (body + (maxDisks-bits)*whole(tail))
	memory := pages(total)
	take := func(n int) []byte {
		b := memory[:n:n]
		memory = memory[whole(n):]
		return b
	}
	all := memory
	s := &Stream{format: f, tier: key.tier}
	for p := range kernel.Naming(3) {
		if key.reflected {
			p += 3
		}
		peg := p.Peg(0)
		st.bodies[peg] = take(body)
		s.encode(st.bodies[peg], 1, p, 1, int(moves-1))
	}
	for p := range kernel.Naming(3) {
		if key.reflected {
			p += 3
		}
		for disk := bits + 1; disk <= maxDisks; disk++ {
			// k is the disk's first move, and peg is where the small disks stand
			// when its block begins.
			k := uint64(1) << (disk - 1)
			peg := p.Peg(uint8((k - moves) % 3))
			var record [MaxRecord]byte
			last, _ := s.encode(record[:], k, p, 1, 1)
			t := take(tail)
			n := copy(t, st.bodies[peg][st.cut:seam])
			copy(t[n:], last)
			st.tails[peg][disk] = t
		}
	}
	seal(all)
	return st
}
