package web

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/hanoigen/hanoi/internal/must"
)

// dial connects to a server of the game and sends it a text.
func dial(t *testing.T, server *http.Server, text string) net.Conn {
	t.Helper()
	l := must.Get(net.Listen("tcp", "localhost:0"))
	go func() { _ = server.Serve(l) }() // until it is closed
	t.Cleanup(func() { l.Close() })
	c := must.Get(net.Dial("tcp", l.Addr().String()))
	t.Cleanup(func() { c.Close() })
	if err := c.SetReadDeadline(time.Now().Add(time.Minute)); err != nil { // by then the test has failed
		t.Fatal(err)
	}
	_, _ = fmt.Fprint(c, text) // the server may answer before it has read everything
	return c
}

// TestClients: the host is checked before anything else, the length of a header is limited,
// and a client that sends nothing or reads nothing does not hold a connection.
func TestClients(t *testing.T) {
	handler := Handler("localhost")
	for request, want := range map[string]int{
		"OPTIONS * HTTP/1.1\r\nHost: evil.example\r\n\r\n":                                     http.StatusMisdirectedRequest,
		"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n":                                            http.StatusOK,
		"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + strings.Repeat("x", 100<<10) + "\r\n\r\n": http.StatusRequestHeaderFieldsTooLarge,
	} {
		answer, err := http.ReadResponse(bufio.NewReader(dial(t, newServer(handler, 256), request)), nil)
		if err != nil {
			t.Errorf("%.40q: %v", request, err)
			continue
		}
		answer.Body.Close()
		if answer.StatusCode != want {
			t.Errorf("%.40q: status %d; want %d", request, answer.StatusCode, want)
		}
	}
	server := newServer(handler, 256)
	if server.ReadTimeout <= 0 || server.WriteTimeout <= 0 || server.IdleTimeout <= 0 {
		t.Fatalf("no bound: read %v, write %v, idle %v", server.ReadTimeout, server.WriteTimeout, server.IdleTimeout)
	}
	server.ReadTimeout = time.Millisecond
	if _, err := http.ReadResponse(bufio.NewReader(dial(t, server, "GET / HTTP/1.1\r\n")), nil); err == nil || strings.Contains(err.Error(), "timeout") {
		t.Errorf("half a request: %v; want a closed connection", err)
	}
}

// TestLimit: a client above the limit takes the place of the one that has been idle the
// longest. If none is idle, it waits until one is idle or closed.
func TestLimit(t *testing.T) {
	for _, end := range []string{"idle", "closed"} {
		t.Run(end, func(t *testing.T) { testLimit(t, end == "closed") })
	}
}

func testLimit(t *testing.T, closes bool) {
	busy, leave, idle := make(chan bool), make(chan bool), make(chan bool)
	server := newServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/busy" {
			busy <- true
			if <-leave && closes {
				w.Header().Set("Connection", "close")
			}
		}
	}), 3)
	server.IdleTimeout = time.Hour
	changed := server.ConnState
	server.ConnState = func(c net.Conn, state http.ConnState) {
		changed(c, state)
		if state == http.StateIdle {
			idle <- true
		}
	}
	const request, busyRequest = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", "GET /busy HTTP/1.1\r\nHost: localhost\r\n\r\n"
	answered := func(c net.Conn) error {
		_, err := http.ReadResponse(bufio.NewReader(c), nil)
		if err == nil {
			<-idle
		}
		return err
	}
	dial(t, server, busyRequest)
	<-busy
	var clients [3]net.Conn
	for i := range clients {
		clients[i] = dial(t, server, request)
		if err := answered(clients[i]); err != nil {
			t.Fatalf("client %d beside a busy one: %v", i, err)
		}
	}
	if _, err := clients[0].Read(make([]byte, 1)); err != io.EOF {
		t.Fatalf("the client that was idle the longest: %v; want a closed connection", err)
	}
	for _, c := range clients[1:] {
		fmt.Fprint(c, busyRequest)
		<-busy
	}
	answer := make(chan error, 1)
	last := dial(t, server, request)
	go func() { answer <- answered(last) }()
	select {
	case err := <-answer:
		t.Fatalf("four clients at once (%v); want three", err)
	case <-time.After(50 * time.Millisecond): // a fault may go unseen, but none is invented
	}
	leave <- true
	if !closes {
		<-idle
	}
	if err := <-answer; err != nil {
		t.Errorf("the next client is not served: %v", err)
	}
	close(leave)
	<-idle
	<-idle
}

// TestMemory: many requests at once for the longest addresses take little memory.
func TestMemory(t *testing.T) {
	const requests = 60
	handler, done := Handler("localhost"), make(chan int)
	address := "/?n=64&moves=" + strings.Repeat("p", maxMoves)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range requests {
		go func() {
			r := httptest.NewRequest("GET", address, nil)
			r.Host = "localhost"
			w := httptest.NewRecorder()
			w.Body = nil
			handler.ServeHTTP(w, r)
			done <- w.Code
		}()
	}
	for range requests {
		if status := <-done; status != http.StatusOK {
			t.Fatalf("status %d", status)
		}
	}
	runtime.ReadMemStats(&after)
	if grown := (after.HeapSys - before.HeapSys) >> 20; grown > 200 {
		t.Errorf("%d requests at once took %d MiB; want at most 200", requests, grown)
	}
}
