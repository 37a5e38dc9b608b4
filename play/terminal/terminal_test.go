package terminal

import (
	"fmt"
	"image/color"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/must"
	"github.com/hanoigen/hanoi/play/game"
)

// TestMouse presses (p) and releases (r) the left button over pegs, and presses elsewhere.
func TestMouse(t *testing.T) {
	for _, test := range []struct {
		actions, state string
		picked         uint8
	}{
		{"p0 n1", "001", game.None},         // not all terminals say which button was released
		{"@9,10 @110,16", "002", game.None}, // the corners of the pegs' area
		{"p0 r0 @8,13 @111,13 @60,9 @60,17 R1", "000", 0},
		{"p0 ? r1 r1", "000", 0}, // closing the help ends the drag
		{"p0 ? p1 r1", "000", 0},
		{"? p0 p0 r0", "000", 0},
	} {
		m := open("3", 120, 30)
		for _, action := range strings.Fields(test.actions) {
			mouse(m, action)
		}
		if m.game.State().String() != test.state || m.game.Picked != test.picked || m.cursor > 2 {
			t.Errorf("%s: %v, %d in hand; want %s, %d", test.actions, m.game.State(), m.game.Picked, test.state, test.picked)
		}
	}
}

// mouse presses (p0) or releases (r0, n0) the left button over a peg, the right one (R0), or the
// left one at a place (@8,13).
func mouse(m *model, action string) {
	at := tea.Mouse{X: 9 + 34*int(action[len(action)-1]-'0') + 17, Y: 13, Button: tea.MouseLeft}
	switch action[0] {
	case '?':
		keys(m, "?")
		return
	case '@':
		must.Get(fmt.Sscanf(action, "@%d,%d", &at.X, &at.Y))
	case 'n':
		at.Button = tea.MouseNone
	case 'R':
		at.Button = tea.MouseRight
	}
	if action[0] == 'r' || action[0] == 'n' {
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
		m := open("3", 120, 30)
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

// TestContrast: a disk's number has a contrast of 4.5 to 1 with its disk (WCAG 2), also in the
// palettes of 16 colours that terminals have: VGA, xterm, Tango and that of Windows.
func TestContrast(t *testing.T) {
	named := []color.Color{lipgloss.Black, lipgloss.Blue, lipgloss.BrightYellow, lipgloss.BrightWhite}
	for _, palette := range []string{"#000000 #0000aa #ffff55 #ffffff", "#000000 #0000ee #ffff00 #ffffff", "#2e3436 #3465a4 #fce94f #eeeeec", "#0c0c0c #0037da #f9f1a5 #f2f2f2"} {
		luminance := func(c color.Color) float64 {
			if i := slices.Index(named, c); i >= 0 {
				c = lipgloss.Color(strings.Fields(palette)[i])
			}
			sum := 0.05
			r, g, b, _ := c.RGBA()
			for i, v := range []uint32{r, g, b} {
				sum += []float64{0.2126, 0.7152, 0.0722}[i] * math.Pow((float64(v)/0xffff+0.055)/1.055, 2.4)
			}
			return sum
		}
		for i := range 6 {
			m := model{profile: colorprofile.ANSI + colorprofile.Profile(i/2)} // 16 colours, 256 colours, all
			body, number := m.colours(i)
			if a, b := luminance(body), luminance(number); max(a/b, b/a) < 4.5 {
				t.Errorf("disk %d in %s, %s: the contrast is %.2f", i, m.profile, palette, max(a/b, b/a))
			}
		}
	}
}
