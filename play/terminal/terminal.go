// Package terminal plays the game in a terminal: drawn in the whole window by Bubble Tea,
// or line by line for screen readers and pipes.
package terminal

import (
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/signal"
	"syscall"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"golang.org/x/term"

	"github.com/hanoigen/hanoi/play/game"
)

// Run plays a game until the player quits or a signal ends it. It restores the terminal
// first. With NO_COLOR set, it uses no colours (no-color.org).
func Run(g *game.Game) error {
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT)
	if continued != nil {
		signal.Notify(signals, continued, resized)
	}
	m := newModel(g)
	m.signals = signals
	for {
		_, err := tea.NewProgram(m, m.options()...).Run()
		switch m.signal {
		case nil:
			return err
		case continued:
			// The shell may have changed the terminal: a new program sets it up again.
			// The next frame of a film was lost with the old one.
			m.signal = nil
			m.interrupt()
		default:
			return dieOf(m.signal)
		}
	}
}

// options keep Bubble Tea from asking the terminal for its size, except on Windows: it
// would keep a picture of the whole window in memory, however large.
func (m *model) options() []tea.ProgramOption {
	options := []tea.ProgramOption{tea.WithoutSignalHandler(), tea.WithFilter(fit)}
	if resized != nil {
		size := fit(m, windowSize()).(tea.WindowSizeMsg)
		options = append(options, tea.WithOutput(struct{ io.Writer }{os.Stdout}), tea.WithWindowSize(size.Width, size.Height))
	}
	profile := colorprofile.Detect(os.Stdout, os.Environ())
	if os.Getenv("NO_COLOR") != "" {
		profile = colorprofile.ASCII
	}
	return append(options, tea.WithColorProfile(profile))
}

// windowSize returns the size of the window; zero if it is unknown.
func windowSize() tea.Msg {
	width, height, _ := term.GetSize(int(os.Stdout.Fd()))
	return tea.WindowSizeMsg{Width: width, Height: height}
}

// fit takes the size of the window, and returns the size of the part to draw in.
func fit(program tea.Model, msg tea.Msg) tea.Msg {
	window, ok := msg.(tea.WindowSizeMsg)
	if !ok {
		return msg
	}
	m := program.(*model)
	m.width, m.height, m.cut = min(window.Width, maxWidth), min(window.Height, maxHeight), ""
	if m.width < window.Width || m.height < window.Height {
		m.cut = fmt.Sprintf(" Drawn in %d×%d of the window's %d×%d characters.", m.width, m.height, window.Width, window.Height)
	}
	return tea.WindowSizeMsg{Width: m.width, Height: m.height}
}

// dieOf ends the process by a signal, after the terminal is restored. It returns an error
// if the system cannot do that, and for SIGQUIT, for which Go would print all goroutines.
func dieOf(s os.Signal) error {
	signal.Reset(s)
	if self, err := os.FindProcess(os.Getpid()); err == nil && s != syscall.SIGQUIT && self.Signal(s) == nil {
		time.Sleep(time.Second) // the signal may go to another thread
	}
	return fmt.Errorf("stopped by signal %q", s)
}

type model struct {
	game          *game.Game
	width, height int
	area          area
	cut           string // says that the window is larger than width × height
	cursor        uint8  // the peg chosen by the arrow keys
	message       string
	helping       bool
	playing       bool // the solution is being shown: a film
	film          int  // the number of the film, which its frames carry
	press         bool // the mouse button was pressed on a peg
	signals       <-chan os.Signal
	signal        os.Signal // the signal that ended the program
}

func newModel(g *game.Game) *model {
	return &model{game: g, message: "Press 1, 2 or 3 to lift the top disk of A, B or C, then again to drop it. ? lists all keys."}
}

// Init asks for the size of the window, and waits for a signal.
func (m *model) Init() tea.Cmd {
	return tea.Batch(windowSize, func() tea.Msg { return <-m.signals })
}

func (m *model) View() tea.View {
	var v tea.View
	v.Content, m.area = m.draw()
	v.AltScreen = true
	v.MouseMode = tea.MouseModeCellMotion
	v.WindowTitle = "Tower of Hanoi"
	return v
}

// frameMsg says that the next frame of a film is due.
type frameMsg struct{ film int }

func (m *model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	var next tea.Cmd
	solved := m.game.Solved()
	switch msg := msg.(type) {
	case os.Signal:
		if msg == resized {
			return m, m.Init()
		}
		m.signal = msg
		return m, tea.Quit
	case frameMsg:
		if m.playing && msg.film == m.film {
			m.game.ShowNext()
			next = m.shown()
		}
	case tea.KeyPressMsg:
		next = m.key(msg.String())
	case tea.MouseClickMsg:
		peg, ok := m.pegAt(msg.Mouse())
		m.press = ok && m.game.Picked() == game.None
		if ok {
			m.pick(peg)
		}
	case tea.MouseReleaseMsg:
		// A press on one peg and a release over another is a drag.
		if peg, ok := m.pegAt(msg.Mouse()); ok && m.press && m.game.Picked() != game.None && peg != m.game.Picked() {
			m.pick(peg)
		}
		m.press = false
	}
	if !solved && m.game.Solved() {
		m.message = "★ " + m.game.SayWin() + "\n" + m.game.Result()
	}
	return m, next
}

// pegAt returns the peg under the mouse, if the left button was used. Like a key, a click
// first ends the help or a film; then ok is false.
func (m *model) pegAt(at tea.Mouse) (peg uint8, ok bool) {
	if at.Button != tea.MouseLeft && at.Button != tea.MouseNone {
		return 0, false
	}
	if m.interrupt() || at.Y < m.area.top || at.Y >= m.area.bottom || at.X >= 3*m.area.column {
		return 0, false
	}
	return uint8(at.X / m.area.column), true
}

// interrupt ends the help and a film, and reports whether there was either.
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
		if p := m.game.Picked(); p != game.None {
			m.pick(p)
		}
	case "backspace":
		return m.key("u")
	case "s":
		return m.solve()
	case "n":
		m.nextPuzzle()
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

// solve begins to show the solution.
func (m *model) solve() tea.Cmd {
	if !m.game.Show(1) {
		m.message = game.SayBest(nil)
		return nil
	}
	m.film++
	return m.shown()
}

// shown says what was shown, and orders the next frame while moves are left.
func (m *model) shown() tea.Cmd {
	m.message = m.game.SayStep()
	m.playing = !m.game.Solved()
	if !m.playing {
		return nil
	}
	film := m.film
	return tea.Tick(150*time.Millisecond, func(time.Time) tea.Msg { return frameMsg{film} })
}

// nextPuzzle begins the next size after a win, otherwise a random puzzle.
func (m *model) nextPuzzle() {
	p, ok := m.game.Puzzle.Larger()
	if !m.game.Solved() || !ok {
		p, _ = game.Random(m.game.Puzzle.N(), rand.Uint64()) // cannot fail: the number of disks is right
	}
	m.game = game.New(p)
	m.message = "A new puzzle: the goal stands below the pegs."
}
