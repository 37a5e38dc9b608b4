// Package terminal plays the game in a terminal: drawn in the whole window, or line by line
// for screen readers and pipes.
package terminal

import (
	"cmp"
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"golang.org/x/term"

	"github.com/hanoigen/hanoi/play/game"
)

// Run plays a game until the player quits, or until a signal, which is an error. It restores
// the terminal. With NO_COLOR set, it uses no colours (no-color.org).
func Run(g *game.Game) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT)
	defer stop()
	options := []tea.ProgramOption{tea.WithContext(ctx), tea.WithoutSignalHandler()}
	if os.Getenv("NO_COLOR") != "" {
		options = append(options, tea.WithColorProfile(colorprofile.ASCII))
	}
	m := newModel(g)
	m.width, m.height, _ = term.GetSize(int(os.Stdout.Fd())) // bubbletea reports it only after pending keys
	_, err := tea.NewProgram(m, options...).Run()
	return cmp.Or(context.Cause(ctx), err)
}

type model struct {
	game          *game.Game
	width, height int
	area          area
	profile       colorprofile.Profile // the colours of the terminal
	cursor        uint8                // the peg chosen by the arrow keys
	message       string
	helping       bool
	playing       bool // a film shows the solution
	press         bool // the mouse button was pressed on a peg
}

func newModel(g *game.Game) *model {
	return &model{game: g, message: "Press 1, 2 or 3 to lift the top disk of A, B or C, then again to drop it. ? lists all keys."}
}

func (m *model) Init() tea.Cmd { return nil }

func (m *model) View() tea.View {
	var v tea.View
	v.Content, m.area = m.draw()
	v.AltScreen = true
	v.MouseMode = tea.MouseModeCellMotion
	v.WindowTitle = "Tower of Hanoi"
	return v
}

// frameMsg is sent when the next frame of a film is due. It is the number of moves shown.
type frameMsg uint64

func (m *model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	var next tea.Cmd
	solved := m.game.Solved()
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
	case tea.ColorProfileMsg:
		m.profile = msg.Profile
	case frameMsg:
		if m.playing && uint64(msg) == m.game.Now().Shown { // else it is of a stopped film
			m.game.ShowNext()
			next = m.shown()
		}
	case tea.KeyPressMsg:
		next = m.key(game.Fold(msg.String()))
	case tea.MouseClickMsg:
		peg, ok := m.pegAt(msg.Mouse())
		m.press = ok && m.game.Picked == game.None
		if ok {
			m.pick(peg)
		}
	case tea.MouseReleaseMsg:
		// A press on one peg and a release over another is a drag.
		if peg, ok := m.pegAt(msg.Mouse()); ok && m.press && m.game.Picked != game.None && peg != m.game.Picked {
			m.pick(peg)
		}
		m.press = false
	}
	if !solved && m.game.Solved() {
		m.message = "★ " + m.game.SayWin() + "\n" + m.game.Result()
	}
	return m, next
}

// pegAt returns the peg under the mouse if the left button was used. A click that ends
// the help or a film does nothing else: ok is false.
func (m *model) pegAt(at tea.Mouse) (peg uint8, ok bool) {
	if at.Button != tea.MouseLeft && at.Button != tea.MouseNone {
		return 0, false
	}
	a, x := m.area, at.X-m.area.left
	if m.interrupt() || at.Y < a.top || at.Y >= a.bottom || x < 0 || x >= 3*a.column {
		return 0, false
	}
	return uint8(x / a.column), true
}

// interrupt ends the help or a film. It reports whether there was one.
func (m *model) interrupt() bool {
	was := m.playing || m.helping
	if m.playing {
		m.message = "Stopped. Press s to continue."
	}
	m.playing, m.helping = false, false
	return was
}

func (m *model) key(key string) tea.Cmd {
	switch {
	case key == "ctrl+c":
		return tea.Quit
	case key == "ctrl+z":
		return tea.Suspend
	case key == "end" && m.playing:
		m.game.ShowMore(m.game.Left())
		return m.shown()
	case m.interrupt():
		return nil
	}
	if peg := game.ParsePeg(key); peg != game.None {
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
		if p := m.game.Picked; p != game.None {
			m.pick(p)
		}
	case "backspace":
		return m.key("u")
	case "s":
		if m.game.Show(1) {
			return m.shown()
		}
		m.message = game.SayBest(nil)
	case "y":
		m.message = "Copied: " + m.game.Result()
		return tea.SetClipboard(m.game.Result())
	case "?", "f1":
		m.helping = true
	default:
		said, ok := m.game.Obey(key)
		if !ok {
			said = "This key does nothing; ? lists all keys."
		}
		m.message = said
	}
	return nil
}

func (m *model) pick(peg uint8) {
	m.cursor = peg
	m.message, _ = m.game.SayPick(peg)
}

// shown says how much of the solution was shown, and orders the next frame if moves are left.
func (m *model) shown() tea.Cmd {
	m.message = m.game.SayStep()
	m.playing = !m.game.Solved()
	if !m.playing {
		return nil
	}
	frame := frameMsg(m.game.Now().Shown)
	return tea.Tick(150*time.Millisecond, func(time.Time) tea.Msg { return frame })
}
