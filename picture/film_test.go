package picture_test

import (
	"bytes"
	"cmp"
	"fmt"
	"image"
	"image/gif"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hanoigen/hanoi/internal/must"
)

// An SVG animation is read by its keyframes.

var (
	animation = regexp.MustCompile(`@keyframes ([a-z]+[0-9]*)\{((?:[^{}]+\{[^{}]*\})+)\}`)
	keyframe  = regexp.MustCompile(`([^{}]+)\{([^{}]*)\}`)
	seconds   = regexp.MustCompile(`(?m)^\.stage\{animation:stage ([0-9.]+)s infinite\}$`)
	moveTo    = regexp.MustCompile(`^transform:translate\(([-0-9.]+)px,([-0-9.]+)px\)$`)
	scrollTo  = regexp.MustCompile(`^transform:translateY\(-([0-9.]+)px\)$`)
	stepping  = regexp.MustCompile(`steps\((\d+),start\)$`)
)

// stop is a keyframe: the style at a time from 0 to 1.
type stop struct {
	at    float64
	style string
}

// animations returns the keyframes of each animation in order, and how long it is in seconds.
func animations(style string) (found map[string][]stop, length float64) {
	found = map[string][]stop{}
	for _, a := range animation.FindAllStringSubmatch(style, -1) {
		for _, frame := range keyframe.FindAllStringSubmatch(a[2], -1) {
			for when := range strings.SplitSeq(frame[1], ",") {
				at := 1.0
				if when != "to" {
					at = float(strings.TrimSuffix(when, "%")) / 100
				}
				found[a[1]] = append(found[a[1]], stop{at, frame[2]})
			}
		}
		slices.SortFunc(found[a[1]], func(a, b stop) int { return cmp.Compare(a.at, b.at) })
	}
	if m := seconds.FindStringSubmatch(style); m != nil {
		length = float(m[1])
	}
	return found, length
}

// between returns the keyframes before and after a time.
func between(stops []stop, at float64) (before, after stop) {
	i := slices.IndexFunc(stops, func(s stop) bool { return s.at > at })
	if i < 0 {
		i = len(stops) - 1
	}
	return stops[max(0, i-1)], stops[i]
}

// at returns the state at a time, in which the disk in flight is "-".
func (w towers) at(t testing.TB, found map[string][]stop, time float64) string {
	now, flying := w, 0
	now.disks = map[int]seenDisk{}
	for disk, d := range w.disks {
		if stops := found[fmt.Sprint("disk", disk)]; stops != nil {
			from, to := between(stops, time)
			if from.style != to.style {
				flying = disk
			}
			m := moveTo.FindStringSubmatch(from.style)
			low := point{float(m[1]) - d.width()/2, float(m[2])}
			d.box = box{low, low.add(point{d.width(), d.height()})}
		}
		now.disks[disk] = d
	}
	return now.state(t, flying)
}

// line returns the line of words in the window at a time.
func line(found map[string][]stop, words []shape, time float64) string {
	by := 0.0 // the distance that they are moved up
	if stops := found["words"]; stops != nil {
		from, to := between(stops, time)
		steps, scroll := stepping.FindStringSubmatch(from.style), scrollTo.FindStringSubmatch(to.style)
		if scroll != nil {
			by = float(scroll[1])
		}
		if steps != nil && scroll != nil { // the first one at once
			n := float(steps[1])
			by *= math.Floor((time-from.at)/(to.at-from.at)*n+1) / n
		}
	}
	for _, s := range words {
		if near(s.low.y-words[0].low.y, by, 0.1) {
			return s.text
		}
	}
	return "nothing"
}

// told describes what an animation shows of a move.
func told(seconds float64, flight, after, words string) string {
	return fmt.Sprintf("%.2f s  %s  %s  %s\n", seconds, flight, after, words)
}

// readPath describes an SVG animation, move by move.
func readPath(t testing.TB, data string) (text string, end towers) {
	d := read(t, data)
	still := readTowers(t, d.shapes)
	var words []shape
	end = still // with the disks at their outlines
	end.disks = maps.Clone(still.disks)
	for _, s := range d.shapes {
		if s.is("words") {
			words = append(words, s)
		}
		for disk, d := range still.disks {
			if s.is("goal") && near(d.width(), s.width()+2, 0.02) {
				end.disks[disk] = seenDisk{s.grown(1), d.class}
			}
		}
	}
	// A move with the rest after it takes one part of the time, and so does the pause before
	// the first move. The pause after the last one and the fading take three.
	found, length := animations(d.style)
	parts := float64(len(words) + 3)
	start := still.state(t, 0)
	text = told(length/parts, start, still.at(t, found, 0.98/parts), line(found, words, 0.98/parts))
	for i := 1.0; i < parts-3; i++ {
		during, after := (i+0.5)/parts, (i+0.98)/parts
		text += told(length/parts, still.at(t, found, during), still.at(t, found, after), line(found, words, during))
	}
	if got := still.at(t, found, 1); got != start || line(found, words, 1) != words[0].text {
		t.Errorf("in the end it shows %s, %q", got, line(found, words, 1))
	}
	return text, end
}

// A GIF is read by the colours of its pixels, frame by frame.

// A frame holds what a frame of a GIF shows.
type frame struct {
	towers
	counter string
	delay   int // hundredths of a second
}

// font is "/" and the digits of a GIF, in dots.
const font = `
....# .###. ..#.. .###. ##### ...#. ##### ..##. ##### .###. .###.
....# #...# .##.. #...# ...#. ..##. #.... .#... ....# #...# #...#
...#. #..## ..#.. ....# ..#.. .#.#. ####. #.... ...#. #...# #...#
..#.. #.#.# ..#.. ...#. ...#. #..#. ....# ####. ..#.. .###. .####
.#... ##..# ..#.. ..#.. ....# ##### ....# #...# .#... #...# ....#
#.... #...# ..#.. .#... #...# ...#. #...# #...# .#... #...# ...#.
#.... .###. .###. ##### .###. ...#. .###. .###. .#... .###. .##..`

const dotSize = 2 // pixels

// The colours of the pixels.
const (
	unknown byte = iota
	hidden       // by a disk
	paper
	black
	dim
	wood
	blue
	amber
)

var colours = map[string]byte{"ffffff": paper, "1f2328": black, "59636e": dim, "d1d9e0": wood, "0072b2": blue, "e69f00": amber}

type screen struct {
	image.Rectangle
	pixels []byte
}

func (s *screen) row(y, from, to int) []byte { return s.pixels[y*s.Dx()+from : y*s.Dx()+to] }

// find returns a pixel of a colour in the first row that has one.
func (s *screen) find(part image.Rectangle, colour byte) (x, y int, ok bool) {
	for y := part.Min.Y; y < part.Max.Y; y++ {
		if x := bytes.IndexByte(s.row(y, part.Min.X, part.Max.X), colour); x >= 0 {
			return part.Min.X + x, y, true
		}
	}
	return 0, 0, false
}

// read returns the first text of a colour in a part of the screen and its middle, and paints
// it over.
func (s *screen) read(t testing.TB, part image.Rectangle, colour, background byte) (text string, middle float64) {
	_, top, ok := s.find(part, colour)
	rows := strings.Split(font[1:], "\n")
	end := part.Max.X
	for x := part.Min.X; ok && x+5*dotSize <= min(part.Max.X, end+6*dotSize); x++ {
		for char := range 11 {
			matches := true
			for i := 0; i < 7*5 && matches; i++ {
				y, x := top+i/5*dotSize, x+i%5*dotSize
				matches = (s.row(y, x, x+1)[0] == colour) == (rows[i/5][6*char+i%5] == '#')
			}
			if matches {
				text += "/0123456789"[char : char+1]
				end = x + 5*dotSize
				for y := range 7 * dotSize {
					copy(s.row(top+y, x, end), bytes.Repeat([]byte{background}, 5*dotSize))
				}
				x = end
				break
			}
		}
	}
	if text == "" {
		t.Fatalf("at row %d of %v is something that is not text", top, part)
	}
	return text, float64(end) - float64(6*len(text)-1)*dotSize/2
}

// readGIF reads every frame of a GIF.
func readGIF(t testing.TB, data string) (frames []frame) {
	film := must.Get(gif.DecodeAll(strings.NewReader(data)))
	if len(film.Image) > 1 && film.LoopCount != 0 {
		t.Errorf("the film is not shown for ever, but %d times", film.LoopCount)
	}
	shown := screen{Rectangle: image.Rect(0, 0, film.Config.Width, film.Config.Height)}
	shown.pixels = make([]byte, shown.Dx()*shown.Dy())
	background := bytes.Repeat([]byte{hidden}, len(shown.pixels))
	for i, part := range film.Image {
		var names [256]byte
		for c, rgb := range part.Palette {
			r, g, b, _ := rgb.RGBA()
			names[c] = colours[fmt.Sprintf("%02x%02x%02x", r>>8, g>>8, b>>8)]
		}
		for y := part.Rect.Min.Y; y < part.Rect.Max.Y; y++ {
			for x := part.Rect.Min.X; x < part.Rect.Max.X; x++ {
				shown.row(y, x, x+1)[0] = names[part.Pix[part.PixOffset(x, y)]]
			}
		}
		now := screen{shown.Rectangle, slices.Clone(shown.pixels)}
		frames = append(frames, now.frame(t, background))
		frames[i].delay = film.Delay[i]
	}
	return frames
}

// frame reads a screen. Without disks and words, it must be the same as in the frames before.
func (s *screen) frame(t testing.TB, background []byte) frame {
	f := frame{towers: towers{disks: map[int]seenDisk{}}}
	for range 3 {
		label, middle := s.read(t, s.Rectangle, dim, paper)
		f.labels, f.pegs = f.labels+label, append(f.pegs, middle)
	}
	f.counter, _ = s.read(t, s.Rectangle, dim, paper)
	for _, c := range []struct {
		class       string
		colour, ink byte
	}{{"odd", blue, paper}, {"even", amber, black}} {
		for x, y, ok := s.find(s.Rectangle, c.colour); ok; x, y, ok = s.find(s.Rectangle, c.colour) {
			r := image.Rect(x, y, x+1, y)
			for bytes.IndexByte(s.row(r.Max.Y, r.Min.X, r.Max.X), c.colour) >= 0 {
				for s.row(r.Max.Y, r.Min.X-1, r.Max.X)[0] == c.colour {
					r.Min.X--
				}
				for s.row(r.Max.Y, r.Max.X, r.Max.X+1)[0] == c.colour {
					r.Max.X++
				}
				r.Max.Y++
			}
			text, middle := s.read(t, r.Inset(2), c.ink, c.colour)
			disk := int(float(text))
			if f.disks[disk].class != "" || !near(middle, float64(r.Min.X+r.Max.X)/2, 1) {
				t.Fatalf("the disk at %v is numbered %d at %v", r, disk, middle)
			}
			f.disks[disk] = seenDisk{box{point{float64(r.Min.X), float64(r.Min.Y)}, point{float64(r.Max.X), float64(r.Max.Y)}}, c.class}
			for ; r.Min.Y < r.Max.Y; r.Min.Y++ {
				copy(s.row(r.Min.Y, r.Min.X, r.Max.X), bytes.Repeat([]byte{hidden}, r.Dx()))
			}
		}
	}
	for i, colour := range s.pixels {
		if colour != hidden && background[i] != hidden && colour != background[i] || colour == unknown || colour == black {
			t.Fatalf("the pixel at (%d, %d) does not belong there", i%s.Dx(), i/s.Dx())
		}
		background[i] = max(background[i], colour)
	}
	whole := screen{s.Rectangle, background}
	_, top, _ := whole.find(s.Rectangle, wood)
	for y := s.Max.Y - 1; f.floor == 0; y-- {
		if row := whole.row(y, 0, s.Dx()); bytes.IndexByte(row, wood) >= 0 && bytes.Count(row, []byte{wood}) < s.Dx()/2 {
			f.floor = float64(y + 1)
		}
	}
	f.top = float64(top)
	return f
}

// readFilm describes a GIF, move by move, and the places of the disk in flight with their
// times, frame by frame.
func readFilm(t testing.TB, data string) (text string, flights []string) {
	frames := readGIF(t, data)
	seconds, flight, places := 0.0, "", ""
	for i, f := range frames {
		if f.labels != "012" || fmt.Sprint(f.pegs, f.floor) != fmt.Sprint(frames[0].pegs, frames[0].floor) {
			t.Fatalf("frame %d has pegs %s at %v, from %v to %v", i, f.labels, f.pegs, f.top, f.floor)
		}
		for disk, d := range f.disks {
			if i == 0 || d == frames[i-1].disks[disk] {
				continue
			}
			flight = f.state(t, disk)
			places += fmt.Sprintf(" %v,%v", d.center().x, d.low.y)
			if f.on(disk) < 0 && d.high.y > f.top {
				t.Errorf("frame %d: disk %d flies through a peg, to %v", i, disk, d.box)
			}
		}
		seconds += float64(f.delay) / 100
		places += fmt.Sprintf(" (%d)", f.delay)
		if i+1 == len(frames) || f.counter != frames[i+1].counter {
			after := f.state(t, 0)
			if flight == "" {
				flight = after
			}
			text += told(seconds, flight, after, f.counter)
			flights = append(flights, f.counter+places)
			seconds, flight, places = 0, "", ""
		}
	}
	return text, flights
}
