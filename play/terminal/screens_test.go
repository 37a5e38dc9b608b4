package terminal

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/must"
	"github.com/hanoigen/hanoi/internal/number"
	"github.com/hanoigen/hanoi/internal/testfile"
	"github.com/hanoigen/hanoi/play/game"
)

var update = flag.Bool("update", false, "rewrite testdata/screens.txt")

// shot is a screen: a puzzle, a window, and the keys pressed.
type shot struct {
	name          string
	puzzle        string // disks, from and to, or a date
	width, height int
	keys          string
}

// shots are the screens of testdata/screens.txt, row by row.
var shots = [][]shot{
	{
		{"start", "3", 50, 16, ""},
		{"disk in hand", "3", 50, 16, "1"},
		{"refused", "3", 50, 16, "1313"},
		{"daily", "2026-01-31", 36, 16, ""},
	}, {
		{"win", "2", 50, 16, "121323"},
		{"win with extra moves", "2", 50, 16, "13h321323"},
		{"solved by the computer, copied", "3", 50, 16, "13s<end>y"},
	}, {
		{"film", "12", 50, 16, "s<frame><frame>"},
		{"two moves are best", "3 001 200", 50, 16, "h"},
		{"smallest window", "64 0 0120012001210021021021021021021021021021021021020000000000000001", 36, 16, "1"},
		{"too small", "3", 35, 16, ""},
	}, {
		{"start, you and goal differ", "4 2011 0120", 112, 24, "2321"},
		{"help", "3", 38, 24, "?"},
		{"64 disks, solved", "64", 54, 24, "12s<end>"},
	},
}

// open returns the game in a window of some size.
func open(puzzle string, width, height int) *model {
	words := append(strings.Fields(puzzle), "", "")
	p, err := game.Daily(words[0])
	if err != nil {
		p = must.Get(game.Parse(must.Get(strconv.Atoi(words[0])), words[1], words[2]))
	}
	m := newModel(game.New(p))
	m.Update(tea.WindowSizeMsg{Width: width, Height: height})
	m.View()
	return m
}

// keys presses keys one by one; names of keys are in angle brackets. It returns the requests
// to the terminal.
func keys(m *model, pressed string) (asked []string) {
	named := map[string]tea.KeyPressMsg{"<left>": {Code: tea.KeyLeft}, "<right>": {Code: tea.KeyRight}, "<enter>": {Code: tea.KeyEnter},
		"<esc>": {Code: tea.KeyEscape}, "<up>": {Code: tea.KeyUp}, "<down>": {Code: tea.KeyDown}, "<backspace>": {Code: tea.KeyBackspace}, "<f1>": {Code: tea.KeyF1}, "<end>": {Code: tea.KeyEnd}, "<ctrl+c>": {Code: 'c', Mod: tea.ModCtrl}, "<ctrl+z>": {Code: 'z', Mod: tea.ModCtrl}}
	for _, key := range regexp.MustCompile(`<[^>]+>|.`).FindAllString(pressed, -1) {
		msg := tea.Msg(tea.KeyPressMsg{Code: rune(key[0]), Text: key})
		switch {
		case key == "<frame>":
			msg = frameMsg(m.game.Now().Shown)
		case len(key) > 1:
			msg = named[key]
		}
		if _, next := m.Update(msg); next != nil && !m.playing {
			asked = append(asked, fmt.Sprintf("%T %[1]v", next()))
		}
	}
	return asked
}

func screen(m *model) string { return ansi.Strip(m.View().Content) }

// TestScreens compares the screens, and what keys do, with testdata/screens.txt.
func TestScreens(t *testing.T) {
	archive := &txtar.Archive{Comment: []byte("Screens of the game, side by side. go test ./terminal -update writes them.\n\n")}
	add := func(name, text string) {
		text = regexp.MustCompile(`[ ║]*\n`).ReplaceAllString(text+"\n", "\n")
		archive.Files = append(archive.Files, txtar.File{Name: name, Data: []byte(text)})
	}
	for _, row := range shots {
		var names, screens []string
		for _, shot := range row {
			m := open(shot.puzzle, shot.width, shot.height)
			asked := keys(m, shot.keys)
			readBack(t, m, shot.name)
			names = append(names, shot.name)
			screens = append(screens, strings.Join(append([]string{screen(m)}, asked...), "\n"), strings.TrimSuffix(strings.Repeat(" ║ \n", shot.height), "\n"))
		}
		add(strings.Join(names, " ║ "), lipgloss.JoinHorizontal(lipgloss.Top, screens[:len(screens)-1]...))
	}

	coloured := open("2", 36, 16)
	coloured.Update(tea.ColorProfileMsg{Profile: colorprofile.TrueColor})
	add("colours, ESC as ^", strings.ReplaceAll(coloured.View().Content, "\x1b", "^"))

	text := ""
	for _, pressed := range []string{"13", "ac", "1", "1<esc>", "<esc>", "2", "13<backspace>", "u", "13ur", "r", "1312Ru", "1312R13uu", "s<end>nu", "s<end>nur", "13UrH", "13uRUr", "h", "1h", "<enter><left> ", "<right><right><right><up><right><down>", "s13", "s<end>s", "sx", "s<frame><frame>x13212313", "hy", "<end>", "?x13", "?<esc>q", "<f1><ctrl+c>", "s<ctrl+c>", "?<ctrl+z>"} {
		m := open("3", 80, 24)
		asked := keys(m, pressed)
		text += fmt.Sprintf("%s: %v %q %v\n", pressed, m.game.State(), m.message, asked)
		readBack(t, m, pressed)
	}
	add("keys: the state, the message, and the requests to the terminal", text)

	testfile.Compare(t, *update, "testdata/screens.txt", string(txtar.Format(archive)))
}

// TestReadBack checks screens of many sizes in random games.
func TestReadBack(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, width := range []int{1, 35, 36, 50, 89, 90, 132, 200} {
		for _, height := range []int{15, 16, 24, 70} {
			for _, puzzle := range []string{"1", "2", "3 012 120", "10", "2026-02-01", "64"} {
				m := open(puzzle, width, height)
				for range 5 {
					readBack(t, m, fmt.Sprintf("%s in %d×%d", puzzle, width, height))
					for range 4 {
						keys(m, []string{"1", "2", "3", "1", "2", "3", "h", "u", "r", "<left>", "s<frame><frame><frame><esc>"}[random.IntN(11)])
					}
				}
				keys(m, "s<end>")
				readBack(t, m, "a win of "+puzzle)
			}
		}
	}
}

// readBack checks a screen against the game. It shares no code with draw.
func readBack(t *testing.T, m *model, name string) {
	t.Helper()
	text, g := screen(m), m.game
	lines, words := strings.Split(text, "\n"), strings.Join(strings.Fields(text), " ")
	fail := func(format string, args ...any) {
		t.Helper()
		t.Fatalf("%s: %s:\n%s", name, fmt.Sprintf(format, args...), text)
	}
	if m.width < 36 || m.height < 16 {
		if !strings.Contains(strings.ReplaceAll(words, " ", ""), fmt.Sprintf("has%d×%dcharacters.Thegameneeds36×16:enlargeit", m.width, m.height)) {
			fail("it doesn't say that it is too small")
		}
		return
	}
	if width, height := lipgloss.Size(text); width > m.width || height != m.height {
		fail("%d×%d in a window of %d×%d", width, height, m.width, m.height)
	}
	inked := func(r rune) bool { return r != ' ' && r != '\n' }
	above, below := strings.Count(text[:strings.IndexFunc(text, inked)], "\n"), strings.Count(text[strings.LastIndexFunc(text, inked):], "\n")
	if below < above || below > above+1 {
		fail("%d rows are empty above the game, and %d below it", above, below)
	}
	if m.helping {
		return
	}
	if !strings.Contains(words, g.SayCounts()) {
		fail("want %q", g.SayCounts())
	}
	ground := slices.IndexFunc(lines, func(line string) bool { return strings.Contains(line, "▔") })
	title := slices.IndexFunc(lines, func(line string) bool { return strings.Contains(line, "Tower of Hanoi") })
	if ground < title+2+min(3, g.Puzzle.N()) {
		fail("there are too few rows of disks")
	}
	pegs := regexp.MustCompile("▔+").FindAllStringIndex(lines[ground], -1)
	for peg, span := range pegs {
		from := utf8.RuneCountInString(lines[ground][:span[0]])
		to := from + utf8.RuneCountInString(lines[ground][span[0]:span[1]])
		cell := func(y int) string { return string([]rune(lines[y] + strings.Repeat(" ", to))[from:to]) }
		name, goal, want := "ABC"[peg:peg+1], strings.TrimSpace(cell(ground+2)), ""
		if disks := disksOf(g.Puzzle.To, peg); len(disks) > 0 {
			want = "goal " + game.Disks(g.Puzzle.To, uint8(peg))
			if len(want) > to-from {
				want = "→ " + number.Count(len(disks), "disk")
			}
		}
		if goal != want || strings.TrimSpace(cell(ground+1)) != name {
			fail("peg %s has the goal %q; want %q", name, goal, want)
		}
		disks, hand := disksOf(g.State(), peg), false
		for y := title + 1; y < ground; y++ {
			row := strings.TrimSpace(cell(y))
			label := strings.Trim(row, "█░│ ")
			if !strings.ContainsAny(label, "0123456789") {
				continue
			}
			width := utf8.RuneCountInString(row)
			left := utf8.RuneCountInString(cell(y)) - utf8.RuneCountInString(strings.TrimLeft(cell(y), " "))
			if right := to - from - left - width; right < left-1 || right > left+1 {
				fail("%q isn't in the middle of peg %s", row, name)
			}
			hand = hand || strings.TrimSpace(cell(y+1)) == "│"
			n := len(disks)
			switch {
			case n > 0 && label == fmt.Sprint(disks[0]):
				even := 3 + float64(to-from-3)*float64(disks[0]-1)/float64(max(1, g.Puzzle.N()-1))
				if math.Abs(float64(width)-even) > 4 {
					fail("disk %d is %d wide; want about %.0f", disks[0], width, even)
				}
				disks = disks[1:]
			case n > 1 && (label == fmt.Sprintf("%d disks, %d–%d", n, disks[0], disks[n-1]) || label == fmt.Sprintf("%d disks", n)):
				disks = nil
			default:
				fail("%q on peg %s; want %v", row, name, disks)
			}
		}
		if len(disks) > 0 || hand != (g.Picked == uint8(peg)) {
			fail("peg %s lacks %v; in hand: %t", name, disks, hand)
		}
	}
	if len(pegs) != 3 {
		fail("%d pegs", len(pegs))
	}
}

// disksOf returns the disks of a peg, the smallest first.
func disksOf(s hanoi.State, peg int) (disks []int) {
	for disk := 1; disk <= s.N(); disk++ {
		if s.Peg(disk) == uint8(peg) {
			disks = append(disks, disk)
		}
	}
	return disks
}
