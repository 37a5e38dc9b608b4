package web

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"net/http"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/must"
	"github.com/hanoigen/hanoi/internal/number"
	"github.com/hanoigen/hanoi/play/game"
)

//go:embed assets
var assets embed.FS

var pages = template.Must(template.ParseFS(assets, "assets/*.html"))

// page returns the page of an address, which depends on nothing else. For a wrong address,
// the status is 400, and the page says what is wrong and links to a game.
func page(query string) (status int, html []byte) {
	v, err := parse(query)
	if err != nil {
		return http.StatusBadRequest, wrong(err, v)
	}
	return http.StatusOK, execute("game.html", v)
}

// wrong returns the page for an error. It links to v or, if v is nil, to a new game.
func wrong(err error, v *view) []byte {
	return execute("wrong.html", map[string]any{"Error": game.SayError(err), "View": v})
}

func execute(name string, data any) []byte {
	var b bytes.Buffer
	must.Do(pages.ExecuteTemplate(&b, name, data))
	return b.Bytes()
}

// game.html uses the exported methods of a view and its game.

// choice is a link, disabled if Link is empty.
type choice struct {
	Key, ID, Text, Link string
}

// after changes a copy of the game, and returns the link of its view with the given play. It
// returns "" if the change is impossible.
func (v *view) after(change func(*game.Game) bool, play int) string {
	g := v.Clone()
	if !change(g) {
		return ""
	}
	return (&view{Game: g, play: play}).Link()
}

// Start returns the link of the puzzle at its start.
func (v *view) Start() string { return Link(game.New(v.Puzzle)) }

// Plays returns links that make the moves of a hint.
func (v *view) Plays() (plays []choice) {
	if !v.Hinted {
		return nil
	}
	for i, m := range v.Best() {
		move := func(g *game.Game) bool { return g.Move(m.From, m.To) == nil }
		plays = append(plays, choice{ID: fmt.Sprint("best", i), Text: game.SayMove(m), Link: v.after(move, 0)})
	}
	return plays
}

// Status says what happened last.
func (v *view) Status() string {
	switch {
	case v.drop != "":
		return game.SayError(v.Clone().Pick(game.ParsePeg(v.drop)))
	case v.Solved():
		return "★ " + v.SayWin()
	case v.Picked != game.None:
		return v.SayPicked() + " Choose a peg for it."
	case v.Hinted:
		return game.SayBest(v.Best())
	case v.At > 0:
		return v.SayStep()
	}
	return "Click a peg to lift its top disk, then the peg to drop it on. Never put a larger disk on a smaller one."
}

// Next returns the link of the next frame while the solution is being shown, else "".
func (v *view) Next() string {
	if v.play == 0 || v.Solved() {
		return ""
	}
	return v.after((*game.Game).ShowNext, 1)
}

// Buttons returns all links except moves.
func (v *view) Buttons() []choice {
	if next := v.Next(); next != "" {
		return []choice{
			{"n", "next", "Next", next},
			{"s", "stop", "Stop", Link(v.Game)},
			{"End", "end", "To the end", v.after(func(g *game.Game) bool { return g.ShowMore(g.Left()) }, 0)},
		}
	}
	undo := choice{"u", "undo", "Undo", v.after((*game.Game).Undo, 0)}
	redo := choice{"r", "redo", "Redo", v.after((*game.Game).Redo, 0)}
	restart := choice{"R", "restart", "Restart", v.after((*game.Game).Restart, 0)}
	if larger, ok := v.Puzzle.Larger(); ok && v.Solved() {
		return []choice{undo, redo, restart, {"", "larger", "Next: " + number.Count(larger.N(), "disk"), Link(game.New(larger))}}
	}
	return []choice{
		undo, redo,
		{"h", "hint", "Hint", v.after(func(g *game.Game) bool { return !g.Hinted && len(g.Hint()) > 0 }, 0)},
		{"s", "solve", "Solve", v.after(func(g *game.Game) bool { return g.Show(1) }, 1)},
		restart,
	}
}

// peg is a drawn peg, in units of an SVG that is 100 wide.
type peg struct {
	Letter             string
	Row, Floor, Height int // the height of a row of disks, of the peg and of the SVG
	Disks              []disk

	Key    string
	Label  string // for screen readers
	Link   string
	Goal   string
	Picked bool
}

// disk is a drawn disk or, if Disk is 0, several folded together.
type disk struct {
	Disk       int
	Text       string
	X, Y, W, H int
	Class      string
}

// Round, Size and TextY follow from the height of a disk.
func (d disk) Round() int { return d.H / 3 }
func (d disk) Size() int  { return min(d.H-1, 11) }
func (d disk) TextY() int { return d.Y + (d.H+1)/2 }

// The height of a peg, the most rows of disks, the height of a row, and the width of the
// smallest and the largest disk. All pegs have this size: fewer disks are thicker.
const pegHeight, maxRows, maxRow, minDisk, maxDisk = 160, 14, 22, 22, 96

// draw draws a peg of a state, with its top disk lifted if picked.
func draw(s hanoi.State, at uint8, picked bool) peg {
	n := s.N()
	floor := pegHeight - 3
	height := min(maxRow, floor/(min(n, maxRows)+1)) // of a row, with a gap of 1
	out := peg{Letter: game.Letters[at], Row: height, Floor: floor, Height: pegHeight, Picked: picked}
	stack := game.Stack(s, at, maxRows)
	for i, r := range stack {
		d := disk{Text: r.String(), Y: floor - (len(stack)-i)*height, W: maxDisk, H: height - 1, Class: "folded"}
		if i == 0 && picked {
			d.Y = 1
		}
		if r.Count == 1 {
			d.Disk = r.Largest
			d.Class = [2]string{"even", "odd"}[r.Largest&1]
			if i == 0 {
				d.Class += " top"
			}
			d.W = minDisk + (maxDisk-minDisk)*(r.Largest-1)/max(1, n-1)
		}
		d.X = (100 - d.W) / 2
		out.Disks = append(out.Disks, d)
	}
	return out
}

// Goal draws a goal with disks on several pegs. A single peg needs no drawing.
func (v *view) Goal() (pegs []peg) {
	if game.IsPerfect(v.Puzzle.To) {
		return nil
	}
	for at := range uint8(3) {
		pegs = append(pegs, draw(v.Puzzle.To, at, false))
	}
	return pegs
}

// Pegs draws the pegs. Each links to the page after it is picked.
func (v *view) Pegs() (pegs [3]peg) {
	goal := v.Puzzle.To
	for at := range uint8(3) {
		p := draw(v.State(), at, v.Picked == at)
		p.Key = fmt.Sprintf("%d %c", at+1, 'a'+at)
		p.Label = v.label(at)
		next := view{Game: v.Clone()}
		if next.Pick(at) != nil {
			next.drop = p.Letter
		}
		p.Link = next.Link()
		switch {
		case goal.Disks(at) == 0:
		case game.IsPerfect(goal):
			p.Goal = "Goal: all disks"
		default:
			p.Goal = "Goal: " + game.Disks(goal, at)
		}
		pegs[at] = p
	}
	return pegs
}

// label says which disks are on a peg, and what a click on it does.
func (v *view) label(at uint8) string {
	top := game.Top(v.State(), at)
	label := fmt.Sprintf("Peg %s. Disks: %s.", game.Letters[at], game.Disks(v.State(), at))
	switch hand := v.Picked; {
	case hand == at:
		label += fmt.Sprintf(" Put disk %d back.", top)
	case hand != game.None:
		label += fmt.Sprintf(" Move disk %d here.", game.Top(v.State(), hand))
	case top != 0:
		label += fmt.Sprintf(" Pick disk %d.", top)
	}
	return label
}
