package picture

import (
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/must"
)

// The tests read a picture as a browser does, and know nothing of how it was
// made.

// node is an element of a picture.
type node struct {
	name     string
	attr     map[string]string
	text     string
	children []*node
}

// parse reads a picture, and fails the test if it is not well-formed XML, or not
// one file without a script.
func parse(t testing.TB, picture string) *node {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(picture))
	root := &node{}
	stack := []*node{root}
	ids := map[string]bool{}
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("%v in %.3000s", err, picture)
		}
		top := stack[len(stack)-1]
		switch token := token.(type) {
		case xml.StartElement:
			n := &node{name: token.Name.Local, attr: map[string]string{}}
			if token.Name.Space != "http://www.w3.org/2000/svg" {
				t.Errorf("<%s> is in name space %q", n.name, token.Name.Space)
			}
			for _, a := range token.Attr {
				n.attr[a.Name.Local] = a.Value
				switch name := a.Name.Local; {
				case strings.HasPrefix(name, "on"):
					t.Errorf("<%s> has a script, %s=%q", n.name, name, a.Value)
				case (name == "href" || name == "src") && !strings.HasPrefix(a.Value, "#"):
					t.Errorf("<%s> loads %q", n.name, a.Value)
				case name == "id" && ids[a.Value]:
					t.Errorf("two elements have the id %q", a.Value)
				case name == "id":
					ids[a.Value] = true
				}
			}
			top.children = append(top.children, n)
			stack = append(stack, n)
		case xml.EndElement:
			stack = stack[:len(stack)-1]
		case xml.CharData:
			top.text += string(token)
		}
	}
	if len(root.children) != 1 || root.children[0].name != "svg" {
		t.Fatalf("no <svg> of its own: %.300s", picture)
	}
	svg := root.children[0]
	for _, n := range svg.all() {
		if n.name == "script" || n.name == "image" || n.name == "foreignObject" {
			t.Errorf("there is a <%s>", n.name)
		}
		if n.name == "style" && (strings.Contains(n.text, "url(") || strings.Contains(n.text, "@import")) {
			t.Errorf("the style loads something: %s", n.text)
		}
	}
	return svg
}

// all returns a node and those below it.
func (n *node) all() []*node {
	nodes := []*node{n}
	for _, c := range n.children {
		nodes = append(nodes, c.all()...)
	}
	return nodes
}

// find returns the nodes with a class.
func (n *node) find(class string) (found []*node) {
	for _, c := range n.all() {
		for _, name := range strings.Fields(c.attr["class"]) {
			if name == class {
				found = append(found, c)
			}
		}
	}
	return found
}

func (n *node) child(t testing.TB, name string) *node {
	t.Helper()
	for _, c := range n.children {
		if c.name == name {
			return c
		}
	}
	t.Fatalf("<%s> has no <%s>", n.name, name)
	return nil
}

// float returns the value of an attribute; 0 if there is none.
func (n *node) float(t testing.TB, name string) float64 {
	t.Helper()
	if n.attr[name] == "" {
		return 0
	}
	return float(n.attr[name])
}

func float(text string) float64 { return must.Get(strconv.ParseFloat(text, 64)) }

type point struct{ x, y float64 }

func (p point) add(q point) point            { return point{p.x + q.x, p.y + q.y} }
func (p point) distance(q point) float64     { return math.Hypot(p.x-q.x, p.y-q.y) }
func (p point) near(q point, d float64) bool { return p.distance(q) <= d }

var pathToken = regexp.MustCompile(`[MLHVlhvz]|-?[0-9.]+`)

// outline returns the corners of each part of the data of a path.
func outline(t testing.TB, data string) (parts [][]point) {
	t.Helper()
	tokens := pathToken.FindAllString(data, -1)
	if left := strings.Trim(pathToken.ReplaceAllString(data, ""), " "); left != "" {
		t.Fatalf("%q in the data of a path", left)
	}
	next := func() float64 {
		v := float(tokens[0])
		tokens = tokens[1:]
		return v
	}
	var at point
	command := ""
	for len(tokens) > 0 {
		if strings.Contains("MLHVlhvz", tokens[0]) {
			command, tokens = tokens[0], tokens[1:]
		}
		switch command {
		case "M":
			at = point{next(), next()}
			parts = append(parts, nil)
		case "L":
			at = point{next(), next()}
		case "l":
			at = at.add(point{next(), next()})
		case "H":
			at.x = next()
		case "V":
			at.y = next()
		case "h":
			at.x += next()
		case "v":
			at.y += next()
		case "z":
			at = parts[len(parts)-1][0]
		}
		parts[len(parts)-1] = append(parts[len(parts)-1], at)
	}
	return parts
}

// segments returns the lines that a <use> shows, at its place, in the coordinates
// of what it is in.
func (n *node) segments(t testing.TB, svg *node) (lines [][2]point) {
	t.Helper()
	ids := map[string]*node{}
	for _, n := range svg.all() {
		ids[n.attr["id"]] = n
	}
	var walk func(n *node, at point)
	walk = func(n *node, at point) {
		switch n.name {
		case "use":
			walk(ids[strings.TrimPrefix(n.attr["href"], "#")], at.add(point{n.float(t, "x"), n.float(t, "y")}))
		case "g":
			for _, c := range n.children {
				walk(c, at)
			}
		case "path":
			for _, part := range outline(t, n.attr["d"]) {
				for i := range part[1:] {
					lines = append(lines, [2]point{at.add(part[i]), at.add(part[i+1])})
				}
			}
		default:
			t.Fatalf("<%s> in the graph", n.name)
		}
	}
	walk(n, point{})
	return lines
}

var transform = regexp.MustCompile(`^translate\(([-0-9.]+) ([-0-9.]+)\)(?: scale\(([-0-9.]+)\))?$`)

// moved returns how a node is moved and scaled.
func (n *node) moved(t testing.TB) (by point, scale float64) {
	t.Helper()
	found := transform.FindStringSubmatch(n.attr["transform"])
	if found == nil {
		t.Fatalf("transform %q", n.attr["transform"])
	}
	scale = 1
	if found[3] != "" {
		scale = float(found[3])
	}
	return point{float(found[1]), float(found[2])}, scale
}

// written returns what a function writes.
func written(t testing.TB, f func(io.Writer) error) string {
	t.Helper()
	var b strings.Builder
	must.Do(f(&b))
	return b.String()
}

func drawGraph(t testing.TB, n int, o GraphOptions) string {
	t.Helper()
	return written(t, func(w io.Writer) error { return Graph(w, n, o) })
}

func state(text string) hanoi.State { return must.Get(hanoi.ParseState(text)) }

// neighbours returns the states that a move leads to.
func neighbours(s hanoi.State) (all []hanoi.State) {
	for disk := 1; disk <= s.N(); disk++ {
		for to := range uint8(3) {
			if next, err := s.Apply(hanoi.Move{Disk: uint8(disk), From: s.Peg(disk), To: to}); err == nil {
				all = append(all, next)
			}
		}
	}
	return all
}

// seeded returns the same source each time.
func seeded() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }

// randomState has pegs at random, or runs of disks on one: towers make long and
// short paths, and two that are as short.
func randomState(r *rand.Rand, n int) hanoi.State {
	towers := r.IntN(3) > 0
	text := ""
	for i := range n {
		if towers && i > 0 && r.IntN(6) > 0 {
			text += text[i-1:]
		} else {
			text += fmt.Sprint(r.IntN(3))
		}

	}
	return state(text)
}
