package web

import (
	"errors"
	"fmt"
	"maps"
	"math/big"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/must"
	"github.com/hanoigen/hanoi/play/game"
)

// maxMoves is the most characters of moves that are read: 48,000 moves, far more than a
// player makes by hand. The classic puzzle of 12 disks takes 1,365 characters.
const maxMoves = 16000

// view is the content of an address: a game, and what else the page shows.
type view struct {
	*game.Game
	drop string // the letter of the peg that refused the disk in hand
	play int    // 1 while the solution is being shown
}

// parse reads an address. With an error it returns the game as far as the address is
// right, or nil. The parameters, all optional:
//
//	n        the number of disks, 1 to 64 (default 5)
//	daily    the puzzle of a day, like 2026-01-31, instead of n, from and to
//	from     where the disks start: a peg, 0, 1 or 2, for all of them, or the peg of
//	         each disk, largest first (default 0, peg A)
//	to       where they go, in the same form (default 2, peg C; from 2 it is 0)
//	moves    the moves, as encodeMoves writes them
//	undone   the number of steps at the end of moves that are taken back
//	hints    the number of hints given
//	hint     1: a hint is shown
//	pick     the peg whose top disk is in hand: A, B or C
//	drop     the peg that refused it
//	play     1: the solution is being shown
func parse(query string) (*view, error) {
	values, err := url.ParseQuery(query)
	if err != nil {
		return nil, err
	}
	a := &address{values: values}
	p := a.puzzle()
	if a.err != nil {
		return nil, a.err
	}
	v := &view{Game: game.New(p)}
	a.history(v)
	a.show(v)
	a.surplus(v)
	return v, a.err
}

// address reads parameters up to the first error, which it keeps.
type address struct {
	values url.Values
	err    error
}

func (a *address) fail(format string, args ...any) {
	if a.err == nil {
		a.err = fmt.Errorf(format, args...)
	}
}

// get returns a parameter, or "" after an error.
func (a *address) get(name string) string {
	if a.err != nil {
		return ""
	}
	return a.values.Get(name)
}

func (a *address) number(name string, low, high int) int {
	text := a.get(name)
	if text == "" {
		return 0
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < low || n > high {
		a.fail("the address says %s=%.20s; give a number from %d to %d", name, text, low, high)
		return 0
	}
	return n
}

func (a *address) peg(name string) uint8 {
	text := a.get(name)
	peg := game.ParsePeg(text)
	if text != "" && peg == game.None {
		a.fail("the address says %s=%.20s; give A, B or C", name, text)
	}
	return peg
}

func (a *address) puzzle() (p game.Puzzle) {
	n, from, to, daily := a.number("n", 1, 64), a.get("from"), a.get("to"), a.get("daily")
	switch {
	case a.err != nil:
	case daily == "":
		p, a.err = game.Parse(n, from, to)
	case n != 0 || from+to != "":
		a.fail("the address has daily and n, from or to; give only daily, or leave it out")
	default:
		p, a.err = game.Daily(daily)
	}
	return p
}

// history makes the moves up to the first wrong one.
func (a *address) history(v *view) {
	hint := a.number("hint", 1, 1)
	v.Hints = max(0, a.number("hints", 0, 1<<30)-hint)
	if moves := a.get("moves"); len(moves) > maxMoves {
		a.fail("the moves in the address have %d characters; give at most %d", len(moves), maxMoves)
	} else if err := decodeMoves(v.Game, moves); err != nil {
		a.fail("%w", err)
	}
	for range a.number("undone", 0, v.At()) {
		v.Undo()
	}
	if hint == 1 && a.err == nil {
		v.Hint()
	}
}

// show reads what the page shows besides the game.
func (a *address) show(v *view) {
	if pick := a.peg("pick"); pick != game.None {
		a.err = v.Pick(pick)
	}
	if drop := a.peg("drop"); drop != game.None && v.Clone().Pick(drop) != nil {
		v.drop = game.Letters[drop]
	}
	if v.Now().Shown > 0 {
		v.play = a.number("play", 1, 1)
	}
}

// surplus refuses parameters that are unknown or change nothing: a misspelt one would
// silently show another game.
func (a *address) surplus(v *view) {
	needed := must.Get(url.ParseQuery(strings.TrimPrefix(v.Link(), "/?")))
	for _, name := range slices.Sorted(maps.Keys(a.values)) {
		switch values := a.values[name]; {
		case len(values) > 1:
			a.fail("the address has %.20q %d times; give it once", name, len(values))
		case !needed.Has(name) && name != "n" && name != "from" && name != "to":
			a.fail("the address has %.20q, which means nothing here; leave it out", name)
		}
	}
}

// Link returns the address of a game, from the slash on.
func Link(g *game.Game) string { return (&view{Game: g}).Link() }

// Link returns the address of a view.
func (v *view) Link() string {
	var parts []string
	add := func(name string, value any) {
		if text := fmt.Sprint(value); text != "" && text != "0" {
			parts = append(parts, name+"="+text) // no value needs escapes
		}
	}
	p := v.Puzzle
	from, to := pegOrState(p.From), pegOrState(p.To)
	switch {
	case p.Daily != "":
		add("daily", p.Daily)
	case from == "0" && to == "2":
		add("n", p.N())
	default:
		if len(from) == 1 && len(to) == 1 {
			add("n", p.N())
		}
		parts = append(parts, "from="+from, "to="+to)
	}
	add("moves", encodeMoves(v.History()))
	add("undone", len(v.History())-1-v.At())
	add("hints", v.Hints)
	if v.Hinted() {
		add("hint", 1)
	}
	add("pick", game.Letters[v.Picked()])
	add("drop", v.drop)
	add("play", v.play)
	return "/?" + strings.Join(parts, "&")
}

// pegOrState returns the peg if all disks are on one, else the peg of each disk.
func pegOrState(s hanoi.State) string {
	if game.IsPerfect(s) {
		return strconv.Itoa(int(s.Peg(1)))
	}
	return s.String()
}

// In any state at most three moves are legal, so a move is a number from 1 to 3. A
// character of the URL-safe base64 alphabet (RFC 4648, section 5) holds up to three, the
// first in its lowest two bits. Moves that were shown are a number between dots.
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
	value, moves := 0, 3 // in the last character
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

// decodeMoves makes the moves of a text, up to the first wrong one.
func decodeMoves(g *game.Game, text string) error {
	for text != "" {
		if shown, found := strings.CutPrefix(text, "."); found {
			number, rest, closed := strings.Cut(shown, ".")
			if !closed {
				return errors.New("the moves in the address have a single dot; put the number of moves shown between two dots")
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
		return fmt.Errorf("the moves in the address have %.20q between dots; give the number of moves shown", number)
	}
	if left := g.Left(); moves > left {
		return fmt.Errorf("the address shows %d moves after move %v, but only %d are left to the goal", moves, g.Made(), left)
	}
	g.Show(moves)
	return nil
}
