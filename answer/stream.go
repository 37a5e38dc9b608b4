package answer

import (
	"fmt"
	"io"
)

func binary(notation string) bool { return notation == "packed" || notation == "wide" }

// stream judges the records of packed or wide, as they come.
func (j *Judge) stream(r io.Reader) (Result, error) {
	wide := j.options.Notation == "wide"
	size := 1
	if wide {
		size = 2
	}
	result := Result{Notation: j.options.Notation, Lists: 1}
	if j.exact {
		result.Optimum = new(j.optimum)
	}
	p := j.replay()
	records := j.records()
	names := naming{puzzle: &j.puzzle, disks: j.options.Disks}
	buffer := make([]byte, 64<<10)
	for {
		n, err := io.ReadFull(r, buffer)
		for i := 0; i+size <= n && result.Reason == ""; i += size {
			m := records[buffer[i]]
			if wide {
				m = record{buffer[i], buffer[i+1] >> 4, buffer[i+1] & 15}
			}
			if why := p.play(names.disk(m.disk), int(m.from), int(m.to)); why != "" {
				result.Reason = why
				result.Move = fmt.Sprintf("% #x", buffer[i:i+size])
				result.Offset = new(int(p.legal) * size)
			}
		}
		result.Moves += uint64(n / size)
		switch err {
		case nil:
		case io.EOF, io.ErrUnexpectedEOF:
			p.finish(&result, n%size > 0 || j.options.Truncated)
			return result, nil
		default:
			return Result{}, err
		}
	}
}

// record is a move as a byte of packed says it.
type record struct{ disk, from, to uint8 }

// records returns the moves of all bytes under the naming of the solution. Where start and goal
// are not two perfect states it is the canonical one. A byte that is no record moves from a peg
// that does not exist.
func (j *Judge) records() (all [256]record) {
	mirror := false
	if j.source >= 0 && j.target >= 0 && j.source != j.target {
		odd := (j.target-j.source+3)%3 == 2
		mirror = odd != (j.n%2 == 1)
	}
	for b := range all {
		disk, from := uint8(b>>2+1), uint8(b&3)
		step := uint8(1)
		if disk%2 == 1 != mirror {
			step = 2
		}
		all[b] = record{disk, from, (from + step) % 3}
		if from == 3 {
			all[b].to = 0
		}
	}
	return all
}
