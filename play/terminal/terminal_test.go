package terminal

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/must"
	"github.com/hanoigen/hanoi/play/game"
)

// TestMouse presses (p) and releases (r) the left button over pegs, and other things.
func TestMouse(t *testing.T) {
	for _, test := range []struct {
		actions, state string
		picked         uint8
	}{
		{"p0 r0 p2 r2", "002", game.None},
		{"p0 r1", "001", game.None},
		{"p0 r1 p0 r1", "001", 0}, // what may not be dropped stays in hand
		{"p0 r0 beside above below right", "000", 0},
		{"p0 ? r1 r1", "000", 0}, // the end of the help ends the drag
		{"p0 ? p1 r1", "000", 0},
		{"? p0 p0 r0", "000", 0},
	} {
		m := open("3", 80, 24)
		for _, action := range strings.Fields(test.actions) {
			at := tea.Mouse{X: 26*int(action[len(action)-1]-'0') + 13, Y: 10, Button: tea.MouseLeft}
			switch action {
			case "?":
				keys(m, "?")
				continue
			case "beside":
				at.X = 78
			case "above":
				at.X, at.Y = 30, 0
			case "below":
				at.X, at.Y = 30, 23
			case "right":
				at.X, at.Button = 40, tea.MouseRight
			}
			if action[0] == 'r' && len(action) == 2 {
				m.Update(tea.MouseReleaseMsg(at))
			} else {
				m.Update(tea.MouseClickMsg(at))
			}
		}
		if m.game.State().String() != test.state || m.game.Picked() != test.picked {
			t.Errorf("%s: %v, %d in hand; want %s, %d", test.actions, m.game.State(), m.game.Picked(), test.state, test.picked)
		}
	}
}

// TestFilm shows a whole solution, frame by frame.
func TestFilm(t *testing.T) {
	m := open("12", 80, 24)
	keys(m, "s")
	old := m.film
	keys(m, "x") // stops
	m.Update(frameMsg{old})
	if m.playing || m.game.Made().Int64() != 1 {
		t.Fatalf("after a stop: playing %t, made %v", m.playing, m.game.Made())
	}
	keys(m, "s")
	m.Update(frameMsg{old}) // of the film before
	if m.game.Made().Int64() != 2 {
		t.Fatalf("a frame of a film that was stopped counts: made %v", m.game.Made())
	}
	for frames := 0; m.playing; frames++ {
		if frames > 300 {
			t.Fatalf("still playing after %d frames: made %v", frames, m.game.Made())
		}
		m.Update(frameMsg{m.film})
		readBack(t, m, "a frame")
	}
	if !m.game.Solved() || m.game.At() != 2 {
		t.Errorf("solved %t in %d steps; want 2", m.game.Solved(), m.game.At())
	}
}

// TestNext: n begins the next size after a win, and another puzzle of this size before one
// and with 64 disks.
func TestNext(t *testing.T) {
	for _, test := range []struct {
		puzzle, pressed string
		disks           int
		another         bool
	}{{"3", "s<end>n", 4, false}, {"30", "n", 30, true}, {"64", "s<end>n", 64, true}} {
		m := open(test.puzzle, 80, 24)
		keys(m, test.pressed)
		p := m.game.Puzzle
		if p.N() != test.disks || (p != must.Get(game.Parse(test.disks, "", ""))) != test.another || m.game.At() != 0 || m.message != "A new puzzle: the goal stands below the pegs." {
			t.Errorf("%s, %s: %v, %q", test.puzzle, test.pressed, p, m.message)
		}
		readBack(t, m, "the next puzzle")
	}
}

// TestPlain reads back the states that are written in random games.
func TestPlain(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	pegs := regexp.MustCompile(`A: (.*)\. B: (.*)\. C: (.*)\.\n`)
	for _, puzzle := range []string{"1", "5", "3 012 120", "64"} {
		g := open(puzzle, 80, 24).game
		state, in, want := g.Puzzle.From, "", []hanoi.State{g.Puzzle.To, g.Puzzle.From}
		for range 100 {
			m := hanoi.Move{From: uint8(random.IntN(3)), To: uint8(random.IntN(3))}
			in += string("abc"[m.From]) + string("ABC"[m.To]) + "\n"
			if disks := disksOf(state, int(m.From)); m.From != m.To && len(disks) > 0 {
				m.Disk = uint8(disks[0])
				if next, err := state.Apply(m); err == nil {
					state = next
					want = append(want, state)
				}
			}
		}
		var out bytes.Buffer
		must.Do(Plain(g, strings.NewReader(in), &out))
		found := pegs.FindAllStringSubmatch(out.String(), -1)
		if len(found) != len(want) {
			t.Fatalf("%s: %d states; want %d:\n%s", puzzle, len(found), len(want), out.String())
		}
		for i, state := range want {
			for peg := range 3 {
				if words := cmp.Or(inWords(disksOf(state, peg)), "none"); found[i][peg+1] != words {
					t.Fatalf("%s: state %d is %q; want %v", puzzle, i, found[i][0], state)
				}
			}
		}
	}
}

// TestLongLine: a line that is too long ends the game with an error.
func TestLongLine(t *testing.T) {
	for length, want := range map[int]string{1<<16 - 1: "<nil>", 1 << 16: "a line is 65536 bytes or longer; type help for the commands"} {
		err := Plain(open("2", 80, 24).game, strings.NewReader(strings.Repeat("a", length)+"\n"), io.Discard)
		if fmt.Sprint(err) != want {
			t.Errorf("a line of %d bytes: %v; want %s", length, err, want)
		}
	}
}

// terminal is a window of a tmux server of its own: a real terminal.
type terminal struct {
	t      *testing.T
	socket string
}

// build builds the game where tmux is installed.
func build(t *testing.T) (program string) {
	t.Helper()
	if _, err := exec.LookPath("tmux"); err != nil {
		t.Skip("NOT RUN: tmux isn't installed")
	}
	program = filepath.Join(t.TempDir(), "hanoiplay")
	if out, err := exec.Command("go", "build", "-o", program, "..").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return program
}

// start runs a command of the shell in a window.
func start(t *testing.T, width, height int, command string) *terminal {
	t.Helper()
	w := &terminal{t, filepath.Join(t.TempDir(), "tmux")}
	t.Cleanup(func() { _ = exec.Command("tmux", "-S", w.socket, "kill-server").Run() }) // it may have ended with the game
	w.tmux("-f", "/dev/null", "new-session", "-d", "-x", fmt.Sprint(width), "-y", fmt.Sprint(height), command)
	return w
}

func (w *terminal) tmux(args ...string) string {
	w.t.Helper()
	out, err := exec.Command("tmux", append([]string{"-S", w.socket}, args...)...).CombinedOutput()
	if err != nil {
		w.t.Fatalf("tmux %v: %v: %s", args, err, out)
	}
	return string(out)
}

func (w *terminal) keys(keys ...string) {
	w.t.Helper()
	w.tmux(append([]string{"send-keys"}, keys...)...)
}

// shows waits for a text on the screen, whose lines it takes as one.
func (w *terminal) shows(text string) {
	w.t.Helper()
	w.keysUntil("", text)
}

// keysUntil presses a key again and again until a text is on the screen.
func (w *terminal) keysUntil(key, text string) {
	w.t.Helper()
	screen := ""
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); {
		if key != "" {
			w.keys(key)
		}
		screen = w.tmux("capture-pane", "-p")
		if strings.Contains(strings.Join(strings.Fields(screen), " "), text) {
			return
		}
	}
	w.t.Fatalf("never shown: %q\n%s", text, screen)
}

// TestTmuxResize: at most a part of a huge window is drawn in, and a new size is noticed.
func TestTmuxResize(t *testing.T) {
	w := start(t, 600, 160, build(t)+" -n 3")
	w.shows("Drawn in 500×150 of the window's 600×160 characters.")
	w.tmux("resize-window", "-x", "80", "-y", "24")
	w.shows("Moves 0, to go 7, extra 0, fewest possible 7. Press 1")
}

// TestTmuxPause: after a pause the game is drawn again and can be played.
func TestTmuxPause(t *testing.T) {
	program := build(t)
	for _, name := range []string{"STOP", "TSTP", "key"} {
		pid := filepath.Join(t.TempDir(), "pid")
		// An interactive shell can pause a program and continue it.
		w := start(t, 80, 24, "bash --norc -i")
		w.keys("-l", "sh -c 'echo $$ >"+pid+"; exec "+program+" -n 3'")
		w.keys("Enter")
		w.shows("Moves 0, to go 7")
		if name == "key" {
			w.keys("C-z")
		} else if out, err := exec.Command("kill", "-"+name, read(pid)).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		w.shows("Stopped")
		if screen := w.tmux("display-message", "-p", "#{alternate_on}"); name == "key" && screen != "0\n" {
			t.Errorf("%s: paused on the other screen: %s", name, screen)
		}
		w.keys("-l", "fg")
		w.keys("Enter")
		w.keysUntil("h", "Best: disk 1 from A to C.") // what is typed before that is lost
		w.keys("1", "3")
		w.shows("Disk 1 from A to C.")
		w.keys("q")
		for deadline := time.Now().Add(30 * time.Second); exec.Command("kill", "-0", read(pid)).Run() == nil; {
			if time.Now().After(deadline) {
				t.Fatal("it still runs after q")
			}
		}
	}
}

func read(path string) string { return strings.TrimSpace(string(must.Get(os.ReadFile(path)))) }
