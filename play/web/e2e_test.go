//go:build e2e

package web

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

const beginning = "says Click a peg to lift its top disk, then the peg to drop it on. Never put a larger disk on a smaller one."

func TestClick(t *testing.T) {
	b := open(t, 1200, 900)
	b.play("visit /?n=2",
		"click #peg-A", "says Disk 1 of A is in hand. Choose a peg for it.", "click #peg-B", "at /?n=2&moves=B", "made 1", "served",
		"click #peg-A", "says Disk 2 of A is in hand. Choose a peg for it.", "click #peg-C", "made 2", "served",
		"click #peg-B", "click #peg-C", "made 3", "served", "says Well done! 3 moves, the fewest possible.", "stays")

	// The link copies the game, and a win leads to the next size.
	b.play("do navigator.clipboard.writeText = async (text) => { window.copied = text }",
		"click #link", "true document.querySelector('#link').textContent === 'Copied'", "true window.copied === location.href",
		"click #larger", "at /?n=3", "do history.back()", "made 3")

	// Back is undo, move by move, and forward is redo. Neither stops at a disk in hand or at
	// a refused move.
	b.play("do window.mark = 1", "do history.back()", "made 2", "served", "do history.back()", "made 1", "do history.back()", "made 0", "at /?n=2",
		"click #peg-C", "says Not allowed: C has no disk to take.", "click #peg-A", "click #peg-B", "at /?n=2&moves=B", "do history.back()", "at /?n=2",
		"do history.forward()", "made 1", "click #peg-A", "says Disk 2 of A is in hand. Choose a peg for it.",
		"click #peg-B", "says Not allowed: disk 2 cannot lie on the smaller disk 1.", "click #peg-C", "at /?n=2&moves=F",
		"do history.back()", "at /?n=2&moves=B", "do history.forward()", "at /?n=2&moves=F", "stays",
		"click #hint", "says Best: disk 1 from B to C.", "click #best0", "made 3", "served")
}

// TestOtherClicks: the script leaves clicks that ask for another tab or window to the browser.
func TestOtherClicks(t *testing.T) {
	b := open(t, 1200, 900)
	b.play("visit /?n=3")
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

func TestSolve(t *testing.T) {
	b := open(t, 1200, 900)
	b.play("visit /?n=5", "click #solve", "true +document.querySelector('#made').textContent > 2", "click #stop",
		"true document.querySelector('#solve') !== null", "served", "click #solve", "click #end", "made 31", "served")
}

func TestKeyboard(t *testing.T) {
	b := open(t, 1200, 900)
	b.play("visit /?n=3", "key 1", "says Disk 1 of A is in hand. Choose a peg for it.", "key 3", "says Disk 1 from A to C.",
		"key a", "says Disk 2 of A is in hand. Choose a peg for it.", "key b", "says Disk 2 from A to B.", "made 2",
		"key u", "says Disk 1 from A to C.", "key h", "says Best: disk 2 from A to B.", "made 1", "key R", beginning, "made 0", "stays")

	// With the keys off, Tab and Enter are enough, and the focus shows and stays.
	b.play("click #keys input", "key 1", "visit /?n=3", "key Tab",
		"true document.activeElement.id === 'peg-A' && parseFloat(getComputedStyle(document.activeElement).outlineWidth) >= 2",
		"key 2Enter", "says Disk 1 of A is in hand. Choose a peg for it.", "true document.activeElement.id === 'peg-A'",
		"key TabTab", "true document.activeElement.id === 'peg-C'", "key Enter", "made 1")
}

func TestDrag(t *testing.T) {
	b := open(t, 1200, 900)
	b.play("visit /?n=3", "drag #peg-A .top to #peg-C", "made 1", "drag #peg-A .top to #peg-B", "made 2",
		"drag #peg-A .top to #peg-B", "says Not allowed: disk 3 cannot lie on the smaller disk 2.", "made 2",
		"drag #peg-C .top to #peg-B", "made 3", "served", "stays", "do history.back()", "made 2")

	// A film continues after a drag that ends beside the pegs, or where it began.
	b.play("visit /?n=5", "click #solve", "true document.querySelector('#stop') !== null")
	x, y := b.middle("#peg-A .top")
	b.drag(x, y, 1195, 800)
	b.play("drag #peg-A .top to #peg-A", "says Solved in 31 moves, 31 of them by the computer. Can you do it alone?")
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
	for _, step := range []struct{ selector, made string }{
		{"#peg-A", "0"}, {"#peg-B", "1"}, {"#undo", "0"}, {"#redo", "1"}, {"#hint", "1"}, {"#best0", "2"}, {"#solve", "3"}, {"#restart", "0"},
		{"#solve", "1"}, {"#next", "2"}, {"#stop", "2"}, {"#undo", "0"}, {"#solve", "1"}, {"#end", "3"},
	} {
		before := get[string](b, "location.href")
		b.play("true performance.getEntriesByType('paint').length > 0", "click "+step.selector, fmt.Sprintf("true location.href !== %q", before), "made "+step.made)
	}
	b.run(chromedp.SetValue(chromedp.CSS("input[name=n]"), "64"), chromedp.Submit(chromedp.CSS("form")))
	b.play("at /?n=64")
}

// TestScreens: on a wide screen and on telephones no page is wider than its screen, what can
// be pressed is large enough, numbers are within their disks, and the buttons are above the
// fold.
func TestScreens(t *testing.T) {
	for _, size := range [][2]int64{{1280, 800}, {390, 844}, {844, 390}, {320, 700}} {
		b := open(t, size[0], size[1])
		_, wrong := page("n=0") // an error status would be a complaint of the console
		b.play("visit /", fmt.Sprintf("do document.body.innerHTML = %q", wrong),
			"true document.querySelector('#right').getBoundingClientRect().left === document.querySelector('#error').getBoundingClientRect().left")
		for _, address := range []string{"/", "/?n=5&moves=2F&hints=1&hint=1", "/?n=3&moves=21C", "/?n=64", "/?n=12&moves=.100.&play=1"} {
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
