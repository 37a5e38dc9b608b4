package answer

import (
	"fmt"
	"io"

	"github.com/hanoigen/hanoi"
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
	var names naming
	j.nameDisks(&names.disks, j.options.Disks)
	buffer := make([]byte, 64<<10)
	for {
		n, err := io.ReadFull(r, buffer)
		for i := 0; i+size <= n && result.Reason == ""; i += size {
			m := records[buffer[i]]
			if wide {
				m = hanoi.Move{Disk: buffer[i], From: buffer[i+1] >> 4, To: buffer[i+1] & 15}
			}
			if why := p.play(int(names.disks[m.Disk]), int(m.From), int(m.To)); why != "" {
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

// records returns the moves of all bytes under the naming of the solution. Where start and goal
// are not two perfect states it is the canonical one. A byte that is no record moves from a peg
// that does not exist.
func (j *Judge) records() (all [256]hanoi.Move) {
	naming := hanoi.Canonical
	if j.source >= 0 && j.target >= 0 && j.source != j.target && j.pegs == 3 {
		naming = checked(hanoi.NamingFor(j.n, uint8(j.source), uint8(j.target)))
	}
	for b := range all {
		m, err := hanoi.Unpack(uint8(b), naming)
		if err != nil {
			m = hanoi.Move{Disk: uint8(b>>2 + 1), From: 3}
		}
		all[b] = m
	}
	return all
}
