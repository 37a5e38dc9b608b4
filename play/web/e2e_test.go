//go:build e2e

package web

import (
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/hanoigen/hanoi/play/game"

	"github.com/hanoigen/hanoi/internal/must"
)

func TestClick(t *testing.T) {
	b := open(t, 1200, 900)
	b.visit("/?n=3")
	stays := b.stays()
	p := must.Get(game.Parse(3, "", ""))
	for g := game.New(p); !g.Solved(); {
		m := g.Best()[0]
		b.click("#peg-" + game.Letters[m.From])
		b.says("#status", fmt.Sprintf("Disk %d of %s is in hand. Choose a peg for it.", m.Disk, game.Letters[m.From]))
		b.click("#peg-" + game.Letters[m.To])
		must.Do(g.Move(m.From, m.To))
		b.at(Link(g))
		b.made(g.Made().String())
		b.asServed()
	}
	b.says("#status", "Well done! 7 moves: nobody can do it in fewer.")
	stays()

	// The link copies the game, and a win leads to the next size.
	b.do("navigator.clipboard.writeText = async (text) => { window.copied = text }")
	b.click("#link")
	b.says("#link", "Copied")
	b.eventually("window.copied === location.href")
	b.click("#larger")
	b.at("/?n=4")
	b.do("history.back()")
	b.made("7")
	stays = b.stays()

	// Back is undo, move by move, and forward is redo.
	for made := 6; made >= 0; made-- {
		b.do("history.back()")
		b.made(fmt.Sprint(made))
		b.asServed()
	}
	b.at("/?n=3")
	b.do("history.forward()")
	b.made("1")
	stays()

	// What is not allowed is said, and the disk stays in hand.
	b.click("#peg-A")
	b.click("#peg-C")
	b.says("#status", "Not allowed: disk 2 cannot lie on disk 1, which is smaller.")
	b.click("#peg-B")
	b.made("2")
	b.click("#hint")
	b.says("#status", "Best: disk 1 from C to B.")
	b.click("#best0")
	b.made("3")
	b.asServed()
}

// TestOtherClicks: a click that asks the browser for another tab or window is the browser's.
func TestOtherClicks(t *testing.T) {
	b := open(t, 1200, 900)
	b.visit("/?n=3")
	for _, held := range []string{"ctrlKey", "metaKey", "shiftKey", "altKey"} {
		for _, selector := range []string{"#peg-A", "#link"} {
			if get[bool](b, fmt.Sprintf(`(() => {
				let taken;
				addEventListener("click", (event) => { taken = event.defaultPrevented; event.preventDefault(); }, { once: true });
				document.querySelector(%q).dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, %s: true }));
				return taken;
			})()`, selector, held)) {
				t.Errorf("a click on %s with %s is taken by the script", selector, held)
			}
		}
	}
}

// TestSolve lets the solution run, stops it and lets it go on.
func TestSolve(t *testing.T) {
	b := open(t, 1200, 900)
	b.visit("/?n=5")
	b.click("#solve")
	b.eventually("+document.querySelector('#made').textContent > 2")
	b.click("#stop")
	b.eventually("document.querySelector('#solve') !== null")
	b.asServed()
	b.click("#solve")
	b.click("#end")
	b.made("31")
	b.asServed()
}

func TestKeyboard(t *testing.T) {
	b := open(t, 1200, 900)
	b.visit("/?n=3")
	b.painted()
	stays := b.stays()
	for _, step := range []struct{ keys, made, status string }{
		{"13", "1", "Disk 1 from A to C."},
		{"ab", "2", "Disk 2 from A to B."},
		{"u", "1", "Disk 1 from A to C."},
		{"h", "1", "Best: disk 2 from A to B."},
		{"R", "0", "Click a peg to lift its top disk, then the peg where it goes. Never put a larger disk on a smaller one."},
	} {
		for _, key := range step.keys {
			before := b.address()
			b.run(chromedp.KeyEvent(string(key)))
			b.eventually(fmt.Sprintf("location.pathname + location.search !== %q", before))
		}
		b.made(step.made)
		b.says("#status", step.status)
	}
	stays()

	// With the keys off, Tab and Enter are enough, and the focus shows and stays.
	b.run(chromedp.Click(chromedp.CSS("#keys input")), chromedp.KeyEvent("1"))
	b.visit("/?n=3")
	b.painted()
	b.run(chromedp.KeyEvent(kb.Tab))
	b.eventually(`document.activeElement.id === "peg-A" && parseFloat(getComputedStyle(document.activeElement).outlineWidth) >= 2`)
	b.run(chromedp.KeyEvent("2"), chromedp.KeyEvent(kb.Enter))
	b.says("#status", "Disk 1 of A is in hand. Choose a peg for it.")
	b.eventually(`document.activeElement.id === "peg-A"`)
	b.run(chromedp.KeyEvent(kb.Tab), chromedp.KeyEvent(kb.Tab))
	b.eventually(`document.activeElement.id === "peg-C"`)
	b.run(chromedp.KeyEvent(kb.Enter))
	b.made("1")
}

// drag presses the mouse on an element and releases it at a place.
func (b *browser) drag(from string, tx, ty float64) {
	b.t.Helper()
	b.painted()
	x, y := b.middle(from)
	b.mouse(input.DispatchMouseEventTypeMouseMoved, x, y)
	b.mouse(input.DispatchMouseEventTypeMousePressed, x, y)
	for i := range 5 {
		b.mouse(input.DispatchMouseEventTypeMouseMoved, x+(tx-x)*float64(i+1)/5, y+(ty-y)*float64(i+1)/5)
	}
	b.mouse(input.DispatchMouseEventTypeMouseReleased, tx, ty)
}

func TestDrag(t *testing.T) {
	b := open(t, 1200, 900)
	b.visit("/?n=3")
	stays := b.stays()
	drag := func(from, to string) {
		t.Helper()
		b.painted()
		x, y := b.middle(to)
		b.drag(from, x, y)
	}
	drag("#peg-A .top", "#peg-C")
	b.made("1")
	drag("#peg-A .top", "#peg-B")
	b.made("2")
	drag("#peg-A .top", "#peg-B")
	b.says("#status", "Not allowed: disk 3 cannot lie on disk 2, which is smaller.")
	b.made("2")
	drag("#peg-C .top", "#peg-B")
	b.made("3")
	b.asServed()
	stays()
	b.do("history.back()")
	b.made("2")

	// A solution goes on after a drag that ends beside the pegs, or where it began.
	b.visit("/?n=5")
	b.click("#solve")
	b.eventually("document.querySelector('#stop') !== null")
	b.drag("#peg-A .top", 1195, 800)
	x, y := b.middle("#peg-A")
	b.drag("#peg-A .top", x, y)
	b.says("#status", "Solved in 31 moves, 31 of them by the computer. Can you do it alone?")
}

func TestTouch(t *testing.T) {
	b := open(t, 320, 700, command(emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: true}))
	b.visit("/?n=3")
	b.painted()
	x, y := b.middle("#peg-A .top")
	tx, ty := b.middle("#peg-B")
	touch := func(kind input.DispatchTouchEventType, points ...*input.TouchPoint) step {
		return command(input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: points})
	}
	b.run(touch(input.DispatchTouchEventTypeTouchStart, &input.TouchPoint{X: x, Y: y}))
	for i := range 5 {
		b.run(touch(input.DispatchTouchEventTypeTouchMove, &input.TouchPoint{X: x + (tx-x)*float64(i+1)/5, Y: y + (ty-y)*float64(i+1)/5}))
	}
	b.run(touch(input.DispatchTouchEventTypeTouchEnd))
	b.made("1")
	b.asServed()
}

func TestWithoutScript(t *testing.T) {
	b := open(t, 1200, 900, command(emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true}))
	b.visit("/?n=2")
	for _, step := range []struct{ selector, made string }{
		{"#peg-A", "0"}, {"#peg-B", "1"}, {"#undo", "0"}, {"#redo", "1"}, {"#hint", "1"}, {"#best0", "2"}, {"#solve", "3"}, {"#restart", "0"},
		{"#solve", "1"}, {"#next", "2"}, {"#stop", "2"}, {"#undo", "0"}, {"#solve", "1"}, {"#end", "3"},
	} {
		before := b.address()
		b.click(step.selector)
		// Without a script nothing can be awaited in the page: ask from outside.
		for deadline := time.Now().Add(20 * time.Second); b.address() == before || b.text("#made") != step.made; {
			if time.Now().After(deadline) {
				t.Fatalf("after %s: made %s at %s; want %s", step.selector, b.text("#made"), b.address(), step.made)
			}
		}
	}
	b.run(chromedp.SetValue(chromedp.CSS("input[name=n]"), "64"), chromedp.Submit(chromedp.CSS("form")))
	if b.address() != "/?n=64" {
		t.Errorf("the form led to %s", b.address())
	}
}

// TestScreens looks at pages on a wide screen and on a telephone, light and dark: no
// page is wider than its screen, what can be pressed is large enough, numbers are within
// their disks, and the buttons are above the fold.
func TestScreens(t *testing.T) {
	pages := map[string]string{
		"start":  "/",
		"middle": "/?n=5&moves=2F&hints=1&hint=1",
		"win":    "/?n=3&moves=21C",
		"64":     "/?n=64",
		"play":   "/?n=12&moves=.100.&play=1",
	}
	for _, size := range [][2]int64{{1280, 800}, {390, 844}, {844, 390}, {320, 700}} {
		b := open(t, size[0], size[1])
		_, wrong := Page("n=0") // its status is an error, which the console would tell
		b.visit("/")
		b.do(fmt.Sprintf("document.body.innerHTML = %q", wrong))
		b.eventually(`document.querySelector("#right").getBoundingClientRect().left === document.querySelector("#error").getBoundingClientRect().left`)
		for name, address := range pages {
			for _, scheme := range []string{"light", "dark"} {
				b.run(media("prefers-color-scheme", scheme))
				b.visit(address)
				if shots != "" {
					b.eventually("[...document.images].every((i) => i.complete) && document.getAnimations().length === 0")
					b.shot(fmt.Sprintf("%s-%dx%d-%s", name, size[0], size[1], scheme))
				}
			}
			b.eventually(fmt.Sprintf("document.scrollingElement.scrollWidth <= %d", size[0]))
			for what, wrong := range map[string]string{
				"smaller than 24 px": `[...document.querySelectorAll(".peg, .button, button, input")].filter((e) => {
					const r = e.getBoundingClientRect();
					return r.height && (r.width < 24 || r.height < 24);
				})`,
				"wider than its disk": `[...document.querySelectorAll(".disk")].filter((e) => {
					const box = e.querySelector("rect").getBoundingClientRect(), text = e.querySelector("text").getBoundingClientRect();
					return text.left < box.left || text.right > box.right;
				})`,
				"below the fold": `[...document.querySelectorAll("nav .button")].filter((e) => e.getBoundingClientRect().bottom > innerHeight)`,
			} {
				if elements := get[[]string](b, wrong+".map((e) => e.outerHTML)"); len(elements) > 0 {
					t.Errorf("%dx%d, %s: %s: %q", size[0], size[1], address, what, elements)
				}
			}
			phone := size[0] < 500 || size[1] < 500
			if shown := get[bool](b, `document.querySelector("#keys").getBoundingClientRect().height > 0`); shown == phone {
				t.Errorf("%dx%d: the list of keys is shown: %t", size[0], size[1], shown)
			}
		}
	}
}

// TestMotion: disks glide, but not where the reader asks for none.
func TestMotion(t *testing.T) {
	for motion, want := range map[string]string{"no-preference": "1", "reduce": "0"} {
		b := open(t, 1200, 900, media("prefers-reduced-motion", motion))
		b.visit("/?n=3&pick=A")
		b.do(`window.glides = 0; Element.prototype.animate = function () { window.glides++; }`)
		b.click("#peg-C")
		b.made("1")
		b.eventually("window.glides === " + want)
	}
}
