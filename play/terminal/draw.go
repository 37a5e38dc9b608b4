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

// The smallest window has room for three columns of 12, and minRows rows of disks. In a large
// window, the columns have at most maxColumn, and the game is in the middle.
const minWidth, minHeight, minRows, maxColumn = 36, 16, 3, 34

// frameRows is the number of other rows: the hand, the ground, the names and the goal.
const frameRows = 4

var faint = lipgloss.NewStyle().Faint(true)

// area is the part of the screen with the pegs: three columns from left on, in the rows
// top … bottom−1.
type area struct{ left, column, top, bottom int }

// draw returns the screen and the area of the pegs.
func (m *model) draw() (screen string, a area) {
	if m.width < minWidth || m.height < minHeight {
		text := fmt.Sprintf("This window has %d×%d characters. The game needs %d×%d: enlarge it, or run with --plain.",
			m.width, m.height, minWidth, minHeight)
		return lipgloss.NewStyle().Width(m.width).Render(text), area{}
	}
	column := min(m.width/3, maxColumn)
	width := 3 * column
	head := lipgloss.NewStyle().Bold(true).Width(width).Render(m.game.Puzzle.Title())
	foot := m.foot(width, m.height-lipgloss.Height(head)-frameRows-minRows)
	body := m.pegs(column, m.height-lipgloss.Height(head)-lipgloss.Height(foot))
	if m.helping {
		body = help
	}
	screen = head + "\n" + body + "\n" + foot
	above, left := (m.height-lipgloss.Height(screen))/2, (m.width-width)/2
	below, top := m.height-lipgloss.Height(screen)-above, above+lipgloss.Height(head)
	return lipgloss.NewStyle().Padding(above, 0, below, left).Render(screen), area{left, column, top, top + lipgloss.Height(body)}
}

// foot returns the counts, the message and the keys. The message has two rows, or more if it needs
// them and fits in room rows.
func (m *model) foot(width, room int) string {
	keys := "1 2 3 pick, drop · u undo · r redo · h hint · s solve · ? help · q quit"
	larger, ok := m.game.Puzzle.Larger()
	switch {
	case m.playing:
		keys = "any key stops · End shows the rest"
	case m.helping:
		keys = "any key closes the help"
	case m.game.Solved() && ok:
		keys = fmt.Sprintf("y copy the result · n next: %d disks · R again · u undo · q quit", larger.N())
	}
	wrap := lipgloss.NewStyle().Width(width)
	counts := wrap.Render(m.game.SayCounts())
	keys = wrap.Faint(true).Render(keys)
	room -= lipgloss.Height(counts) + lipgloss.Height(keys)
	return counts + "\n" + wrap.Height(2).MaxHeight(room).Render(m.message) + "\n" + keys
}

const help = `
1 2 3, a b c  pick a disk, drop it
← → Space     the same, by cursor
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
			hand = m.drawRow(stack[0], n, column-2)
			stack = stack[1:]
		}
		lines := []string{hand}
		for range rows - len(stack) {
			lines = append(lines, faint.Render("│"))
		}
		for _, row := range stack {
			lines = append(lines, m.drawRow(row, n, column-2))
		}
		ground := strings.Repeat("▔", column-2)
		name := " " + game.Letters[peg] + " "
		if m.cursor == peg {
			name = lipgloss.NewStyle().Reverse(true).Render(name)
		}
		goal := faint.Render(goalText(g.Puzzle.To, peg, column-2))
		lines = append(lines, ground, name, goal)
		parts[peg] = lipgloss.PlaceHorizontal(column, lipgloss.Center, strings.Join(lines, "\n"))
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
func (m *model) drawRow(row game.Row, n, width int) string {
	label := row.String()
	if row.Count > 1 {
		label = " " + label + " "
		if lipgloss.Width(label) > width {
			label = fmt.Sprintf(" %d disks ", row.Count)
		}
		side := faint.Render(strings.Repeat("░", (width-lipgloss.Width(label))/2))
		return side + label + side
	}
	// Each side of the label has at least one block, and more for larger disks.
	grow := (width-len(label))/2 - 1
	side := 1 + grow*(row.Largest-1)/max(1, n-1)
	if side > 2 {
		label, side = " "+label+" ", side-1
	}
	disk, number := m.colours(row.Largest)
	blocks := lipgloss.NewStyle().Foreground(disk).Render(strings.Repeat("█", side))
	// Bold black would be grey in some terminals.
	return blocks + lipgloss.NewStyle().Bold(row.Largest%2 == 1).Foreground(number).Background(disk).Render(label) + blocks
}

// colours returns the colours of a disk and of its number: those of package picture, or similar
// ones that the terminal has. Their contrast is at least 4.5 to 1.
func (m *model) colours(disk int) (body, number color.Color) {
	among := lipgloss.Complete(m.profile) // 16 colours, 256 colours, or all
	if disk%2 == 1 {
		return among(lipgloss.Blue, lipgloss.ANSIColor(25), lipgloss.Color("#0072b2")), among(lipgloss.BrightWhite, lipgloss.ANSIColor(231), lipgloss.Color("#ffffff"))
	}
	return among(lipgloss.BrightYellow, lipgloss.ANSIColor(214), lipgloss.Color("#e69f00")), among(lipgloss.Black, lipgloss.ANSIColor(16), lipgloss.Color("#1f2328"))
}
