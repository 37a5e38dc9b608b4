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
// error is a [*Difference]; other errors wrap an error of src. It is not an error if src ends before
// the stream. If progress is not nil, it is called after each read with the number of right bytes
// so far.
func (c *Cursor) Compare(src io.Reader, progress func(right int64)) error {
	_, err := c.compare(src, make([]byte, compareBytes), 0, progress)
	return err
}

// compare is Compare after some right bytes. It returns the number of right bytes in all.
func (c *Cursor) compare(src io.Reader, buf []byte, right int64, progress func(right int64)) (int64, error) {
	for {
		n, err := src.Read(buf)
		same := c.match(buf[:n])
		if right += int64(same); same < n {
			return right, &Difference{io.MultiReader(bytes.NewReader(buf[same:n]), src)}
		}
		if progress != nil {
			progress(right)
		}
		switch {
		case err == io.EOF:
			return right, nil
		case err != nil:
			return right, fmt.Errorf("after %d bytes that are right: %w", right, err)
		}
	}
}

// match returns the number of bytes at the start of b that match the stream, and moves c past
// them.
func (c *Cursor) match(b []byte) (same int) {
	for same < len(b) {
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
			c.SeekFrom(c.Pos(), int64(i-len(want)))
			return same + i
		}
		same += len(want)
	}
	return same
}

// CompareAt is [Cursor.Compare] for bytes 0 … size−1 of src, in parts, on all processors.
func (c *Cursor) CompareAt(src io.ReaderAt, size int64, progress func(right int64)) error {
	const part = 16 * compareBytes
	base := c.Pos()
	var (
		wg   sync.WaitGroup
		mu   sync.Mutex // guards next, done and end
		next int64      // the start of the next part
		done int64      // the number of bytes in right parts
		end  = size     // the start of the first part that differs or cannot be read
	)
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			c, buf := c.s.Cursor(), make([]byte, compareBytes)
			mu.Lock()
			defer mu.Unlock()
			for next < end {
				from, to := next, next+min(part, end-next)
				next = to
				mu.Unlock()
				c.SeekFrom(base, from)
				right, _ := c.compare(io.NewSectionReader(src, from, to-from), buf, from, nil)
				mu.Lock()
				if right < to {
					end = min(end, from)
					return
				}
				done += to - from
				if progress != nil {
					progress(done)
				}
			}
		})
	}
	wg.Wait()
	c.SeekFrom(base, end)
	_, err := c.compare(io.NewSectionReader(src, end, size-end), make([]byte, compareBytes), end, progress)
	return err
}
