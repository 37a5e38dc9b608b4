package sink

import (
	"slices"

	"github.com/hanoigen/hanoi/internal/block"
)

// segments are the next bytes of a stream; stable, except perhaps those of the last segment.
type segments struct {
	list     [][]byte
	bytes    int  // in list
	unstable bool // the last segment is not stable
}

// fill takes the next bytes of a stream, at most n; none at the end.
func (s *segments) fill(c *block.Cursor, n int) {
	const most = 1024 // a system call takes no more segments
	s.list, s.bytes, s.unstable = s.list[:0], 0, false
	for s.bytes < n && len(s.list) < most && !s.unstable {
		segment, stable := c.Next(n - s.bytes)
		if len(segment) == 0 {
			break
		}
		s.list = append(s.list, segment)
		s.bytes += len(segment)
		s.unstable = !stable
	}
}

// drop removes the first n bytes.
func (s *segments) drop(n int) {
	s.bytes -= n
	whole := 0
	for n > 0 && n >= len(s.list[whole]) {
		n -= len(s.list[whole])
		whole++
	}
	s.list = slices.Delete(s.list, 0, whole)
	if n > 0 {
		s.list[0] = s.list[0][n:]
	}
}
