package web

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/play/game"
)

// The most that is read of an address. Those that link writes are below 2,048 bytes,
// which all browsers and most programs that forward links take.
const (
	maxQuery = 4096 // bytes
	maxMoves = 1500 // characters, one for a move
	maxHints = 1 << 30
	maxFrame = 1 << 20
)

// view is the content of an address: a game, and what the page shows besides.
type view struct {
	game *game.Game
	drop uint8 // the peg for which a disk was refused, or None
	play int   // the frame of the solution that is shown, from 1; 0: none is
}

// The parameters of an address. All but n and daily may be left out:
//
//	n        the number of disks, 1 to 64 (default 5)
//	daily    the puzzle of a day, 2026-01-31, instead of n, from and to
//	from     where the disks start: a peg, 0, 1 or 2, for all of them, or the peg of
//	         each disk, largest first (default 0, which is A)
//	to       likewise where they go (default 2, which is C; from 2 to 0)
//	at       the state in which moves begin, where earlier ones were folded
//	made     how many moves were folded
//	shown    how many of those were of the solution
//	moves    the moves, as encodeMoves writes them
//	undone   how many steps at the end of moves are taken back
//	hints    how many hints were given
//	hint     1: one is on show
//	pick     the peg whose top disk is in hand: A, B or C
//	drop     the peg on which it was not allowed
//	play     the frame of the solution that is on show
var parameters = []string{"n", "daily", "from", "to", "at", "made", "shown", "moves", "undone", "hints", "hint", "pick", "drop", "play"}

// errAddress is wrapped by the error for an address that is no game.
var errAddress = errors.New("wrong address")

// parse reads an address. With an error it returns the game as far as the address is
// right, or nil.
func parse(query string) (*view, error) {
	if len(query) > maxQuery {
		return nil, fmt.Errorf("%w: it has %d bytes; %d are read at most", errAddress, len(query), maxQuery)
	}
	values, err := url.ParseQuery(query)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errAddress, err)
	}
	a := &address{values: values}
	p := a.puzzle()
	if a.err != nil {
		return nil, fmt.Errorf("%w: %w", errAddress, a.err)
	}
	v := &view{game: game.New(p), drop: game.None}
	a.history(v)
	a.show(v)
	a.known()
	if a.err != nil {
		return v, fmt.Errorf("%w: %w", errAddress, a.err)
	}
	return v, nil
}

// address reads parameters; it keeps the first error and then reads no more.
type address struct {
	values url.Values
	err    error
}

func (a *address) fail(err error) {
	if a.err == nil {
		a.err = err
	}
}

// known refuses unknown and repeated names: a misspelt name would show another game
// than the one that was meant.
func (a *address) known() {
	for name, values := range a.values {
		if !slices.Contains(parameters, name) {
			a.fail(fmt.Errorf("%.20q is not known; there are %s", name, strings.Join(parameters, ", ")))
		} else if len(values) > 1 {
			a.fail(fmt.Errorf("%s stands %d times; give it once", name, len(values)))
		}
	}
}

func (a *address) number(name string, low, high int) int {
	text := a.values.Get(name)
	if text == "" || a.err != nil {
		return 0
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < low || n > high {
		a.fail(fmt.Errorf("%s=%.20s; give a number from %d to %d", name, text, low, high))
		return 0
	}
	return n
}

func (a *address) count(name string) game.Count {
	text := a.values.Get(name)
	if text == "" || a.err != nil {
		return game.Count{}
	}
	c, err := game.ParseCount(text)
	if err != nil {
		a.fail(fmt.Errorf("%s: %w", name, err))
	}
	return c
}

func (a *address) peg(name string) uint8 {
	text := a.values.Get(name)
	if text == "" || a.err != nil {
		return game.None
	}
	peg := strings.Index(game.Letters, text)
	if len(text) != 1 || peg < 0 {
		a.fail(fmt.Errorf("%s=%.20s; give A, B or C", name, text))
		return game.None
	}
	return uint8(peg)
}

func (a *address) puzzle() (p game.Puzzle) {
	var err error
	from, to, daily := a.values.Get("from"), a.values.Get("to"), a.values.Get("daily")
	switch n := a.number("n", 1, 64); {
	case a.err != nil:
	case daily != "" && (n != 0 || from+to != ""):
		err = errors.New("daily stands with n, from or to; give one or the others")
	case daily != "":
		p, err = game.Daily(daily)
	default:
		p, err = game.Parse(n, from, to)
	}
	if err != nil {
		a.fail(err)
	}
	return p
}

// history makes the moves. Where one is wrong, those before it stay.
func (a *address) history(v *view) {
	p := v.game.Puzzle()
	hints, hint := a.number("hints", 0, maxHints), a.number("hint", 1, 1)
	if hint > hints {
		a.fail(errors.New("hint=1 stands without hints; give hints=1, or how many there were with this one"))
	}
	first := game.Position{State: p.From, Made: a.count("made"), Shown: a.count("shown")}
	if at := a.values.Get("at"); at != "" && a.err == nil {
		s, err := hanoi.ParseState(at)
		if err != nil {
			a.fail(fmt.Errorf("at: %w", err))
		}
		first.State = s
	}
	moves := a.values.Get("moves")
	if len(moves) > maxMoves {
		a.fail(fmt.Errorf("moves has %d characters; %d are read at most", len(moves), maxMoves))
	}
	if a.err != nil {
		return
	}
	g, err := game.Continue(p, first, hints-hint)
	if err != nil {
		a.fail(err)
		return
	}
	v.game = g
	if err := decodeMoves(g, moves); err != nil {
		a.fail(err)
		return
	}
	for range a.number("undone", 0, g.At()) {
		g.Undo()
	}
	if hint == 1 && len(g.Hint()) == 0 {
		a.fail(errors.New("hint=1 at the goal, where no move is left to make; leave hint out"))
	}
}

// show reads what the page shows besides the game.
func (a *address) show(v *view) {
	g := v.game
	pick, drop, play := a.peg("pick"), a.peg("drop"), a.number("play", 1, maxFrame)
	if a.err != nil {
		return
	}
	if pick != game.None {
		if err := g.Pick(pick); err != nil {
			a.fail(fmt.Errorf("pick=%c: %w", game.Letters[pick], err))
			return
		}
	}
	if drop != game.None && g.Refusal(taken(g, drop), drop) == nil {
		a.fail(fmt.Errorf("drop=%c says that a move was not allowed, but it is; leave drop out", game.Letters[drop]))
		return
	}
	if play > 0 && (g.At() == 0 || g.Steps()[g.At()-1].Shown == 0) {
		a.fail(fmt.Errorf("play=%d, but the last move is not one of a solution that was shown; leave play out", play))
		return
	}
	v.drop, v.play = drop, play
}

// taken returns the peg from which a refused move was to go: that of the disk in hand,
// or drop itself if none is in hand, since the disk was to be picked there.
func taken(g *game.Game, drop uint8) uint8 {
	if g.Picked() == game.None {
		return drop
	}
	return g.Picked()
}

// link returns the address of a view. Where its moves take too many characters,
// the earlier ones are folded: undo then ends there, and the counts stay.
func (v *view) link() string {
	g := v.game
	moves := encodeMoves(g.Steps())
	for len(moves) > maxMoves {
		if g == v.game {
			g = g.Clone()
		}
		if g.Fold(g.At()/2) == 0 {
			g.Forget() // undone moves alone are too many
		}
		moves = encodeMoves(g.Steps())
	}
	l := link{}
	l.puzzle(g.Puzzle())
	if first := g.First(); !first.Made.IsZero() {
		l.add("at", first.State.String())
		l.add("made", first.Made.String())
		l.number("shown", first.Shown.String())
	}
	l.add("moves", moves)
	l.number("undone", strconv.Itoa(len(g.Steps())-g.At()))
	l.number("hints", strconv.Itoa(g.Hints()))
	if g.Hinted() {
		l.add("hint", "1")
	}
	l.peg("pick", g.Picked())
	l.peg("drop", v.drop)
	l.number("play", strconv.Itoa(v.play))
	return l.String()
}

// link is an address that is being written. Its values need no escapes.
type link struct{ strings.Builder }

func (l *link) puzzle(p game.Puzzle) {
	if date, daily := strings.CutPrefix(p.Name, game.DailyName); daily {
		l.add("daily", date)
		return
	}
	from, to := place(p.From), place(p.To)
	if len(from) == 1 && len(to) == 1 {
		l.add("n", strconv.Itoa(p.N()))
	}
	if from != "0" || to != "2" {
		l.add("from", from)
		l.add("to", to)
	}
}

// place returns the peg if all disks stand on one, else the peg of each disk.
func place(s hanoi.State) string {
	if s.IsPerfect() {
		return strconv.Itoa(int(s.Peg(1)))
	}
	return s.String()
}

func (l *link) add(name, value string) {
	if value == "" {
		return
	}
	separator := "&"
	if l.Len() == 0 {
		separator = "/?"
	}
	l.WriteString(separator + name + "=" + value)
}

func (l *link) number(name, value string) {
	if value != "0" {
		l.add(name, value)
	}
}

func (l *link) peg(name string, peg uint8) {
	if peg != game.None {
		l.add(name, string(game.Letters[peg]))
	}
}
