// Package terminal plays the game in a terminal: drawn over the whole window by
// Bubble Tea, or line by line for screen readers and pipes.
package terminal

import (
	"os"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"github.com/hanoigen/hanoi/play/game"
)

// Run plays a game until the player quits. NO_COLOR takes the colours away
// (no-color.org).
func Run(g *game.Game, next func() (game.Puzzle, error)) error {
	var options []tea.ProgramOption
	if os.Getenv("NO_COLOR") != "" {
		options = append(options, tea.WithColorProfile(colorprofile.ASCII))
	}
	return runWithSignals(newModel(g, next), append(options, tea.WithoutSignalHandler()))
}

type model struct {
	game          *game.Game
	next          func() (game.Puzzle, error)
	width, height int
	area          area
	cursor        uint8 // the peg that arrows chose
	message       string
	helping       bool
	playing       bool // the solution is being shown
	frame         int
	film          int // which showing the ticks belong to
	press         bool
	screen        string // what was drawn last
	stale         bool   // the game went on since then
}

func newModel(g *game.Game, next func() (game.Puzzle, error)) *model {
	return &model{game: g, next: next, message: "Press 1, 2 or 3 to lift the top disk of A, B or C, then again to drop it. ? has all keys."}
}

func (m *model) Init() tea.Cmd { return nil }

// View returns the screen as it was drawn last: Update draws.
func (m *model) View() tea.View {
	v := tea.NewView(m.screen)
	v.AltScreen = true
	v.MouseMode = tea.MouseModeCellMotion
	v.WindowTitle = "Tower of Hanoi"
	return v
}

// drawMsg says that it is time to draw. Drawing waits a little for more keys, so that a
// long paste is not drawn key by key.
type drawMsg struct{}

const drawTime = 15 * time.Millisecond

// frameMsg says that the next moves of a film are due.
type frameMsg struct{ film int }

// frameTime is between two frames of the solution.
const frameTime = 150 * time.Millisecond

func (m *model) tick() tea.Cmd {
	film := m.film
	return tea.Tick(frameTime, func(time.Time) tea.Msg { return frameMsg{film} })
}

func (m *model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	var next tea.Cmd
	switch msg := msg.(type) {
	case drawMsg:
		m.screen, m.area = m.draw()
		m.stale = false
		return m, nil
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
	case frameMsg:
		if m.playing && msg.film == m.film {
			next = m.show(game.Pace(m.frame))
		}
	case tea.KeyPressMsg:
		next = m.key(msg.String())
	case tea.MouseClickMsg:
		if peg, ok := m.pegAt(msg.Mouse()); ok {
			m.press = m.game.Picked() == game.None
			m.pick(peg)
		}
	case tea.MouseReleaseMsg:
		// A disk that was pressed on one peg and released over another was dragged.
		if peg, ok := m.pegAt(msg.Mouse()); ok && m.press && m.game.Picked() != game.None && peg != m.game.Picked() {
			m.pick(peg)
		}
		m.press = false
	default:
		return m, nil
	}
	if m.stale {
		return m, next
	}
	m.stale = true
	return m, tea.Batch(next, tea.Tick(drawTime, func(time.Time) tea.Msg { return drawMsg{} }))
}

// pegAt returns the peg under the left button. Like a key, a click first ends the help
// or a showing; then ok is false.
func (m *model) pegAt(at tea.Mouse) (peg uint8, ok bool) {
	if at.Button != tea.MouseLeft && at.Button != tea.MouseNone {
		return 0, false
	}
	if m.interrupt() || at.Y < m.area.top || at.Y >= m.area.bottom || at.X >= 3*m.area.column {
		return 0, false
	}
	return uint8(at.X / m.area.column), true
}

// interrupt ends the help and a showing, and reports whether there was either.
func (m *model) interrupt() bool {
	was := m.playing || m.helping
	if m.playing {
		m.message = "Stopped. s goes on."
	}
	m.playing, m.helping = false, false
	return was
}

func (m *model) key(key string) tea.Cmd {
	switch key {
	case "ctrl+c":
		return tea.Quit
	case "ctrl+z":
		return pause
	case "end":
		if m.playing {
			return m.show(m.game.Left())
		}
	}
	if m.interrupt() {
		return nil
	}
	if peg, ok := pegOf(key); ok {
		m.pick(peg)
		return nil
	}
	switch key {
	case "q":
		return tea.Quit
	case "left":
		m.cursor = (m.cursor + 2) % 3
	case "right":
		m.cursor = (m.cursor + 1) % 3
	case "space", "enter", "up", "down":
		m.pick(m.cursor)
	case "esc":
		if p := m.game.Picked(); p != game.None {
			m.pick(p)
		}
	case "u", "backspace":
		m.say(m.game.Undo(), "Taken back.", "There is no move to take back.")
	case "r":
		m.say(m.game.Redo(), "Made again.", "There is no move to make again.")
	case "h":
		m.message = game.SayBest(m.game.Hint())
	case "s":
		return m.solve()
	case "R":
		m.game.Restart()
		m.message = "From the start."
	case "n":
		m.nextPuzzle()
	case "y":
		m.message = "Copied: " + m.game.Result()
		return tea.SetClipboard(m.game.Result())
	case "?", "f1":
		m.helping = true
	default:
		m.message = "No such key; ? has all keys."
	}
	return nil
}

func (m *model) say(done bool, yes, no string) {
	m.message = no
	if done {
		m.message = yes
	}
}

func (m *model) pick(peg uint8) {
	m.cursor = peg
	made := m.game.Made()
	switch err := m.game.Pick(peg); {
	case err != nil:
		m.message = game.SayError(err)
	case m.game.Made() != made:
		m.message = game.SayStep(m.game.Steps()[m.game.At()-1])
	default:
		m.message = m.game.SayPicked()
	}
}

func (m *model) solve() tea.Cmd {
	if m.game.Solved() {
		m.message = game.SayBest(nil)
		return nil
	}
	m.playing, m.frame = true, 0
	m.film++
	m.game.Show(1)
	m.shown()
	return m.tick()
}

// show makes the next moves of the solution, and asks for the tick of the next
// frame while some are left.
func (m *model) show(moves uint64) tea.Cmd {
	m.frame++
	m.game.ShowMore(moves)
	m.shown()
	if m.game.Solved() {
		m.playing = false
		return nil
	}
	return m.tick()
}

func (m *model) shown() { m.message = game.SayStep(m.game.Steps()[m.game.At()-1]) }

// nextPuzzle begins the next size after a win, else another puzzle.
func (m *model) nextPuzzle() {
	p, ok := m.game.Puzzle().Larger()
	if !m.game.Solved() || !ok {
		var err error
		if p, err = m.next(); err != nil {
			m.message = game.SayError(err)
			return
		}
	}
	m.game = game.New(p)
	m.message = "A new puzzle: the goal stands below the pegs."
}
