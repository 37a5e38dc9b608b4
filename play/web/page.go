package web

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"net/http"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/play/game"
)

//go:embed assets
var assets embed.FS

var pages = template.Must(template.ParseFS(assets, "assets/*.html"))

// Page returns the page of an address, and depends on nothing else: query is what
// follows the question mark. The status is 200, or 400 if the address is wrong; the
// page then says what is wrong, and links to a right address.
func Page(query string) (status int, html []byte) {
	v, err := parse(query)
	if err != nil {
		right := "/"
		if v != nil {
			right = v.link()
		}
		return http.StatusBadRequest, wrong(err, right, v != nil)
	}
	var b bytes.Buffer
	must(pages.ExecuteTemplate(&b, "game.html", v.page()))
	return http.StatusOK, b.Bytes()
}

// must is for templates that are part of the program, written to memory.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

// page is what game.html shows.
type page struct {
	Game    *game.Game
	Title   string
	Status  string
	Pegs    []peg
	Best    []choice     // the moves of a hint
	Buttons []choice     // what else can be done
	Next    template.URL // the next frame of the solution, while it is shown
	Folded  game.Count   // how many moves are beyond undo
	Result  string       // if it is solved
	Larger  choice       // then the next size, if there is one
	Self    template.URL // this game
	Puzzle  template.URL // the same puzzle from its start
	Graph   picture
	Goal    *goal // nil where it is all disks on one peg
}

// choice is a link. Without a Link, it cannot be chosen now.
type choice struct {
	Key  string // the key that chooses it
	ID   string
	Text string
	Link template.URL
}

// picture is an image with its description and the words below it.
type picture struct {
	Link         template.URL
	Alt, Caption string
}

// goal is a drawing of the goal with its description.
type goal struct {
	Pegs [3]drawing
	Alt  string
}

// with returns the link of a view after a change of its game. A change that
// cannot be made has no link.
func (v *view) with(change func(*game.Game) bool) template.URL {
	next := &view{game: v.game.Clone(), drop: game.None}
	if !change(next.game) {
		return ""
	}
	return template.URL(next.link())
}

func (v *view) page() *page {
	g := v.game
	p := g.Puzzle()
	out := &page{
		Game:   g,
		Title:  game.Title(p),
		Status: v.status(),
		Folded: g.First().Made,
		Self:   template.URL(v.link()),
		Puzzle: template.URL(Link(game.New(p))),
		Graph:  v.graph(),
	}
	for at := range uint8(3) {
		out.Pegs = append(out.Pegs, v.peg(at))
	}
	if !p.To.IsPerfect() {
		out.Goal = &goal{Alt: fmt.Sprintf("The goal: on A %s; on B %s; on C %s", game.Disks(p.To, 0), game.Disks(p.To, 1), game.Disks(p.To, 2))}
		for at := range uint8(3) {
			out.Goal.Pegs[at] = draw(p.To, at, false)
		}
	}
	if g.Solved() {
		out.Result = g.Result()
		if larger, ok := p.Larger(); ok {
			text := "Next: " + game.Number(game.CountOf(uint64(larger.N())), "disk")
			out.Larger = choice{ID: "larger", Text: text, Link: template.URL(Link(game.New(larger)))}
		}
	}
	if g.Hinted() {
		for i, m := range g.Best() {
			out.Best = append(out.Best, choice{ID: fmt.Sprint("best", i), Text: game.SayMove(m),
				Link: v.with(func(g *game.Game) bool { return g.Move(m.From, m.To) == nil })})
		}
	}
	out.Buttons, out.Next = v.buttons()
	return out
}

// graph is the picture of all states. It names them by digits where they are too many for
// a drawing of each, and few enough for names; and the goal, once it is reached.
func (v *view) graph() picture {
	const minDigits, maxDigits = 4, 12
	g := v.game
	to := g.Puzzle().To
	out := picture{
		Link:    template.URL("/graph.svg?from=" + g.State().String() + "&to=" + to.String()),
		Alt:     "The map of all positions, with the shortest way from here to the goal: " + game.Number(game.CountOf(g.Left()), "move"),
		Caption: "The map of all positions, and the shortest way from here to the goal.",
	}
	if g.Solved() {
		out.Alt, out.Caption = "The map of all positions. You are at the goal", "The map of all positions. You are at the goal."
	}
	if to.N() > maxDigits {
		out.Caption += " Here pegs 0, 1, 2 are A, B, C."
	} else if to.N() >= minDigits || g.Solved() {
		out.Caption += " Here 0, 1, 2 stand for A, B, C: one digit for each disk, the largest first."
	}
	return out
}

// status says what happened last, as far as the address tells.
func (v *view) status() string {
	g := v.game
	switch {
	case v.drop != game.None:
		return game.SayError(g.Refusal(taken(g, v.drop), v.drop))
	case g.Solved():
		return g.SayWin()
	case g.Picked() != game.None:
		return g.SayPicked() + " Choose a peg for it."
	case g.Hinted():
		return game.SayBest(g.Best())
	case g.At() > 0:
		return game.SayStep(g.Steps()[g.At()-1])
	}
	return "Click a peg to lift its top disk, then the peg where it goes. Never put a larger disk on a smaller one."
}

func (v *view) buttons() (buttons []choice, next template.URL) {
	g := v.game
	if v.play > 0 && !g.Solved() {
		frame := &view{g.Clone(), game.None, min(v.play+1, maxFrame)}
		frame.game.ShowMore(game.Pace(v.play))
		next = template.URL(frame.link())
		return []choice{
			{"n", "next", "Next", next},
			{"s", "stop", "Stop", v.with(func(*game.Game) bool { return true })},
			{"End", "end", "To the end", v.with(func(g *game.Game) bool { return g.ShowMore(g.Left()) > 0 })},
		}, next
	}
	solve := choice{"s", "solve", "Solve", ""}
	if !g.Solved() {
		film := &view{g.Clone(), game.None, 1}
		film.game.Show(1)
		solve.Link = template.URL(film.link())
	}
	return []choice{
		{"u", "undo", "Undo", v.with((*game.Game).Undo)},
		{"r", "redo", "Redo", v.with((*game.Game).Redo)},
		{"h", "hint", "Hint", v.with(func(g *game.Game) bool { return !g.Hinted() && len(g.Hint()) > 0 })},
		solve,
		{"R", "restart", "Restart", v.with(func(g *game.Game) bool { g.Restart(); return true })},
	}, ""
}

// maxRows is how many disks are drawn on a peg; the others share the last row.
const maxRows = 14

// peg is a peg that can be chosen.
type peg struct {
	Key     string
	Label   string // for those who do not see it
	Link    template.URL
	To      [3]template.URL // where a disk dragged from here to another peg leads
	Goal    string
	Picked  bool
	Drawing drawing
}

// drawing is a peg with its disks, in units of an SVG pegWidth wide.
type drawing struct {
	Letter        string
	Height, Floor int
	Disks         []row
}

// row is a row of a stack.
type row struct {
	Disk       int // 0 for several
	Text       string
	X, Y, W, H int
	Class      string
	TextY      int
	Top        bool
}

// The drawing of a peg is pegWidth wide; a row of disks is rowHeight high.
const pegWidth, rowHeight, least = 100, 13, 22

// draw draws a peg of a state, with its top disk lifted or not.
func draw(s hanoi.State, at uint8, lifted bool) drawing {
	n := s.N()
	floor := (min(n, maxRows) + 1) * rowHeight
	out := drawing{Letter: string(game.Letters[at]), Height: floor + 4, Floor: floor}
	stack := game.Stack(s, at, maxRows)
	for i, r := range stack {
		y := floor - (len(stack)-i)*rowHeight
		if i == 0 && lifted {
			y = 0
		}
		d := row{Text: r.String(), Y: y + 1, W: pegWidth - 4, H: rowHeight - 1, TextY: y + rowHeight - 3, Class: "folded"}
		if r.Count == 1 {
			d.Disk, d.Top = r.Largest, i == 0
			d.Class = [2]string{"even", "odd"}[r.Largest&1]
			d.W = least + (d.W-least)*(r.Largest-1)/max(1, n-1)
		}
		d.X = (pegWidth - d.W) / 2
		out.Disks = append(out.Disks, d)
	}
	return out
}

func (v *view) peg(at uint8) peg {
	g := v.game
	picked := g.Picked() == at
	out := peg{
		Key:     fmt.Sprintf("%d %c", at+1, game.Letters[at]),
		Label:   v.label(at),
		Link:    v.pick(at),
		Picked:  picked,
		Drawing: draw(g.State(), at, picked),
	}
	if goal := g.Puzzle().To; goal.Disks(at) != 0 {
		out.Goal = "Goal: " + game.Disks(goal, at)
		if goal.IsPerfect() {
			out.Goal = "Goal: all disks"
		}
	}
	if g.State().Top(at) == 0 {
		return out
	}
	hand := &view{game: g.Clone(), drop: game.None}
	if other := g.Picked(); other != game.None && !picked {
		must(hand.game.Pick(other)) // puts it back
	}
	if !picked {
		must(hand.game.Pick(at))
	}
	for to := range uint8(3) {
		if to != at {
			out.To[to] = hand.pick(to)
		}
	}
	return out
}

// pick returns the link of a peg: it picks, puts back, moves, or says why not.
func (v *view) pick(at uint8) template.URL {
	next := &view{game: v.game.Clone(), drop: game.None}
	if err := next.game.Pick(at); err != nil {
		next.drop = at
	}
	return template.URL(next.link())
}

// label says what is on a peg, and what choosing it does.
func (v *view) label(at uint8) string {
	g := v.game
	letter := game.Letters[at]
	label := fmt.Sprintf("Peg %c: disks %s.", letter, game.Disks(g.State(), at))
	top := g.State().Top(at)
	if top == 0 {
		label = fmt.Sprintf("Peg %c: no disks.", letter)
	}
	switch hand := g.Picked(); {
	case hand == at:
		label += fmt.Sprintf(" Put disk %d back.", top)
	case hand != game.None:
		label += fmt.Sprintf(" Move disk %d here.", g.State().Top(hand))
	case top != 0:
		label += fmt.Sprintf(" Pick disk %d.", top)
	}
	return label
}
