// Package picture draws the Tower of Hanoi: a state, a path as an animation, and the
// graph of all states with paths in it.
//
// A picture is one SVG file. A page can show it in an <img>, and a browser can open it by itself.
// It contains no script and loads nothing. Its title and desc describe it in words. It follows the
// reader's choice of light or dark, and an animation stands still if the reader prefers reduced
// motion. Colour-blind readers can tell the colours of odd and even disks apart.
//
// The same call writes the same bytes on every machine: each operation on a floating-point
// number is rounded by itself, and lengths are integers. A function checks its arguments before
// it writes; after that, its only errors are the writer's.
//
// # The graph
//
// The states of n disks are the vertices of a graph, and the moves its edges, of length 1. The
// perfect states are the corners of a triangle: peg 0 on top, peg 1 on the left, peg 2 on the
// right. For 11 disks or more, the graph of the 8 largest disks is drawn: each vertex is a
// triangle, which stands for the states of the smaller disks. Paths are exact for any number of
// disks: a shortest path is at most 2n−1 straight lines.
package picture

import (
	"embed"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/must"
)

// ErrLarge is wrapped by the errors of [Path] and [PathGIF] for too many moves or disks.
var ErrLarge = errors.New("too large to animate")

var errNoDisks = fmt.Errorf("%w: the zero value has no disks; get one from package hanoi", hanoi.ErrState)

// Options selects how a picture names the pegs.
type Options struct {
	Letters bool // A, B and C instead of 0, 1 and 2
}

// name returns the name of a state or a peg.
func (o Options) name(v any) string {
	text := fmt.Sprint(v)
	if o.Letters {
		text = strings.NewReplacer("0", "A", "1", "B", "2", "C").Replace(text)
	}
	return text
}

// unit is a length in a picture: a hundredth of its unit.
type unit int64

const one unit = 100

func (u unit) String() string { return decimal(int64(u), 2) }

// decimal formats v / 10^places in the fewest digits. A single division is rounded alike on
// every machine, and keeps all digits of v, which has fewer than 16.
func decimal(v int64, places int) string {
	return strconv.FormatFloat(float64(v)/math.Pow10(places), 'f', -1, 64)
}

// page is an SVG file that is being written.
type page struct{ strings.Builder }

func (p *page) f(format string, args ...any) { fmt.Fprintf(p, format, args...) }

// sheets are the style sheets. Blue, orange and vermilion are from the palette of Okabe and Ito
// (2008), which colour-blind people can tell apart. Vermilion is a little darker here, for
// white text; in the dark all are lighter. The picture paints its own background, so that it
// fits a light or a dark page.
//
//go:embed *.css
var sheets embed.FS

func sheet(name string) string { return string(must.Get(sheets.ReadFile(name + ".css"))) }

// newPage begins a picture. It adds style to the common style. A web page that sets no size shows
// the picture scale times as large. Opened by itself, the picture fills the window; a tall picture
// scrolls instead of shrinking.
func newPage(width, height unit, scale int, title, desc, style string) *page {
	p := new(page)
	p.f(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %v %v" width="%v" height="%v" aria-labelledby="title desc">`+"\n",
		width, height, width*unit(scale), height*unit(scale))
	p.f("<title id=\"title\">%s</title>\n<desc id=\"desc\">%s</desc>\n", title, desc)
	root := "svg:root{width:100%;height:100%}\n"
	if height > width {
		root = fmt.Sprintf("svg:root{width:100%%;height:max(100%%,min(%vpx,%vvw))}\n", height*unit(scale), 100*height*one/width)
	}
	p.f("<style>\n%s%s%s</style>\n", sheet("common"), root, style)
	p.f(`<rect class="bg" width="%v" height="%v"/>`+"\n", width, height)
	return p
}

func (p *page) writeTo(w io.Writer) error {
	p.WriteString("</svg>\n")
	_, err := io.WriteString(w, p.String())
	return err
}
