//go:build e2e

package web

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/hanoigen/hanoi/internal/must"
)

// browser is a tab of Chromium, which go test -tags e2e needs.
type browser struct {
	t    *testing.T
	ctx  context.Context
	base string
}

type step = chromedp.Action[chromedp.Void]

// command is a command of the DevTools protocol as a step.
func command[P, R any](c cdp.Command[P, R], params P) step {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, c, params)
		return err
	})
}

// media sets the reader's preferences: features, each followed by its value.
func media(features ...string) step {
	var all []*emulation.MediaFeature
	for pair := range slices.Chunk(features, 2) {
		all = append(all, &emulation.MediaFeature{Name: pair[0], Value: pair[1]})
	}
	return command(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: all})
}

func window(width, height int64, mobile bool) step {
	return command(emulation.SetDeviceMetricsOverride,
		emulation.SetDeviceMetricsOverrideParams{Width: width, Height: height, DeviceScaleFactor: 1, Mobile: mobile})
}

// folder is where a proxy serves the game.
const folder = "/games/hanoi"

// open starts a browser, a server and a proxy. Every message in the browser's console is an
// error.
func open(t *testing.T, width, height int64, steps ...step) *browser {
	t.Helper()
	server := httptest.NewServer(Handler("localhost"))
	t.Cleanup(server.Close)
	proxy := httptest.NewServer(http.StripPrefix(folder, httputil.NewSingleHostReverseProxy(must.Get(url.Parse(server.URL)))))
	t.Cleanup(proxy.Close)
	ctx, cancel := chromedp.NewContext(t.Context(), chromedp.WithAllocatorOptions(chromedp.NoSandbox))
	b := &browser{t: t, ctx: ctx, base: proxy.URL + folder}
	b.run(chromedp.Navigate("about:blank"))
	messages, closed := chromedp.Console(ctx), make(chan bool)
	go func() {
		defer close(closed)
		for m, err := range messages {
			if err != nil {
				return
			}
			t.Errorf("the console says: %s", m)
		}
	}()
	t.Cleanup(func() {
		cancel()
		<-closed
	})
	b.run(append(steps, window(width, height, width < 500))...)
	return b
}

func (b *browser) run(steps ...step) {
	b.t.Helper()
	if err := chromedp.Do(b.ctx, steps...); err != nil {
		b.t.Fatal(err)
	}
}

// until evaluates an expression, in this page or the next, until its value is right.
func until[T any](b *browser, expression string, right func(T) bool) T {
	b.t.Helper()
	for deadline := time.Now().Add(2 * time.Minute); ; {
		value, err := chromedp.Run(b.ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
		if err == nil && right(value) {
			return value
		}
		if time.Now().After(deadline) {
			page, _ := chromedp.Run(b.ctx, chromedp.Evaluate[string]("location.href + ' says ' + document.querySelector('#status')?.textContent"))
			b.t.Fatalf("never right: %s is %v (%v)\n%s", expression, value, err, page)
		}
	}
}

func get[T any](b *browser, expression string) T {
	b.t.Helper()
	return until(b, expression, func(T) bool { return true })
}

// eventually waits until an expression is true.
func (b *browser) eventually(expression string) {
	b.t.Helper()
	until(b, expression, func(value bool) bool { return value })
}

// play takes steps, each a word and an argument. A check waits until it holds.
func (b *browser) play(steps ...string) {
	b.t.Helper()
	for _, s := range steps {
		word, about, _ := strings.Cut(s, " ")
		switch word {
		case "visit": // an address
			b.run(chromedp.Navigate(b.base + about))
			b.play("ready")
			b.run(chromedp.Evaluate[chromedp.Void]("window.mark = 1"))
		case "ready": // the first paint, since Chromium drops earlier clicks, and the script
			b.eventually("performance.getEntriesByType('paint').length > 0 && !document.querySelector('#keys').hidden")
		case "stays": // on the page that was visited: no other page was loaded
			b.eventually("window.mark === 1")
		case "do": // a script
			b.run(chromedp.Evaluate[chromedp.Void](about))
		case "true": // an expression
			b.eventually(about)
		case "at": // an address
			b.eventually(fmt.Sprintf("location.pathname + location.search === %q", folder+about))
		case "unfold":
			b.play("do document.querySelectorAll('details').forEach((d) => { d.open = true })")
		case "made": // moves
			b.eventually(fmt.Sprintf("document.querySelector('#made').textContent === %q", about))
		case "says": // the status
			b.eventually(fmt.Sprintf("document.querySelector('#status').textContent === %q", about))
		case "served": // the page equals the server's
			b.eventually(`(async () => {
				const page = new DOMParser().parseFromString(await (await fetch(location.href)).text(), "text/html");
				return ["#game", "#counts", "#status"].every((part) => page.querySelector(part).outerHTML === document.querySelector(part).outerHTML.replace("&nbsp;", ""))
					&& page.querySelector("#link").href === document.querySelector("#link").href
					&& page.querySelector("#graph").getAttribute("src") === document.querySelector("#graph").getAttribute("src");
			})()`)
		case "key":
			b.run(chromedp.KeyEvent(strings.NewReplacer("Tab", kb.Tab, "Enter", kb.Enter).Replace(about)))
		case "click": // a selector
			b.eventually(fmt.Sprintf("document.querySelector(%q) !== null", about))
			b.run(chromedp.Evaluate[chromedp.Void](fmt.Sprintf("document.querySelector(%q).scrollIntoView({ block: 'nearest', behavior: 'instant' })", about)))
			x, y := b.middle(about)
			b.drag(x, y, x, y)
		case "drag": // a selector to another
			from, to, _ := strings.Cut(about, " to ")
			x, y := b.middle(from)
			toX, toY := b.middle(to)
			b.drag(x, y, toX, toY)
		default:
			b.t.Fatalf("no such step: %s", s)
		}
	}
}

func (b *browser) middle(selector string) (x, y float64) {
	b.t.Helper()
	at := get[[]float64](b, fmt.Sprintf(`(() => { const r = document.querySelector(%q).getBoundingClientRect(); return [r.x + r.width/2, r.y + r.height/2] })()`, selector))
	return at[0], at[1]
}

// drag presses the mouse at a point and releases it at another.
func (b *browser) drag(x, y, toX, toY float64) {
	b.t.Helper()
	mouse := func(kind input.DispatchMouseEventType, x, y float64, button string) {
		b.t.Helper()
		b.run(chromedp.MouseEvent(kind, x, y, chromedp.Button(button), chromedp.ClickCount(1)))
	}
	mouse(input.DispatchMouseEventTypeMouseMoved, x, y, "none")
	mouse(input.DispatchMouseEventTypeMousePressed, x, y, "left")
	for i := range 5 {
		if x != toX || y != toY {
			mouse(input.DispatchMouseEventTypeMouseMoved, x+(toX-x)*float64(i+1)/5, y+(toY-y)*float64(i+1)/5, "left")
		}
	}
	mouse(input.DispatchMouseEventTypeMouseReleased, toX, toY, "left")
}

const beginning = "says Click a peg to lift its top disk, then the peg to drop it on. Never put a larger disk on a smaller one."

func TestClick(t *testing.T) {
	b := open(t, 1200, 900)
	b.play("visit /?n=2",
		"click #peg-A", "says Disk 1 of A is in hand. Choose a peg for it.", "click #peg-B", "at /?n=2&moves=B", "made 1", "served",
		"click #peg-A", "says Disk 2 of A is in hand. Choose a peg for it.", "click #peg-C", "made 2", "served",
		"click #peg-B", "click #peg-C", "made 3", "served", "says ★ Well done! 3 moves, the fewest possible.", "stays")

	// The link copies the game, and a win leads to the next size.
	b.play("unfold", "do navigator.clipboard.writeText = async (text) => { window.copied = text }",
		"click #link", "true document.querySelector('#link').textContent === 'Copied'", "true window.copied === location.href",
		"click #larger", "at /?n=3", "do history.back()", "made 3", "ready")

	// Back is undo, move by move, and forward is redo. Neither stops at a disk in hand or at
	// a refused move.
	b.play("do window.mark = 1", "do history.back()", "made 2", "served", "do history.back()", "made 1", "do history.back()", "made 0", "at /?n=2",
		"click #peg-C", "says Not allowed: C has no disk to take.",
		"click #peg-C", "true document.querySelector('#status').textContent === 'Not allowed: C has no disk to take.\u00a0'", "click #peg-A", "click #peg-B", "at /?n=2&moves=B", "do history.back()", "at /?n=2",
		"do history.forward()", "made 1", "click #peg-A", "says Disk 2 of A is in hand. Choose a peg for it.",
		"click #peg-B", "says Not allowed: disk 2 cannot lie on the smaller disk 1.", "click #peg-C", "at /?n=2&moves=F",
		"do history.back()", "at /?n=2&moves=B", "do history.forward()", "at /?n=2&moves=F", "stays",
		"click #hint", "says Best: disk 1 from B to C.", "click #best0", "made 3", "served")
}

// TestOtherClicks: the script ignores clicks that open another tab or window.
func TestOtherClicks(t *testing.T) {
	open(t, 1200, 900).play("visit /?n=3", `do window.taken = [];
		addEventListener("click", (event) => { window.taken.push(event.defaultPrevented); event.preventDefault(); });
		for (const held of ["ctrlKey", "metaKey", "shiftKey", "altKey"])
			for (const at of ["#peg-A", "#link"])
				document.querySelector(at).dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, [held]: true }))`,
		"true window.taken.length === 8 && !window.taken.includes(true)")
}

func TestSolve(t *testing.T) {
	b := open(t, 1200, 900)
	b.play("visit /?n=5", `do window.announced = []; new MutationObserver((all) => {
			if (all[0].target.ariaLive !== "off") window.announced.push(all[0].target.textContent);
		}).observe(document.querySelector("#status"), { childList: true })`, "click #solve", "true +document.querySelector('#made').textContent > 2", "click #stop",
		"true document.querySelector('#solve') !== null", "served", "click #solve", "click #end", "made 31", "served",
		"true window.announced.length === 4", // the beginning and the end of both films
		"click #result", "true getSelection().toString() === document.querySelector('#result').textContent", "unfold",
		"do navigator.clipboard.writeText = async () => {}", "click #link", "true document.querySelector('#link').textContent === 'Copied'",
		"click #undo", "true document.querySelector('#link').textContent === 'Copy link'",
		"do history.go(-3)", "at /?n=5", "made 0") // Back skips the frames
}

func TestKeyboard(t *testing.T) {
	b := open(t, 1200, 900)
	b.play("visit /?n=3", "key 1", "says Disk 1 of A is in hand. Choose a peg for it.", "key 3", "says Disk 1 from A to C.",
		"key a", "says Disk 2 of A is in hand. Choose a peg for it.", "key b", "says Disk 2 from A to B.", "made 2",
		"do for (const held of ['ctrlKey', 'metaKey', 'altKey']) document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'R', [held]: true, bubbles: true }))", "served",
		"key u", "says Disk 1 from A to C.", "key h", "says Best: disk 2 from A to B.", "made 1", "key R", beginning, "made 0", "key u", "made 1", "served", "stays",
		"unfold", "click input[name=n]", "key 1", "click #peg-B", "says Not allowed: B has no disk to take.", "stays")

	// Caps Lock changes no key: R is redo, and only with Shift restart.
	b.play("visit /?n=3&moves=21&undone=1")
	for _, key := range []string{"key: 'R'", "key: 'U'", "key: 'H'", "key: 'A'", "key: 'C'", "key: 'r', shiftKey: true"} {
		b.play(fmt.Sprintf("do document.body.dispatchEvent(new KeyboardEvent('keydown', { %s, bubbles: true }))", key))
	}
	b.play("at /?n=3&ended=moves%3D2l%26hints%3D1", "served")

	// With the keys off, Tab and Enter are enough. The focus is visible and stays.
	b.play("unfold", "click #keys input", "key 1", "visit /?n=3", "true !document.querySelector('#keys input').checked", "key TabTab",
		"true document.activeElement.id === 'peg-A' && parseFloat(getComputedStyle(document.activeElement).outlineWidth) >= 2",
		"key 2Enter", "says Disk 1 of A is in hand. Choose a peg for it.", "true document.activeElement.id === 'peg-A'",
		"key TabTab", "true document.activeElement.id === 'peg-C'", "key Enter", "made 1")
}

func TestDrag(t *testing.T) {
	b := open(t, 1200, 900)
	b.play("visit /?n=3", "drag #peg-A .top to #peg-C", "made 1", "drag #peg-A .top to #peg-B", "made 2",
		"drag #peg-A .top to #peg-B", "says Not allowed: disk 3 cannot lie on the smaller disk 2.", "made 2",
		"drag #peg-C .top to #peg-B", "made 3", "served", "stays", "do history.back()", "made 2",
		"click #peg-A", "says Disk 3 of A is in hand. Choose a peg for it.")

	// A film continues after a drag that ends beside the pegs, or where it began.
	b.play("visit /?n=12", "click #solve", "true document.querySelector('#stop') !== null")
	for _, least := range []float64{1195, 0} {
		x, y := b.middle("#peg-A") // its disk may be gliding
		b.drag(x, y, max(x+40, least), y)
		made := get[int](b, "+document.querySelector('#made').textContent")
		b.eventually(fmt.Sprintf("+document.querySelector('#made').textContent > %d", made+2))
	}
}

func TestTouch(t *testing.T) {
	b := open(t, 320, 700, command(emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: true}))
	b.play("visit /?n=3")
	x, y := b.middle("#peg-A .top")
	toX, toY := b.middle("#peg-B")
	touch := func(kind input.DispatchTouchEventType, points ...*input.TouchPoint) {
		b.run(command(input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: points}))
	}
	touch(input.DispatchTouchEventTypeTouchStart, &input.TouchPoint{X: x, Y: y})
	for i := range 5 {
		touch(input.DispatchTouchEventTypeTouchMove, &input.TouchPoint{X: x + (toX-x)*float64(i+1)/5, Y: y + (toY-y)*float64(i+1)/5})
	}
	touch(input.DispatchTouchEventTypeTouchEnd)
	b.play("made 1", "served")
}

func TestWithoutScript(t *testing.T) {
	b := open(t, 1200, 900, command(emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true}))
	b.run(chromedp.Navigate(b.base + "/?n=2"))
	for _, step := range strings.Fields("peg-A:0 peg-B:1 undo:0 redo:1 hint:1 best0:2 solve:3 restart:0 undo:3 restart:0 solve:1 next:2 stop:2 undo:0 solve:1 end:3") {
		link, made, _ := strings.Cut(step, ":")
		before := get[string](b, "location.href")
		b.play("true performance.getEntriesByType('paint').length > 0", "click #"+link, fmt.Sprintf("true location.href !== %q", before), "made "+made)
	}
	b.play("click summary")
	b.run(chromedp.SetValue(chromedp.CSS("input[name=n]"), "64"), chromedp.Submit(chromedp.CSS("form")))
	b.play("at /?n=64")
}

// TestScreens: on wide screens and telephones, pages fit in the width, buttons are large enough
// and visible without scrolling, and numbers fit in their disks.
func TestScreens(t *testing.T) {
	for i, size := range [][2]int64{{1600, 900}, {800, 1000}, {360, 740}, {844, 390}, {320, 700}} {
		b := open(t, size[0], size[1], media("prefers-color-scheme", []string{"light", "dark"}[i%2]))
		for _, address := range []string{"/", "/?n=5&moves=2F&hints=1&hint=1", "/?moves=.1.&to=0&from=" + strings.Repeat("0", 63) + "1", "/?n=64", "/?n=12&moves=.100.&play=1"} {
			b.play("visit " + address)
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
				"invisible": `[...document.querySelectorAll(".disk")].filter((e) => getComputedStyle(e.children[0]).fill === getComputedStyle(e.children[1]).fill)`,
				"smaller than it could be": `[...document.querySelectorAll(".board")].filter((e) => {
					const below = innerHeight - document.querySelector("nav").getBoundingClientRect().bottom;
					return e.offsetWidth < 0.95 * document.querySelector("main").offsetWidth && below > 0.1 * innerHeight;
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

// TestMotion: disks glide, unless the reader prefers reduced motion.
func TestMotion(t *testing.T) {
	for motion, want := range map[string]string{"no-preference": "1", "reduce": "0"} {
		b := open(t, 1200, 900, media("prefers-reduced-motion", motion))
		b.play("visit /?n=3&pick=A", "do window.glides = 0; Element.prototype.animate = function () { window.glides++; }",
			"click #peg-C", "made 1", "true window.glides === "+want)
	}
}
