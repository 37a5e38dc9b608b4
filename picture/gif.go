package picture

import (
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"io"
	"math/bits"
	"slices"
	"strconv"

	"github.com/hanoigen/hanoi"
)

// A GIF is the picture in light colours, with three pixels for two units. It shows the
// number of the move instead of words.
const pixels = 3 // for each twoUnits

const twoUnits = 2 * one

func px(u unit) int { return int(u * pixels / twoUnits) }

// The colours that are painted, by their place in the palette.
const (
	white = iota
	ink
	soft
	grey
	odd
	even
	painted
)

var (
	paints = [painted]color.RGBA{
		{0xff, 0xff, 0xff, 0xff}, {0x1f, 0x23, 0x28, 0xff}, {0x59, 0x63, 0x6e, 0xff},
		{0xd1, 0xd9, 0xe0, 0xff}, {0x00, 0x72, 0xb2, 0xff}, {0xe6, 0x9f, 0x00, 0xff},
	}
	// edgeColours are pairs of a colour and one that has round corners on it. The
	// palette has the colours between the two.
	edgeColours = [...][2]uint8{{white, grey}, {white, odd}, {white, even}, {grey, odd}, {grey, even}}
)

// A pixel at a round corner is cut into samples × samples parts. Its colour follows
// from how many of them are inside the corner.
const (
	samples  = 4
	allParts = samples * samples
)

// newPalette returns the colours, and those between the two of each edge.
func newPalette() color.Palette {
	var p color.Palette
	for _, c := range paints {
		p = append(p, c)
	}
	for _, e := range edgeColours {
		under, over := paints[e[0]], paints[e[1]]
		for part := 1; part < allParts; part++ {
			mix := func(a, b uint8) uint8 { return uint8((int(a)*(allParts-part) + int(b)*part + allParts/2) / allParts) }
			p = append(p, color.RGBA{mix(under.R, over.R), mix(under.G, over.G), mix(under.B, over.B), 0xff})
		}
	}
	return p
}

// canvas is a part of a frame that is painted.
type canvas struct{ *image.Paletted }

// fill paints a rectangle with round corners.
func (c canvas) fill(r image.Rectangle, radius int, with uint8) {
	visible := r.Intersect(c.Rect)
	for y := visible.Min.Y; y < visible.Max.Y; y++ {
		row := c.Pix[c.PixOffset(visible.Min.X, y):][:visible.Dx()]
		// How far beyond the centres of the corners' circles the row's far side is.
		dy := max(r.Min.Y+radius-y, y+1-(r.Max.Y-radius))
		for i := range row {
			x := visible.Min.X + i
			if dx := max(r.Min.X+radius-x, x+1-(r.Max.X-radius)); dx > 0 && dy > 0 {
				paint(&row[i], with, within(dx, dy, radius))
			} else {
				row[i] = with
			}
		}
	}
}

// paint paints so many parts of a pixel.
func paint(pixel *uint8, with uint8, part int) {
	switch i := slices.Index(edgeColours[:], [2]uint8{*pixel, with}); {
	case part == 0:
	case i >= 0 && part < allParts:
		*pixel = uint8(painted + i*(allParts-1) + part - 1)
	case part >= allParts/2: // the edge of an edge is sharp
		*pixel = with
	}
}

// within returns how many parts of a pixel are inside a circle, if the pixel's far
// corner is (dx, dy) from the circle's centre.
func within(dx, dy, radius int) (part int) {
	const half = 2 * samples // half samples in a pixel
	for i := range samples {
		for j := range samples {
			x, y := dx*half-2*i-1, dy*half-2*j-1
			if x*x+y*y <= radius*half*radius*half {
				part++
			}
		}
	}
	return part
}

// glyphs are the digits and "/", 5 dots wide and 7 high: from the top, a byte for each
// row, with the left dot in bit 4.
const glyphs = "" +
	"\x0e\x11\x13\x15\x19\x11\x0e" + "\x04\x0c\x04\x04\x04\x04\x0e" + "\x0e\x11\x01\x02\x04\x08\x1f" +
	"\x1f\x02\x04\x02\x01\x11\x0e" + "\x02\x06\x0a\x12\x1f\x02\x02" + "\x1f\x10\x1e\x01\x01\x11\x0e" +
	"\x06\x08\x10\x1e\x11\x11\x0e" + "\x1f\x01\x02\x04\x08\x08\x08" + "\x0e\x11\x11\x0e\x11\x11\x0e" +
	"\x0e\x11\x11\x0f\x01\x02\x0c" + "\x01\x01\x02\x04\x08\x10\x10"

const (
	glyphWidth, glyphHeight = 5, 7
	dot                     = 2 // pixels for a dot of a glyph, and between two glyphs
)

// textWidth returns the width of a text.
func textWidth(text string) int { return len(text)*(glyphWidth+1)*dot - dot }

// write writes a text of digits and "/", at its upper left corner.
func (c canvas) write(x, y int, text string, with uint8) {
	for _, r := range text {
		at := 10
		if r != '/' {
			at = int(r - '0')
		}
		for row, set := range []byte(glyphs[at*glyphHeight:][:glyphHeight]) {
			for ; set != 0; set &^= 1 << (bits.Len8(set) - 1) {
				left := x + (glyphWidth-bits.Len8(set))*dot
				c.fill(image.Rect(left, y+row*dot, left+dot, y+(row+1)*dot), 0, with)
			}
		}
		x += (glyphWidth + 1) * dot
	}
}

// film is an animation that is made frame by frame.
type film struct {
	tower
	size image.Rectangle
	gif  gif.GIF
}

func drawGIF(w io.Writer, r *hanoi.Route) error {
	start := r.StateAt(0)
	f := &film{tower: animated(start.N())}
	f.size = image.Rect(0, 0, px(sceneWidth), px(f.floor+labels+lineHeight))
	f.gif.Config = image.Config{ColorModel: newPalette(), Width: f.size.Dx(), Height: f.size.Dy()}

	time := timing{int(r.Len())}
	stride := 2 + time.moves/32 // beats a frame: fewer frames where there are many moves
	f.add(f.size, scene{state: start, counter: counter(0, time.moves)}, time.ticks(before))
	for i, m := range r.All() {
		now := scene{state: r.StateAt(i - 1), moving: int(m.Disk), counter: counter(int(i), time.moves)}
		x, y := f.place(now.state, now.moving)
		toX, toY := f.place(r.StateAt(i), now.moving)
		// A frame changes where the disk was and is; the first, the counter too.
		was := f.bounds(now.moving, x, y).Union(f.counterBounds(time.moves))
		for beat := 0; beat < down; {
			next := min(beat+stride, down)
			now.x, now.y = f.along(next, now.state, now.moving, toX, toY)
			is := f.bounds(now.moving, now.x, now.y)
			f.add(was.Union(is), now, time.ticks(next-beat))
			was, beat = is, next
		}
		f.wait(time.ticks(move - down))
	}
	f.wait(time.ticks(after))
	return gif.EncodeAll(w, &f.gif)
}

// counter is the number of a move and how many there are.
func counter(i, of int) string { return fmt.Sprintf("%d/%d", i, of) }

// ticks returns the length of some beats in hundredths of a second.
func (t timing) ticks(beats int) int { return beats * t.beat() }

// along returns where a disk is on its way from its place in s to another, so many
// beats after it left.
func (f *film) along(beat int, s hanoi.State, disk int, toX, toY unit) (x, y unit) {
	fromX, fromY := f.place(s, disk)
	switch {
	case beat <= up:
		return fromX, ease(fromY, lane, beat, up)
	case beat <= over:
		return ease(fromX, toX, beat-up, over-up), lane
	}
	return toX, ease(lane, toY, beat-over, down-over)
}

// ease goes from a to b in so many beats, slowly at both ends.
func ease(a, b unit, beat, beats int) unit {
	t, all := unit(beat), unit(beats)
	return a + (b-a)*t*t*(3*all-2*t)/(all*all*all)
}

// bounds returns the pixels of a disk at a place.
func (f *film) bounds(disk int, x, y unit) image.Rectangle {
	left, top := px(x-f.width(disk)/2), px(y)
	return image.Rect(left, top, left+px(f.width(disk)), top+px(f.disk-f.gap))
}

// counterBounds returns the pixels of the counter.
func (f *film) counterBounds(moves int) image.Rectangle {
	bottom := f.size.Max.Y - px(margin)
	right := f.size.Max.X - px(2*margin)
	return image.Rect(right-textWidth(counter(moves, moves)), bottom-glyphHeight*dot, right, bottom)
}

// scene is what a frame shows: a state, but for one disk that is on its way.
type scene struct {
	state   hanoi.State
	moving  int // 0 for none
	x, y    unit
	counter string
}

// add adds a frame that changes a part of the picture and is shown for so many ticks.
func (f *film) add(part image.Rectangle, s scene, ticks int) {
	c := canvas{image.NewPaletted(part, f.gif.Config.ColorModel.(color.Palette))} // white
	rod := px(f.rod)
	for peg := range uint8(3) {
		x := px(f.peg(peg) - f.rod/2)
		c.fill(image.Rect(x, px(f.top), x+rod, px(f.floor)+rod), rod/2, grey)
		label := strconv.Itoa(int(peg))
		c.write(px(f.peg(peg))-textWidth(label)/2, px(f.floor+f.rod+4*one), label, soft)
	}
	c.fill(image.Rect(px(f.left), px(f.floor), px(f.left+3*f.column), px(f.floor)+rod), rod/2, grey)
	for disk := f.n; disk > 0; disk-- {
		x, y := f.place(s.state, disk)
		if disk == s.moving {
			x, y = s.x, s.y
		}
		r := f.bounds(disk, x, y)
		body, number := uint8(odd), uint8(white)
		if disk%2 == 0 {
			body, number = even, ink
		}
		c.fill(r, min(r.Dy()/2, px(5*one)), body)
		text := strconv.Itoa(disk)
		c.write((r.Min.X+r.Max.X-textWidth(text))/2, (r.Min.Y+r.Max.Y-glyphHeight*dot)/2, text, number)
	}
	at := f.counterBounds(0)
	c.write(at.Max.X-textWidth(s.counter), at.Min.Y, s.counter, soft)

	f.gif.Image = append(f.gif.Image, c.Paletted)
	f.gif.Delay = append(f.gif.Delay, ticks)
	f.gif.Disposal = append(f.gif.Disposal, gif.DisposalNone)
}

// wait shows the last frame longer.
func (f *film) wait(ticks int) { f.gif.Delay[len(f.gif.Delay)-1] += ticks }
