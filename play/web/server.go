// Package web plays the game in a browser. The address holds the whole game: a game can be
// shared, and Back undoes a move. Pages work without the script, which adds dragging, keys
// and motion.
package web

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"time"

	"golang.org/x/net/netutil"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/must"
	pictures "github.com/hanoigen/hanoi/picture"
	"github.com/hanoigen/hanoi/play/game"
)

// policy lets a page load from this server only.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
	"form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// picturePolicy lets a picture contain style sheets, and load nothing.
const picturePolicy = "default-src 'none'; style-src 'unsafe-inline'"

// atOnce is the most pages made at once: one with a long address takes 15 MB.
const atOnce = 4

// Handler returns the handler of all pages for a server that listens at a host. It refuses
// requests for other hosts: a foreign page could otherwise read these pages through a name
// that resolves to this machine (DNS rebinding).
func Handler(listening string) http.Handler {
	mux := http.NewServeMux()
	turns := make(chan bool, atOnce)
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) {
		turns <- true
		status, html := page(r.URL.RawQuery)
		<-turns
		send(w, status, "text/html; charset=utf-8", html)
	})
	mux.HandleFunc("GET /daily", func(w http.ResponseWriter, r *http.Request) {
		redirect(w, must.Get(game.Daily("today")))
	})
	mux.HandleFunc("GET /random", func(w http.ResponseWriter, r *http.Request) {
		n, _ := strconv.Atoi(r.URL.Query().Get("n")) // 0 on an error, which Random refuses
		p, err := game.Random(n, rand.Uint64())
		if err != nil {
			sendWrong(w, err)
			return
		}
		redirect(w, p)
	})
	mux.HandleFunc("GET /graph.svg", func(w http.ResponseWriter, r *http.Request) {
		picture, err := graph(r.URL.Query())
		if err != nil {
			sendWrong(w, err)
			return
		}
		w.Header().Set("Content-Security-Policy", picturePolicy)
		w.Header().Set("Cache-Control", "max-age=600")
		send(w, http.StatusOK, "image/svg+xml", picture)
	})
	for name, kind := range map[string]string{"style.css": "text/css; charset=utf-8", "play.js": "text/javascript; charset=utf-8", "icon.svg": "image/svg+xml"} {
		content := must.Get(assets.ReadFile("assets/" + name))
		mux.HandleFunc("GET /"+name, func(w http.ResponseWriter, r *http.Request) { send(w, http.StatusOK, kind, content) })
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", policy)
		w.Header().Set("X-Content-Type-Options", "nosniff")
		if !serves(listening, r.Host) {
			http.Error(w, fmt.Sprintf("This game does not answer to the host %.80q. If it should, start it with --http and that host.", r.Host), http.StatusMisdirectedRequest)
			return
		}
		mux.ServeHTTP(w, r)
	})
}

func send(w http.ResponseWriter, status int, kind string, content []byte) {
	w.Header().Set("Content-Type", kind)
	w.WriteHeader(status)
	_, _ = w.Write(content) // an error means that the client has gone
}

func sendWrong(w http.ResponseWriter, err error) {
	send(w, http.StatusBadRequest, "text/html; charset=utf-8", wrong(err, nil))
}

// redirect sends a relative address, which a proxy may serve under any path.
func redirect(w http.ResponseWriter, p game.Puzzle) {
	w.Header().Set("Location", "./"+Link(game.New(p)))
	w.WriteHeader(http.StatusSeeOther)
}

func graph(query url.Values) ([]byte, error) {
	from, fromErr := hanoi.ParseState(query.Get("from"))
	to, toErr := hanoi.ParseState(query.Get("to"))
	route, pathErr := hanoi.Path(from, to)
	if err := cmp.Or(fromErr, toErr, pathErr); err != nil {
		return nil, err
	}
	options := pictures.GraphOptions{Path: route, Letters: true}
	if from == to {
		options = pictures.GraphOptions{State: to, Letters: true}
	}
	var b bytes.Buffer
	err := pictures.Graph(&b, to.N(), options)
	return b.Bytes(), err
}

// serves reports whether a server that listens at a host answers to a Host header. It answers
// to all numeric addresses: DNS rebinding needs a name. HTTP/1.0 has no Host, but every browser
// sends one.
func serves(listening, header string) bool {
	host := (&url.URL{Host: header}).Hostname()
	_, err := netip.ParseAddr(host)
	return err == nil || header == "" || strings.EqualFold(host, "localhost") || strings.EqualFold(host, listening)
}

// newServer returns a server that drops slow and silent clients. It leaves OPTIONS * to the
// handler, which checks the host.
func newServer(handler http.Handler) *http.Server {
	return &http.Server{
		Handler:                      handler,
		ReadTimeout:                  10 * time.Second,
		WriteTimeout:                 time.Minute,
		IdleTimeout:                  10 * time.Second,
		MaxHeaderBytes:               16 << 10,
		DisableGeneralOptionsHandler: true,
	}
}

// Serve serves a game at an address like localhost:8080, or at a port of localhost, until it
// fails. It writes its URLs to out and, if open, opens the first in the browser. At most 256
// connections are served at once.
func Serve(address string, g *game.Game, open bool, out io.Writer) error {
	if colon := strings.LastIndex(address, ":"); colon <= 0 {
		address = "localhost:" + address[colon+1:]
	}
	l, err := net.Listen("tcp", address)
	if err != nil {
		return fmt.Errorf("cannot serve at %s: %w; give another, as in --http localhost:8081, or --http localhost:0 for any free port", address, err)
	}
	host, _, _ := net.SplitHostPort(address)
	port := fmt.Sprint(l.Addr().(*net.TCPAddr).Port)
	var pages []string
	for _, host := range reachable(host) {
		page := fmt.Sprintf("http://%s/%s", net.JoinHostPort(host, port), Link(g))
		fmt.Fprintf(out, "The game is at %s\n", page)
		pages = append(pages, page)
	}
	if open {
		if err := browse(pages[0]); err != nil {
			fmt.Fprintf(out, "No browser was opened (%v): open the address yourself.\n", err)
		}
	}
	fmt.Fprintln(out, "Ctrl-C ends it.")
	return newServer(Handler(host)).Serve(netutil.LimitListener(l, 256))
}

// reachable returns the hosts at which others can open a game that listens at a host: those of
// this machine if it listens at all of them (0.0.0.0 or [::]).
func reachable(host string) (hosts []string) {
	listening, err := netip.ParseAddr(host)
	if err != nil || !listening.IsUnspecified() {
		return []string{host}
	}
	own, _ := net.InterfaceAddrs() // without any, there is localhost
	for _, a := range own {
		ip, ok := a.(*net.IPNet)
		if ok && ip.IP.IsGlobalUnicast() && (listening.Is6() || ip.IP.To4() != nil) {
			hosts = append(hosts, ip.IP.String())
		}
	}
	if hosts == nil {
		return []string{"localhost"}
	}
	return hosts
}

// browse opens a page in the browser that BROWSER names, or the system's.
func browse(page string) error {
	system := map[string]string{"darwin": "open", "windows": "rundll32 url.dll,FileProtocolHandler"}[runtime.GOOS]
	named := cmp.Or(strings.TrimSpace(os.Getenv("BROWSER")), system)
	if named == "" && os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" {
		return errors.New("there is no display")
	}
	command := strings.Fields(cmp.Or(named, "xdg-open"))
	browser := exec.Command(command[0], append(command[1:], page)...)
	if err := browser.Start(); err != nil {
		return err
	}
	go func() { _ = browser.Wait() }() // it may end before or after the game
	return nil
}
