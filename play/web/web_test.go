package web

import (
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/hanoigen/hanoi/play/game"
)

// links are the addresses of games on a page.
var links = regexp.MustCompile(` (?:href|data-to-[012]|data-next)="(/\?[^"]*)"`)

// pageAt returns the page of an address, from the slash on.
func pageAt(t *testing.T, address string) string {
	t.Helper()
	status, html := Page(strings.TrimPrefix(address, "/?"))
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
			found := links.FindAllStringSubmatch(pageAt(t, address), -1)
			if len(found) < 4 {
				t.Fatalf("seed %d: %s has %d links", seed, address, len(found))
			}
			address = strings.ReplaceAll(found[random.IntN(len(found))][1], "&amp;", "&")
			v, err := parse(strings.TrimPrefix(address, "/?"))
			if err != nil {
				t.Fatalf("seed %d: %s: %v", seed, address, err)
			}
			if again := v.link(); again != address {
				t.Fatalf("seed %d: %s is read as %s", seed, address, again)
			}
		}
	}
}

// TestLinkUndone: a long game that is undone has an address, too.
func TestLinkUndone(t *testing.T) {
	p, err := game.Classic(64)
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 25))
	g := game.New(p)
	for made := 0; made < 9000; {
		if g.Move(uint8(random.IntN(3)), uint8(random.IntN(3))) == nil {
			made++
		}
	}
	for g.Undo() {
	}
	link := Link(g)
	v, err := parse(strings.TrimPrefix(link, "/?"))
	if err != nil || len(link) > 2048 || v.game.State() != p.From || len(g.Steps()) != 9000 {
		t.Errorf("%s: %v; the game has %d steps left", link, err, len(g.Steps()))
	}
}

// TestFold plays on and on: the address stays short, the counts stay right, and undo
// reaches back hundreds of moves.
func TestFold(t *testing.T) {
	p, err := game.Classic(64)
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 24))
	v := &view{game: game.New(p), drop: game.None}
	made, folded := uint64(0), false
	for made < 9000 {
		if v.game.Move(uint8(random.IntN(3)), uint8(random.IntN(3))) != nil {
			continue
		}
		made++
		state := v.game.State()
		link := v.link()
		if len(link) > 2048 {
			t.Fatalf("after %d moves the address has %d bytes; want at most 2048", made, len(link))
		}
		if made%50 != 0 {
			continue // reading back each of them would take long
		}
		if v, err = parse(strings.TrimPrefix(link, "/?")); err != nil {
			t.Fatalf("after %d moves: %s: %v", made, link, err)
		}
		if v.game.State() != state || v.game.Made() != game.CountOf(made) {
			t.Fatalf("after %d moves: %v after %v; want %v", made, v.game.State(), v.game.Made(), state)
		}
		if !v.game.First().Made.IsZero() {
			folded = true
			if v.game.At() < 700 {
				t.Fatalf("after %d moves undo takes back %d; want 700 at least", made, v.game.At())
			}
			if !strings.Contains(pageAt(t, link), "are kept as a number only") {
				t.Fatalf("after %d moves the page does not say that moves are folded", made)
			}
		}
	}
	if !folded {
		t.Error("nothing was folded")
	}
}

func TestWrong(t *testing.T) {
	for _, test := range []struct{ query, says, right string }{
		{"n=0", "n=0; give a number from 1 to 64", "/"},
		{"n=65", "from 1 to 64", "/"},
		{"n=x", "n=x", "/"},
		{"n=3&n=4", "n stands 2 times", "/?n=3"},
		{"m=3", `&#34;m&#34; is not known`, "/?n=5"},
		{"n=%zz", "invalid URL escape", "/"},
		{"from=012&to=01", "has 2 disks, not 3", "/"},
		{"from=012&to=012", "give two different states", "/"},
		{"from=013", "character 3", "/"},
		{"n=4&from=012", "has 3 disks, not 4", "/"},
		{"n=3&from=2&to=2", "from and to are both 222", "/"},
		{"daily=2026-02-30", "no such date", "/"},
		{"daily=2026-01-31&n=3", "daily stands with n, from or to", "/"},
		{"n=3&moves=a*", "moves has the character", "/?n=3&amp;moves=a"},
		{"n=3&moves=bb", "after move 1: not allowed: disk 2 cannot lie on disk 1, which is smaller", "/?n=3&amp;moves=b"},
		{"n=3&moves=g", "moves has the character", "/?n=3"},
		{"n=3&moves=.8.", "only 7 are left", "/?n=3"},
		{"n=3&moves=.0.", "between dots", "/?n=3"},
		{"n=3&moves=.07.", "between dots", "/?n=3"},
		{"n=3&moves=.7", "a dot that no other closes", "/?n=3"},
		{"n=3&moves=b&undone=2", "undone=2; give a number from 0 to 1", "/?n=3&amp;moves=b"},
		{"n=3&made=1", "", ""},
		{"n=3&at=222&made=6", "takes 7 at least", "/?n=3"},
		{"n=3&at=22&made=6", "22 has 2 disks, but 000 has 3", "/?n=3"},
		{"n=3&made=-1", "no count of moves", "/?n=3"},
		{"n=3&made=1&shown=2", "2 of them shown", "/?n=3"},
		{"n=3&hint=1", "stands without hints", "/?n=3"},
		{"n=3&moves=.7.&hint=1&hints=1", "where no move is left to make", "/?n=3&amp;moves=.7."},
		{"n=3&pick=B", "B has no disk to take", "/?n=3"},
		{"n=3&pick=D", "pick=D; give A, B or C", "/?n=3"},
		{"n=3&pick=A&drop=B", "was not allowed, but it is", "/?n=3&amp;pick=A"},
		{"n=3&play=2", "not one of a solution", "/?n=3"},
		{"n=3&x=%3Cscript%3Ealert(1)%3C/script%3E", `&#34;x&#34; is not known`, "/?n=3"},
		{"%3Cscript%3E=1", `&#34;&lt;script&gt;&#34; is not known`, "/?n=5"},
		{"n=3&moves=" + strings.Repeat("a", 1501), "1501 characters; 1500 are read at most", "/?n=3"},
		{strings.Repeat("n", 4097), "4097 bytes; 4096 are read at most", "/"},
	} {
		status, html := Page(test.query)
		page := string(html)
		if test.says == "" {
			if status != http.StatusOK {
				t.Errorf("%.60s: status %d: %s", test.query, status, page)
			}
			continue
		}
		if status != http.StatusBadRequest || !strings.Contains(page, test.says) || !strings.Contains(page, `href="`+test.right+`"`) {
			t.Errorf("%.60s: status %d, want 400, %q and a link to %q:\n%s", test.query, status, test.says, test.right, page)
			continue
		}
		if test.right != "/" {
			pageAt(t, strings.ReplaceAll(test.right, "&amp;", "&"))
		}
	}
}

// FuzzPage: no address makes a page fail, a right one is a page, and what either links
// to is right.
func FuzzPage(f *testing.F) {
	for _, query := range []string{"", "n=3&moves=b.3.&undone=1&hints=2&hint=1", "daily=2026-01-31&pick=A&drop=B", "from=01&to=22&at=02&made=9&shown=1", "n=64&moves=.5.&play=3", "moves=.1.&play=1048576", "n=3&&;=%"} {
		f.Add(query)
	}
	f.Fuzz(func(t *testing.T, query string) {
		status, html := Page(query)
		if status == http.StatusBadRequest {
			right := regexp.MustCompile(`id="right" href="([^"]*)"`).FindSubmatch(html)
			if right == nil {
				t.Fatalf("%q: no link in %s", query, html)
			}
			if status, html := Page(strings.ReplaceAll(strings.TrimPrefix(strings.TrimPrefix(string(right[1]), "/"), "?"), "&amp;", "&")); status != http.StatusOK {
				t.Fatalf("%q: the link %s leads to %d: %s", query, right[1], status, html)
			}
		} else if status != http.StatusOK {
			t.Fatalf("%q: status %d", query, status)
		}
		for _, link := range links.FindAllSubmatch(html, -1) {
			if status, html := Page(strings.ReplaceAll(string(link[1][2:]), "&amp;", "&")); status != http.StatusOK {
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
	Handler(servedBy(listening), func() string { return "2026-01-31" }).ServeHTTP(w, r)
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
		if !strings.HasPrefix(policy, "default-src 'none'") || strings.Contains(policy, "unsafe") || r.Header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s %s: headers %v", test.method, test.address, r.Header)
		}
	}
	if to := serve(t, "localhost", "localhost", "GET", "/daily").Header.Get("Location"); to != "/?daily=2026-01-31" {
		t.Errorf("/daily leads to %s", to)
	}
	random := serve(t, "localhost", "localhost", "GET", "/random?n=5").Header.Get("Location")
	if u, err := url.Parse(random); err != nil || len(u.Query().Get("from")) != 5 || u.Query().Get("from") == u.Query().Get("to") {
		t.Errorf("/random?n=5 leads to %s", random)
	}
}

// TestBrowse: the page is opened in the browser that BROWSER names, with its flags.
func TestBrowse(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	opened := filepath.Join(t.TempDir(), "opened")
	t.Setenv("BROWSER", program+" -test.run=^TestAsBrowser$ --")
	t.Setenv("HANOIPLAY_OPENED", opened)
	if err := browse("http://localhost:1/?n=3"); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(time.Minute); ; {
		if content, err := os.ReadFile(opened); err == nil {
			if string(content) != "http://localhost:1/?n=3" {
				t.Errorf("opened %q", content)
			}
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("nothing was opened")
		}
	}
	t.Setenv("BROWSER", "/nonexistent/browser")
	if err := browse("http://localhost:1/"); err == nil {
		t.Error("a browser that does not exist was started")
	}
}

// TestAsBrowser is what TestBrowse starts in place of a browser.
func TestAsBrowser(t *testing.T) {
	opened := os.Getenv("HANOIPLAY_OPENED")
	if opened == "" {
		return // run among the other tests, it has nothing to open
	}
	if err := os.WriteFile(opened+".new", []byte(os.Args[len(os.Args)-1]), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(opened+".new", opened); err != nil {
		t.Fatal(err)
	}
}

// TestPolicy: the pictures' style sheets are allowed by their hash, which changes
// with them.
func TestPolicy(t *testing.T) {
	r := serve(t, "localhost", "localhost", "GET", "/graph.svg?from=012&to=222")
	if policy := r.Header.Get("Content-Security-Policy"); !strings.Contains(policy, "style-src 'sha256-") {
		t.Errorf("the policy of a picture is %q", policy)
	}
}
