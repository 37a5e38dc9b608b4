package picture_test

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/must"
	"github.com/hanoigen/hanoi/picture"
)

var update = flag.Bool("update", false, "write the archive of pictures again")

// TestArchive draws the pictures of an archive, whose names are commands, reads them back, and
// compares them whole: the first file of each kind, and descriptions of the others.
func TestArchive(t *testing.T) {
	const file = "testdata/pictures.txtar"
	archive := must.Get(txtar.ParseFile(file))
	models := map[string]drawing{} // the first file of each kind
	for i, f := range archive.Files {
		words := strings.Fields(f.Name)
		kind, args := words[0], words[1:]
		var svg, text string
		switch kind {
		case "state":
			var w towers
			svg, w = checkState(t, args[0])
			text = fmt.Sprintf("disks %v to %v wide\n", w.disks[1].width(), w.disks[len(args[0])].width())
			if len(w.disks) <= 8 {
				text += w.draw()
			}
		case "path":
			var gif string
			svg, gif = checkPath(t, route(args[0], args[1]))
			text, _ = readPath(t, svg)
			if len(args) > 2 {
				_, flights := readFilm(t, gif)
				text = strings.Join(flights, "\n") + "\n"
			}
		case "graph":
			var lines, tips []string
			svg, lines, tips = checkGraph(t, parseGraph(args))
			text = strings.Join(append(lines, "beside vertices: "+strings.Join(tips, " ")), "\n") + "\n"
		}
		if d := read(t, svg); models[kind].style == "" {
			models[kind], text = d, svg
		} else {
			text = header(d, models[kind].style) + text
		}
		if got := string(f.Data); got != text && !*update {
			t.Errorf("%s: not as in %s; look at it, and if it is right run the test with -update:\n%s", f.Name, file, text)
		}
		archive.Files[i].Data = []byte(text)
	}
	if *update {
		must.Do(os.WriteFile(file, txtar.Format(archive), 0o666))
	}
	if len(models) != 3 {
		t.Errorf("%s has %d kinds of pictures", file, len(models))
	}
}

// parseGraph reads the flags of draw graph.
func parseGraph(args []string) (g graph) {
	var flags flag.FlagSet
	flags.IntVar(&g.n, "n", 0, "")
	path, solution := flags.String("path", "", ""), flags.Bool("solution", false, "")
	from, to := flags.String("from", "0", ""), flags.String("to", "2", "")
	flags.StringVar(&g.state, "state", "", "")
	flags.BoolVar(&g.letters, "letters", false, "") // of the game
	must.Do(flags.Parse(args))
	if *path != "" {
		g.path = route(*path, flags.Arg(0))
	}
	if *solution {
		g.solution = *from + *to
	}
	return g
}

// header returns the words and the size of a picture, and the lines of its style that are not
// in another.
func header(d drawing, style string) string {
	common, own := 0, ""
	for line := range strings.Lines(d.style) {
		if strings.Contains(style, line) {
			common++
		} else if !strings.Contains(line, "#disk") && !strings.Contains(line, "keyframes") { // which are read
			own += line
		}
	}
	return fmt.Sprintf("%s\n%s\n%s, %d lines of style as above, and\n%s", d.title, d.desc, d.size, common, own)
}

func TestErrors(t *testing.T) {
	long, wide := route("000000000", "211111111"), route("000000000", "000000001")
	graph := func(n int, o picture.GraphOptions) error { return picture.Graph(io.Discard, n, o) }
	type options = picture.GraphOptions
	for _, test := range []struct {
		err, is error
		says    string
	}{
		{picture.State(io.Discard, hanoi.State{}), hanoi.ErrState, "the zero value has no disks; get one from package hanoi"},
		{picture.Path(io.Discard, nil), hanoi.ErrState, "the zero value has no disks"},
		{picture.Path(io.Discard, new(hanoi.Route)), hanoi.ErrState, "the zero value has no disks"},
		{picture.PathGIF(io.Discard, nil), hanoi.ErrState, "the zero value has no disks"},
		{picture.Path(io.Discard, long), picture.ErrLarge, "256 moves; an animation has at most 255: draw the path in the graph (hanoigen draw graph --path)"},
		{picture.PathGIF(io.Discard, long), picture.ErrLarge, "draw graph"},
		{picture.Path(io.Discard, wide), nil, "<nil>"},
		{picture.PathGIF(io.Discard, wide), picture.ErrLarge, "9 disks; a GIF has at most 8: draw the path as SVG"},
		{graph(0, options{}), hanoi.ErrDisks, "0; give 1 to 64"},
		{graph(65, options{}), hanoi.ErrDisks, "65; give 1 to 64"},
		{graph(3, options{Naming: 6}), hanoi.ErrPeg, "6; give 0 to 5"},
		{graph(3, options{Path: route("00", "12")}), hanoi.ErrState, "00 has 2; give a state of as many"},
		{graph(3, options{Path: new(hanoi.Route)}), hanoi.ErrState, "the zero value has no disks"},
		{graph(1, options{State: state("00")}), hanoi.ErrState, "the graph of 1 disk: 00 has 2"},
		{picture.State(full{}, state("0")), errFull, ""},
		{picture.Path(full{}, route("0", "1")), errFull, ""},
		{picture.PathGIF(full{}, route("0", "1")), errFull, ""},
		{graphTo(full{}, 3), errFull, ""},
	} {
		said := fmt.Sprint(test.err)
		if !errors.Is(test.err, test.is) || !strings.Contains(said, test.says) || strings.Contains(said, "\n") {
			t.Errorf("the error is %v; want one that wraps %v and says %q", test.err, test.is, test.says)
		}
	}
}

func graphTo(w io.Writer, n int) error { return picture.Graph(w, n, picture.GraphOptions{}) }

// full is a writer that takes no more.
type full struct{}

var errFull = errors.New("full")

func (full) Write([]byte) (int, error) { return 0, errFull }
