//go:build e2e

package web

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/must"
	"github.com/hanoigen/hanoi/picture"
)

// The pictures of the library in a real browser.

func state(text string) hanoi.State { return must.Get(hanoi.ParseState(text)) }

func path(from, to string) *hanoi.Route { return must.Get(hanoi.Path(state(from), state(to))) }

// file makes a file of what a function writes, and returns its address.
func file(t *testing.T, name string, write func(io.Writer) error) string {
	t.Helper()
	var b bytes.Buffer
	must.Do(write(&b))
	at := filepath.Join(t.TempDir(), name)
	must.Do(os.WriteFile(at, b.Bytes(), 0o644))
	return (&url.URL{Scheme: "file", Path: at}).String()
}

// look is how a page is looked at.
type look struct {
	width, height int64
	dark, still   bool
}

// look loads a page to be looked at.
func (b *browser) look(address string, l look) {
	b.t.Helper()
	scheme, motion := "light", "no-preference"
	if l.dark {
		scheme = "dark"
	}
	if l.still {
		motion = "reduce"
	}
	b.run(
		window(l.width, l.height, false),
		media("prefers-color-scheme", scheme, "prefers-reduced-motion", motion),
		chromedp.Navigate("about:blank"), // else one with another fragment is not loaded again
		chromedp.Navigate(address),
	)
}

// seen returns what is seen, and leaves it for people.
func (b *browser) seen(name string) image.Image {
	b.t.Helper()
	m := must.Get(png.Decode(bytes.NewReader(b.shot(name))))
	return m
}

// background checks a corner of what is seen.
func background(t *testing.T, m image.Image, dark bool) {
	t.Helper()
	want := color.RGBA{0xff, 0xff, 0xff, 0xff}
	if dark {
		want = color.RGBA{0x0d, 0x11, 0x17, 0xff}
	}
	if got := color.RGBAModel.Convert(m.At(2, 2)); got != want {
		t.Errorf("the background is %v; want %v", got, want)
	}
}

// text is one that is seen.
type text struct {
	Text                     string
	Left, Top, Right, Bottom float64
	Size                     float64 // of the font, in pixels
	Fill, Halo               string  // colours; no halo: none
}

// texts finds those that are seen, and hides them. The box of a <tspan>, as the browser
// tells it, is the whole text's.
const texts = `(() => {
	document.getAnimations().forEach(a => a.pause());
	return [...document.querySelectorAll('text')].filter(e => e.getBoundingClientRect().width > 0).map(e => {
		const line = e.children.length ? e.children[0] : e; // of the lines of words, the first is in the window
		const first = line.getExtentOfChar(0), last = line.getExtentOfChar(line.getNumberOfChars() - 1);
		const at = (x, y) => new DOMPoint(x, y).matrixTransform(line.getScreenCTM());
		const from = at(first.x, first.y), to = at(last.x + last.width, last.y + last.height), style = getComputedStyle(e);
		e.style.visibility = 'hidden';
		return {text: line.textContent, left: from.x, top: from.y, right: to.x, bottom: to.y,
			size: parseFloat(style.fontSize) * e.getScreenCTM().a, fill: style.fill,
			halo: style.paintOrder.startsWith('stroke') ? style.stroke : ''};
	});
})()`

// Alone in a window, a picture loads nothing, and all its text is inside, of a size that
// can be read, on a colour it stands out from, and not on other text.
func TestText(t *testing.T) {
	b := open(t, 1200, 900)
	zeros, ones := strings.Repeat("0", 64), strings.Repeat("1", 64)
	graph := func(n int, o picture.GraphOptions) func(io.Writer) error {
		return func(w io.Writer) error { return picture.Graph(w, n, o) }
	}
	for name, write := range map[string]func(io.Writer) error{
		"state-4":  func(w io.Writer) error { return picture.State(w, state("2011")) },
		"state-64": func(w io.Writer) error { return picture.State(w, state(zeros)) },
		"path-15":  func(w io.Writer) error { return picture.Path(w, path("0000", "2222")) },
		"graph-3":  graph(3, picture.GraphOptions{Path: path("022", "202")}),
		"graph-4":  graph(4, picture.GraphOptions{Solution: true, State: state("2011")}),
		"graph-5":  graph(5, picture.GraphOptions{Path: path("00000", "20110"), Letters: true}),
		"graph-8":  graph(8, picture.GraphOptions{Path: path("01020102", "20110210"), Solution: true, Naming: 2, State: state("11022012"), Letters: true}),
		"graph-64": graph(64, picture.GraphOptions{Path: path(zeros, ones), Solution: true, State: state("2" + ones[1:])}),
	} {
		at := file(t, name+".svg", write)
		for _, l := range []look{{320, 640, false, false}, {1200, 1200, true, false}, {320, 640, true, true}} {
			t.Run(fmt.Sprintf("%s-%d-%v", name, l.width, l.dark), func(t *testing.T) {
				b.look(at, l)
				if loaded := get[int](b, `performance.getEntriesByType('resource').length`); loaded > 0 {
					t.Errorf("it loads %d resources", loaded)
				}
				b.shot(filepath.Base(t.Name()))
				seen := get[[]text](b, texts)
				behind := b.seen(filepath.Base(t.Name()) + "-behind")
				background(t, behind, l.dark)
				for i, x := range seen {
					readable(t, x, behind)
					for _, y := range seen[:i] {
						// Glyphs fill less than the box of their line.
						if x.Left < y.Right-1 && y.Left < x.Right-1 && x.Top+x.Size*0.3 < y.Bottom-y.Size*0.3 && y.Top+y.Size*0.3 < x.Bottom-x.Size*0.3 {
							t.Errorf("%q is on %q", x.Text, y.Text)
						}
					}
				}
			})
		}
	}
}

func readable(t *testing.T, x text, behind image.Image) {
	t.Helper()
	size := behind.Bounds().Size()
	if x.Left < -0.5 || x.Right > float64(size.X)+0.5 || x.Top < -0.5 || x.Bottom > float64(size.Y)+0.5 {
		t.Errorf("%q is at %.0f to %.0f, %.0f to %.0f, outside of %v", x.Text, x.Left, x.Right, x.Top, x.Bottom, size)
		return
	}
	// Numbers of 64 disks and labels of 243 states have to be small.
	least := 9.0
	if strings.Trim(x.Text, "0123456789ABC") == "" {
		least = 5.5
	}
	if x.Size < least {
		t.Errorf("%q has a size of %.1f pixels; want at least %v", x.Text, x.Size, least)
	}
	under := x.Halo
	if under == "" {
		r, g, b, _ := behind.At(int((x.Left+x.Right)/2), int((x.Top+x.Bottom)/2)).RGBA()
		under = fmt.Sprintf("rgb(%d, %d, %d)", r>>8, g>>8, b>>8)
	}
	l1, l2 := luminance(t, x.Fill), luminance(t, under)
	if contrast := max(l1, l2) / min(l1, l2); contrast < 4.5 {
		t.Errorf("%q in %s on %s has a contrast of %.1f; want 4.5", x.Text, x.Fill, under, contrast)
	}
}

// luminance is that of WCAG 2.2, plus 0.05.
func luminance(t *testing.T, text string) float64 {
	t.Helper()
	var rgb [3]float64
	if _, err := fmt.Sscanf(text, "rgb(%f, %f, %f)", &rgb[0], &rgb[1], &rgb[2]); err != nil {
		t.Fatalf("colour %q: %v", text, err)
	}
	for i, c := range rgb {
		if c /= 255; c <= 0.04045 {
			rgb[i] = c / 12.92
		} else {
			rgb[i] = math.Pow((c+0.055)/1.055, 2.4)
		}
	}
	return 0.2126*rgb[0] + 0.7152*rgb[1] + 0.0722*rgb[2] + 0.05
}

// In an <img>, a picture has its proportions, and follows light and dark.
func TestImage(t *testing.T) {
	b := open(t, 1200, 900)
	at := file(t, "state.svg", func(w io.Writer) error { return picture.State(w, state("2011")) })
	page := file(t, "page.html", func(w io.Writer) error {
		_, err := io.WriteString(w, `<!doctype html><meta name="color-scheme" content="light dark"><body style="margin:0"><img src="`+at+`" style="max-width:100%">`)
		return err
	})
	for _, l := range []look{{320, 640, false, false}, {1200, 1200, true, false}} {
		b.look(page, l)
		size := get[[]float64](b, `(i => [i.naturalWidth, i.naturalHeight, i.width, i.height])(document.images[0])`)
		if size[0] < 300 || math.Abs(size[2]*size[1]-size[3]*size[0]) > size[0]*1.5 || size[2] > float64(l.width) {
			t.Errorf("the image has the sizes %v", size)
		}
		background(t, b.seen(fmt.Sprintf("image-%d", l.width)), l.dark)
	}
}

// After each move the disks are where the state has them. The button pauses all, by
// keyboard and by an address. For those who ask for reduced motion, nothing moves.
func TestAnimation(t *testing.T) {
	b := open(t, 1200, 900)
	r := path("0000", "2222")
	at := file(t, "path.svg", func(w io.Writer) error { return picture.Path(w, r) })
	l := look{width: 680, height: 400}
	b.look(at, l)
	for i := uint64(0); i <= r.Len(); i++ {
		// A pause before the first move is as long as a move; the end and the fading
		// take three.
		got := get[string](b, fmt.Sprintf(`(() => {
			for (const a of document.getAnimations()) {
				a.pause();
				a.currentTime = a.effect.getComputedTiming().duration * %v;
			}
			const inverse = document.documentElement.getScreenCTM().inverse();
			return [4, 3, 2, 1].map(disk => Math.round((inverse.multiply(document.getElementById('disk' + disk).getScreenCTM()).e - 60) / 110)).join('');
		})()`, (float64(i)+0.98)/float64(r.Len()+4)))
		if got != r.StateAt(i).String() {
			t.Errorf("after %d moves it shows %s; want %v", i, got, r.StateAt(i))
		}
	}

	playing := func(when string, want string) {
		t.Helper()
		got := get[[]string](b, `document.getAnimations().map(a => a.playState)`)
		if slices.Sort(got); len(got) != 6 || got[0] != want || got[5] != want { // four disks, the fading and the words
			t.Errorf("%s, the animations are %v; want 6 that are %s", when, got, want)
		}
	}
	b.look(at, l)
	playing("at first", "running")
	for _, want := range []string{"paused", "running", "paused"} {
		b.run(chromedp.KeyEvent(kb.Tab), chromedp.KeyEvent(kb.Enter))
		for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline) && get[string](b, `document.getAnimations()[0].playState`) != want; {
			time.Sleep(10 * time.Millisecond)
		}
		playing("after Tab and Enter", want)
	}
	b.look(at+"#pause", l)
	playing("at #pause", "paused")

	l.still = true
	b.look(at, l)
	if got := get[int](b, `document.getAnimations().length`); got > 0 {
		t.Errorf("with reduced motion there are %d animations", got)
	}
}
