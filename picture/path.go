package picture

import (
	"fmt"
	"io"
	"strings"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/number"
)

// Animations are timed in beats. During a move, the disk goes up, over and down, and rests.
// There is a pause before the first move and a longer one after the last. Then the end
// fades out, the start fades in, and everything is repeated.
const (
	up, over, down = 6, 16, 22 // the beats at which the parts of a move end
	move           = 24
	before, after  = move, 2 * move
	fade           = move / 2
)

type timing struct{ moves int }

// begin returns the beat at which move i begins; the first move is 1.
func (t timing) begin(i int) int { return before + (i-1)*move }

// last returns the beat at which the end begins to fade.
func (t timing) last() int { return t.begin(t.moves+1) + after }

// length returns the total number of beats.
func (t timing) length() int { return t.last() + 2*fade }

// ticks returns the duration of beats in hundredths of a second: a move takes about a second,
// or less if there are many.
func (t timing) ticks(beats int) int {
	switch {
	case t.moves <= 31:
		return 4 * beats
	case t.moves <= 127:
		return 3 * beats
	}
	return 2 * beats
}

// percent returns the keyframe at a beat.
func (t timing) percent(beat int) string {
	return decimal(int64(beat)*100_000/int64(t.length()), 3) + "%"
}

// switching returns the keyframe just after the end has faded out, when the start replaces it
// unseen.
func (t timing) switching() string {
	return decimal(int64(t.last()+fade)*100_000/int64(t.length())+1, 3) + "%"
}

// Path draws the moves of a route as an animation. Opened by itself, the picture
// has a button that pauses it. The error wraps [ErrLarge] if the route has more than
// 255 moves, and [hanoi.ErrState] if it is nil or the zero Route.
func Path(w io.Writer, r *hanoi.Route) error {
	if err := checkRoute(r); err != nil {
		return err
	}
	start, end := r.StateAt(0), r.StateAt(r.Len())
	time := timing{int(r.Len())}
	t := newTower(start.N(), true)
	words := t.floor + labels

	title := fmt.Sprintf("Tower of Hanoi: from %v to %v in %s", start, end, number.Count(r.Len(), "move"))
	p := newPage(sceneWidth, words+lineHeight+6*one, t.scale(), title, pathWords(r), t.style()+pathStyle+t.keyframes(r, time), pathDark)

	// With the fragment #pause in the address, everything stands still. The links that set
	// the fragment follow, so that they are also next for the keyboard.
	p.f(`<g id="pause"/><g id="play"/>` + "\n")
	x, y := sceneWidth-36*one, words-4*one
	p.f(`<a class="button pause" href="#pause" aria-label="Pause"><rect x="%v" y="%v" width="28" height="24" rx="5"/><path d="M%v %vv10m6 0v-10"/></a>`+"\n",
		x, y, x+11*one, y+7*one)
	p.f(`<a class="button play" href="#play" aria-label="Play"><rect x="%v" y="%v" width="28" height="24" rx="5"/><path d="M%v %vv10l8-5z"/></a>`+"\n",
		x, y, x+11*one, y+7*one)

	t.drawPegs(p)
	t.drawLabels(p)
	p.f("<g class=\"stage\">\n")
	for disk := t.n; disk > 0; disk-- {
		x, y := t.position(end, disk)
		if startX, startY := t.position(start, disk); x != startX || y != startY {
			width := t.width(disk)
			p.f(`<rect class="goal" x="%v" y="%v" width="%v" height="%v" rx="%v"/>`+"\n",
				x-width/2+one, y+one, width-2*one, t.disk-t.gap-2*one, min((t.disk-t.gap)/2, 5*one)-one)
		}
	}
	for disk := t.n; disk > 0; disk-- {
		x, y := t.position(start, disk)
		t.drawDisk(p, disk, fmt.Sprintf(`class="disk" id="disk%d" transform="translate(%v %v)"`, disk, x, y))
	}
	p.f("</g>\n")

	// Each move has a line of words; the window shows one at a time.
	p.f(`<svg class="window" y="%v" width="%v" height="%v"><text class="words ink" y="16">`, words-3*one, sceneWidth-40*one, lineHeight)
	p.f(`<tspan x="10">%s</tspan>`, number.Count(r.Len(), "move"))
	for i, m := range r.All() {
		p.f("\n"+`<tspan x="10" dy="%v">%d of %d: %v</tspan>`, lineHeight, i, time.moves, m)
	}
	p.f("</text></svg>\n")
	return p.writeTo(w)
}

// pathWords describes a path, and lists up to 31 moves.
func pathWords(r *hanoi.Route) string {
	words := fmt.Sprintf("An animation. At the start: %s At the end: %s", onPegs(r.StateAt(0)), onPegs(r.StateAt(r.Len())))
	if r.Len() == 0 || r.Len() > 31 {
		return words
	}
	var moves []string
	for _, m := range r.All() {
		moves = append(moves, fmt.Sprintf("disk %d from %d to %d", m.Disk, m.From, m.To))
	}
	return words + " The moves: " + strings.Join(moves, ", ") + "."
}

const pathStyle = `.goal{fill:none;stroke:#afb8c1;stroke-dasharray:2 3}
.words{font-size:13px;font-weight:400;text-anchor:start}
.button rect{fill:#eff2f5}
.button path{fill:#1f2328;stroke:#1f2328;stroke-width:2.5;stroke-linecap:round;stroke-linejoin:round}
.button:hover rect{fill:#dae0e7}
.button:focus-visible{outline:none}
.button:focus-visible rect{stroke:#0072b2;stroke-width:2}
.play,#pause:target~.pause{display:none}
#pause:target~.play{display:inline}
#pause:target~*,#pause:target~* *{animation-play-state:paused!important}
@media (prefers-reduced-motion:reduce){.button{visibility:hidden}}
`

const pathDark = `.goal{stroke:#59636e}
.button rect{fill:#212830}
.button path{fill:#f0f6fc;stroke:#f0f6fc}
.button:hover rect{fill:#3d444d}
.button:focus-visible rect{stroke:#56b4e9}
`

// keyframes returns the style that moves the disks, unless the reader prefers reduced motion.
func (t tower) keyframes(r *hanoi.Route, time timing) string {
	if time.moves == 0 {
		return ""
	}
	var b page
	seconds := decimal(int64(time.ticks(time.length())), 2) + "s"
	b.f("@media (prefers-reduced-motion:no-preference){\n")
	b.f(".stage{animation:stage %s infinite}\n.words{animation:words %[1]s infinite}\n.disk{animation:%[1]s ease-in-out infinite}\n", seconds)
	b.f("@keyframes stage{%s{opacity:1}%s,%s{opacity:0}}\n", time.percent(time.last()), time.percent(time.last()+fade), time.switching())
	b.f("@keyframes words{%s{transform:none;animation-timing-function:steps(%d,start)}%s,%s{transform:translateY(-%vpx)}%s{transform:none}}\n",
		time.percent(before), time.moves, time.percent(time.begin(time.moves+1)), time.percent(time.last()+fade),
		unit(time.moves)*lineHeight, time.switching())

	for disk := 1; disk <= t.n; disk++ {
		if frames := t.flight(r, disk, time); frames != "" {
			b.f("#disk%d{animation-name:disk%[1]d}\n@keyframes disk%[1]d{%s}\n", disk, frames)
		}
	}
	b.f("}\n")
	return b.String()
}

// flight returns the keyframes of a disk, or "" if it does not move.
func (t tower) flight(r *hanoi.Route, disk int, time timing) string {
	var b page
	x, y := t.position(r.StateAt(0), disk)
	stops := "0%," + time.switching() + ",to" // while it is there
	at := func(x, y unit, stops string) {
		b.f("%s{transform:translate(%vpx,%vpx)}", stops, x, y)
	}
	for i, m := range r.All() {
		if int(m.Disk) != disk {
			continue
		}
		begin := time.begin(int(i))
		at(x, y, stops+","+time.percent(begin))
		at(x, lane, time.percent(begin+up))
		x, y = t.position(r.StateAt(i), disk)
		at(x, lane, time.percent(begin+over))
		stops = time.percent(begin + down)
	}
	if b.Len() == 0 {
		return ""
	}
	at(x, y, stops+","+time.percent(time.last()+fade))
	return b.String()
}
