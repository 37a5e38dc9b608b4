package main

import (
	"bytes"
	"image/color"
	"math"
	"os"
	"path/filepath"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"

	"github.com/hanoigen/hanoi/internal/figures"
)

// Colours of a middling brightness, which show on white and on black.
var (
	ink     = color.NRGBA{0x80, 0x80, 0x80, 0xff}
	faint   = color.NRGBA{0x80, 0x80, 0x80, 0x40}
	colours = []color.Color{
		color.NRGBA{0x2f, 0x81, 0xf7, 0xff}, // blue
		color.NRGBA{0xdb, 0x61, 0x2c, 0xff}, // orange
		color.NRGBA{0x2d, 0xa0, 0x5a, 0xff}, // green
		color.NRGBA{0xa3, 0x71, 0xd9, 0xff}, // violet
		color.NRGBA{0xc4, 0x43, 0x6e, 0xff}, // red
	}
)

const (
	width  = 8 * vg.Inch
	height = 3.6 * vg.Inch
)

// draw writes the plots to a folder.
func (r *report) draw(dir string) error {
	if len(r.sizes) > 0 {
		if err := save(filepath.Join(dir, "sizes.svg"), drawSizes(r.sizes)); err != nil {
			return err
		}
	}
	if files := r.files(); len(files) > 0 {
		return save(filepath.Join(dir, "clone.svg"), drawClones(files)...)
	}
	return nil
}

// newPlot returns a plot without a background.
func newPlot(x, y string) *plot.Plot {
	p := plot.New()
	p.BackgroundColor = nil
	p.X.Label.Text, p.Y.Label.Text = x, y
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		a.Color, a.Tick.Color, a.Label.TextStyle.Color, a.Tick.Label.Color = ink, ink, ink, ink
		a.Label.TextStyle.Font = font.Font{Variant: "Sans", Size: 12}
		a.Tick.Label.Font = font.Font{Variant: "Sans", Size: 11}
		a.Padding = 0
	}
	p.Legend.TextStyle.Color = ink
	p.Legend.TextStyle.Font = font.Font{Variant: "Sans", Size: 11}
	p.Legend.Top = true
	p.Legend.Padding = 2
	p.Legend.ThumbnailWidth = 24
	grid := plotter.NewGrid()
	grid.Vertical.Color, grid.Horizontal.Color = faint, faint
	p.Add(grid)
	return p
}

// line adds a line to a plot and its legend.
func line(p *plot.Plot, name string, xy plotter.XYs, style draw.LineStyle) {
	l := &plotter.Line{XYs: xy, LineStyle: style}
	p.Add(l)
	p.Legend.Add(name+"   ", l) // for fonts that are wider
}

func drawSizes(all []series) *plot.Plot {
	p := newPlot("size of a call's destination", "GB/s, or 10⁹ moves/s")
	for i, s := range all {
		var xy plotter.XYs
		for j, size := range s.sizes {
			xy = append(xy, plotter.XY{X: math.Log2(float64(size)), Y: s.rates[j]})
		}
		style := draw.LineStyle{Width: 2, Color: colours[i%len(colours)]}
		if s.kind == bound { // grey, and dashed in two ways
			style = draw.LineStyle{Width: 1.5, Color: ink, Dashes: []vg.Length{2, 2}}
			switch s.name {
			case "clear":
				style.Dashes = []vg.Length{6, 3}
			case "streaming":
				style.Dashes = []vg.Length{1, 2}
			}
		} else if s.kind == peer {
			style.Color = colours[len(colours)-1]
		}
		line(p, s.name, xy, style)
	}
	var ticks plot.ConstantTicks
	for x := 6; x <= 28; x++ {
		t := plot.Tick{Value: float64(x)}
		if x%4 == 0 {
			t.Label = figures.Size(1 << x)
		}
		ticks = append(ticks, t)
	}
	p.X.Tick.Marker = ticks
	p.X.Max = 33 // room for the legend
	p.Y.Min = 0
	return p
}

// drawClones returns two plots by n: of the time, and of the disk used.
func drawClones(all []file) []*plot.Plot {
	const first, last = 20, 50
	times := newPlot("n", "seconds")
	disk := newPlot("n", "disk used")
	var names []string
	seconds, used := map[string]plotter.XYs{}, map[string]plotter.XYs{}
	for _, f := range all {
		if seconds[f.fs] == nil {
			names = append(names, f.fs)
		}
		seconds[f.fs] = append(seconds[f.fs], plotter.XY{X: float64(f.n), Y: f.seconds})
		used[f.fs] = append(used[f.fs], plotter.XY{X: float64(f.n), Y: math.Max(1, f.used/(1<<20))})
	}
	for i, name := range names {
		style := draw.LineStyle{Width: 2, Color: colours[i]}
		line(times, name, seconds[name], style)
		line(disk, name, used[name], style)
	}
	var size plotter.XYs
	var powers, disks plot.ConstantTicks
	for n := first; n <= last; n += 5 {
		y := math.Exp2(float64(n - 20))
		size = append(size, plotter.XY{X: float64(n), Y: y})
		powers = append(powers, plot.Tick{Value: y, Label: figures.Size(1 << n)})
		disks = append(disks, plot.Tick{Value: float64(n), Label: strconv.Itoa(n)})
	}
	line(disk, "size of the file", size, draw.LineStyle{Width: 1.5, Color: ink, Dashes: []vg.Length{6, 3}})
	disk.Y.Tick.Marker = powers
	times.Y.Tick.Marker = decades{}
	times.Y.Min = math.Pow(10, math.Floor(math.Log10(times.Y.Min)))
	times.Y.Max = math.Pow(10, math.Ceil(math.Log10(times.Y.Max)))
	for _, p := range []*plot.Plot{times, disk} {
		p.Legend.Left = true
		p.Y.Scale = plot.LogScale{}
		p.X.Tick.Marker = disks
		p.X.Min, p.X.Max = first, last
	}
	return []*plot.Plot{times, disk}
}

// decades is ticks at the powers of ten.
type decades struct{}

func (decades) Ticks(low, high float64) (ticks []plot.Tick) {
	for y := math.Pow(10, math.Round(math.Log10(low))); y <= high*1.01; y *= 10 {
		ticks = append(ticks, plot.Tick{Value: y, Label: strconv.FormatFloat(y, 'f', -1, 64)})
	}
	return ticks
}

// save writes plots, side by side.
func save(name string, plots ...*plot.Plot) error {
	c := vgsvg.New(width, height)
	tiles := draw.Tiles{Rows: 1, Cols: len(plots), PadX: 24, PadTop: 6, PadBottom: 4, PadLeft: 4, PadRight: 14}
	for i, p := range plots {
		p.Draw(tiles.At(draw.New(c), i, 0))
	}
	var svg bytes.Buffer
	if _, err := c.WriteTo(&svg); err != nil {
		return err
	}
	// The fonts are not within it, and few have this one.
	text := bytes.ReplaceAll(svg.Bytes(), []byte("font-family:Liberation Sans;"),
		[]byte("font-family:Liberation Sans,Arial,Helvetica,sans-serif;"))
	return os.WriteFile(name, text, 0o666)
}
