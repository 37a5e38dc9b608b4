//go:build e2e

package web

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image/color"
	"image/png"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/must"
	"github.com/hanoigen/hanoi/internal/number"
	"github.com/hanoigen/hanoi/picture"
)

// Pictures of package picture in a real browser.

func state(text string) hanoi.State { return must.Get(hanoi.ParseState(text)) }

func path(from, to string) *hanoi.Route { return must.Get(hanoi.Path(state(from), state(to))) }

// file writes a file and returns its address.
func file(t *testing.T, name string, write func(io.Writer) error) string {
	t.Helper()
	var b bytes.Buffer
	must.Do(write(&b))
	at := filepath.Join(t.TempDir(), name)
	must.Do(os.WriteFile(at, b.Bytes(), 0o644))
	return (&url.URL{Scheme: "file", Path: at}).String()
}

// look loads a page and checks its background.
func (b *browser) look(address string, width, height int64, scheme, motion string) {
	b.t.Helper()
	b.run(window(width, height, false), media("prefers-color-scheme", scheme, "prefers-reduced-motion", motion),
		chromedp.Navigate("about:blank"), // or another fragment would not load the page again
		chromedp.Navigate(address))
	shot := must.Get(png.Decode(bytes.NewReader(must.Get(chromedp.Run(b.ctx, chromedp.FullScreenshot(100))))))
	want := map[string]color.RGBA{"light": {0xff, 0xff, 0xff, 0xff}, "dark": {0x0d, 0x11, 0x17, 0xff}}[scheme]
	if got := color.RGBAModel.Convert(shot.At(2, 2)); got != want {
		b.t.Errorf("the background is %v; want %v", got, want)
	}
}

// text is a visible text.
type text struct {
	Text                     string
	Left, Top, Right, Bottom float64
	Size                     float64 // of the font, in pixels
}

// texts finds the visible texts. The box of a <tspan> is the box of its <text>.
const texts = `(() => {
	document.getAnimations().forEach(a => a.pause());
	return [...document.querySelectorAll('text')].filter(e => e.getBoundingClientRect().width > 0).map(e => {
		const line = e.children.length ? e.children[0] : e; // of several lines, the first is in the window
		const first = line.getExtentOfChar(0), last = line.getExtentOfChar(line.getNumberOfChars() - 1);
		const at = (x, y) => new DOMPoint(x, y).matrixTransform(line.getScreenCTM());
		const from = at(first.x, first.y), to = at(last.x + last.width, last.y + last.height), size = parseFloat(getComputedStyle(e).fontSize) * e.getScreenCTM().a;
		return {text: line.textContent, left: from.x, top: from.y, right: to.x, bottom: to.y, size};
	});
})()`

// TestText: a picture loads nothing, and all its text is inside the window, large enough, and
// not on other text.
func TestText(t *testing.T) {
	b := open(t, 1200, 900)
	zeros, ones := strings.Repeat("0", 64), strings.Repeat("1", 64)
	for name, o := range map[string]picture.GraphOptions{
		"2011":  {},
		zeros:   {},
		"022":   {Path: path("022", "202")},
		"0000":  {Solution: true, State: state("2011")},
		"00000": {Path: path("00000", "20110"), Letters: true},
		"01020": {Path: path("01020", "20110"), Solution: true, Naming: 2, State: state("11022"), Letters: true},
		ones:    {Path: path(zeros, ones), Solution: true, State: state("2" + ones[1:])},
	} {
		at := file(t, "picture.svg", func(w io.Writer) error {
			if o == (picture.GraphOptions{}) {
				return picture.State(w, state(name), picture.Options{})
			}
			return picture.Graph(w, len(name), o)
		})
		for _, l := range []struct {
			size           int64
			scheme, motion string
		}{{320, "light", "no-preference"}, {1200, "dark", "no-preference"}, {320, "dark", "reduce"}} {
			t.Run(fmt.Sprintf("%.8s-%d-%s", name, l.size, l.scheme), func(t *testing.T) {
				b.t = t
				b.look(at, l.size, max(l.size, 640), l.scheme, l.motion)
				if loaded := get[int](b, `performance.getEntriesByType('resource').length`); loaded > 0 {
					t.Errorf("it loads %d resources", loaded)
				}
				seen := get[[]text](b, texts)
				for i, x := range seen {
					if x.Left < -0.5 || x.Right > float64(l.size)+0.5 || x.Top < -0.5 || x.Bottom > float64(max(l.size, 640))+0.5 {
						t.Errorf("%q is at %.0f to %.0f, %.0f to %.0f, outside of the window", x.Text, x.Left, x.Right, x.Top, x.Bottom)
					}
					// The numbers of 64 disks have to be small.
					if label := strings.Trim(x.Text, "0123456789ABC") == ""; x.Size < 5.5 || x.Size < 9 && !label {
						t.Errorf("%q has a size of %.1f pixels", x.Text, x.Size)
					}
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

// shown sets the time of all animations, and describes what the picture shows: the peg of each
// disk, or "-" in flight, and the words. Times are fractions of the whole.
const shown = `((times) => {
	const words = document.querySelector('.words'), top = words.getScreenCTM().f;
	return times.map((time) => {
		for (const a of document.getAnimations()) {
			a.pause();
			a.currentTime = a.effect.getComputedTiming().duration * time;
		}
		const screen = document.documentElement.getScreenCTM();
		const pegs = [...document.querySelectorAll('.disk')].map((disk) => {
			const at = screen.inverse().multiply(disk.getScreenCTM());
			return at.f < 9 ? '-' : Math.round((at.e - 60) / 110);
		});
		const line = (top - words.getScreenCTM().f) / screen.d / 22;
		return pegs.join('') + ' ' + words.children[Math.round(line)].textContent;
	});
})(%s)`

// TestAnimation: during and after each move, the disks are where they belong, with the words for
// the move. With reduced motion, nothing moves.
func TestAnimation(t *testing.T) {
	b := open(t, 1200, 900)
	look := func(address, motion string) { b.look(address, 680, 400, "light", motion) }
	at := ""
	for _, r := range []*hanoi.Route{path("0", "1"), must.Get(hanoi.DirectPath(state("10011"), state("01100"))), path("000000", "000222"), path("0000", "2222")} {
		at = file(t, "path.svg", func(w io.Writer) error { return picture.Path(w, r, picture.Options{}) })
		look(at, "no-preference")
		// Each move takes a part of the time, and so does the pause before the first. The pause
		// and the fading after the last take three.
		parts := float64(r.Len() + 4)
		rest := r.StateAt(0).String() + " " + number.Count(r.Len(), "move")
		want, times := []string{rest, rest}, []float64{0, 0.999}
		for i, m := range r.All() {
			before, words := r.StateAt(i-1).String(), fmt.Sprintf("%d of %d: %v", i, r.Len(), m)
			flying := len(before) - int(m.Disk)
			want = append(want, before[:flying]+"-"+before[flying+1:]+" "+words, r.StateAt(i).String()+" "+words)
			times = append(times, (float64(i)+0.5)/parts, (float64(i)+0.98)/parts)
		}
		if got := get[[]string](b, fmt.Sprintf(shown, must.Get(json.Marshal(times)))); !slices.Equal(got, want) {
			t.Errorf("%v shows\n%q\nwant\n%q", r, got, want)
		}
	}
	look(at, "reduce")
	b.play("true document.getAnimations().length === 0")
}
