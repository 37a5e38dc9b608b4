package terminal

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/must"
	"github.com/hanoigen/hanoi/play/game"
)

func newGame(n int) *game.Game { return game.New(must.Get(game.Parse(n, "", ""))) }

func window(n, width, height int) *model {
	m := newModel(newGame(n))
	m.Update(tea.WindowSizeMsg{Width: width, Height: height})
	m.View()
	return m
}

// keys presses keys one by one; those with longer names are in angle brackets.
func keys(m *model, text string) {
	named := map[string]rune{"<left>": tea.KeyLeft, "<right>": tea.KeyRight, "<enter>": tea.KeyEnter, "<esc>": tea.KeyEscape, "<end>": tea.KeyEnd}
	for text != "" {
		if text[0] == '<' {
			name := text[:strings.IndexByte(text, '>')+1]
			m.Update(tea.KeyPressMsg{Code: named[name]})
			text = text[len(name):]
			continue
		}
		m.Update(tea.KeyPressMsg{Code: rune(text[0]), Text: text[:1]})
		text = text[1:]
	}
}

func screen(m *model) string { return ansi.Strip(m.View().Content) }

func TestKeys(t *testing.T) {
	for _, test := range []struct{ keys, state, message string }{
		{"13", "002", "Disk 1 from A to C."},
		{"1", "000", "Disk 1 of A is in hand."},
		{"1<esc>", "000", "Nothing is in hand."},
		{"2", "000", "Not allowed: B has no disk to take."},
		{"1313", "002", "Not allowed: disk 2 cannot lie on disk 1, which is smaller."},
		{"13u", "000", "Taken back."},
		{"u", "000", "There is no move to take back."},
		{"13ur", "002", "Made again."},
		{"1312R", "000", "From the start."},
		{"h", "000", "Best: disk 1 from A to C."},
		{"<enter><left><enter>", "002", "Disk 1 from A to C."},
		{"<right><right><right><enter><right><enter>", "001", "Disk 1 from A to B."},
		{"s13", "002", "Disk 1 of C is in hand."}, // the first key stops, the second picks
		{"s<end>", "222", "★ Solved in 7 moves, 7 of them by the computer. Can you do it alone?\nTower of Hanoi, A to C, 3 disks: 7 moves, the fewest possible, 7 moves shown"},
		{"s<end>y", "222", "Copied: Tower of Hanoi, A to C, 3 disks: 7 moves, the fewest possible, 7 moves shown"},
		{"x", "000", "No such key; ? has all keys."},
		{"?x13", "002", "Disk 1 from A to C."},
	} {
		m := window(3, 80, 24)
		keys(m, test.keys)
		if got := m.game.State().String(); got != test.state || m.message != test.message {
			t.Errorf("%s: %s, %q; want %s, %q", test.keys, got, m.message, test.state, test.message)
		}
		if !strings.Contains(strings.Join(strings.Fields(screen(m)), " "), strings.Join(strings.Fields(m.message), " ")) {
			t.Errorf("%s: the screen lacks %q:\n%s", test.keys, m.message, screen(m))
		}
	}
}

func TestMouse(t *testing.T) {
	at := func(peg int) tea.Mouse { return tea.Mouse{X: 26*peg + 13, Y: 10, Button: tea.MouseLeft} }
	m := window(3, 80, 24)
	press := func(peg int) { m.Update(tea.MouseClickMsg(at(peg))) }
	release := func(peg int) { m.Update(tea.MouseReleaseMsg(at(peg))) }
	press(0) // click, click
	release(0)
	press(2)
	release(2)
	if m.game.State().String() != "002" || m.game.Picked() != game.None {
		t.Errorf("after two clicks: %v, %d in hand", m.game.State(), m.game.Picked())
	}
	press(0) // drag
	release(1)
	if m.game.State().String() != "012" || m.game.Picked() != game.None {
		t.Errorf("after dragging: %v, %d in hand", m.game.State(), m.game.Picked())
	}
	press(0) // drag where it may not go: the disk stays in hand
	release(1)
	m.message = ""
	m.Update(tea.MouseClickMsg{X: 78, Y: 10, Button: tea.MouseLeft}) // right beside the pegs
	m.Update(tea.MouseClickMsg{X: 30, Y: 0, Button: tea.MouseLeft})  // on the heading
	m.Update(tea.MouseClickMsg{X: 30, Y: 23, Button: tea.MouseLeft}) // below the pegs
	m.Update(tea.MouseClickMsg{X: 1, Y: 10, Button: tea.MouseRight})
	if m.game.State().String() != "012" || m.game.Picked() != 0 || m.message != "" {
		t.Errorf("after a refusal and clicks beside the pegs: %v, %d in hand, %q", m.game.State(), m.game.Picked(), m.message)
	}
	// The help comes while the button is down: what ends it is no drop, and ends the drag.
	for _, end := range []func(int){release, press} {
		m = window(3, 80, 24)
		press(0)
		keys(m, "?")
		end(1)
		release(1)
		if m.game.State().String() != "000" || m.game.Picked() != 0 {
			t.Errorf("after a press and the help: %v, %d in hand", m.game.State(), m.game.Picked())
		}
	}
}

// TestFilm shows a whole solution, frame by frame.
func TestFilm(t *testing.T) {
	m := window(12, 80, 24)
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
	}
	if !m.game.Solved() || m.game.Extra().Sign() != 0 || m.game.At() != 2 {
		t.Errorf("solved %t, extra %v, %d steps", m.game.Solved(), m.game.Extra(), m.game.At())
	}
	if !strings.Contains(strings.Join(strings.Fields(screen(m)), " "), "4095 moves, the fewest possible") {
		t.Errorf("the screen lacks the result:\n%s", screen(m))
	}
	keys(m, "n")
	if m.game.Solved() || m.game.Puzzle.N() != 13 {
		t.Errorf("the next puzzle: %v", m.game.Puzzle)
	}
}

// TestSizes: whatever the window, the screen fits, and each disk is on it by its
// number or in the range of a folded row.
func TestSizes(t *testing.T) {
	for _, n := range []int{1, 3, 10, 64} {
		for _, width := range []int{1, 35, 36, 37, 80, 90, 92, 132, 200} {
			for _, height := range []int{1, 15, 16, 17, 24, 40, 70} {
				for _, pressed := range []string{"", "1", "13h", "s<end>", "?"} {
					m := window(n, width, height)
					keys(m, pressed)
					text := screen(m)
					name := fmt.Sprintf("n = %d, %d×%d, %q", n, width, height, pressed)
					if width < minWidth || height < minHeight {
						if !strings.Contains(strings.Join(strings.Fields(text), ""), "enlargeit") {
							t.Fatalf("%s:\n%s", name, text)
						}
						continue
					}
					if lipgloss.Height(text) != height || lipgloss.Width(text) > width {
						t.Fatalf("%s: the screen is %d×%d:\n%s", name, lipgloss.Width(text), lipgloss.Height(text), text)
					}
					if pressed != "?" {
						checkDisks(t, name, m, text)
					}
				}
			}
		}
	}
}

func checkDisks(t *testing.T, name string, m *model, text string) {
	t.Helper()
	words := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("▆░ \n", r) })
	for peg := range uint8(3) {
		// At least 3 rows are drawn in the smallest window.
		for _, row := range game.Stack(m.game.State(), peg, 3) {
			if row.Count == 1 && !slices.Contains(words, fmt.Sprint(row.Smallest)) {
				t.Fatalf("%s: no disk %d:\n%s", name, row.Smallest, text)
			}
		}
	}
}

// TestPlain plays a whole game line by line.
func TestPlain(t *testing.T) {
	for _, test := range []struct{ in, out string }{
		{"ac\n", "Disk 1 from A to C. A: 2. B: none. C: 1.\nMoves 1, to go 3, extra 1, fewest possible 3."},
		{"a b\n1 3\nB\tc\n", "Well done! 3 moves: nobody can do it in fewer.\nTower of Hanoi, A to C, 2 disks: 3 moves, the fewest possible\nType next for 3 disks."},
		{"a\nb\n", "Disk 1 of A is in hand.\n> Disk 1 from A to B."},
		{"ab\nab\na\n", "Not allowed: disk 2 cannot lie on disk 1, which is smaller.\n> Disk 2 of A is in hand."},
		{"ab\nu\nr\n", "Taken back. A: 1, 2. B: none. C: none.\nMoves 0, to go 3, extra 0, fewest possible 3.\n> Made again. A: 2. B: 1. C: none."},
		{"h\nresult\n", "Best: disk 1 from A to B.\n> Tower of Hanoi, A to C, 2 disks: 0 moves, 3 to go, fewest possible 3, 1 hint"},
		{"solve 2\n", "Disk 1 from A to B.\nDisk 2 from A to C.\n2 moves of the solution shown. A: none. B: 1. C: 2."},
		{"s\ns\n", "Disk 1 from B to C.\n3 moves of the solution shown. A: none. B: none. C: 1, 2.\nMoves 3, to go 0, extra 0, fewest possible 3.\nSolved in 3 moves, 3 of them by the computer. Can you do it alone?\nTower of Hanoi, A to C, 2 disks: 3 moves, the fewest possible, 3 moves shown\nType next for 3 disks.\n> You are at the goal: no move is left to make."},
		{"solve 0\n", "How many moves? \"0\" is no number from 1 on."},
		{"goal\n", "> Goal. A: none. B: none. C: 1, 2.\n"},
		{"ab\nR\nstate\n", "> From the start. A: 1, 2. B: none. C: none.\nMoves 0, to go 3, extra 0, fewest possible 3.\n> A: 1, 2."},
		{"abc\n", "\"abc\" is no command: give two pegs, like a c, or type help."},
		{"ab\nu 5\n", "\"u 5\" is no command"},
		{"?\n", "u, undo   take the last move back"},
		{"next\n", "There is no next size yet"},
		{"ab\nac\nbc\nnext\n", "> Tower of Hanoi, 3 disks, A to C."},
		{"q\nab\n", "Moves 0, to go 3, extra 0, fewest possible 3.\n> "},
	} {
		var out bytes.Buffer
		must.Do(Plain(newGame(2), strings.NewReader(test.in), &out))
		if !strings.Contains(out.String(), test.out) {
			t.Errorf("%q: %s\nwant %s", test.in, out.String(), test.out)
		}
		if strings.ContainsRune(out.String(), '\x1b') {
			t.Errorf("%q: escapes in the output", test.in)
		}
	}
	var out bytes.Buffer
	if err := Plain(newGame(64), strings.NewReader("solve\n"), &out); err != nil || strings.Count(out.String(), "\n") > 12 {
		t.Errorf("64 disks: %v, %s", err, out.String())
	}
	for length, want := range map[int]string{1<<16 - 1: "<nil>", 1 << 16: "a line has 65536 bytes or more; type help for the commands"} {
		err := Plain(newGame(2), strings.NewReader(strings.Repeat("a", length)+"\n"), &out)
		if fmt.Sprint(err) != want {
			t.Errorf("a line of %d bytes: %v; want %s", length, err, want)
		}
	}
}

// TestPlace: the corners are those of the triangle, and so all is between them.
func TestPlace(t *testing.T) {
	for text, want := range map[string][2]float64{"000": {0.5, 0}, "111": {0, math.Sqrt(3) / 2}, "222": {1, math.Sqrt(3) / 2}} {
		if x, y := place(must.Get(hanoi.ParseState(text))); math.Hypot(x-want[0], y-want[1]) > 1e-9 {
			t.Errorf("%s is at %g, %g; want %g", text, x, y, want)
		}
	}
}
