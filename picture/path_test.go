package picture

import (
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"io"
	"math"
	"regexp"
	"strings"
	"testing"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/must"
	"github.com/hanoigen/hanoi/internal/number"
)

var (
	keyframes = regexp.MustCompile(`@keyframes ([a-z]+[0-9]*)\{((?:[^{}]+\{[^{}]*\})+)\}`)
	keyframe  = regexp.MustCompile(`([^{}]+)\{([^{}]*)\}`)
	translate = regexp.MustCompile(`^transform:translate\(([-0-9.]+)px,([-0-9.]+)px\)$`)
)

// stop is a keyframe: a part of the whole, in per cent, and where a disk is.
type stop struct {
	percent float64
	at      point
}

// flights returns the keyframes of the disks.
func flights(t testing.TB, svg *node) map[int][]stop {
	t.Helper()
	disks := map[int][]stop{}
	for _, block := range keyframes.FindAllStringSubmatch(svg.child(t, "style").text, -1) {
		var disk int
		if _, err := fmt.Sscanf(block[1], "disk%d", &disk); err != nil {
			continue
		}
		for _, frame := range keyframe.FindAllStringSubmatch(block[2], -1) {
			to := translate.FindStringSubmatch(frame[2])
			if to == nil {
				t.Fatalf("disk %d: a keyframe has %q", disk, frame[2])
			}
			for _, when := range strings.Split(frame[1], ",") {
				percent := 100.0
				if when != "to" {
					percent = float(strings.TrimSuffix(when, "%"))
				}
				disks[disk] = append(disks[disk], stop{percent, point{float(to[1]), float(to[2])}})
			}
		}
	}
	return disks
}

// position returns where a disk is at a time, in the middle of straight flight if it
// is not at a stop: of the stops before and after, either there are both at one
// place, or it moves.
func position(stops []stop, percent float64) (at point, moves bool) {
	before, after := stop{percent: -1}, stop{percent: 101}
	for _, s := range stops {
		if s.percent <= percent && s.percent > before.percent {
			before = s
		}
		if s.percent >= percent && s.percent < after.percent {
			after = s
		}
	}
	return before.at, before.at != after.at
}

// TestPath: between any two moves, the disks are where the state has them, and
// during a move only its disk moves. The words are those of the moves.
func TestPath(t *testing.T) {
	r := seeded()
	routes := []*hanoi.Route{route("00000000", "11111111"), route("0", "2"), route("00", "00")}
	for range 20 {
		n := 1 + r.IntN(8)
		routes = append(routes, route(randomState(r, n).String(), randomState(r, n).String()))
	}
	for _, route := range routes {
		svg := parse(t, written(t, func(w io.Writer) error { return Path(w, route) }))
		start, end := route.StateAt(0), route.StateAt(route.Len())
		name := fmt.Sprintf("from %v to %v", start, end)
		rest, widths := map[int]point{}, map[int]float64{}
		for _, g := range svg.find("disk") {
			disk := int(float(g.child(t, "text").text))
			rest[disk], _ = g.moved(t)
			widths[disk] = g.child(t, "rect").float(t, "width")
		}
		if got := stacks(t, rest, widths, start.N()); got != start.String() {
			t.Errorf("%s: still, it is %s", name, got)
		}
		stops := flights(t, svg)
		moves := int(route.Len())
		// A move and the rest after it take one part of the whole, the pause
		// before the first one too, that at the end with the fading three.
		whole := float64(moves + 4)
		at := func(parts float64) map[int]point {
			disks := map[int]point{}
			for disk, p := range rest {
				disks[disk] = p
				if stops[disk] != nil {
					disks[disk], _ = position(stops[disk], 100*parts/whole)
				}
			}
			return disks
		}
		for i := 0; i <= moves; i++ {
			if got := stacks(t, at(float64(i)+0.98), widths, start.N()); got != route.StateAt(uint64(i)).String() {
				t.Errorf("%s: after %d moves it is %s; want %v", name, i, got, route.StateAt(uint64(i)))
			}
		}
		for i, m := range route.All() {
			for disk := 1; disk <= start.N(); disk++ {
				_, moving := position(stops[disk], 100*(float64(i)+0.5)/whole)
				if moving != (disk == int(m.Disk)) {
					t.Errorf("%s: in move %d, %v, disk %d moves: %v", name, i, m, disk, moving)
				}
			}
		}
		if got := stacks(t, at(whole), widths, start.N()); got != start.String() {
			t.Errorf("%s: at the end of the animation it is %s; want the start", name, got)
		}

		words := svg.find("words")[0].children
		if len(words) != moves+1 || words[0].text != number.Count(route.Len(), "move") {
			t.Fatalf("%s: %d lines of words, first %q", name, len(words), words[0].text)
		}
		for i, m := range route.All() {
			if want := fmt.Sprintf("%d of %d: %v", i, moves, m); words[i].text != want {
				t.Errorf("%s: words %q; want %q", name, words[i].text, want)
			}
		}
		goals := 0
		for disk := 1; disk <= start.N(); disk++ {
			if start.Peg(disk) != end.Peg(disk) {
				goals++
			}
		}
		if got := len(svg.find("goal")); got != goals {
			t.Errorf("%s: %d goals; want %d", name, got, goals)
		}
	}
}

// TestPace: the more moves, the faster they are, and only a few are told in words.
func TestPace(t *testing.T) {
	for moves, beat := range map[uint64]float64{31: 4, 32: 3, 127: 3, 128: 2} {
		end := must.Get(hanoi.StateAt(8, moves, hanoi.Canonical))
		svg := parse(t, written(t, func(w io.Writer) error { return Path(w, route("00000000", end.String())) }))
		seconds := fmt.Sprintf(".stage{animation:stage %vs ", float64(moves+4)*24*beat/100)
		if style := svg.child(t, "style").text; !strings.Contains(style, seconds) {
			t.Errorf("%d moves: no %q in %s", moves, seconds, style)
		}
		if words := strings.Contains(svg.child(t, "desc").text, "The moves: "); words != (moves == 31) {
			t.Errorf("%d moves: they are told: %t", moves, words)
		}
	}
}

// TestGIF: once a move is made, every disk is where the state has it, in its
// colour and at its width; and the whole takes as long as the SVG.
func TestGIF(t *testing.T) {
	r := seeded()
	routes := []*hanoi.Route{route("0", "2"), route("11", "11")}
	if !testing.Short() {
		routes = append(routes, route("0000000", "1111111"), route("00000000", "11111111"))
	}
	for range 4 {
		n := 1 + r.IntN(4)
		routes = append(routes, route(randomState(r, n).String(), randomState(r, n).String()))
	}
	for _, route := range routes {
		picture := must.Get(gif.DecodeAll(strings.NewReader(written(t, func(w io.Writer) error { return PathGIF(w, route) }))))
		name := fmt.Sprintf("from %v to %v", route.StateAt(0), route.StateAt(route.Len()))
		if picture.LoopCount != 0 && route.Len() > 0 {
			t.Errorf("%s: it loops %d times; want for ever", name, picture.LoopCount)
		}
		screen := image.NewRGBA(image.Rect(0, 0, picture.Config.Width, picture.Config.Height))
		perMove, moves := 0, int(route.Len())
		if moves > 0 {
			if perMove = (len(picture.Image) - 1) / moves; perMove < 3 || perMove*moves != len(picture.Image)-1 {
				t.Fatalf("%s: %d frames for %d moves; want some for each, and one before", name, len(picture.Image), moves)
			}
		}
		total := 0
		for i, frame := range picture.Image {
			for y := frame.Rect.Min.Y; y < frame.Rect.Max.Y; y++ {
				for x := frame.Rect.Min.X; x < frame.Rect.Max.X; x++ {
					screen.Set(x, y, frame.At(x, y))
				}
			}
			total += picture.Delay[i]
			if perMove == 0 || i%perMove == 0 {
				shows(t, name, screen, route.StateAt(uint64(i/max(perMove, 1))))
			}
		}
		style := parse(t, written(t, func(w io.Writer) error { return Path(w, route) })).child(t, "style").text
		if found := regexp.MustCompile(`\.stage\{animation:stage ([0-9.]+)s`).FindStringSubmatch(style); found != nil {
			// The SVG fades out and in, which takes as long as a move.
			want := float(found[1]) * (1 - 1/float64(moves+4))
			if math.Abs(float64(total)/100-want) > 0.02 {
				t.Errorf("%s: the GIF takes %v s; want %v", name, float64(total)/100, want)
			}
		}
	}
}

// shows checks the colours of the disks of a state in a frame, a pixel from the
// ends of each, and that nothing is beyond them.
func shows(t *testing.T, name string, screen image.Image, s hanoi.State) {
	t.Helper()
	layout := newTower(s.N(), true)
	for disk := 1; disk <= s.N(); disk++ {
		x, y := layout.position(s, disk)
		half := layout.width(disk) / 2
		middle := int(y+layout.disk/2) * 3 / 200
		for _, sign := range []unit{-1, 1} {
			inside, outside := int(x+sign*(half-2*one))*3/200, int(x+sign*(half+3*one))*3/200
			want := color.RGBA{0x00, 0x72, 0xb2, 0xff}
			if disk%2 == 0 {
				want = color.RGBA{0xe6, 0x9f, 0x00, 0xff}
			}
			if got := screen.At(inside, middle); got != want {
				t.Errorf("%s, at %v: disk %d has the colour %v at (%d, %d); want %v", name, s, disk, got, inside, middle, want)
			}
			if got := screen.At(outside, middle); got != (color.RGBA{0xff, 0xff, 0xff, 0xff}) {
				t.Errorf("%s, at %v: beside disk %d, at (%d, %d), the colour is %v; want white", name, s, disk, outside, middle, got)
			}
		}
	}
}
