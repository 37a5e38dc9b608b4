package terminal

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/must"
	"github.com/hanoigen/hanoi/play/game"
)

func TestMouse(t *testing.T) {
	at := func(peg int) tea.Mouse { return tea.Mouse{X: 26*peg + 13, Y: 10, Button: tea.MouseLeft} }
	m := open("3", 80, 24)
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
	// With the help opened during a drag, a release or a click ends both, and drops nothing.
	for _, end := range []func(int){release, press} {
		m = open("3", 80, 24)
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
