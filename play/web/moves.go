package web

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/hanoigen/hanoi/play/game"
)

// Each of the six moves from peg to peg is a letter of the address: a for A to B, b for
// A to C, and so on to f for C to B. Moves of the solution that were shown are a number
// between dots.
const letters = "abcdef"

// encodeMoves writes a history.
func encodeMoves(steps []game.Step) string {
	var b strings.Builder
	for _, step := range steps {
		if step.Shown > 0 {
			fmt.Fprintf(&b, ".%d.", step.Shown)
			continue
		}
		from, to := step.Move.From, step.Move.To
		if to > from {
			to-- // of the two other pegs
		}
		b.WriteByte(letters[2*from+to])
	}
	return b.String()
}

// decodeMoves makes the moves of a text. With an error, those before the wrong one are
// made.
func decodeMoves(g *game.Game, text string) error {
	for text != "" {
		if shown, found := strings.CutPrefix(text, "."); found {
			number, rest, closed := strings.Cut(shown, ".")
			if !closed {
				return errors.New("moves has a dot that no other closes")
			}
			if err := decodeShown(g, number); err != nil {
				return err
			}
			text = rest
			continue
		}
		i := strings.IndexByte(letters, text[0])
		if i < 0 {
			return fmt.Errorf("moves has the character %q; it is written in a–f and dots", text[0])
		}
		from, to := uint8(i/2), uint8(i%2)
		if to >= from {
			to++
		}
		if err := g.Move(from, to); err != nil {
			return fmt.Errorf("after move %v: %w", g.Made(), err)
		}
		text = text[1:]
	}
	return nil
}

func decodeShown(g *game.Game, number string) error {
	moves, err := strconv.ParseUint(number, 10, 64)
	if err != nil || moves == 0 || strconv.FormatUint(moves, 10) != number {
		return fmt.Errorf("moves has %.20q between dots; give how many moves of the solution were shown", number)
	}
	if left := g.Left(); moves > left {
		return fmt.Errorf("moves has .%d., but after move %v only %d are left to the goal", moves, g.Made(), left)
	}
	g.Show(moves)
	return nil
}
