package web

import (
	"html"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"testing"

	"github.com/hanoigen/hanoi/internal/must"
	"github.com/hanoigen/hanoi/play/game"
)

// pageOf returns the page of a query.
func pageOf(t *testing.T, query string) string {
	t.Helper()
	status, html := page(query)
	if status != http.StatusOK {
		t.Fatalf("/?%s: status %d: %s", query, status, html)
	}
	return string(html)
}

// links returns the queries that a page links to.
func links(page string) (queries []string) {
	for _, link := range regexp.MustCompile(` (?:href|data-next)="(?:\./|\?([^"]*))"`).FindAllStringSubmatch(page, -1) {
		queries = append(queries, html.UnescapeString(link[1]))
	}
	return queries
}

func serve(handler http.Handler, host, method, address string) *http.Response {
	r := httptest.NewRequest(method, address, nil)
	r.Host = host
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, r)
	return w.Result()
}

// TestLinks follows random links and checks the pages. No link loses a part of the game.
func TestLinks(t *testing.T) {
	for seed := range uint64(24) {
		random := rand.New(rand.NewPCG(seed, 22))
		query := []string{"n=0x3&from=000&to=111&moves=-_A", "n=12&moves=2F.4.B&undone=1&hints=99", "n=13", "n=64", "daily=2026-01-31", "from=20110&to=01201", "n=1&from=1&to=2", "from=0&to=2011"}[seed%8]
		for range 40 {
			page := pageOf(t, query)
			readPage(t, query, page)
			to := links(page)
			query = to[random.IntN(len(to))]
			if again := must.Get(parse(query)).Link(); query != "" && again != "?"+query {
				t.Fatalf("seed %d: %s is read as %s", seed, query, again)
			}
		}
	}
}

// TestReadme opens the addresses of the README.
func TestReadme(t *testing.T) {
	addresses := regexp.MustCompile(`(?m)^    /\?(\S+)`).FindAllStringSubmatch(string(must.Get(os.ReadFile("../README.md"))), -1)
	if len(addresses) < 4 {
		t.Errorf("%d addresses", len(addresses))
	}
	for _, address := range addresses {
		pageOf(t, address[1])
	}
}

// TestLong: the address of the classic puzzle is short enough for all browsers.
func TestLong(t *testing.T) {
	g := game.New(must.Get(game.Parse(12, "", "")))
	for !g.Solved() {
		m := g.Best()[0]
		must.Do(g.Move(m.From, m.To))
	}
	link := Link(g)
	if v := must.Get(parse(link[1:])); len(link) > 1400 || !v.Solved() || v.At != 4095 {
		t.Errorf("%d bytes, %d steps; want 4095 steps in at most 1400: %s", len(link), v.At, link)
	}
}
