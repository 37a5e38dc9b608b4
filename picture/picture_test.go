package picture_test

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/must"
	"github.com/hanoigen/hanoi/internal/testfile"
	"github.com/hanoigen/hanoi/picture"
)

var update = flag.Bool("update", false, "write the pictures again")

func state(text string) hanoi.State { return must.Get(hanoi.ParseState(text)) }

func route(a, b string) *hanoi.Route { return must.Get(hanoi.Path(state(a), state(b))) }

func direct(a, b string) *hanoi.Route { return must.Get(hanoi.DirectPath(state(a), state(b))) }

// draw returns what a function writes.
func draw(f func(io.Writer) error) string {
	var b strings.Builder
	must.Do(f(&b))
	return b.String()
}

// seeded returns a source of the same random numbers each time.
func seeded() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }

// randomState puts each disk on a random peg, or most disks on the peg of the next larger one.
// Paths between such states are long or short, and some states have two shortest paths.
func randomState(r *rand.Rand, n int) (s string) {
	towers := r.IntN(3) > 0
	for i := range n {
		if towers && i > 0 && r.IntN(6) > 0 {
			s += s[i-1:]
		} else {
			s += fmt.Sprint(r.IntN(3))
		}
	}
	return s
}

// states returns the states along a route.
func states(r *hanoi.Route) (all []string) {
	for i := range r.Len() + 1 {
		all = append(all, r.StateAt(i).String())
	}
	return all
}

// The files of the archive are named by commands. TestArchive draws the picture of each command
// and reads it back. It compares the picture with a file of docs/pictures if -o names one, and
// its description with the archive otherwise.
func TestArchive(t *testing.T) {
	const file = "testdata/pictures.txtar"
	archive := must.Get(txtar.ParseFile(file))
	seen := map[string]bool{} // the lines of the styles of the files
	for i, f := range archive.Files {
		command, whole, _ := strings.Cut(f.Name, " -o ")
		args := strings.Fields(command)[1:]
		var svg string
		var text []string
		switch strings.Fields(command)[0] {
		case "state":
			svg, text = checkState(t, args[0], slices.Contains(args, "--letters"))
		case "path":
			svg, text = checkPath(t, route(args[0], args[1]), slices.Contains(args, "--letters"))
		case "graph":
			n, o := parseGraph(args)
			svg, text = checkGraph(t, n, o)
		}
		d := read(t, svg)
		if whole != "" {
			whole = "../docs/pictures/" + whole
			testfile.Compare(t, *update, whole, svg)
			for line := range strings.Lines(d.style) {
				seen[line] = true
			}
			continue
		}
		text = append([]string{d.title, d.desc, d.size, unseen(d.style, seen)}, text...)
		archive.Files[i].Data = []byte(strings.Join(text, "\n") + "\n")
	}
	testfile.Compare(t, *update, file, string(txtar.Format(archive)))
}

// unseen counts the lines of a style that are in a set, and returns the other lines. It omits
// animations: checkPath reads them.
func unseen(style string, seen map[string]bool) string {
	n, own := 0, ""
	for line := range strings.Lines(style) {
		if seen[line] {
			n++
		} else if !strings.Contains(line, "animation") && !strings.Contains(line, "keyframes") {
			own += "\n" + strings.TrimSuffix(line, "\n")
		}
	}
	return fmt.Sprintf("%d lines of style as in docs/pictures%s", n, own)
}

// parseGraph reads the flags of draw graph.
func parseGraph(args []string) (n int, o picture.GraphOptions) {
	var flags flag.FlagSet
	flags.IntVar(&n, "n", 0, "")
	path, marked := flags.String("path", "", ""), flags.String("state", "", "")
	from, to := flags.Uint("from", 0, ""), flags.Uint("to", 2, "")
	flags.BoolVar(&o.Solution, "solution", false, "")
	flags.BoolVar(&o.Letters, "letters", false, "")
	must.Do(flags.Parse(args))
	o.Naming = must.Get(hanoi.NamingFor(n, uint8(*from), uint8(*to)))
	if *path != "" {
		o.Path = route(*path, flags.Arg(0))
	}
	if *marked != "" {
		o.State = state(*marked)
	}
	return n, o
}

// The test scripts of cmd/hanoigen contain the other errors.
func TestErrors(t *testing.T) {
	graph := func(n int, o picture.GraphOptions) error { return picture.Graph(io.Discard, n, o) }
	type options = picture.GraphOptions
	var none picture.Options
	for _, test := range []struct {
		err, is error
		says    string
	}{
		{picture.State(io.Discard, hanoi.State{}, none), hanoi.ErrState, "the zero value has no disks; get one from package hanoi"},
		{picture.Path(io.Discard, nil, none), hanoi.ErrState, "the zero value has no disks"},
		{picture.PathGIF(io.Discard, new(hanoi.Route), none), hanoi.ErrState, "the zero value has no disks"},
		{graph(3, options{Path: new(hanoi.Route)}), hanoi.ErrState, "the zero value has no disks"},
		{picture.Path(io.Discard, route("000000000", "211111111"), none), picture.ErrLarge, "256 moves; an animation has at most 255"},
		{picture.PathGIF(io.Discard, route("000000000", "000000001"), none), picture.ErrLarge, "9 disks; a GIF has at most 8"},
		{picture.Path(io.Discard, route("000000000", "000000001"), none), nil, ""},
		{graph(65, options{}), hanoi.ErrDisks, "65; give 1 to 64"},
		{graph(3, options{Naming: 6}), hanoi.ErrPeg, "6; give 0 to 5"},
		{graph(1, options{State: state("00")}), hanoi.ErrState, "the graph of 1 disk: 00 has 2"},
		{picture.State(full{}, state("0"), none), errFull, ""},
		{picture.Path(full{}, route("0", "1"), none), errFull, ""},
		{picture.PathGIF(full{}, route("0", "1"), none), errFull, ""},
		{picture.Graph(full{}, 3, options{}), errFull, ""},
	} {
		if !errors.Is(test.err, test.is) || !strings.Contains(fmt.Sprint(test.err), test.says) {
			t.Errorf("the error is %v; want one that wraps %v and says %q", test.err, test.is, test.says)
		}
	}
}

// full is a writer that accepts nothing.
type full struct{}

var errFull = errors.New("full")

func (full) Write([]byte) (int, error) { return 0, errFull }
