package nodes

import (
	"context"
	"net"
	"sync"

	"github.com/jackc/pgx/v5/pgconn"
)

// Dialed are the open connections of pools. A pool cannot end what is asked over its connections; who cuts them does.
type Dialed struct {
	mu   sync.Mutex
	open map[*dialed]struct{}
}

// Cut ends all connections. What waits for an answer gets an error that is postgres.Unavailable.
func (d *Dialed) Cut() {
	d.mu.Lock()
	defer d.mu.Unlock()
	for c := range d.open {
		_ = c.Conn.Close() // its owner gets the error
	}
	clear(d.open)
}

// Dial returns a function that dials as another one, and notes the connection: postgres.PoolOptions.Dial.
func (d *Dialed) Dial(dial pgconn.DialFunc) pgconn.DialFunc {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		c := &dialed{conn, d}
		d.mu.Lock()
		defer d.mu.Unlock()
		if d.open == nil {
			d.open = map[*dialed]struct{}{}
		}
		d.open[c] = struct{}{}
		return c, nil
	}
}

// dialed is one connection.
type dialed struct {
	net.Conn
	of *Dialed
}

// Close implements net.Conn.
func (c *dialed) Close() error {
	c.of.mu.Lock()
	delete(c.of.open, c)
	c.of.mu.Unlock()
	return c.Conn.Close()
}
