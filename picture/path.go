package picture

import (
	"fmt"
	"io"
	"strings"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/number"
)

// Animations are timed in beats. During a move, the disk goes up, over and down, and rests.
// There is a pause of one move before the first move, and a pause of two after the last. Then
// the end fades out and the start fades in, which takes as long as a move, and everything is
// repeated.
const (
	up, over, down = 6, 16, 22 // the beats at which the parts of a move end
	move           = 24
	maxMoves       = 255
)

// animation is a route, with the layout of its disks.
type animation struct {
	tower
	route *hanoi.Route
	moves int
}

func newAnimation(r *hanoi.Route, o Options) (animation, error) {
	if r == nil || r.StateAt(0).N() == 0 {
		return animation{}, errNoDisks
	}
	if r.Len() > maxMoves {
		return animation{}, fmt.Errorf("%w: %d moves; an animation has at most %d; draw the path in the graph",
			ErrLarge, r.Len(), maxMoves)
	}
	return animation{newTower(r.StateAt(0).N(), true, o), r, int(r.Len())}, nil
}

// ticks returns the duration of beats in hundredths of a second. A move takes about a second,
// or less if there are 64 or more.
func (a animation) ticks(beats int) int { return beats * (4 - min(2, a.moves/64)) }

// length returns the number of all beats.
func (a animation) length() int { return (a.moves + 4) * move }

// percent returns the keyframe at a beat.
func (a animation) percent(beat int) string {
	return decimal(int64(beat)*100_000/int64(a.length()), 3) + "%"
}

// gone returns two keyframes: the end has faded out, and just after that, the start replaces
// it unseen.
func (a animation) gone() (end, start string) {
	thousandths := int64(a.length()-move/2) * 100_000 / int64(a.length())
	return decimal(thousandths, 3) + "%", decimal(thousandths+1, 3) + "%"
}

// Path draws the moves of a route as an animation. The error wraps [ErrLarge] if the route has
// more than 255 moves, and [hanoi.ErrState] if it is nil or the zero Route.
func Path(w io.Writer, r *hanoi.Route, o Options) error {
	a, err := newAnimation(r, o)
	if err != nil {
		return err
	}
	start, end := r.StateAt(0), r.StateAt(r.Len())
	words := a.floor + labels
	moves := number.Count(a.moves, "move")
	title := fmt.Sprintf("Tower of Hanoi, animated: from %s to %s in %s", a.name(start), a.name(end), moves)
	p := newPage(sceneWidth, words+lineHeight+6*one, a.scale, title, a.words(), a.style()+sheet("path")+a.keyframes())

	a.drawPegs(p)
	a.drawLabels(p)
	p.f("<g class=\"stage\">\n")
	for disk := a.n; disk > 0; disk-- {
		x, y := a.position(end, disk)
		width, height := a.width(disk), a.disk-a.gap
		p.f(`<rect class="goal" x="%v" y="%v" width="%v" height="%v" rx="%v"/>`+"\n",
			x-width/2+one, y+one, width-2*one, height-2*one, min(height/2, 5*one)-one)
	}
	a.drawDisks(p, start)
	p.f("</g>\n")

	// Each move has a line of words; the window shows one at a time.
	p.f(`<svg class="window" y="%v" width="%v" height="%v"><text class="words ink" y="16">`, words-3*one, sceneWidth, lineHeight)
	p.f(`<tspan x="10">%s</tspan>`, moves)
	for i, m := range r.All() {
		p.f("\n"+`<tspan x="10" dy="%v">%d of %d: move %s</tspan>`, lineHeight, i, a.moves, a.move(m))
	}
	p.f("</text></svg>\n")
	return p.writeTo(w)
}

// words describes a path, and lists up to 31 moves.
func (a animation) words() string {
	words := fmt.Sprintf("At the start: %s At the end: %s", a.onPegs(a.route.StateAt(0)), a.onPegs(a.route.StateAt(a.route.Len())))
	if a.moves == 0 || a.moves > 31 {
		return words
	}
	var moves []string
	for _, m := range a.route.All() {
		moves = append(moves, a.move(m))
	}
	return words + " The moves: " + strings.Join(moves, ", ") + "."
}

func (a animation) move(m hanoi.Move) string {
	return fmt.Sprintf("disk %d from %s to %s", m.Disk, a.name(m.From), a.name(m.To))
}

// keyframes returns the style that moves the disks, unless the reader prefers reduced motion.
func (a animation) keyframes() string {
	if a.moves == 0 {
		return ""
	}
	var b page
	end, start := a.gone()
	b.f("@media (prefers-reduced-motion:no-preference){\n")
	b.f(".stage{animation:stage %ss infinite}\n.words{animation:words %[1]ss infinite}\n.disk{animation:%[1]ss ease-in-out infinite}\n",
		decimal(int64(a.ticks(a.length())), 2))
	b.f("@keyframes stage{%s{opacity:1}%s,%s{opacity:0}}\n", a.percent(a.length()-move), end, start)
	b.f("@keyframes words{%s{transform:none;animation-timing-function:steps(%d,start)}%s,%s{transform:translateY(-%vpx)}%s{transform:none}}\n",
		a.percent(move), a.moves, a.percent((a.moves+1)*move), end, unit(a.moves)*lineHeight, start)
	for disk := 1; disk <= a.n; disk++ {
		b.f(".disk%d{animation-name:disk%[1]d}\n@keyframes disk%[1]d{%s}\n", disk, a.flight(disk))
	}
	b.f("}\n")
	return b.String()
}

// flight returns the keyframes of a disk.
func (a animation) flight(disk int) string {
	var b page
	x, y := a.position(a.route.StateAt(0), disk)
	end, start := a.gone()
	stops := "0%," + start + ",to" // the keyframes with the disk at (x, y)
	at := func(x, y unit, stops string) {
		b.f("%s{transform:translate(%vpx,%vpx)}", stops, x, y)
	}
	for i, m := range a.route.All() {
		if int(m.Disk) != disk {
			continue
		}
		begin := int(i) * move
		at(x, y, stops+","+a.percent(begin))
		at(x, lane, a.percent(begin+up))
		x, y = a.position(a.route.StateAt(i), disk)
		at(x, lane, a.percent(begin+over))
		stops = a.percent(begin + down)
	}
	at(x, y, stops+","+end)
	return b.String()
}
