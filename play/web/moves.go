package web

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/must"
	"github.com/hanoigen/hanoi/play/game"
)

// In any state at most three moves are legal, so a move is a number from 1 to 3. A
// character of the URL-safe base64 alphabet (RFC 4648, section 5) has up to three of
// them, two bits each, the first in its lowest bits. Moves of the solution that were
// shown are a number between dots.
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

// legal returns the legal moves of a state, in a fixed order.
func legal(s hanoi.State) []hanoi.Move {
	moves := make([]hanoi.Move, 0, 3)
	for from := range uint8(3) {
		for to := range uint8(3) {
			disk, onto := game.Top(s, from), game.Top(s, to)
			if disk != 0 && (onto == 0 || disk < onto) {
				moves = append(moves, hanoi.Move{Disk: disk, From: from, To: to})
			}
		}
	}
	return moves
}

func encodeMoves(history []game.Position) string {
	var text []byte
	value, moves := 0, 3 // of the last character
	for i, next := range history[1:] {
		if shown := next.Shown; shown > 0 {
			text = fmt.Appendf(text, ".%d.", shown)
			moves = 3
			continue
		}
		if moves == 3 {
			text = append(text, 0)
			value, moves = 0, 0
		}
		value |= (slices.Index(legal(history[i].State), next.Move) + 1) << (2 * moves)
		moves++
		text[len(text)-1] = alphabet[value]
	}
	return string(text)
}

// decodeMoves makes the moves of a text. With an error, those before the wrong one are
// made.
func decodeMoves(g *game.Game, text string) error {
	for text != "" {
		if shown, found := strings.CutPrefix(text, "."); found {
			number, rest, closed := strings.Cut(shown, ".")
			if !closed {
				return errors.New("the moves in the address have a dot without a second one; put the number of moves shown between two dots")
			}
			if err := decodeShown(g, number); err != nil {
				return err
			}
			text = rest
			continue
		}
		value := strings.IndexByte(alphabet, text[0])
		if value < 0 {
			return fmt.Errorf("the moves in the address have the character %q; give A–Z, a–z, 0–9, -, _ and dots", text[0])
		}
		for ; value > 0; value >>= 2 {
			move, moves := value&3-1, legal(g.State())
			if move < 0 || move >= len(moves) {
				return fmt.Errorf("the rules do not allow move %v in this address", g.Made().Add(g.Made(), big.NewInt(1)))
			}
			must.Do(g.Move(moves[move].From, moves[move].To))
		}
		text = text[1:]
	}
	return nil
}

func decodeShown(g *game.Game, number string) error {
	moves, err := strconv.ParseUint(number, 10, 64)
	if err != nil || moves == 0 {
		return fmt.Errorf("the moves in the address have %.20q between dots; give how many moves of the solution were shown", number)
	}
	if left := g.Left(); moves > left {
		return fmt.Errorf("the address shows %d moves after move %v, but only %d are left to the goal", moves, g.Made(), left)
	}
	g.Show(moves)
	return nil
}
