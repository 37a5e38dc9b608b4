package web

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/play/game"
)

// In any state at most three moves are legal, so a move is one of three symbols:
// disk 1 steps A→B→C→A or A→C→B→A, or another disk makes the one move that the rules
// leave it. A character of the URL-safe base64 alphabet (RFC 4648, section 5) has three
// symbols, the first in its lowest two bits; a last character may have fewer. Moves of
// the solution that were shown are a number between dots.
const (
	forward = iota // disk 1 to the next peg
	back           // disk 1 to the one before
	other          // the one legal move of another disk
	absent         // after the last move
)

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

func symbol(m hanoi.Move) byte {
	switch {
	case m.Disk > 1:
		return other
	case m.To == (m.From+1)%3:
		return forward
	}
	return back
}

// pegs returns the two pegs of a symbol's move. For other, they are the two pegs
// without disk 1, and the smaller of their top disks moves; ok is false if both are
// empty.
func pegs(s hanoi.State, symbol byte) (from, to uint8, ok bool) {
	one := s.Peg(1)
	next, before := (one+1)%3, (one+2)%3
	switch symbol {
	case forward:
		return one, next, true
	case back:
		return one, before, true
	}
	a, b := s.Top(next), s.Top(before)
	if a == 0 || b != 0 && b < a {
		return before, next, b != 0
	}
	return next, before, true
}

// encodeMoves writes a history.
func encodeMoves(steps []game.Step) string {
	var b strings.Builder
	value, symbols := byte(0), 0
	flush := func() {
		if symbols > 0 {
			for ; symbols < 3; symbols++ {
				value |= absent << (2 * symbols)
			}
			b.WriteByte(alphabet[value])
			value, symbols = 0, 0
		}
	}
	for _, step := range steps {
		if step.Shown > 0 {
			flush()
			fmt.Fprintf(&b, ".%d.", step.Shown)
			continue
		}
		value |= symbol(step.Move) << (2 * symbols)
		if symbols++; symbols == 3 {
			flush()
		}
	}
	flush()
	return b.String()
}

// decodeMoves makes the moves of a text. With an error, the moves before the wrong
// place are made.
func decodeMoves(g *game.Game, text string) error {
	parts := strings.Split(text, ".")
	if len(parts)%2 == 0 {
		return errors.New("moves has a dot that no other closes")
	}
	for i, part := range parts {
		decode := decodePart
		if i%2 == 1 {
			decode = decodeShown
		}
		if err := decode(g, part); err != nil {
			return err
		}
	}
	return nil
}

func decodeShown(g *game.Game, part string) error {
	moves, err := strconv.ParseUint(part, 10, 64)
	if err != nil || moves == 0 || strconv.FormatUint(moves, 10) != part {
		return fmt.Errorf("moves has %.20q between dots; give how many moves of the solution were shown", part)
	}
	if left := g.Left(); moves > left {
		return fmt.Errorf("moves has .%d., but after move %v only %d are left to the goal", moves, g.Made(), left)
	}
	g.Show(moves)
	return nil
}

func decodePart(g *game.Game, part string) error {
	for i := range len(part) {
		value := strings.IndexByte(alphabet, part[i])
		if value < 0 {
			return fmt.Errorf("moves has the character %q; it is written in A–Z, a–z, 0–9, -, _ and dots", part[i])
		}
		for symbols := range 3 {
			symbol := byte(value >> (2 * symbols) & 3)
			if symbol == absent {
				if i < len(part)-1 || symbols == 0 || value>>(2*symbols) != 63>>(2*symbols) {
					return fmt.Errorf("moves has %q where no move is, after move %v", part[i], g.Made())
				}
				return nil
			}
			from, to, ok := pegs(g.State(), symbol)
			if !ok {
				return fmt.Errorf("move %v is of another disk than 1, but only disk 1 can move there", g.Made().Next())
			}
			if err := g.Move(from, to); err != nil {
				return fmt.Errorf("move %v: %w", g.Made().Next(), err)
			}
		}
	}
	return nil
}
