package answer

import (
	"fmt"
	"io"

	"github.com/hanoigen/hanoi"
)

// recordSizes are the bytes of a move in the binary notations.
var recordSizes = map[string]int{"packed": 1, "wide": 2}

// stream judges records of a size, as they come.
func (j *Judge) stream(r io.Reader, size int) (Result, error) {
	result := Result{Notation: j.options.Notation, Lists: 1, Optimum: j.optimum}
	p := j.replay(&result)
	packed, disks := j.packed(), j.diskCodes(j.options.Disks)
	disks[diskMiddle], disks[diskLargest], disks[diskTop] = -1, -1, -1 // records have no words
	buffer := make([]byte, 64<<10)
	for {
		n, err := io.ReadFull(r, buffer)
		for i := 0; i+size <= n && result.Reason == ""; i += size {
			m := packed[buffer[i]]
			if size == 2 {
				m = hanoi.Move{Disk: buffer[i], From: buffer[i+1] >> 4, To: buffer[i+1] & 15}
			}
			if !p.play(int(disks[m.Disk]), int(m.From), int(m.To)) {
				result.Move = fmt.Sprintf("% #x", buffer[i:i+size])
				result.Offset = new(int(result.Legal) * size)
			}
		}
		result.Moves += uint64(n / size)
		switch err {
		case nil:
		case io.EOF, io.ErrUnexpectedEOF:
			p.finish(n%size > 0 || j.options.Truncated)
			return result, nil
		default:
			return Result{}, err
		}
	}
}

// packed returns the moves of all bytes under the naming of the solution from start to goal, or
// the canonical one. A byte that is no record moves from a peg that does not exist.
func (z *puzzle) packed() (moves [256]hanoi.Move) {
	naming, err := hanoi.NamingFor(z.n, uint8(z.source), uint8(z.target))
	if err != nil {
		naming = hanoi.Canonical
	}
	for b := range moves {
		if moves[b], err = hanoi.Unpack(uint8(b), naming); err != nil {
			moves[b] = hanoi.Move{Disk: uint8(b>>2 + 1), From: maxPegs}
		}
	}
	return moves
}
