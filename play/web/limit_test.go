package web

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

// dial connects to a server of the game and sends it some text.
func dial(t *testing.T, server *http.Server, text string) net.Conn {
	t.Helper()
	l, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = server.Serve(l) }() // until it is closed
	t.Cleanup(func() { server.Close() })
	c, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	if err := c.SetReadDeadline(time.Now().Add(time.Minute)); err != nil { // by then the test has failed
		t.Fatal(err)
	}
	_, _ = fmt.Fprint(c, text) // the server may answer before it has read all
	return c
}

// TestClients: the host is looked at before anything else, a header is not read without
// end, and a client that sends nothing or reads nothing does not hold a connection.
func TestClients(t *testing.T) {
	handler := Handler(servedBy("localhost"))
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

// TestLimit: beyond the limit, a client waits until another has gone.
func TestLimit(t *testing.T) {
	const request = "GET /icon.svg HTTP/1.1\r\nHost: localhost\r\n\r\n"
	server := newServer(Handler(servedBy("localhost")), 1)
	first := dial(t, server, request)
	if _, err := http.ReadResponse(bufio.NewReader(first), nil); err != nil {
		t.Fatal(err)
	}
	second := dial(t, server, request)
	answer := make(chan error, 1)
	go func() {
		_, err := http.ReadResponse(bufio.NewReader(second), nil)
		answer <- err
	}()
	select {
	case err := <-answer:
		t.Fatalf("two clients at once (%v); want one", err)
	case <-time.After(50 * time.Millisecond): // a fault may go unseen, but none is invented
	}
	first.Close()
	if err := <-answer; err != nil {
		t.Errorf("the next client waits although the first has gone: %v", err)
	}
}
