package block

import (
	"bytes"
	"fmt"
	"io"
	"runtime"
	"sync"
)

// A Difference is the error of an input that differs from a stream, or continues after it. The
// cursor is at the first byte that differs.
type Difference struct {
	Rest io.Reader // the input from that byte on
}

func (*Difference) Error() string { return "the input differs from the stream" }

// compareBytes is the number of bytes read at a time. They fit into L2.
const compareBytes = 256 << 10

// Compare compares src with the stream and moves c past the bytes that match. If they differ, the
// error is a [*Difference]; other errors wrap an error of src. An input that ends before the
// stream is no error. If progress is not nil, it is called after each read with the number of
// right bytes so far.
func (c *Cursor) Compare(src io.Reader, progress func(right int64)) error {
	return c.compare(src, 0, progress)
}

// compare continues Compare after bytes that match.
func (c *Cursor) compare(src io.Reader, right int64, progress func(right int64)) error {
	buf := make([]byte, compareBytes)
	for {
		n, err := src.Read(buf)
		same := c.match(buf[:n])
		if right += int64(same); same < n {
			return &Difference{io.MultiReader(bytes.NewReader(buf[same:n]), src)}
		}
		if progress != nil {
			progress(right)
		}
		switch {
		case err == io.EOF:
			return nil
		case err != nil:
			return fmt.Errorf("after %d bytes that are right: %w", right, err)
		}
	}
}

// CompareAt is [Cursor.Compare] for bytes 0 … size−1 of src, on all processors.
func (c *Cursor) CompareAt(src io.ReaderAt, size int64, progress func(right int64)) error {
	right := c.matchParts(src, size, progress)
	return c.compare(io.NewSectionReader(src, right, size-right), right, progress)
}

// match returns the number of bytes at the start of b that match the stream, and moves c past
// them.
func (c *Cursor) match(b []byte) (same int) {
	for same < len(b) {
		at := c.Pos()
		want, _ := c.Next(len(b) - same)
		got := b[same:][:len(want)]
		if len(want) == 0 {
			break
		}
		if !bytes.Equal(got, want) {
			i := 0
			for got[i] == want[i] {
				i++
			}
			c.SeekFrom(at, int64(i))
			return same + i
		}
		same += len(want)
	}
	return same
}

// matchParts compares the first end bytes of src with the stream, in parts, concurrently. It
// returns the number of bytes before the first part that differs or cannot be read, and moves
// c past them.
func (c *Cursor) matchParts(src io.ReaderAt, end int64, progress func(int64)) (right int64) {
	const part = 16 * compareBytes
	base := c.Pos()
	var (
		wg   sync.WaitGroup
		mu   sync.Mutex // guards next, done and end
		next int64      // the start of the next part
		done int64      // the number of bytes in right parts
	)
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			buf := make([]byte, compareBytes)
			c := c.s.Cursor()
			mu.Lock()
			for next < end {
				from, to := next, next+min(part, end-next)
				next = to
				mu.Unlock()
				same := true
				c.SeekFrom(base, from)
				for at := from; same && at < to; at += compareBytes {
					b := buf[:min(compareBytes, to-at)]
					n, _ := src.ReadAt(b, at)
					same = n == len(b) && c.match(b) == n
				}
				mu.Lock()
				if !same {
					end = min(end, from)
					break
				}
				done += to - from
				if progress != nil {
					progress(done)
				}
			}
			mu.Unlock()
		})
	}
	wg.Wait()
	c.SeekFrom(base, end)
	return end
}
