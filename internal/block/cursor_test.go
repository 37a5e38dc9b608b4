package block

import (
	"bytes"
	"math"
	"math/big"
	"sync"
	"testing"
)

func toBig(a uint128) *big.Int {
	n := new(big.Int).SetUint64(a.hi)
	return n.Lsh(n, 64).Add(n, new(big.Int).SetUint64(a.lo))
}

// SeekFrom reaches any position, also past 2⁶⁴ bytes.
func TestSeekFrom(t *testing.T) {
	c := NewStream(CSV, Options{Header: true}, Run{1, math.MaxUint64, 0}).Cursor()
	c.SeekFrom(c.Pos(), math.MaxInt64)
	c.SeekFrom(c.Pos(), math.MaxInt64)
	c.SeekFrom(c.Pos(), 4)
	far := c.Pos() // 2⁶⁴+2
	if number, _, _ := c.Record(); number == 0 {
		t.Error("byte 2^64+2 is in the header")
	}
	for _, n := range []int64{0, 1, -1, 2, -2, -3, 1 << 40, -1 << 40, math.MaxInt64, math.MinInt64} {
		c.SeekFrom(far, n)
		if want := new(big.Int).Add(toBig(far.off), big.NewInt(n)); toBig(c.Pos().off).Cmp(want) != 0 {
			t.Errorf("%d bytes from 2^64+2: %v; want %v", n, c.Pos(), want)
		}
	}
}

// Several goroutines at once may be the first to need a format's blocks.
func TestFirstBlocks(t *testing.T) {
	const p = 4
	runs := []Run{{1, 3 << formats[Text].blockBits, p}}
	want, _ := naiveStream(Text, Options{}, runs)
	s := NewStream(Text, Options{}, runs...)
	k := &kept[Text][0][p/3]
	k.once, k.blocks = sync.Once{}, nil
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if !bytes.Equal(readAll(s.Cursor(), math.MaxInt), want) {
				t.Error("wrong bytes")
			}
		})
	}
	wg.Wait()
}
