//go:build e2e

package web

import (
	"context"
	"fmt"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// The page in a real browser: go test -tags e2e, with Chromium installed. With
// HANOIPLAY_SHOTS naming a folder, pictures of the pages are left there.

// browser is a tab, and the complaints of its console.
type browser struct {
	t    *testing.T
	ctx  context.Context
	base string

	started    bool
	held       string // the mouse button: left, or none
	mu         sync.Mutex
	complaints []string
}

type step = chromedp.Action[chromedp.Void]

// command is a command of the DevTools protocol as a step.
func command[P, R any](c cdp.Command[P, R], params P) step {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, c, params)
		return err
	})
}

// media sets what the reader prefers: features, each followed by its value.
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

// open starts a browser and a server.
func open(t *testing.T, width, height int64, steps ...step) *browser {
	t.Helper()
	program := ""
	for _, name := range []string{"chromium-headless-shell", "chromium", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			program = path
			break
		}
	}
	if program == "" {
		t.Fatal("no chromium-headless-shell, chromium or google-chrome is installed")
	}
	server := httptest.NewServer(Handler("localhost"))
	t.Cleanup(server.Close)
	ctx, cancel := chromedp.NewContext(t.Context(), chromedp.WithAllocatorOptions(chromedp.ExecPath(program), chromedp.NoSandbox))
	t.Cleanup(cancel)
	b := &browser{t: t, ctx: ctx, base: server.URL, held: "none"}
	b.run(chromedp.Navigate("about:blank"))
	messages := chromedp.Console(ctx)
	go func() {
		for m, err := range messages {
			if err != nil {
				return // the browser is closed
			}
			b.mu.Lock()
			b.complaints = append(b.complaints, m.String())
			b.mu.Unlock()
		}
	}()
	b.run(append(steps, window(width, height, width < 500))...)
	t.Cleanup(func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		for _, complaint := range b.complaints {
			t.Errorf("the console says: %s", complaint)
		}
	})
	return b
}

func (b *browser) run(steps ...step) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, time.Minute)
	if !b.started {
		ctx, cancel = b.ctx, func() {} // a timeout would end the browser
		b.started = true
	}
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		b.t.Fatal(err)
	}
}

// get evaluates an expression in the page, or in the one that it is leaving for.
func get[T any](b *browser, expression string) T {
	b.t.Helper()
	for deadline := time.Now().Add(30 * time.Second); ; {
		value, err := chromedp.Run(b.ctx, chromedp.Evaluate[T](expression))
		if err == nil {
			return value
		}
		if time.Now().After(deadline) {
			b.t.Fatalf("%s: %v", expression, err)
		}
	}
}

func (b *browser) visit(address string) {
	b.t.Helper()
	b.run(chromedp.Navigate(b.base + address))
}

// painted waits for the first paint of a page; Chromium drops clicks before.
func (b *browser) painted() {
	b.t.Helper()
	b.eventually("performance.getEntriesByType('paint').length > 0")
}

// do runs a script in the page.
func (b *browser) do(script string) {
	b.t.Helper()
	b.run(chromedp.Evaluate[chromedp.Void](script))
}

// click moves the mouse to the middle of an element, and presses it there.
func (b *browser) click(selector string) {
	b.t.Helper()
	b.painted()
	b.eventually(fmt.Sprintf("document.querySelector(%q) !== null", selector))
	b.do(fmt.Sprintf("document.querySelector(%q).scrollIntoView({ block: 'nearest', behavior: 'instant' })", selector))
	x, y := b.middle(selector)
	b.mouse(input.DispatchMouseEventTypeMouseMoved, x, y)
	b.mouse(input.DispatchMouseEventTypeMousePressed, x, y)
	b.mouse(input.DispatchMouseEventTypeMouseReleased, x, y)
}

func (b *browser) mouse(kind input.DispatchMouseEventType, x, y float64) {
	b.t.Helper()
	if kind == input.DispatchMouseEventTypeMousePressed {
		b.held = "left"
	}
	b.run(chromedp.MouseEvent(kind, x, y, chromedp.Button(b.held), chromedp.ClickCount(1)))
	if kind == input.DispatchMouseEventTypeMouseReleased {
		b.held = "none"
	}
}

func (b *browser) middle(selector string) (x, y float64) {
	b.t.Helper()
	at := get[[]float64](b, fmt.Sprintf(`(() => { const r = document.querySelector(%q).getBoundingClientRect(); return [r.x + r.width/2, r.y + r.height/2] })()`, selector))
	return at[0], at[1]
}

func (b *browser) text(selector string) string {
	b.t.Helper()
	return get[string](b, fmt.Sprintf("document.querySelector(%q)?.textContent ?? ''", selector))
}

// address is the page's, without the server's.
func (b *browser) address() string {
	b.t.Helper()
	return get[string](b, "location.pathname + location.search")
}

// eventually waits until an expression holds, in this page or in one that is loaded
// meanwhile.
func (b *browser) eventually(expression string) {
	b.t.Helper()
	var last error
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); {
		holds, err := chromedp.Run(b.ctx, chromedp.Evaluate[bool](expression, chromedp.EvalAwaitPromise))
		if err == nil && holds {
			return
		}
		last = err
	}
	b.t.Fatalf("never true: %s (%v)\nat %s, which says %q", expression, last, b.address(), b.text("#status"))
}

// says waits for a text in an element.
func (b *browser) says(selector, text string) {
	b.t.Helper()
	b.eventually(fmt.Sprintf("document.querySelector(%q).textContent === %q", selector, text))
}

func (b *browser) made(moves string) {
	b.t.Helper()
	b.says("#made", moves)
}

// at waits for an address.
func (b *browser) at(address string) {
	b.t.Helper()
	b.eventually(fmt.Sprintf("location.pathname + location.search === %q", address))
}

// shots is the folder for screenshots, or "".
var shots = os.Getenv("HANOIPLAY_SHOTS")

// shot returns a screenshot, and leaves it for people.
func (b *browser) shot(name string) []byte {
	b.t.Helper()
	shot, err := chromedp.Run(b.ctx, chromedp.FullScreenshot(100))
	if err == nil && shots != "" {
		err = os.WriteFile(filepath.Join(shots, name+".png"), shot, 0o644)
	}
	if err != nil {
		b.t.Fatal(err)
	}
	return shot
}

// asServed checks that what the script made of the page is what the server has
// at its address.
func (b *browser) asServed() {
	b.t.Helper()
	b.eventually(`(async () => {
		const page = new DOMParser().parseFromString(await (await fetch(location.href)).text(), "text/html");
		return ["#game", "#status", "#caption"].every((part) => page.querySelector(part).outerHTML === document.querySelector(part).outerHTML)
			&& page.querySelector("#link").href === document.querySelector("#link").href
			&& page.querySelector("#graph").getAttribute("src") === document.querySelector("#graph").getAttribute("src");
	})()`)
}

// stays marks the page, and returns a check that it was not loaded anew.
func (b *browser) stays() func() {
	b.t.Helper()
	b.do("window.mark = 1")
	return func() { b.t.Helper(); b.eventually("window.mark === 1") }
}
