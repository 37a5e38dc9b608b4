package terminal

import (
	"fmt"
	"image/color"
	"math/bits"
	"strings"

	"charm.land/lipgloss/v2"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/number"
	"github.com/hanoigen/hanoi/play/game"
)

// The smallest window has room for three columns of 12, and minRows rows of disks.
const minWidth, minHeight, minRows = 36, 16, 3

// frameRows is the number of other rows: the hand, the ground, the names and the goal.
const frameRows = 4

// The map of all states is beside the pegs if there is room for pegsWidth and mapWidth.
const pegsWidth, mapWidth = 63, 24

// palette has colours of the terminal's theme: light ones, whose numbers are black, and dark
// ones, whose numbers are white, in turn.
var palette = []color.Color{lipgloss.Cyan, lipgloss.Magenta, lipgloss.Yellow, lipgloss.Blue, lipgloss.Green, lipgloss.Red}
var onPalette = []color.Color{lipgloss.Black, lipgloss.BrightWhite}

var (
	faint = lipgloss.NewStyle().Faint(true)
	bold  = lipgloss.NewStyle().Bold(true)
)

// area is the part of the screen with the pegs: three columns, in the rows top … bottom−1.
type area struct{ column, top, bottom int }

// draw returns the screen and the area of the pegs.
func (m *model) draw() (screen string, a area) {
	if m.width < minWidth || m.height < minHeight {
		text := fmt.Sprintf("This window has %d×%d characters. The game needs %d×%d: enlarge it, or run with --plain.",
			m.width, m.height, minWidth, minHeight)
		return lipgloss.NewStyle().Width(m.width).Render(text), area{}
	}
	column, side := m.width/3, 0
	if s := min(m.width-pegsWidth-3, 2*(m.height-8)); s >= mapWidth {
		column, side = (m.width-s-3)/3, s
	}
	head := bold.Width(m.width).Render(m.game.Puzzle.Title())
	foot := m.foot(m.height - lipgloss.Height(head) - frameRows - minRows)
	room := m.height - lipgloss.Height(head) - lipgloss.Height(foot)
	body := help
	if !m.helping {
		body = m.pegs(column, room)
		if side > 0 {
			body = lipgloss.JoinHorizontal(lipgloss.Bottom, body, strings.Repeat(" ", m.width-side-3*column),
				drawMap(m.game.Solution(), side, room))
		}
	}
	body = lipgloss.PlaceVertical(room, lipgloss.Bottom, body)
	return head + "\n" + body + "\n" + foot, area{column, lipgloss.Height(head), m.height - lipgloss.Height(foot)}
}

// foot returns the counts, the message and the keys. It cuts the message to fit in room rows.
func (m *model) foot(room int) string {
	keys := "1 2 3 pick, drop · u undo · r redo · h hint · s solve · ? help · q quit"
	larger, ok := m.game.Puzzle.Larger()
	switch {
	case m.playing:
		keys = "any key stops · End shows the rest"
	case m.helping:
		return faint.Render("any key closes the help")
	case m.game.Solved() && ok:
		keys = fmt.Sprintf("y copy the result · n next: %d disks · R again · u undo · q quit", larger.N())
	}
	wrap := lipgloss.NewStyle().Width(m.width)
	counts := wrap.Render(m.game.SayCounts())
	keys = wrap.Faint(true).Render(keys)
	room -= lipgloss.Height(counts) + lipgloss.Height(keys)
	return counts + "\n" + wrap.MaxHeight(max(1, room)).Render(m.message) + "\n" + keys
}

const help = `
1 2 3, a b c  pick a disk, drop it
← → Space     the same with the cursor
mouse         click twice, or drag
u  undo       r  redo
h  hint       s  solve from here
R  restart    n  another puzzle
y  copy the result line
Ctrl+Z        pause the game
q  quit`

// pegs draws the pegs in room rows.
func (m *model) pegs(column, room int) string {
	g := m.game
	n := g.Puzzle.N()
	rows := max(1, min(n, room-frameRows))
	var parts [3]string
	for peg := range uint8(3) {
		stack := game.Stack(g.State(), peg, rows)
		hand := ""
		if g.Picked == peg {
			hand = drawRow(stack[0], n, column-2)
			stack = stack[1:]
		}
		lines := []string{hand}
		for range rows - len(stack) {
			lines = append(lines, faint.Render("│"))
		}
		for _, row := range stack {
			lines = append(lines, drawRow(row, n, column-2))
		}
		ground := strings.Repeat("▔", column-2)
		name := " " + game.Letters[peg] + " "
		if m.cursor == peg {
			name = lipgloss.NewStyle().Reverse(true).Render(name)
		}
		goal := faint.Render(goalText(g.Puzzle.To, peg, column-2))
		lines = append(lines, ground, name, goal)
		parts[peg] = center(strings.Join(lines, "\n"), column)
	}
	return lipgloss.JoinHorizontal(lipgloss.Top, parts[:]...)
}

// goalText lists the disks that a goal has on a peg or, if width is too small, counts them.
func goalText(goal hanoi.State, peg uint8, width int) string {
	count := bits.OnesCount64(goal.Disks(peg))
	if count == 0 {
		return ""
	}
	text := "goal " + game.Disks(goal, peg)
	if lipgloss.Width(text) > width {
		text = "→ " + number.Count(count, "disk")
	}
	return text
}

// drawRow draws a row of a stack in at most width characters.
func drawRow(row game.Row, n, width int) string {
	label := row.String()
	if row.Count > 1 {
		if len(label)+2 > width {
			label = fmt.Sprintf("%d disks", row.Count)
		}
		label = " " + label + " "
		side := faint.Render(strings.Repeat("░", (width-lipgloss.Width(label))/2))
		return side + label + side
	}
	// Each side of the label has at least one block, and more for larger disks.
	grow := (width-len(fmt.Sprint(n)))/2 - 1
	side := 1 + grow*(row.Largest-1)/max(1, n-1)
	if side > 2 {
		label, side = " "+label+" ", side-1
	}
	colour := palette[row.Largest%len(palette)]
	blocks := lipgloss.NewStyle().Foreground(colour).Render(strings.Repeat("█", side))
	// Reversed, the label has the colour of the blocks even where there are no colours.
	return blocks + bold.Reverse(true).Foreground(colour).Background(onPalette[row.Largest%2]).Render(label) + blocks
}

func center(text string, width int) string {
	return lipgloss.PlaceHorizontal(width, lipgloss.Center, text)
}
