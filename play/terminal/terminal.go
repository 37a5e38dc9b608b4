// Package terminal plays the game in a terminal: drawn over the whole window by
// Bubble Tea, or line by line for screen readers and pipes.
package terminal

import (
	"fmt"
	"os"
	"os/signal"
	"syscall"
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
	program := tea.NewProgram(newModel(g, next), append(options, tea.WithoutSignalHandler())...)
	var stops []os.Signal
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		if !signal.Ignored(s) {
			stops = append(stops, s)
		}
	}
	signals := make(chan os.Signal, 1)
	if len(stops) > 0 {
		signal.Notify(signals, stops...)
	}
	ended := make(chan os.Signal, 1)
	go func() {
		s, ok := <-signals
		if ok {
			program.Quit()
		}
		ended <- s
	}()
	_, err := program.Run()
	signal.Stop(signals)
	close(signals)
	if s := <-ended; s != nil {
		return dieOf(s)
	}
	return err
}

// dieOf ends the process by a signal, now that the terminal is as it was. It returns an
// error where the system cannot do that.
func dieOf(s os.Signal) error {
	signal.Reset(s)
	if self, err := os.FindProcess(os.Getpid()); err == nil && self.Signal(s) == nil {
		time.Sleep(time.Second) // the signal may go to another thread
	}
	return fmt.Errorf("stopped by signal %q", s)
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
}

func newModel(g *game.Game, next func() (game.Puzzle, error)) *model {
	return &model{game: g, next: next, message: "Pick a peg, then another. ? has all keys."}
}

func (m *model) Init() tea.Cmd { return nil }

func (m *model) View() tea.View {
	screen, area := m.draw()
	m.area = area
	v := tea.NewView(screen)
	v.AltScreen = true
	v.MouseMode = tea.MouseModeCellMotion
	v.WindowTitle = "Tower of Hanoi"
	return v
}

// frameMsg says that the next moves of a film are due.
type frameMsg struct{ film int }

// frameTime is between two frames of the solution.
const frameTime = 150 * time.Millisecond

func (m *model) tick() tea.Cmd {
	film := m.film
	return tea.Tick(frameTime, func(time.Time) tea.Msg { return frameMsg{film} })
}

func (m *model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
	case frameMsg:
		if m.playing && msg.film == m.film {
			return m, m.show(game.Pace(m.frame))
		}
	case tea.KeyPressMsg:
		return m, m.key(msg.String())
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
	}
	return m, nil
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

func (m *model) nextPuzzle() {
	p, err := m.next()
	if err != nil {
		m.message = game.SayError(err)
		return
	}
	m.game = game.New(p)
	m.message = "A new puzzle: from here to the goal below the pegs."
}
