package web

import (
	"net"
	"net/http"
	"sync"
	"time"
)

// maxConnections is how many connections are open at a time; others wait.
const maxConnections = 256

// newServer returns a server that a slow or silent client cannot hold for long. It
// leaves OPTIONS * to the handler, which looks at the host first.
func newServer(handler http.Handler) *http.Server {
	return &http.Server{
		Handler:                      handler,
		ReadTimeout:                  10 * time.Second,
		WriteTimeout:                 time.Minute,
		IdleTimeout:                  time.Minute,
		MaxHeaderBytes:               32 << 10,
		DisableGeneralOptionsHandler: true,
	}
}

// limit returns a listener that accepts a connection only when fewer than most of those
// accepted before are open.
func limit(l net.Listener, most int) net.Listener {
	return &limited{l, make(chan struct{}, most)}
}

type limited struct {
	net.Listener
	open chan struct{}
}

func (l *limited) Accept() (net.Conn, error) {
	l.open <- struct{}{}
	c, err := l.Listener.Accept()
	if err != nil {
		<-l.open
		return nil, err
	}
	return &limitedConn{Conn: c, done: sync.OnceFunc(func() { <-l.open })}, nil
}

type limitedConn struct {
	net.Conn
	done func()
}

func (c *limitedConn) Close() error {
	defer c.done()
	return c.Conn.Close()
}
