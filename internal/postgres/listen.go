package postgres

import (
	"context"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/sync/errgroup"
)

const (
	listenPause = time.Second      // before a lost connection is tried again
	listenIdle  = 30 * time.Second // without news: ask whether the connection lives
	listenPing  = 5 * time.Second  // how long it has to answer
)

// Channel is a kind of news: Look runs when PostgreSQL notifies the channel of that name, when the listening connection was made
// anew, and when nothing was heard for Every, because a notification may go lost with its connection, even without a sign.
type Channel struct {
	Name  string
	Every time.Duration
	Look  func(context.Context)
	// Heard gets the payload of every notification that arrives, before Look; it must not wait. It may be nil.
	Heard func(ctx context.Context, payload string)
}

// Listen serves channels until ctx ends. Each looks by itself, over the pool: what one does never keeps another waiting.
func Listen(ctx context.Context, pool *pgxpool.Pool, log *slog.Logger, outage *Outage, channels ...Channel) {
	var group errgroup.Group
	heard := make(map[string]listener, len(channels))
	for _, c := range channels {
		told := make(chan struct{}, 1)
		heard[c.Name] = listener{told, c.Heard}
		group.Go(func() error { c.follow(ctx, told); return nil })
	}
	for ctx.Err() == nil {
		if err := listen(ctx, pool, heard); err != nil && ctx.Err() == nil && !outage.Noticed(ctx, err) {
			log.WarnContext(ctx, "the listening connection to the database was lost, trying again", "error", err)
		}
		select {
		case <-ctx.Done():
		case <-time.After(listenPause):
		}
	}
	_ = group.Wait() // none returns an error
}

// listener is where the notifications of a channel go.
type listener struct {
	told  chan<- struct{}
	heard func(ctx context.Context, payload string)
}

// follow looks whenever there is news, or was none for long.
func (c Channel) follow(ctx context.Context, told <-chan struct{}) {
	quiet := time.NewTimer(c.Every)
	defer quiet.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-told:
		case <-quiet.C:
		}
		c.Look(ctx)
		quiet.Reset(c.Every)
	}
}

// tell wakes a channel; news that it has not looked at yet need not be told twice.
func tell(news chan<- struct{}) {
	select {
	case news <- struct{}{}:
	default:
	}
}

func listen(ctx context.Context, pool *pgxpool.Pool, listeners map[string]listener) error {
	conn, err := pgx.ConnectConfig(ctx, pool.Config().ConnConfig)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx)) //nolint:errcheck // it is lost or done with
	for name := range listeners {
		if _, err := conn.Exec(ctx, "listen "+pgx.Identifier{name}.Sanitize()); err != nil {
			return err
		}
	}
	for _, l := range listeners {
		tell(l.told)
	}
	for {
		waiting, cancel := context.WithTimeout(ctx, listenIdle)
		n, err := conn.WaitForNotification(waiting)
		cancel()
		switch {
		case err == nil:
			if l, ok := listeners[n.Channel]; ok {
				if l.heard != nil {
					l.heard(ctx, n.Payload)
				}
				tell(l.told)
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

// ping says whether a connection lives. One whose other end is gone without a sign would wait for ever.
func ping(ctx context.Context, conn *pgx.Conn) error {
	waiting, cancel := context.WithTimeout(ctx, listenPing)
	defer cancel()
	return conn.Ping(waiting)
}
