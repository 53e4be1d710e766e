package postgres

import (
	"context"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

const (
	listenPause = time.Second      // before a lost connection is tried again
	listenIdle  = 30 * time.Second // without news: look anyway, a notification may have gone lost with its connection
)

// Listen calls the function of a channel when PostgreSQL notifies it, and all of them after every (re)connection and when
// nothing was heard for half a minute: what was missed meanwhile is looked for. It returns when ctx ends.
func Listen(ctx context.Context, pool *pgxpool.Pool, log *slog.Logger, channels map[string]func(context.Context)) {
	for ctx.Err() == nil {
		if err := listen(ctx, pool, channels); err != nil && ctx.Err() == nil {
			log.WarnContext(ctx, "the listening connection to the database was lost, trying again", "error", err)
		}
		select {
		case <-ctx.Done():
		case <-time.After(listenPause):
		}
	}
}

func listen(ctx context.Context, pool *pgxpool.Pool, channels map[string]func(context.Context)) error {
	conn, err := pgx.ConnectConfig(ctx, pool.Config().ConnConfig)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx)) //nolint:errcheck // it is lost or done with
	for name := range channels {
		if _, err := conn.Exec(ctx, "listen "+pgx.Identifier{name}.Sanitize()); err != nil {
			return err
		}
	}
	for {
		for _, look := range channels {
			look(ctx)
		}
		if err := waitAndDispatch(ctx, conn, channels); err != nil {
			return err
		}
	}
}

// waitAndDispatch serves notifications until listenIdle passed without one.
func waitAndDispatch(ctx context.Context, conn *pgx.Conn, channels map[string]func(context.Context)) error {
	for {
		waiting, cancel := context.WithTimeout(ctx, listenIdle)
		n, err := conn.WaitForNotification(waiting)
		cancel()
		if err != nil {
			if waiting.Err() != nil && ctx.Err() == nil {
				return conn.Ping(ctx)
			}
			return err
		}
		if look := channels[n.Channel]; look != nil {
			look(ctx)
		}
	}
}
