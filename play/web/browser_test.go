//go:build e2e

package web

import (
	"context"
	"fmt"
	"net/http/httptest"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// The pages in a real browser: go test -tags e2e, with Chromium installed.

// browser is a tab.
type browser struct {
	t       *testing.T
	ctx     context.Context
	base    string
	started bool
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

// open starts a browser and a server. What the browser's console says is an error.
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
	b := &browser{t: t, ctx: ctx, base: server.URL}
	b.run(chromedp.Navigate("about:blank"))
	var mutex sync.Mutex
	var complaints []string
	messages := chromedp.Console(ctx)
	go func() {
		for m, err := range messages {
			if err != nil {
				return // the browser is closed
			}
			mutex.Lock()
			complaints = append(complaints, m.String())
			mutex.Unlock()
		}
	}()
	b.run(append(steps, window(width, height, width < 500))...)
	t.Cleanup(func() {
		mutex.Lock()
		defer mutex.Unlock()
		for _, complaint := range complaints {
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

// get evaluates an expression in the page, or in the next one while that is loaded.
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

// eventually waits until an expression holds, in this page or the next.
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
	b.t.Fatalf("never true: %s (%v)\n%s", expression, last, get[string](b, "location.href + ' says ' + document.querySelector('#status')?.textContent"))
}

// play takes steps, each a word and what it is about. Those that check something wait for
// it.
func (b *browser) play(steps ...string) {
	b.t.Helper()
	for _, s := range steps {
		word, about, _ := strings.Cut(s, " ")
		switch word {
		case "visit": // an address, and wait for the first paint: Chromium drops earlier clicks
			b.run(chromedp.Navigate(b.base + about))
			b.eventually("performance.getEntriesByType('paint').length > 0")
			b.run(chromedp.Evaluate[chromedp.Void]("window.mark = 1"))
		case "stays": // on the page that was visited, which was not loaded again
			b.eventually("window.mark === 1")
		case "do": // a script
			b.run(chromedp.Evaluate[chromedp.Void](about))
		case "true": // an expression
			b.eventually(about)
		case "at": // an address
			b.eventually(fmt.Sprintf("location.pathname + location.search === %q", about))
		case "made": // moves
			b.eventually(fmt.Sprintf("document.querySelector('#made').textContent === %q", about))
		case "says": // the status
			b.eventually(fmt.Sprintf("document.querySelector('#status').textContent === %q", about))
		case "served": // the page is as the server makes it
			b.eventually(`(async () => {
				const page = new DOMParser().parseFromString(await (await fetch(location.href)).text(), "text/html");
				return ["#game", "#status", "#caption"].every((part) => page.querySelector(part).outerHTML === document.querySelector(part).outerHTML)
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
