package postgres

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

const (
	listenPause = time.Second      // before a lost connection is made again
	listenIdle  = 30 * time.Second // without a notification, before a ping
	listenPing  = 5 * time.Second  // for the answer to a ping
)

// Channel is a channel of PostgreSQL's NOTIFY. Refresh runs at each notification, after the listening connection was made, and
// after Every without a notification: a notification may be lost with its connection, and a connection may die without a sign.
type Channel struct {
	Name    string
	Every   time.Duration
	Refresh func(context.Context)
	// Received gets the payload of every notification, before Refresh runs. It must not block. It may be nil.
	Received func(ctx context.Context, payload string)
}

// Listen serves channels until ctx ends, over a connection of its own to the database of pool, whose sessions must be PostgreSQL's. Each
// channel refreshes in a goroutine of its own, so that none waits for another.
func Listen(ctx context.Context, pool *pgxpool.Pool, log *slog.Logger, outage *Outage, channels ...Channel) {
	var group sync.WaitGroup
	listeners := make(map[string]listener, len(channels))
	for _, c := range channels {
		wake := make(chan struct{}, 1)
		listeners[c.Name] = listener{wake, c.Received}
		group.Go(func() { c.follow(ctx, wake) })
	}
	for ctx.Err() == nil {
		if err := listen(ctx, pool, listeners); err != nil && ctx.Err() == nil && !outage.Noticed(ctx, err) {
			log.WarnContext(ctx, "the listening connection to the database was lost, trying again", "error", err)
		}
		select {
		case <-ctx.Done():
		case <-time.After(listenPause):
		}
	}
	group.Wait()
}

// listener receives the notifications of a channel.
type listener struct {
	wake     chan<- struct{} // buffers one wake-up: a refresh covers all notifications before it
	received func(ctx context.Context, payload string)
}

func (l listener) wakeUp() {
	select {
	case l.wake <- struct{}{}:
	default:
	}
}

// follow refreshes whenever it is woken, and after c.Every without that.
func (c Channel) follow(ctx context.Context, wake <-chan struct{}) {
	quiet := time.NewTimer(c.Every)
	defer quiet.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-wake:
		case <-quiet.C:
		}
		c.Refresh(ctx)
		quiet.Reset(c.Every)
	}
}

func listen(ctx context.Context, pool *pgxpool.Pool, listeners map[string]listener) error {
	conn, err := pgx.ConnectConfig(ctx, pool.Config().ConnConfig)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx)) //nolint:errcheck // the connection is lost or no longer needed
	for name := range listeners {
		if _, err := conn.Exec(ctx, "listen "+pgx.Identifier{name}.Sanitize()); err != nil {
			return err
		}
	}
	for _, l := range listeners {
		l.wakeUp()
	}
	for {
		waiting, cancel := context.WithTimeout(ctx, listenIdle)
		n, err := conn.WaitForNotification(waiting)
		cancel()
		switch {
		case err == nil:
			if l, ok := listeners[n.Channel]; ok {
				if l.received != nil {
					l.received(ctx, n.Payload)
				}
				l.wakeUp()
			}
		case waiting.Err() == nil || ctx.Err() != nil:
			return err
		default:
			if err := ping(ctx, conn); err != nil {
				return err
			}
		}
	}
}

// ping fails when the server does not answer within listenPing. Without it, Listen would wait forever on a connection that died
// without a sign.
func ping(ctx context.Context, conn *pgx.Conn) error {
	waiting, cancel := context.WithTimeout(ctx, listenPing)
	defer cancel()
	return conn.Ping(waiting)
}
