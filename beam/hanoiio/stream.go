package hanoiio

import (
	"cmp"
	"io"
	"math/bits"
	"slices"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/must"
)

// Stream is a range of the moves of a solution, in a format. Pipelines hand it to their
// workers as JSON.
type Stream struct {
	Disks        int          // 1 … 64
	Format       hanoi.Format // packed if it is not set
	Naming       hanoi.Naming
	Start, Count uint64 // moves Start … Start+Count−1; where both are 0, all
	Numbers      bool   // each record begins with its move's number
}

// Reader returns a reader of the stream. Its error comes from [hanoi.NewReader].
func (s Stream) Reader(opts ...hanoi.Option) (*hanoi.Reader, error) {
	opts = slices.Clip(opts) // append leaves the caller's array alone
	if s.Start != 0 || s.Count != 0 {
		opts = append(opts, hanoi.Range(s.Start, s.Count))
	}
	if s.Numbers {
		opts = append(opts, hanoi.Numbers())
	}
	return hanoi.NewReader(s.Disks, s.Format, s.Naming, opts...)
}

// blockBytes bounds a block without header. It is large, so that an engine's work for
// an element does not count, and far below the largest element that engines take.
const blockBytes = 1 << 20

// blocks is a stream cut into blocks of whole records. All but the last have the same
// number of records, a power of two; so where Start is 1, they end with the seams of
// the kernel's blocks.
type blocks struct {
	stream  Stream
	records uint64 // of the stream
	each    uint64 // records in a block
	header  []byte // before the first
}

func newBlocks(s Stream) (*blocks, error) {
	r, err := s.Reader()
	if err != nil {
		return nil, err
	}
	b := &blocks{stream: s, records: r.Moves(), each: 1, header: make([]byte, r.HeaderLen())}
	must.Get(io.ReadFull(r, b.header))
	b.stream.Start = cmp.Or(s.Start, 1)
	if b.records == 0 {
		return b, nil
	}
	last := b.reader(b.records-1, 1) // its number is the longest
	size, _ := last.Size()
	longest := uint64(size - last.HeaderLen())
	if !s.Format.Binary() {
		longest++ // a disk of two digits
	}
	b.each = 1 << (bits.Len64(blockBytes/longest) - 1)
	return b, nil
}

// len returns how many blocks there are. A header without moves is a block.
func (b *blocks) len() int64 {
	n := b.records / b.each
	if b.records%b.each > 0 || n == 0 && len(b.header) > 0 {
		n++
	}
	return int64(n)
}

// reader returns n records from record i (from 0) on.
func (b *blocks) reader(i, n uint64) *hanoi.Reader {
	s := b.stream
	s.Start, s.Count = s.Start+i, n
	return must.Get(s.Reader())
}

// at returns block j.
func (b *blocks) at(j int64) Block {
	i := uint64(j) * b.each
	n := min(b.each, b.records-i)
	r := b.reader(i, n)
	size, _ := r.Size()
	own := r.HeaderLen() // of the range, which is not the stream's
	data := make([]byte, size-own)
	must.Get(r.ReadAt(data, own))
	if j == 0 {
		data = slices.Concat(b.header, data)
	}
	return Block{First: b.stream.Start + i, Moves: n, Bytes: data}
}
