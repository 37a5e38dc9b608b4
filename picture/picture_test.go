package picture

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/must"
)

var update = flag.Bool("update", false, "write the golden files anew")

func route(a, b string) *hanoi.Route { return must.Get(hanoi.Path(state(a), state(b))) }

// TestGolden holds pictures against files, on every machine. Those of docs/pictures.md are
// held by the command's tests.
func TestGolden(t *testing.T) {
	for name, f := range map[string]func(io.Writer) error{
		"path.svg":   func(w io.Writer) error { return Path(w, route("00", "22")) },
		"path.gif":   func(w io.Writer) error { return PathGIF(w, route("0", "2")) },
		"graph1.svg": func(w io.Writer) error { return Graph(w, 1, GraphOptions{Solution: true}) },
		"graph10.svg": func(w io.Writer) error {
			return Graph(w, 10, GraphOptions{Solution: true, State: state("0120120120")})
		},
	} {
		got := written(t, f)
		file := filepath.Join("testdata", name)
		if *update {
			must.Do(os.WriteFile(file, []byte(got), 0o666))
		}
		want := must.Get(os.ReadFile(file))
		if got != string(want) {
			t.Errorf("%s is another picture; look at it, and if it is right run the test with -update", name)
		}
	}
}

// TestWords: title and desc come first and say what is seen.
func TestWords(t *testing.T) {
	picture := func(text string) func(io.Writer) error {
		return func(w io.Writer) error { return State(w, state(text)) }
	}
	path := func(from, to string) func(io.Writer) error {
		return func(w io.Writer) error { return Path(w, route(from, to)) }
	}
	zeros := strings.Repeat("0", 64)
	for _, test := range []struct {
		draw        func(io.Writer) error
		title, desc string
	}{
		{picture("2011"), "state 2011",
			"4 disks on three pegs, from the bottom up. Peg 0: disk 3. Peg 1: disks 2, 1. Peg 2: disk 4."},
		{picture("0"), "state 0",
			"1 disk on three pegs, from the bottom up. Peg 0: disk 1. Peg 1: no disk. Peg 2: no disk."},
		{picture("000100"), "state 000100",
			"6 disks on three pegs, from the bottom up. Peg 0: disks 6 to 4, 2, 1. Peg 1: disk 3. Peg 2: no disk."},
		{picture(zeros), "state " + zeros,
			"64 disks on three pegs, from the bottom up. Peg 0: disks 64 to 1. Peg 1: no disk. Peg 2: no disk."},
		{path("00", "22"), "from 00 to 22 in 3 moves",
			"An animation. At the start: Peg 0: disks 2, 1. Peg 1: no disk. Peg 2: no disk. At the end: Peg 0: no disk. Peg 1: no disk. Peg 2: disks 2, 1. The moves: disk 1 from 0 to 1, disk 2 from 0 to 2, disk 1 from 1 to 2."},
		{path("2", "2"), "from 2 to 2 in 0 moves",
			"An animation. At the start: Peg 0: no disk. Peg 1: no disk. Peg 2: disk 1. At the end: Peg 0: no disk. Peg 1: no disk. Peg 2: disk 1."},
	} {
		svg := parse(t, written(t, test.draw))
		for i, want := range []string{"Tower of Hanoi: " + test.title, test.desc} {
			name := []string{"title", "desc"}[i]
			if got := svg.children[i]; got.name != name || got.attr["id"] != name || got.text != want {
				t.Errorf("<%s>%s; want the %s %q", got.name, got.text, name, want)
			}
		}
		if svg.attr["aria-labelledby"] != "title desc" {
			t.Errorf("%s: the picture is not labelled by its title and desc", test.title)
		}
	}
}

// stacks returns the disks of the pegs of a picture, each from the bottom up,
// from where they are drawn. It fails the test if one is not where the one below it
// ends, or is not narrower.
func stacks(t testing.TB, disks map[int]point, widths map[int]float64, n int) string {
	t.Helper()
	pegs := map[float64][]int{}
	for disk := n; disk > 0; disk-- {
		x := disks[disk].x
		if below := pegs[x]; len(below) > 0 {
			last := below[len(below)-1]
			if disks[last].y <= disks[disk].y || widths[last] <= widths[disk] {
				t.Errorf("disk %d at %v, %v wide, is not on disk %d at %v, %v wide",
					disk, disks[disk], widths[disk], last, disks[last], widths[last])
			}
		}
		pegs[x] = append(pegs[x], disk)
	}
	text := make([]byte, n)
	for x, on := range pegs {
		for _, disk := range on {
			text[n-disk] = '0' + byte((x-60)/110+0.5)
		}
	}
	return string(text)
}

// TestState: in the picture of a state, each disk is on its peg, wider ones lower
// down, with its number on it and the colour of its parity.
func TestState(t *testing.T) {
	r := seeded()
	for range 100 {
		s := randomState(r, 1+r.IntN(64))
		svg := parse(t, written(t, func(w io.Writer) error { return State(w, s) }))
		disks, widths := map[int]point{}, map[int]float64{}
		for _, g := range svg.children {
			if g.name != "g" {
				continue
			}
			rect, text := g.child(t, "rect"), g.child(t, "text")
			disk := int(float(text.text))
			disks[disk], _ = g.moved(t)
			widths[disk] = rect.float(t, "width")
			if got := 2*rect.float(t, "x") + widths[disk]; got > 0.02 || got < -0.02 {
				t.Errorf("%v: disk %d is %v beside its peg", s, disk, got)
			}
			if want := []string{"even", "odd"}[disk%2]; rect.attr["class"] != want {
				t.Errorf("disk %d is %s", disk, rect.attr["class"])
			}
		}
		if got := stacks(t, disks, widths, s.N()); got != s.String() {
			t.Errorf("%s is drawn; want %v", got, s)
		}
	}
}

func TestErrors(t *testing.T) {
	long, wide := route("000000000", "211111111"), route("000000000", "000000001")
	graph := func(n int, o GraphOptions) error { return Graph(io.Discard, n, o) }
	for _, test := range []struct {
		err, is error
		says    string
	}{
		{State(io.Discard, hanoi.State{}), hanoi.ErrState, "the zero value has no disks; get one from package hanoi"},
		{Path(io.Discard, nil), hanoi.ErrState, "the zero value has no disks"},
		{Path(io.Discard, new(hanoi.Route)), hanoi.ErrState, "the zero value has no disks"},
		{PathGIF(io.Discard, nil), hanoi.ErrState, "the zero value has no disks"},
		{Path(io.Discard, long), ErrLarge, "256 moves; an animation has at most 255: draw the path in the graph (hanoigen draw graph --path)"},
		{PathGIF(io.Discard, long), ErrLarge, "draw graph"},
		{Path(io.Discard, wide), nil, "<nil>"},
		{PathGIF(io.Discard, wide), ErrLarge, "9 disks; a GIF has at most 8: draw the path as SVG"},
		{graph(0, GraphOptions{}), hanoi.ErrDisks, "0; give 1 to 64"},
		{graph(65, GraphOptions{}), hanoi.ErrDisks, "65; give 1 to 64"},
		{graph(3, GraphOptions{Naming: 6}), hanoi.ErrPeg, "6; give 0 to 5"},
		{graph(3, GraphOptions{Path: route("00", "12")}), hanoi.ErrState, "00 has 2; give a state of as many"},
		{graph(3, GraphOptions{Path: new(hanoi.Route)}), hanoi.ErrState, "the zero value has no disks"},
		{graph(1, GraphOptions{State: state("00")}), hanoi.ErrState, "the graph of 1 disk: 00 has 2"},
		// The writer's error.
		{State(full{}, state("0")), errFull, ""},
		{Path(full{}, route("0", "1")), errFull, ""},
		{PathGIF(full{}, route("0", "1")), errFull, ""},
		{Graph(full{}, 3, GraphOptions{}), errFull, ""},
	} {
		said := fmt.Sprint(test.err)
		if !errors.Is(test.err, test.is) || !strings.Contains(said, test.says) || strings.Contains(said, "\n") {
			t.Errorf("the error is %v; want one that wraps %v and says %q", test.err, test.is, test.says)
		}
	}
}

// full is a writer that takes no more.
type full struct{}

var errFull = errors.New("full")

func (full) Write([]byte) (int, error) { return 0, errFull }
