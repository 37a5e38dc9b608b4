package picture_test

import (
	"bytes"
	"cmp"
	"fmt"
	"image/gif"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/must"
	"github.com/hanoigen/hanoi/internal/number"
	"github.com/hanoigen/hanoi/picture"
)

// told returns a line of a description: what a GIF shows during and after a move. A disk in
// flight is "-".
func told(seconds float64, flight, after, words string) string {
	return fmt.Sprintf("%.2f s  %s  %s  %s\n", seconds, flight, after, words)
}

// readPath reads an SVG animation without its motion, which play/web tests in a browser: the state
// at rest, the goal as outlined, and the lines of words.
func readPath(t testing.TB, data string) (start, goal string, words []string) {
	d := read(t, data)
	still := readTowers(t, d.shapes)
	end := still
	end.disks = maps.Clone(still.disks)
	for _, s := range d.shapes {
		if s.is("words") {
			words = append(words, s.Text)
		}
		for disk, d := range still.disks {
			if s.is("goal") && near(d.width(), s.width()+2, 0.02) {
				end.disks[disk] = seenDisk{s.grown(1), d.class}
			}
		}
	}
	return still.state(t, 0), end.state(t, 0), words
}

// A GIF is read by the colours of its pixels, frame by frame.

// screen is a frame, row by row. A pixel is one of the colours, in the order of the palette:
// paper, ink, soft ink, wood, blue and orange; or it is hidden by a disk.
type screen [][]byte

const (
	palette = "[{ff ff ff ff} {1f 23 28 ff} {59 63 6e ff} {d1 d9 e0 ff} {00 72 b2 ff} {e6 9f 00 ff}"
	colours = " #:|=-"
	hidden  = '?'
)

const characters = "./0123456789ABC"

// font shows the characters of a GIF, in dots of two by two pixels. The first is a blank.
var font = strings.Fields(`
....._....#_.###._..#.._.###._#####_...#._#####_..##._#####_.###._.###._.###._####._.###._
....._....#_#...#_.##.._#...#_...#._..##._#...._.#..._....#_#...#_#...#_#...#_#...#_#...#_
....._...#._#..##_..#.._....#_..#.._.#.#._####._#...._...#._#...#_#...#_#...#_#...#_#...._
....._..#.._#.#.#_..#.._...#._...#._#..#._....#_####._..#.._.###._.####_#####_####._#...._
....._.#..._##..#_..#.._..#.._....#_#####_....#_#...#_.#..._#...#_....#_#...#_#...#_#...._
....._#...._#...#_..#.._.#..._#...#_...#._#...#_#...#_.#..._#...#_...#._#...#_#...#_#...#_
....._#...._.###._.###._#####_.###._...#._.###._.###._.#..._.###._.##.._#...#_####._.###._`)

// top returns the first row of a colour.
func (s screen) top(colour byte) int {
	return max(0, slices.IndexFunc(s, func(row []byte) bool { return bytes.IndexByte(row, colour) >= 0 }))
}

// find returns the middle of a text whose top row is the first of its colour, or NaN if it is
// not there. A dot in the text stands for a blank.
func (s screen) find(text string, colour byte) float64 {
	top, dots := s.top(colour), 6*len(text)-1
	for left := range len(s[top]) - 2*dots + 1 {
		found := true
		for i := 0; i < 7*dots && found; i++ {
			row, dot := i%7, i/7
			glyph := font[row][6*strings.IndexByte(characters, text[dot/6]):]
			found = (s[top+2*row][left+2*dot] == colour) == (glyph[dot%6] == '#')
		}
		if found {
			return float64(left + dots)
		}
	}
	return math.NaN()
}

// readDisks reads the disks on a screen, and hides them.
func (s screen) readDisks(t testing.TB) towers {
	w := towers{disks: map[int]seenDisk{}}
	for y, row := range s {
		for x := bytes.IndexAny(row, "=-"); x >= 0; x = bytes.IndexAny(row, "=-") {
			colour, ink, class := row[x], byte(' '), "odd"
			if colour == '-' {
				ink, class = '#', "even"
			}
			// The first row has cut corners, the third none.
			other := func(r rune) bool { return r != rune(colour) }
			left, right := bytes.LastIndexFunc(s[y+2][:x], other)+1, x+bytes.IndexFunc(s[y+2][x:], other)
			var disk screen
			for bottom := y; bytes.IndexByte(s[bottom][left:right], colour) >= 0; bottom++ {
				disk = append(disk, s[bottom][left:right])
			}
			d := seenDisk{box{point{float64(left), float64(y)}, point{float64(right), float64(y + len(disk))}}, class}
			for _, number := range strings.Split("12345678", "") {
				if middle := disk[2:len(disk)-2].find(number, ink); !math.IsNaN(middle) {
					w.add(t, number, d.low.x+middle, d)
				}
			}
			for _, row := range disk {
				copy(row, bytes.Repeat([]byte{hidden}, len(row)))
			}
		}
	}
	return w
}

// readFilm describes a GIF, move by move. For each move, it also lists the places of the disk in
// flight and the durations of the frames.
func readFilm(t testing.TB, data string, moves int, letters bool) (text string, flights []string) {
	film := must.Get(gif.DecodeAll(strings.NewReader(data)))
	if len(film.Image) > 1 && film.LoopCount != 0 {
		t.Errorf("the film is not shown for ever, but %d times", film.LoopCount)
	}
	shown, scene := make(screen, film.Config.Height), make(screen, film.Config.Height) // scene is without disks
	for y := range shown {
		shown[y], scene[y] = make([]byte, film.Config.Width), bytes.Repeat([]byte{hidden}, film.Config.Width)
	}
	made, seconds, flight, places := 0, 0.0, "", ""
	var last towers
	rest := func() {
		after := last.state(t, 0)
		text += told(seconds, cmp.Or(flight, after), after, fmt.Sprintf("%d/%d", made, moves))
		flights = append(flights, fmt.Sprintf("%d/%d%s", made, moves, places))
		seconds, flight, places = 0, "", ""
	}
	for i, part := range film.Image {
		if got := fmt.Sprintf("%02x", part.Palette); !strings.HasPrefix(got, palette) || film.Disposal[i] != gif.DisposalNone {
			t.Fatalf("frame %d is erased, or its palette is %s", i, got)
		}
		for y := part.Rect.Min.Y; y < part.Rect.Max.Y; y++ {
			for x := part.Rect.Min.X; x < part.Rect.Max.X; x++ {
				shown[y][x] = colours[part.ColorIndexAt(x, y)]
			}
		}
		var now screen
		for _, row := range shown {
			now = append(now, slices.Clone(row))
		}
		w := now.readDisks(t)
		for _, label := range []string{"0", "1", "2"} {
			w.pegs = append(w.pegs, now.find("."+name(letters, label), ':')+6)
		}
		labels := now.top(':')
		if w.top, w.floor = last.top, last.floor; i == 0 {
			w.top = float64(now.top('|'))
			w.floor = float64(slices.IndexFunc(now, func(row []byte) bool { return bytes.Count(row, []byte("|")) > len(row)/2 }))
		}
		shows := func(move int) bool {
			counter := fmt.Sprintf(".%d/%d", move, moves)
			end := now[labels+14:].find(counter, ':') + float64(6*len(counter)-1)
			return end == float64(len(now[0])-15) // at the right
		}
		if !shows(made) {
			rest()
			if made++; !shows(made) {
				t.Fatalf("frame %d: the counter is not %d/%d", i, made, moves)
			}
		}
		for y, row := range now[:labels+14] {
			for x, colour := range row {
				if seen := &scene[y][x]; *seen == hidden {
					*seen = colour
				} else if colour != hidden && colour != *seen || colour == '#' {
					t.Fatalf("frame %d: the pixel at (%d, %d) is %q", i, x, y, colour)
				}
			}
		}
		for disk, d := range w.disks {
			if i > 0 && d != last.disks[disk] {
				flight = w.state(t, disk)
				places += fmt.Sprintf(" %v,%v", d.center().x, d.low.y)
			}
		}
		seconds += float64(film.Delay[i]) / 100
		places += fmt.Sprintf(" (%d)", film.Delay[i])
		last = w
	}
	rest()
	return text, flights
}

// checkPath draws the animations of a route, reads them back, and compares. There is no GIF of
// more than 8 disks.
func checkPath(t testing.TB, r *hanoi.Route, letters bool) (svg string, flights []string) {
	all, n := states(r), int(r.Len())
	start, end := all[0], all[n]
	pace := 0.96 // seconds
	switch {
	case n > 127:
		pace = 0.48
	case n > 63:
		pace = 0.72
	}
	wantWords := []string{number.Count(n, "move")}
	wantGIF := told(pace, start, start, fmt.Sprintf("0/%d", n))
	if n == 0 { // nothing moves, and the GIF rests
		wantGIF = told(3*pace, start, start, "0/0")
	}
	for i, m := range r.All() {
		flight := all[i][:len(start)-int(m.Disk)] + "-" + all[i][len(start)-int(m.Disk)+1:]
		wantWords = append(wantWords, fmt.Sprintf("%d of %d: move disk %d from %s to %s", i, n, m.Disk, name(letters, m.From), name(letters, m.To)))
		if int(i) == n { // the GIF rests
			pace *= 3
		}
		wantGIF += told(pace, flight, all[i], fmt.Sprintf("%d/%d", i, n))
	}
	svg = draw(func(w io.Writer) error { return picture.Path(w, r, picture.Options{Letters: letters}) })
	if from, to, words := readPath(t, svg); from != start || to != end || !slices.Equal(words, wantWords) {
		t.Errorf("from %s to %s: %q\nwant from %s to %s: %q", from, to, words, start, end, wantWords)
	}
	if len(start) <= 8 {
		var got string
		got, flights = readFilm(t, draw(func(w io.Writer) error { return picture.PathGIF(w, r, picture.Options{Letters: letters}) }), n, letters)
		if got != wantGIF {
			t.Errorf("the GIF shows\n%s\nwant\n%s", got, wantGIF)
		}
		for _, places := range flights[1:] {
			if strings.Count(places, ",") < 3 {
				t.Errorf("in the GIF, a disk jumps: %s", places)
			}
		}
	}
	return svg, flights
}

func TestPath(t *testing.T) {
	for _, test := range []struct{ disks, moves int }{{1, 0}, {1, 1}, {5, 31}, {6, 63}, {7, 64}, {9, 127}, {9, 128}, {8, 255}} {
		if test.moves < 100 || !testing.Short() {
			end := must.Get(hanoi.StateAt(test.disks, uint64(test.moves), hanoi.Canonical))
			checkPath(t, route(strings.Repeat("0", test.disks), end.String()), false)
		}
	}
	r := seeded()
	for n := 1; n <= 6; n++ {
		checkPath(t, route(randomState(r, n), randomState(r, n)), true)
		checkPath(t, direct(randomState(r, n), randomState(r, n)), false)
	}
	for n := 9; n <= 64; n += 5 {
		s := randomState(r, n-2)
		checkPath(t, route(s+"02", s+"11"), n%2 == 0)
	}
}
