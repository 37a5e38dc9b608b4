package terminal

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/play/game"
)

// TestMouse presses (p) and releases (r) the left button over pegs, and presses elsewhere.
func TestMouse(t *testing.T) {
	for _, test := range []struct {
		actions, state string
		picked         uint8
	}{
		{"p0 n1", "001", game.None}, // not all terminals say which button was released
		{"p0 r0 beside above below right", "000", 0},
		{"p0 ? r1 r1", "000", 0}, // closing the help ends the drag
		{"p0 ? p1 r1", "000", 0},
		{"? p0 p0 r0", "000", 0},
	} {
		m := open("3", 102, 24) // with a map
		for _, action := range strings.Fields(test.actions) {
			mouse(m, action)
		}
		if m.game.State().String() != test.state || m.game.Picked != test.picked || m.cursor > 2 {
			t.Errorf("%s: %v, %d in hand; want %s, %d", test.actions, m.game.State(), m.game.Picked, test.state, test.picked)
		}
	}
}

// mouse presses (p0) or releases (r0) the left button over a peg, or presses elsewhere.
func mouse(m *model, action string) {
	at := tea.Mouse{X: 22*int(action[len(action)-1]-'0') + 11, Y: 10, Button: tea.MouseLeft}
	switch action {
	case "?":
		keys(m, "?")
		return
	case "beside":
		at.X = 66
	case "above":
		at.X, at.Y = 30, 0
	case "below":
		at.X, at.Y = 30, 21
	case "right":
		at.X, at.Button = 40, tea.MouseRight
	case "n1":
		at.Button = tea.MouseNone
	}
	if action[0] != 'p' && len(action) == 2 {
		m.Update(tea.MouseReleaseMsg(at))
	} else {
		m.Update(tea.MouseClickMsg(at))
	}
}

// TestDrags compares random presses and releases over pegs with slow rules: a press lifts a
// disk or drops the one in hand, and a release drops a disk that the last press lifted from
// another peg. An illegal drop leaves the disk in hand.
func TestDrags(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for range 200 {
		m := open("3", 102, 24)
		state, hand, lifted, actions := m.game.State(), game.None, false, ""
		for range 30 {
			peg, press := uint8(random.IntN(3)), random.IntN(2) == 0
			action := fmt.Sprintf("%c%d", map[bool]byte{true: 'p', false: 'r'}[press], peg)
			actions += " " + action
			mouse(m, action)
			lift := press && hand == game.None && state.Disks(peg) != 0
			switch {
			case lift:
				hand = peg
			case press && hand == peg:
				hand = game.None
			case hand != game.None && (press || lifted && hand != peg):
				move := hanoi.Move{Disk: uint8(disksOf(state, int(hand))[0]), From: hand, To: peg}
				if next, err := state.Apply(move); err == nil {
					state, hand = next, game.None
				}
			}
			lifted = lift
			if m.game.State() != state || m.game.Picked != hand {
				t.Fatalf("%s: %v, peg %d in hand; want %v, %d", actions, m.game.State(), m.game.Picked, state, hand)
			}
		}
	}
}

// TestFilm shows a whole solution, frame by frame.
func TestFilm(t *testing.T) {
	m := open("12", 80, 24)
	keys(m, "sx")
	m.Update(frameMsg(m.game.Now().Shown)) // after the stop
	keys(m, "s")
	m.Update(frameMsg(m.game.Now().Shown - 1)) // of the stopped film
	if !m.playing || m.game.Made().Int64() != 2 {
		t.Fatalf("after a stop: playing %t, made %v", m.playing, m.game.Made())
	}
	_, next := m.Update(frameMsg(m.game.Now().Shown))
	start := time.Now()
	if next(); time.Since(start) < 100*time.Millisecond {
		t.Error("the film is too fast to watch")
	}
	for m.playing {
		m.Update(frameMsg(m.game.Now().Shown))
		readBack(t, m, "a frame")
	}
	if !m.game.Solved() || m.game.At != 2 {
		t.Errorf("solved %t in %d steps; want 2", m.game.Solved(), m.game.At)
	}
}
