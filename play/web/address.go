package web

import (
	"cmp"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/must"
	"github.com/hanoigen/hanoi/internal/number"
	"github.com/hanoigen/hanoi/play/game"
)

// view is what an address describes: a game and the rest of its page.
type view struct {
	*game.Game
	drop string // the letter of the peg that refused the disk in hand
	play int    // 1 while the solution is being shown
}

// parse reads an address. If that is wrong, it returns an error and the game without the
// wrong part, or nil. The parameters, all optional:
//
//	n        the number of disks, 1 to 64 (default 5)
//	daily    the puzzle of a day, like 2026-01-31, instead of n, from and to
//	from     where the disks start: a peg for all of them, or the peg of each disk, largest
//	         first (default A); pegs are A, B, C or 0, 1, 2
//	to       where they go, in the same form (default C, or A with from=C)
//	moves    the moves, as encodeMoves writes them
//	undone   the number of steps, at the end of moves, that are undone
//	hints    the number of hints given
//	ended    the moves and hints of the game before a restart
//	hint     1: a hint is shown
//	pick     the peg whose top disk is in hand: A, B or C
//	drop     the peg that refused it
//	play     1: the solution is being shown
func parse(query string) (*view, error) {
	values, err := url.ParseQuery(query)
	if err != nil {
		return nil, err
	}
	p, err := puzzle(values)
	if err != nil {
		return nil, err
	}
	// Wrong values are ignored here. checkUsed reports them.
	v := &view{Game: game.New(p)}
	ended, _ := url.ParseQuery(values.Get("ended"))
	_ = replay(v.Game, ended)
	v.Restart()
	err = replay(v.Game, values)
	if count(values, "hint", 1) == 1 && len(v.Hint()) > 0 {
		v.Hints = max(1, v.Hints-1) // hints counts the hint that is shown
	}
	_ = v.Pick(game.ParsePeg(values.Get("pick")))
	if drop := game.ParsePeg(values.Get("drop")); drop != game.None && v.Clone().Pick(drop) != nil {
		v.drop = game.Letters[drop]
	}
	if v.Now().Shown > 0 {
		v.play = count(values, "play", 1)
	}
	return v, cmp.Or(err, v.checkUsed(values))
}

// replay plays a new game as an address describes it, up to the first wrong move.
func replay(g *game.Game, values url.Values) (err error) {
	if !decodeMoves(g, values.Get("moves")) {
		err = fmt.Errorf("the address is wrong after move %v", g.Made())
	}
	for range count(values, "undone", g.At) {
		g.Undo()
	}
	g.Hints = count(values, "hints", 1<<30)
	return err
}

func puzzle(values url.Values) (game.Puzzle, error) {
	if daily := values.Get("daily"); daily != "" {
		return game.Daily(daily)
	}
	disks := number.Value{Min: 1, Max: 64}
	if n := values.Get("n"); n != "" {
		if err := disks.Set(n); err != nil {
			return game.Puzzle{}, fmt.Errorf("the address says n=%.20s: %w", n, err)
		}
	}
	return game.Parse(int(disks.N), values.Get("from"), values.Get("to"))
}

// count returns the value of a parameter, or 0 if it isn't a number from 1 to most.
func count(values url.Values, name string, most int) int {
	n, err := strconv.Atoi(values.Get(name))
	if err != nil || n < 1 || n > most {
		return 0
	}
	return n
}

// checkUsed refuses a parameter that the link of the view doesn't repeat: a misspelt or
// wrong one would silently show another game.
func (v *view) checkUsed(values url.Values) error {
	used := must.Get(url.ParseQuery(v.Link()[1:]))
	for _, name := range slices.Sorted(maps.Keys(values)) {
		given := values[name]
		last := given[len(given)-1]
		// The link may write moves, and n, from and to of a puzzle that isn't daily, in another form.
		free := name == "moves" || v.Puzzle.Daily == "" && slices.Contains([]string{"n", "from", "to"}, name)
		if len(given) > 1 || !free && last != used.Get(name) {
			return fmt.Errorf("the address says %.20s=%.20s, which means nothing here; leave it out", name, last)
		}
	}
	return nil
}

// Link returns the address of a game, relative to the address of a new game.
func Link(g *game.Game) string { return (&view{Game: g}).Link() }

// Link returns the address of a view.
func (v *view) Link() string {
	var q query
	p := v.Puzzle
	from, to := game.Place(p.From), game.Place(p.To)
	switch {
	case p.Daily != "":
		q.add("daily", p.Daily)
	case from == "A" && to == "C":
		q.add("n", p.N())
	default:
		if len(from) == 1 && len(to) == 1 {
			q.add("n", p.N())
		}
		q = append(q, "from="+from, "to="+to)
	}
	q.addSteps(v.Game)
	if v.Ended != nil {
		var ended query
		ended.addSteps(v.Ended)
		q.add("ended", url.QueryEscape(strings.Join(ended, "&")))
	}
	if v.Hinted {
		q.add("hint", 1)
	}
	q.add("pick", game.Letters[v.Picked])
	q.add("drop", v.drop)
	q.add("play", v.play)
	return "?" + strings.Join(q, "&")
}

// query holds the parts of an address.
type query []string

// add adds a parameter, unless its value is empty or zero.
func (q *query) add(name string, value any) {
	if text := fmt.Sprint(value); text != "" && text != "0" {
		*q = append(*q, name+"="+text)
	}
}

// addSteps adds what replay reads.
func (q *query) addSteps(g *game.Game) {
	q.add("moves", encodeMoves(g.History))
	q.add("undone", len(g.History)-1-g.At)
	q.add("hints", g.Hints)
}

// In any state at most three moves are legal, so a move is a number from 1 to 3. A
// character of the URL-safe base64 alphabet (RFC 4648, section 5) holds up to three moves,
// the first in its lowest two bits. A number between dots counts moves that were shown.
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

// decodeMoves makes the moves of a text up to the first wrong one. It reports whether all
// are right.
func decodeMoves(g *game.Game, text string) bool {
	for text != "" {
		if shown, found := strings.CutPrefix(text, "."); found {
			number, rest, closed := strings.Cut(shown, ".")
			moves, err := strconv.ParseUint(number, 10, 64)
			if !closed || err != nil || moves == 0 || moves > g.Left() {
				return false
			}
			g.Show(moves)
			text = rest
			continue
		}
		value := strings.IndexByte(alphabet, text[0])
		if value < 0 {
			return false
		}
		for ; value > 0; value >>= 2 {
			move, moves := value&3-1, legal(g.State())
			if move < 0 || move >= len(moves) {
				return false
			}
			must.Do(g.Move(moves[move].From, moves[move].To))
		}
		text = text[1:]
	}
	return true
}
