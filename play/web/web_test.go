package web

import (
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

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
func serve(listening, host, method, address string) *http.Response {
	r := httptest.NewRequest(method, address, nil)
	r.Host = host
	w := httptest.NewRecorder()
	Handler(listening).ServeHTTP(w, r)
	return w.Result()
}
