package block

import "slices"

// Segments are successive segments of a stream. They are stable, except perhaps the last one.
type Segments struct {
	List     [][]byte
	Bytes    int  // in List
	Unstable bool // the last segment is valid only until the cursor moves
}

// Fill replaces s by the next segments at c, with at most n bytes in all; by none at the end. If n
// is 64 MiB or less, a system call takes all of them: a block of 128 KiB or more has two.
func (s *Segments) Fill(c *Cursor, n int) {
	s.List, s.Bytes, s.Unstable = s.List[:0], 0, false
	for s.Bytes < n && !s.Unstable {
		segment, stable := c.Next(n - s.Bytes)
		if len(segment) == 0 {
			break
		}
		s.List = append(s.List, segment)
		s.Bytes += len(segment)
		s.Unstable = !stable
	}
}

// Drop removes the first n bytes.
func (s *Segments) Drop(n int) {
	s.Bytes -= n
	whole := 0
	for n > 0 && n >= len(s.List[whole]) {
		n -= len(s.List[whole])
		whole++
	}
	s.List = slices.Delete(s.List, 0, whole)
	if n > 0 {
		s.List[0] = s.List[0][n:]
	}
}
