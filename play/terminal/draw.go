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

// The smallest window that is drawn in: three columns of 12, and minRows rows of
// disks under any text.
const minWidth, minHeight, minRows = 36, 16, 3

// frameRows are the rows around the disks: the heading, the hand, the ground, the
// names and the goal.
const frameRows = 5

// The graph of all states stands beside the pegs where that leaves them pegsWidth, and
// the graph can be graphWidth wide.
const pegsWidth, graphWidth = 63, 24

// palette has the terminal's own colours, so that its theme decides.
var palette = []color.Color{lipgloss.Cyan, lipgloss.Yellow, lipgloss.Green, lipgloss.Magenta, lipgloss.Blue, lipgloss.Red}

var (
	faint = lipgloss.NewStyle().Faint(true)
	bold  = lipgloss.NewStyle().Bold(true)
)

// area is where the pegs are, for the mouse: three columns from the left, in the rows
// top … bottom−1. The zero area has none.
type area struct{ column, top, bottom int }

// draw returns the screen, and where the pegs are in it.
func (m *model) draw() (screen string, a area) {
	if m.width < minWidth || m.height < minHeight {
		text := fmt.Sprintf("This window has %d×%d characters. The game needs %d×%d: enlarge it, or run with --plain.",
			m.width, m.height, minWidth, minHeight)
		return lipgloss.NewStyle().Width(m.width).Render(text), area{}
	}
	width, graph := m.width, 0
	if g := min(m.width-pegsWidth-3, 2*(m.height-8)); g >= graphWidth {
		graph, width = g, m.width-g-3
	}
	column := width / 3
	head := bold.Render(m.game.Puzzle.Title())
	foot := m.foot()
	room := m.height - lipgloss.Height(head) - lipgloss.Height(foot)
	body := help
	if !m.helping {
		body = m.pegs(column, room)
		if graph > 0 {
			body = lipgloss.JoinHorizontal(lipgloss.Bottom, body, strings.Repeat(" ", m.width-graph-3*column),
				drawGraph(m.game.Solution(), graph, room))
		}
	}
	body = lipgloss.PlaceVertical(room, lipgloss.Bottom, body)
	return head + "\n" + body + "\n" + foot, area{column, lipgloss.Height(head), m.height - lipgloss.Height(foot)}
}

// foot returns the counts, the message and the keys, wrapped to the window. A message
// that leaves too little room for the disks is cut.
func (m *model) foot() string {
	keys := "1 2 3 pick, drop · u undo · r redo · h hint · s solve · ? help · q quit"
	larger, ok := m.game.Puzzle.Larger()
	switch {
	case m.playing:
		keys = "any key stops · End goes to the end"
	case m.helping:
		return faint.Render("any key goes on")
	case m.game.Solved() && ok:
		keys = fmt.Sprintf("y copy the result · n next: %d disks · R again · u undo · q quit", larger.N())
	case m.game.Solved():
		keys = "y copy the result · n next puzzle · R again · u undo · q quit"
	}
	wrap := lipgloss.NewStyle().Width(m.width)
	counts := wrap.Render(m.game.SayCounts())
	keys = wrap.Faint(true).Render(keys)
	room := m.height - frameRows - minRows - lipgloss.Height(counts) - lipgloss.Height(keys)
	return counts + "\n" + wrap.MaxHeight(max(1, room)).Render(m.message) + "\n" + keys
}

const help = `
1 2 3, a b c  pick a disk, drop it
← → Space     the same by cursor
mouse         click twice, or drag
u  undo       r  redo
h  hint       s  solve from here
R  restart    n  another puzzle
y  copy the result line
Ctrl+Z        pause the game
q  quit`

// pegs draws the three pegs in room rows: the disk in hand, the others, the ground,
// the names, and the goal.
func (m *model) pegs(column, room int) string {
	g := m.game
	n := g.Puzzle.N()
	rows := max(1, min(n, room+1-frameRows)) // the heading is above the room
	var parts [3]string
	for peg := range uint8(3) {
		stack := game.Stack(g.State(), peg, rows)
		hand := ""
		if g.Picked() == peg {
			hand = disk(stack[0], n, column-2)
			stack = stack[1:]
		}
		lines := []string{hand}
		for range rows - len(stack) {
			lines = append(lines, faint.Render("│"))
		}
		for _, row := range stack {
			lines = append(lines, disk(row, n, column-2))
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

// goalText names the disks of a peg in the goal as exactly as width allows: each of
// them, or their number.
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

// disk draws a row of a stack, up to width characters wide.
func disk(row game.Row, n, width int) string {
	label := row.String()
	if row.Count > 1 {
		if len(label)+2 > width {
			label = fmt.Sprintf("%d disks", row.Count)
		}
		label = " " + label + " "
		side := faint.Render(strings.Repeat("░", (width-lipgloss.Width(label))/2))
		return side + label + side
	}
	// Each side has at least one block, and grows with the disk.
	grow := (width-len(fmt.Sprint(n)))/2 - 1
	side := 1 + grow*(row.Largest-1)/max(1, n-1)
	if side > 2 {
		label, side = " "+label+" ", side-1
	}
	colour := lipgloss.NewStyle().Foreground(palette[row.Largest%len(palette)])
	blocks := colour.Render(strings.Repeat("▆", side))
	return blocks + bold.Render(label) + blocks
}

func center(text string, width int) string {
	return lipgloss.PlaceHorizontal(width, lipgloss.Center, text)
}
