package limits

import (
	"context"
	"errors"
	"io"
	"net"
	"os"
	"sync/atomic"
	"time"
)

// Limits of a client that takes its answer slowly.
const (
	// writeStall is how long a client may take nothing of its answer. A client that takes some, however slowly, has no limit,
	// so that a download may take as long as its line needs.
	writeStall = 30 * time.Second
	// writeCheck is how often progress is checked. The system wakes a writer only when much of the connection's buffer is free
	// again; on a slow line that may take longer than writeStall.
	writeCheck = 5 * time.Second
)

// NewListener returns a listener whose connections fail when the other end takes nothing for 30 s.
func NewListener(l net.Listener) net.Listener { return listener{l, writeCheck, writeStall} }

type listener struct {
	net.Listener
	check, stall time.Duration
}

func (l listener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &connection{Conn: c, check: l.check, stall: l.stall}, nil
}

type connection struct {
	net.Conn
	check, stall time.Duration
	ended        atomic.Bool // nothing more is read
}

type connectionKey struct{}

// WithConnection is the ConnContext of an http.Server whose listener NewListener made.
func WithConnection(ctx context.Context, c net.Conn) context.Context {
	return context.WithValue(ctx, connectionKey{}, c)
}

// endReads ends the connection of a request, once its answer is sent.
func endReads(ctx context.Context) {
	if c, ok := ctx.Value(connectionKey{}).(*connection); ok {
		c.ended.Store(true)
	}
}

func (c *connection) Read(b []byte) (int, error) {
	if c.ended.Load() {
		return 0, io.EOF
	}
	return c.Conn.Read(b)
}

// Write writes all of b, unless the other end takes nothing of it for the stall.
func (c *connection) Write(b []byte) (n int, err error) {
	last := time.Now() // when the other end last took some of b
	for {
		if err := c.SetWriteDeadline(time.Now().Add(min(c.check, c.stall))); err != nil {
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

// CloseWrite closes the sending side. net/http calls it after an answer that came before the end of its request, and goes on
// reading what the client sends.
func (c *connection) CloseWrite() error {
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}
