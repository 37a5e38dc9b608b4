package block

import (
	"os"
	"sync"

	"github.com/hanoigen/hanoi/kernel"
)

// blockBits is the size of the blocks that are kept, by format: some 200 kB, so that
// few segments make a lot of output and all stay in L2. All
// bodies and tails of a store fit into a huge page of 2 MiB.
var blockBits = [len(formats)]int{Packed: 17, Wide: 16, Text: 13, CSV: 15, JSONL: 13, NPY: 16}

// A store has all blocks of a format under the namings that are rotations, or
// under those that are reflections.
//
// A block is a body up to a page boundary before the seam, and a tail from there
// on: so both begin at a page, and a pipe takes them at no more pages than their
// bytes need.
type store struct {
	// By the peg on which the small disks stand when the block begins: the
	// block but for its seam, whose bytes mean nothing, and the tails by the
	// seam's disk.
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
			// The disk's first move, and where the small disks stand when the
			// block begins that it ends.
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
