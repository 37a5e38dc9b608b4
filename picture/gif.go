package picture

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"io"
	"math/bits"
	"strconv"
	"strings"

	"github.com/hanoigen/hanoi"
)

// px converts a length to pixels: two units are three pixels.
func px(u unit) int { return int(u * 3 / (2 * one)) }

var (
	white = image.NewUniform(color.RGBA{0xff, 0xff, 0xff, 0xff})
	ink   = image.NewUniform(color.RGBA{0x1f, 0x23, 0x28, 0xff})
	soft  = image.NewUniform(color.RGBA{0x59, 0x63, 0x6e, 0xff})
	grey  = image.NewUniform(color.RGBA{0xd1, 0xd9, 0xe0, 0xff})
	odd   = image.NewUniform(color.RGBA{0x00, 0x72, 0xb2, 0xff})
	even  = image.NewUniform(color.RGBA{0xe6, 0x9f, 0x00, 0xff})
)

var palette = color.Palette{white.C, ink.C, soft.C, grey.C, odd.C, even.C}

func fill(c draw.Image, r image.Rectangle, with image.Image) {
	draw.Draw(c, r, with, image.Point{}, draw.Src)
}

// bar paints a rectangle with cut corners.
func bar(c draw.Image, r image.Rectangle, with image.Image) {
	for cut := range 3 {
		fill(c, image.Rect(r.Min.X+2-cut, r.Min.Y+cut, r.Max.X-2+cut, r.Max.Y-cut), with)
	}
}

const characters = "/0123456789ABC"

// glyphs shows the characters, 5 dots wide and 7 high. Each row is a byte, with its left dot in
// bit 4.
const glyphs = "" +
	"\x01\x01\x02\x04\x08\x10\x10" + "\x0e\x11\x13\x15\x19\x11\x0e" + "\x04\x0c\x04\x04\x04\x04\x0e" +
	"\x0e\x11\x01\x02\x04\x08\x1f" + "\x1f\x02\x04\x02\x01\x11\x0e" + "\x02\x06\x0a\x12\x1f\x02\x02" +
	"\x1f\x10\x1e\x01\x01\x11\x0e" + "\x06\x08\x10\x1e\x11\x11\x0e" + "\x1f\x01\x02\x04\x08\x08\x08" +
	"\x0e\x11\x11\x0e\x11\x11\x0e" + "\x0e\x11\x11\x0f\x01\x02\x0c" +
	"\x0e\x11\x11\x1f\x11\x11\x11" + "\x1e\x11\x11\x1e\x11\x11\x1e" + "\x0e\x11\x10\x10\x10\x11\x0e"

const (
	glyphWidth, glyphHeight = 5, 7
	dot                     = 2 // pixels, also between two glyphs
)

func textWidth(text string) int { return len(text)*(glyphWidth+1)*dot - dot }

// write writes characters with their upper left corner at (x, y).
func write(c draw.Image, x, y int, text string, with image.Image) {
	for _, r := range text {
		at := strings.IndexRune(characters, r) * glyphHeight
		for row, set := range []byte(glyphs[at : at+glyphHeight]) {
			for ; set != 0; set &^= 1 << (bits.Len8(set) - 1) {
				left := x + (glyphWidth-bits.Len8(set))*dot
				fill(c, image.Rect(left, y+row*dot, left+dot, y+(row+1)*dot), with)
			}
		}
		x += (glyphWidth + 1) * dot
	}
}

// film is a GIF that is being drawn.
type film struct {
	animation
	made    uint64                // the number of the current move
	x, y    [maxGIFDisks + 1]unit // where each disk is
	counter image.Rectangle       // the place of a text such as 12/31
	gif     gif.GIF
}

const maxGIFDisks = 8

// PathGIF is [Path] for sites that do not accept SVG: it draws an animated GIF, in light
// colours only. Its error wraps [ErrLarge] for more than 8 disks, too.
func PathGIF(w io.Writer, r *hanoi.Route, o Options) error {
	a, err := newAnimation(r, o)
	if err != nil {
		return err
	}
	if a.n > maxGIFDisks {
		return fmt.Errorf("%w: %d disks; a GIF has at most %d; draw the path as SVG", ErrLarge, a.n, maxGIFDisks)
	}
	f := &film{animation: a}
	f.gif.Config = image.Config{ColorModel: palette, Width: px(sceneWidth), Height: px(f.floor + labels + lineHeight)}
	right, bottom := f.gif.Config.Width-px(2*margin), f.gif.Config.Height-px(margin)
	f.counter = image.Rect(right-textWidth(fmt.Sprintf("%d/%[1]d", f.moves)), bottom-glyphHeight*dot, right, bottom)
	for disk := 1; disk <= f.n; disk++ {
		f.x[disk], f.y[disk] = f.position(r.StateAt(0), disk)
	}

	stride := 2 + f.moves/32 // beats per frame: the more moves, the fewer frames each
	f.add(image.Rect(0, 0, f.gif.Config.Width, f.gif.Config.Height), f.ticks(move))
	for i, m := range r.All() {
		f.made = i
		disk := int(m.Disk)
		fromX, fromY := f.x[disk], f.y[disk]
		toX, toY := f.position(r.StateAt(i), disk)
		// A frame redraws the old and the new place of the disk. The first also redraws the counter.
		was := f.bounds(disk).Union(f.counter)
		for beat := 0; beat < down; {
			next := min(beat+stride, down)
			switch {
			case next <= up:
				f.y[disk] = ease(fromY, lane, next, up)
			case next <= over:
				f.x[disk], f.y[disk] = ease(fromX, toX, next-up, over-up), lane
			default:
				f.x[disk], f.y[disk] = toX, ease(lane, toY, next-over, down-over)
			}
			is := f.bounds(disk)
			f.add(was.Union(is), f.ticks(next-beat))
			was, beat = is, next
		}
		f.wait(move - down)
	}
	f.wait(2 * move)
	return gif.EncodeAll(w, &f.gif)
}

// ease returns the position at a beat of a movement from a to b, slow at both ends.
func ease(a, b unit, beat, beats int) unit {
	t, all := unit(beat), unit(beats)
	return a + (b-a)*t*t*(3*all-2*t)/(all*all*all)
}

// bounds returns the pixels of a disk.
func (f *film) bounds(disk int) image.Rectangle {
	left, top := px(f.x[disk]-f.width(disk)/2), px(f.y[disk])
	return image.Rect(left, top, left+px(f.width(disk)), top+px(f.disk-f.gap))
}

// add adds a frame, which redraws a part of the picture and is shown for some ticks.
func (f *film) add(part image.Rectangle, ticks int) {
	c := image.NewPaletted(part, palette) // white
	rod := px(f.rod)
	for peg := range uint8(3) {
		x := px(f.middle(peg) - f.rod/2)
		bar(c, image.Rect(x, px(f.top), x+rod, px(f.floor)+rod), grey)
		label := f.name(peg)
		write(c, px(f.middle(peg))-textWidth(label)/2, px(f.floor+f.rod+4*one), label, soft)
	}
	bar(c, image.Rect(px(f.left), px(f.floor), px(f.left+3*f.column), px(f.floor)+rod), grey)
	for disk := f.n; disk > 0; disk-- {
		r := f.bounds(disk)
		body, number := odd, white
		if disk%2 == 0 {
			body, number = even, ink
		}
		bar(c, r, body)
		text := strconv.Itoa(disk)
		write(c, (r.Min.X+r.Max.X-textWidth(text))/2, (r.Min.Y+r.Max.Y-glyphHeight*dot)/2, text, number)
	}
	counter := fmt.Sprintf("%d/%d", f.made, f.moves)
	write(c, f.counter.Max.X-textWidth(counter), f.counter.Min.Y, counter, soft)

	f.gif.Image = append(f.gif.Image, c)
	f.gif.Delay = append(f.gif.Delay, ticks)
	f.gif.Disposal = append(f.gif.Disposal, gif.DisposalNone)
}

func (f *film) wait(beats int) { f.gif.Delay[len(f.gif.Delay)-1] += f.ticks(beats) }
