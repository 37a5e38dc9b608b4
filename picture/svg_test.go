package picture_test

import (
	"cmp"
	"encoding/xml"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/hanoigen/hanoi/internal/must"
)

// The tests read a picture as a browser does. They share no code with package picture.

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

func (n *node) float(name string) float64 { return float(n.attr(name)) }

// float returns a number, 0 if there is none.
func float(text string) float64 {
	if text == "" {
		return 0
	}
	return must.Get(strconv.ParseFloat(text, 64))
}

func near(a, b, tolerance float64) bool { return math.Abs(a-b) <= tolerance }

type point struct{ x, y float64 }

func (p point) add(q point) point        { return point{p.x + q.x, p.y + q.y} }
func (p point) times(f float64) point    { return point{p.x * f, p.y * f} }
func (p point) distance(q point) float64 { return math.Hypot(p.x-q.x, p.y-q.y) }

// box is a rectangle from its upper left to its lower right corner.
type box struct{ low, high point }

func (b box) center() point   { return b.low.add(b.high).times(0.5) }
func (b box) width() float64  { return b.high.x - b.low.x }
func (b box) height() float64 { return b.high.y - b.low.y }

func (b box) contains(p point) bool {
	return b.low.x < p.x && p.x < b.high.x && b.low.y < p.y && p.y < b.high.y
}

func (b box) overlaps(c box) bool {
	return b.low.x < c.high.x && c.low.x < b.high.x && b.low.y < c.high.y && c.low.y < b.high.y
}

func (b box) grown(by float64) box {
	return box{b.low.add(point{-by, -by}), b.high.add(point{by, by})}
}

// around returns the box of some points.
func around(points ...point) box {
	b := box{points[0], points[0]}
	for _, p := range points {
		b = box{point{min(b.low.x, p.x), min(b.low.y, p.y)}, point{max(b.high.x, p.x), max(b.high.y, p.y)}}
	}
	return b
}

// shape is an element that is painted, at its place in the picture.
type shape struct {
	*node
	class string    // the classes of the elements around it, then its own
	parts [][]point // the corners of a path
	box             // for a text, its anchor point
}

// is reports whether a shape or an element around it has a class.
func (s shape) is(class string) bool { return strings.Contains(" "+s.class+" ", " "+class+" ") }

// drawing is what an SVG file shows.
type drawing struct {
	title, desc, style, size string
	shapes                   []shape
}

var (
	token     = regexp.MustCompile(`[MLHVmlhvz]|-?[0-9.]+`)
	transform = regexp.MustCompile(`^translate\(([-0-9.]+) ([-0-9.]+)\)(?: scale\(([-0-9.]+)\))?$`)
)

// corners returns the corners of each part of a path.
func corners(data string) (parts [][]point) {
	var at, origin point // a relative command, in lower case, adds to the origin
	command, words := "", token.FindAllString(data, -1)
	next := func() float64 {
		defer func() { words = words[1:] }()
		return float(words[0])
	}
	for len(words) > 0 {
		if words[0] >= "A" {
			command, words = words[0], words[1:]
		}
		if origin = at; command < "a" {
			origin = point{}
		}
		switch strings.ToLower(command) {
		case "m":
			parts = append(parts, nil)
			fallthrough
		case "l":
			at = origin.add(point{next(), next()})
		case "h":
			at.x = origin.x + next()
		case "v":
			at.y = origin.y + next()
		case "z":
			at = parts[len(parts)-1][0]
		}
		parts[len(parts)-1] = append(parts[len(parts)-1], at)
	}
	return parts
}

// read reads an SVG file. It fails the test unless the file is well-formed, has a title and a
// description, runs no script and loads nothing.
func read(t testing.TB, data string) (d drawing) {
	var svg node
	must.Do(xml.Unmarshal([]byte(data), &svg))
	title, desc := &svg.Children[0], &svg.Children[1]
	size := svg.attr("viewBox") + ", " + svg.attr("width") + " by " + svg.attr("height")
	d = drawing{title.Text, desc.Text, svg.Children[2].Text, size, nil}
	if svg.attr("aria-labelledby") != title.attr("id")+" "+desc.attr("id") || d.title == "" || d.desc == "" {
		t.Errorf("the picture is not labelled: %.2000s", data)
	}
	if active := regexp.MustCompile(`<script| on[a-z]+=| style=| src=|href="[^#]|url\(|@import`).FindString(data); active != "" {
		t.Errorf("the picture has %s", active)
	}
	ids := map[string]*node{}
	var index func(n *node)
	index = func(n *node) {
		id := "#" + n.attr("id")
		if ids[id] != nil && id != "#" {
			t.Errorf("two elements have the id %q", id)
		}
		ids[id] = n
		for i := range n.Children {
			index(&n.Children[i])
		}
	}
	index(&svg)
	paths := map[*node][][]point{}
	var paint func(n *node, class string, by point, scale float64)
	paint = func(n *node, class string, by point, scale float64) {
		s := shape{node: n, class: strings.TrimSpace(class + " " + n.attr("class"))}
		if m := transform.FindStringSubmatch(n.attr("transform")); m != nil {
			by = by.add(point{float(m[1]), float(m[2])}.times(scale))
			scale *= cmp.Or(float(m[3]), 1)
		}
		at := func(p point) point { return by.add(p.times(scale)) }
		own := point{n.float("x"), n.float("y")}
		switch n.XMLName.Local {
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
			if paths[n] == nil {
				paths[n] = corners(n.attr("d"))
			}
			for _, part := range paths[n] {
				part = slices.Clone(part)
				for i, p := range part {
					part[i] = at(p)
				}
				s.parts = append(s.parts, part)
			}
			s.box = around(slices.Concat(s.parts...)...)
		case "rect":
			s.box = box{at(own), at(own.add(point{n.float("width"), n.float("height")}))}
		case "circle":
			s.box = around(at(point{n.float("cx"), n.float("cy")})).grown(n.float("r"))
		case "text":
			for i := range n.Children { // its lines
				s.node = &n.Children[i]
				own = point{s.float("x"), own.y + s.float("dy")}
				s.box = around(at(own))
				d.shapes = append(d.shapes, s)
			}
			if len(n.Children) > 0 {
				return
			}
			s.box = around(at(own))
		default:
			t.Fatalf("there is a <%s>", n.XMLName.Local)
		}
		d.shapes = append(d.shapes, s)
	}
	paint(&svg, "", point{}, 1)
	return d
}
