package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	lockQuery = sql.Get("session/lock.sql")
	freeQuery = sql.Get("session/free.sql")
)

// ErrLocked means that another session has a lock.
var ErrLocked = errors.New("another session has the lock")

// lockEvery is the pause between two tries to take a lock.
const lockEvery = 500 * time.Millisecond

// Alone runs do in a session that has an advisory lock of a name. The error is ErrLocked when another session has it for longer than patience.
func Alone(ctx context.Context, db *pgxpool.Pool, name string, patience time.Duration, do func(*pgx.Conn) error) (err error) {
	conn, err := db.Acquire(ctx) // the lock is of the session
	if err != nil {
		return fmt.Errorf("connect to the database: %w", err)
	}
	defer conn.Release()
	lock := pgx.StrictNamedArgs{"name": name}
	for until := time.Now().Add(patience); ; {
		var taken bool
		if err := conn.QueryRow(ctx, lockQuery.String(), lock).Scan(&taken); err != nil {
			return fmt.Errorf("lock %s: %w", name, err)
		}
		if taken {
			break
		}
		if time.Now().After(until) {
			return ErrLocked
		}
		if err := Pause(ctx, lockEvery); err != nil {
			return err
		}
	}
	defer func() {
		_, freeErr := conn.Exec(context.WithoutCancel(ctx), freeQuery.String(), lock)
		err = errors.Join(err, freeErr)
	}()
	return do(conn.Conn())
}

// Pause waits. The error is that of ctx when it ends before.
func Pause(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}
