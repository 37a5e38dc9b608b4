package picture_test

import (
	"encoding/xml"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/hanoigen/hanoi/internal/must"
)

// The tests read a picture as a browser does, and share no code with what draws it.

// node is an element of an SVG file.
type node struct {
	XMLName  xml.Name
	Attrs    []xml.Attr `xml:",any,attr"`
	Text     string     `xml:",chardata"`
	Children []node     `xml:",any"`
}

func (n *node) attr(name string) string {
	for _, a := range n.Attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

func (n *node) float(name string) float64 {
	if n.attr(name) == "" {
		return 0
	}
	return float(n.attr(name))
}

func float(text string) float64 { return must.Get(strconv.ParseFloat(text, 64)) }

func near(a, b, tolerance float64) bool { return math.Abs(a-b) <= tolerance }

type point struct{ x, y float64 }

func (p point) add(q point) point               { return point{p.x + q.x, p.y + q.y} }
func (p point) times(f float64) point           { return point{p.x * f, p.y * f} }
func (p point) distance(q point) float64        { return math.Hypot(p.x-q.x, p.y-q.y) }
func (p point) toward(q point, f float64) point { return p.times(1 - f).add(q.times(f)) }

// box is a rectangle from its upper left to its lower right corner.
type box struct{ low, high point }

func (b box) center() point   { return b.low.toward(b.high, 0.5) }
func (b box) width() float64  { return b.high.x - b.low.x }
func (b box) height() float64 { return b.high.y - b.low.y }

func (b box) overlaps(c box) bool {
	return b.low.x < c.high.x && c.low.x < b.high.x && b.low.y < c.high.y && c.low.y < b.high.y
}

func (b box) grown(by float64) box {
	return box{b.low.add(point{-by, -by}), b.high.add(point{by, by})}
}

// shape is an element that is painted, at its place in the picture.
type shape struct {
	name, text, anchor string
	class              string // the classes of the elements around it, then its own
	stroke             float64
	parts              [][]point // the corners of a path
	box                          // of a text, the point where it is anchored
}

// is reports whether a shape or an element around it has a class.
func (s shape) is(class string) bool { return strings.Contains(" "+s.class+" ", " "+class+" ") }

// A drawing holds what an SVG file shows.
type drawing struct {
	title, desc, style, size string
	shapes                   []shape
}

var (
	command   = regexp.MustCompile(`([MLHVmlhvz])([-0-9. ]*)`)
	value     = regexp.MustCompile(`-?[0-9.]+`)
	transform = regexp.MustCompile(`^translate\(([-0-9.]+) ([-0-9.]+)\)(?: scale\(([-0-9.]+)\))?$`)
)

// corners returns the corners of each part of a path.
func corners(data string) (parts [][]point) {
	var at point
	for _, c := range command.FindAllStringSubmatch(data, -1) {
		var v []float64
		for _, text := range value.FindAllString(c[2], -1) {
			v = append(v, float(text))
		}
		if strings.Contains("Mm", c[1]) {
			parts = append(parts, nil)
		}
		part := &parts[len(parts)-1]
		for first := true; first || len(v) > 0; first = false {
			used := 1
			switch c[1] {
			case "M", "L":
				at, used = point{v[0], v[1]}, 2
			case "m", "l":
				at, used = at.add(point{v[0], v[1]}), 2
			case "H":
				at.x = v[0]
			case "V":
				at.y = v[0]
			case "h":
				at.x += v[0]
			case "v":
				at.y += v[0]
			case "z":
				at, used = (*part)[0], 0
			}
			v = v[used:]
			*part = append(*part, at)
		}
	}
	return parts
}

// read reads an SVG file. It fails the test unless the file is well-formed, has a title and a
// description, runs no script and loads nothing.
func read(t testing.TB, data string) (d drawing) {
	var svg node
	must.Do(xml.Unmarshal([]byte(data), &svg))
	d = drawing{svg.Children[0].Text, svg.Children[1].Text, svg.Children[2].Text, svg.attr("viewBox") + ", " + svg.attr("width") + " by " + svg.attr("height"), nil}
	if svg.attr("aria-labelledby") != "title desc" || svg.Children[0].attr("id") != "title" || svg.Children[1].attr("id") != "desc" || regexp.MustCompile(`url\(|@import`).MatchString(d.style) {
		t.Errorf("the picture is not labelled, or its style loads something: %.2000s", data)
	}
	ids := map[string]*node{}
	var index func(n *node)
	index = func(n *node) {
		if id := "#" + n.attr("id"); ids[id] != nil {
			t.Errorf("two elements have the id %q", id)
		} else if id != "#" {
			ids[id] = n
		}
		for _, a := range n.Attrs {
			if name := a.Name.Local; strings.HasPrefix(name, "on") || name == "style" || name == "src" || name == "href" && a.Value[0] != '#' {
				t.Errorf("<%s> has %s=%q", n.XMLName.Local, name, a.Value)
			}
		}
		for i := range n.Children {
			index(&n.Children[i])
		}
	}
	index(&svg)
	paths := map[*node][][]point{}
	var paint func(n *node, class string, by point, scale float64)
	paint = func(n *node, class string, by point, scale float64) {
		s := shape{name: n.XMLName.Local, text: n.Text, anchor: n.attr("text-anchor"), class: strings.TrimSpace(class + " " + n.attr("class")), stroke: n.float("stroke-width")}
		if m := transform.FindStringSubmatch(n.attr("transform")); m != nil {
			by = by.add(point{float(m[1]), float(m[2])}.times(scale))
			if m[3] != "" {
				scale *= float(m[3])
			}
		}
		at := func(p point) point { return by.add(p.times(scale)) }
		own := point{n.float("x"), n.float("y")}
		switch s.name {
		case "title", "desc", "style", "defs":
			return
		case "use":
			paint(ids[n.attr("href")], s.class, at(own), scale)
			return
		case "svg", "g", "a":
			for i := range n.Children {
				paint(&n.Children[i], s.class, at(own), scale)
			}
			return
		case "path":
			s.box = box{point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}}
			if paths[n] == nil {
				paths[n] = corners(n.attr("d"))
			}
			for _, part := range paths[n] {
				part = slices.Clone(part)
				for i, p := range part {
					part[i] = at(p)
					s.low = point{min(s.low.x, part[i].x), min(s.low.y, part[i].y)}
					s.high = point{max(s.high.x, part[i].x), max(s.high.y, part[i].y)}
				}
				s.parts = append(s.parts, part)
			}
		case "rect":
			s.box = box{at(own), at(own.add(point{n.float("width"), n.float("height")}))}
		case "circle":
			center := at(point{n.float("cx"), n.float("cy")})
			s.box = box{center, center}.grown(n.float("r"))
		case "text":
			for _, line := range n.Children {
				own = point{line.float("x"), own.y + line.float("dy")}
				s.text, s.box = line.Text, box{at(own), at(own)}
				d.shapes = append(d.shapes, s)
			}
			if len(n.Children) > 0 {
				return
			}
			s.box = box{at(own), at(own)}
		default:
			t.Fatalf("there is a <%s>", s.name)
		}
		d.shapes = append(d.shapes, s)
	}
	paint(&svg, "", point{}, 1)
	return d
}
