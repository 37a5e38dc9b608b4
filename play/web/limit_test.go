package web

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hanoigen/hanoi/internal/must"
	"github.com/hanoigen/hanoi/play/game"
)

// dial connects to a server of the game and sends it a text.
func dial(t *testing.T, server *http.Server, text string) net.Conn {
	t.Helper()
	l := must.Get(net.Listen("tcp", "localhost:0"))
	go func() { _ = server.Serve(l) }() // until it is closed
	t.Cleanup(func() { l.Close() })
	c := must.Get(net.Dial("tcp", l.Addr().String()))
	t.Cleanup(func() { c.Close() })
	must.Do(c.SetReadDeadline(time.Now().Add(time.Minute))) // nothing takes this long
	_, _ = fmt.Fprint(c, text)                              // the server may answer before it has read everything
	return c
}

// TestClients: a host is always checked, HTTP/1.0 needs none, the length of a header is limited, and a client
// that sends nothing or reads nothing is dropped.
func TestClients(t *testing.T) {
	handler := Handler("localhost")
	for request, want := range map[string]int{
		"OPTIONS * HTTP/1.1\r\nHost: evil.example\r\n\r\n":                                    http.StatusMisdirectedRequest,
		"GET / HTTP/1.0\r\n\r\n":                                                              http.StatusOK,
		"GET http://evil.example/ HTTP/1.0\r\n\r\n":                                           http.StatusMisdirectedRequest,
		"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + strings.Repeat("x", 19<<10) + "\r\n\r\n": http.StatusOK,
		"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + strings.Repeat("x", 21<<10) + "\r\n\r\n": http.StatusRequestHeaderFieldsTooLarge,
	} {
		answer := must.Get(http.ReadResponse(bufio.NewReader(dial(t, newServer(handler), request)), nil))
		if answer.StatusCode != want {
			t.Errorf("%.40q: status %d; want %d", request, answer.StatusCode, want)
		}
	}
	server := newServer(handler)
	for _, timeout := range []time.Duration{server.ReadTimeout, server.WriteTimeout, server.IdleTimeout} {
		if timeout <= 0 || timeout > time.Minute {
			t.Errorf("a timeout is %v; want at most a minute", timeout)
		}
	}
	server.ReadTimeout = time.Millisecond
	if _, err := http.ReadResponse(bufio.NewReader(dial(t, server, "GET / HTTP/1.1\r\n")), nil); err == nil || strings.Contains(err.Error(), "timeout") {
		t.Errorf("half a request: %v; want a closed connection", err)
	}
}

// TestLimit: a server answers to its own name. A client above the limit waits until another leaves.
func TestLimit(t *testing.T) {
	name := must.Get(os.Hostname())
	if _, err := net.LookupHost(name); err != nil {
		t.Log("NOT RUN: the name of this machine has no address")
		name = "localhost"
	}
	out, to := io.Pipe()
	go func() { to.CloseWithError(Serve(name+":0", game.New(must.Get(game.Parse(1, "", ""))), false, to)) }()
	page := ""
	must.Get(fmt.Fscanf(out, "The game is at %s\n", &page))
	go func() { _, _ = io.Copy(io.Discard, out) }()
	var clients []net.Conn
	for range 256 {
		clients = append(clients, must.Get(net.Dial("tcp", must.Get(url.Parse(page)).Host)))
	}
	answer := make(chan string, 1)
	go func() {
		r, err := http.Get(page)
		if err == nil {
			r.Body.Close()
			answer <- r.Status
		}
		close(answer)
	}()
	select {
	case status := <-answer:
		t.Fatalf("257 clients at once (%q); want 256", status)
	case <-time.After(50 * time.Millisecond): // too short to see every fault, but never a false alarm
	}
	for _, c := range clients {
		c.Close()
	}
	if status := <-answer; status != "200 OK" {
		t.Errorf("%s answers with %q", page, status)
	}
}

// TestMemory: many requests at once for long addresses take little memory.
func TestMemory(t *testing.T) {
	handler, address := Handler("localhost"), "/?n=64&moves="+strings.Repeat("p", 16<<10)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	var requests sync.WaitGroup
	for range 40 {
		requests.Go(func() {
			if r := serve(handler, "localhost", "GET", address); r.StatusCode != http.StatusOK {
				t.Errorf("status %d", r.StatusCode)
			}
		})
	}
	requests.Wait()
	runtime.ReadMemStats(&after)
	if grown := (after.HeapSys - before.HeapSys) >> 20; grown > 150 {
		t.Errorf("40 requests at once took %d MiB; want at most 150", grown)
	}
}
