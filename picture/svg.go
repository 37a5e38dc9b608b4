package picture

import (
	"embed"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/hanoigen/hanoi/internal/must"
)

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
