package httpapi

import (
	"errors"
	"net"
	"os"
	"time"
)

// Limits of a client that takes its answer slowly.
const (
	// writeStall is how long a client may take nothing of its answer. One that takes some, however slowly, is waited for: there
	// is no limit on a download as a whole.
	writeStall = 30 * time.Second
	// writeLook is how often that is looked at. The system wakes a writer only when much of the connection's buffer is free
	// again, which a slow line may need longer for than writeStall.
	writeLook = 5 * time.Second
)

// LimitStalls returns a listener whose connections break when the other end takes nothing for long.
func LimitStalls(l net.Listener) net.Listener { return listener{l, writeLook, writeStall} }

type listener struct {
	net.Listener
	look, stall time.Duration
}

// Accept returns the next connection.
func (l listener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &connection{c, l.look, l.stall}, nil
}

type connection struct {
	net.Conn
	look, stall time.Duration
}

// Write writes all of b as long as the other end takes some of it now and then.
func (c *connection) Write(b []byte) (n int, err error) {
	last := time.Now() // that the other end took something
	for {
		if err := c.SetWriteDeadline(time.Now().Add(min(c.look, c.stall))); err != nil {
			return n, err
		}
		wrote, err := c.Conn.Write(b[n:])
		n += wrote
		switch {
		case !errors.Is(err, os.ErrDeadlineExceeded):
			return n, err
		case wrote > 0:
			last = time.Now()
		case time.Since(last) >= c.stall:
			return n, err
		}
	}
}

// CloseWrite ends the answer and leaves the connection open for what the client still sends: net/http does so after an answer
// that came before the end of its request.
func (c *connection) CloseWrite() error {
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}
