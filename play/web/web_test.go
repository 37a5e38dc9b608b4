package web

import (
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/hanoigen/hanoi/play/game"

	"github.com/hanoigen/hanoi/internal/must"
)

// links are the addresses of games on a page.
var links = regexp.MustCompile(` (?:href|data-next)="(/\?[^"]*)"`)

// pageAt returns the page of an address, from the slash on.
func pageAt(t *testing.T, address string) string {
	t.Helper()
	status, html := page(strings.TrimPrefix(address, "/?"))
	if status != http.StatusOK {
		t.Fatalf("%s: status %d: %s", address, status, html)
	}
	return string(html)
}

// TestLinks walks at random along all kinds of links: each leads to a game, which
// its own page links to by the same address, and which loses nothing.
func TestLinks(t *testing.T) {
	for seed := range uint64(60) {
		random := rand.New(rand.NewPCG(seed, 22))
		address := []string{"/?n=3", "/?n=12", "/?n=64", "/?daily=2026-01-31", "/?from=20110&to=01201", "/?n=1&from=1&to=0", "/?from=0&to=20110"}[seed%7]
		for range 40 {
			page := pageAt(t, address)
			readPage(t, strings.TrimPrefix(address, "/?"), page)
			found := links.FindAllStringSubmatch(page, -1)
			if len(found) < 4 {
				t.Fatalf("seed %d: %s has %d links", seed, address, len(found))
			}
			address = strings.ReplaceAll(found[random.IntN(len(found))][1], "&amp;", "&")
			v, err := parse(strings.TrimPrefix(address, "/?"))
			if err != nil {
				t.Fatalf("seed %d: %s: %v", seed, address, err)
			}
			if again := v.Link(); again != address {
				t.Fatalf("seed %d: %s is read as %s", seed, address, again)
			}
		}
	}
}

// TestLong: the classic puzzle of 12 disks keeps its whole history in an address that all
// browsers take.
func TestLong(t *testing.T) {
	p := must.Get(game.Parse(12, "", ""))
	g := game.New(p)
	for !g.Solved() {
		m := g.Best()[0]
		must.Do(g.Move(m.From, m.To))
	}
	link := Link(g)
	v, err := parse(strings.TrimPrefix(link, "/?"))
	if err != nil || len(link) > 1400 || !v.Solved() || v.At() != 4095 || v.Extra().Sign() != 0 {
		t.Errorf("%d bytes: %v; want 4095 steps in at most 1400: %s", len(link), err, link)
	}
}

// FuzzPage: no address makes a page fail, a right one is a page, and what either links
// to is right.
func FuzzPage(f *testing.F) {
	for _, query := range []string{"", "n=3&moves=C.3.&undone=1&hints=2&hint=1", "daily=2026-01-31&pick=B&drop=A", "n=64&moves=.5.&play=1", "n=3&&;=%"} {
		f.Add(query)
	}
	f.Fuzz(func(t *testing.T, query string) {
		status, html := page(query)
		if status == http.StatusBadRequest {
			right := regexp.MustCompile(`id="right" href="([^"]*)"`).FindSubmatch(html)
			if right == nil {
				t.Fatalf("%q: no link in %s", query, html)
			}
			if status, html := page(strings.ReplaceAll(strings.TrimPrefix(strings.TrimPrefix(string(right[1]), "/"), "?"), "&amp;", "&")); status != http.StatusOK {
				t.Fatalf("%q: the link %s leads to %d: %s", query, right[1], status, html)
			}
		} else if status != http.StatusOK {
			t.Fatalf("%q: status %d", query, status)
		}
		for _, link := range links.FindAllSubmatch(html, -1) {
			if status, html := page(strings.ReplaceAll(string(link[1][2:]), "&amp;", "&")); status != http.StatusOK {
				t.Fatalf("%q: the link %s leads to %d: %s", query, link[1], status, html)
			}
		}
	})
}

// serve answers one request to a host.
func serve(t *testing.T, listening, host, method, address string) *http.Response {
	t.Helper()
	r := httptest.NewRequest(method, address, nil)
	r.Host = host
	w := httptest.NewRecorder()
	Handler(listening).ServeHTTP(w, r)
	return w.Result()
}

func TestHosts(t *testing.T) {
	for _, test := range []struct {
		listening, host string
		want            int
	}{
		{"localhost", "localhost:8080", 200},
		{"localhost", "LOCALHOST", 200},
		{"localhost", "127.0.0.1:8080", 200},
		{"localhost", "[::1]:8080", 200},
		{"localhost", "[::1]", 200},
		{"127.0.0.1", "localhost:1", 200},
		{"127.0.0.1", "192.0.2.1:8080", 421},
		{"::1", "[2001:db8::1]:80", 421},
		{"192.0.2.1", "127.0.0.1", 200},
		{"192.0.2.1", "198.51.100.1", 200},
		{"localhost", "evil.example", 421},
		{"localhost", "localhost.evil.example:8080", 421},
		{"localhost", "192.0.2.1:8080", 421},
		{"localhost", "", 421},
		{"0.0.0.0", "192.0.2.1:8080", 200},
		{"0.0.0.0", "evil.example:8080", 421},
		{"::", "[2001:db8::1]:80", 200},
		{"games.example", "games.example:8080", 200},
		{"games.example", "evil.example:8080", 421},
	} {
		if got := serve(t, test.listening, test.host, "GET", "/").StatusCode; got != test.want {
			t.Errorf("listening at %q, host %q: status %d; want %d", test.listening, test.host, got, test.want)
		}
	}
}

func TestServer(t *testing.T) {
	for _, test := range []struct {
		method, address string
		status          int
		kind            string
	}{
		{"GET", "/", 200, "text/html; charset=utf-8"},
		{"HEAD", "/?n=3", 200, "text/html; charset=utf-8"},
		{"GET", "/?n=0", 400, "text/html; charset=utf-8"},
		{"POST", "/", 405, "text/plain; charset=utf-8"},
		{"GET", "/style.css", 200, "text/css; charset=utf-8"},
		{"GET", "/play.js", 200, "text/javascript; charset=utf-8"},
		{"GET", "/icon.svg", 200, "image/svg+xml"},
		{"GET", "/graph.svg?from=012&to=222", 200, "image/svg+xml"},
		{"GET", "/graph.svg?from=222&to=222", 200, "image/svg+xml"},
		{"GET", "/graph.svg?from=" + strings.Repeat("0", 64) + "&to=" + strings.Repeat("2", 64), 200, "image/svg+xml"},
		{"GET", "/graph.svg?from=012&to=22", 400, "text/html; charset=utf-8"},
		{"GET", "/graph.svg?from=013&to=222", 400, "text/html; charset=utf-8"},
		{"GET", "/graph.svg", 400, "text/html; charset=utf-8"},
		{"GET", "/daily", 303, "text/html; charset=utf-8"},
		{"GET", "/random?n=5", 303, "text/html; charset=utf-8"},
		{"GET", "/random?n=65", 400, "text/html; charset=utf-8"},
		{"GET", "/random", 400, "text/html; charset=utf-8"},
		{"GET", "/assets/game.html", 404, "text/html; charset=utf-8"},
		{"GET", "/%3Cscript%3E", 404, "text/html; charset=utf-8"},
	} {
		r := serve(t, "localhost", "localhost", test.method, test.address)
		if r.StatusCode != test.status || r.Header.Get("Content-Type") != test.kind {
			t.Errorf("%s %s: %d, %s; want %d, %s", test.method, test.address, r.StatusCode, r.Header.Get("Content-Type"), test.status, test.kind)
		}
		policy := r.Header.Get("Content-Security-Policy")
		picture := test.status == 200 && strings.HasPrefix(test.address, "/graph.svg")
		if !strings.HasPrefix(policy, "default-src 'none'") || strings.Contains(policy, "script-src 'unsafe") || strings.Contains(policy, "style-src 'unsafe-inline'") != picture || r.Header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s %s: headers %v", test.method, test.address, r.Header)
		}
	}
	if to := serve(t, "localhost", "localhost", "GET", "/daily").Header.Get("Location"); !strings.HasPrefix(to, "/?daily=20") {
		t.Errorf("/daily leads to %s", to)
	}
	random := serve(t, "localhost", "localhost", "GET", "/random?n=5").Header.Get("Location")
	if v, err := parse(strings.TrimPrefix(random, "/?")); err != nil || v.Puzzle.N() != 5 || v.Puzzle.From == v.Puzzle.To {
		t.Errorf("/random?n=5 leads to %s", random)
	}
}

// TestBrowse: the page is opened in the browser that BROWSER names, with its flags.
func TestBrowse(t *testing.T) {
	if opened := os.Getenv("HANOIPLAY_OPENED"); opened != "" { // as the browser
		must.Do(os.WriteFile(opened, []byte(os.Args[len(os.Args)-1]), 0o600))
		return
	}
	opened := filepath.Join(t.TempDir(), "opened")
	t.Setenv("BROWSER", os.Args[0]+" -test.run=^TestBrowse$ --")
	t.Setenv("HANOIPLAY_OPENED", opened)
	const page = "http://localhost:1/?n=3"
	must.Do(browse(page))
	content := ""
	for deadline := time.Now().Add(time.Minute); content != page; {
		if read, err := os.ReadFile(opened); err == nil {
			content = string(read)
		}
		if time.Now().After(deadline) {
			t.Fatalf("opened %q; want %q", content, page)
		}
	}
	t.Setenv("BROWSER", "/nonexistent/browser")
	if err := browse(page); err == nil {
		t.Error("a browser that does not exist was started")
	}
}
