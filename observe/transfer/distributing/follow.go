package distributing

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
)

const (
	// followEvery is the time between two looks for changes.
	followEvery = 50 * time.Millisecond
	// busyEvery is the pause after a read that took long kept the tables: new readers wait behind who waits for it.
	busyEvery = time.Second
	// absentEvery is the time between two looks for distributed tables where there are none.
	absentEvery = 10 * time.Second
	// lookedEvery is how often it is noted that somebody looks, while nothing changes.
	lookedEvery = 10 * time.Minute
)

// Follower brings the distributed tables up to date.
type Follower struct {
	db   *pgxpool.Pool
	log  *slog.Logger
	said string // why it does not go on, as the log has it
}

// NewFollower returns a Follower. Its statements may take long, so db has no limit for them.
func NewFollower(db *pgxpool.Pool, log *slog.Logger) *Follower {
	return &Follower{db: db, log: log}
}

// Run follows the change log until ctx ends, while no other server does.
func (f *Follower) Run(ctx context.Context) {
	wait := followEvery
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
		there, err := f.Follow(ctx)
		switch {
		case ctx.Err() != nil || !there && postgres.Unavailable(err) || errors.Is(err, ErrRunning) || errors.Is(err, errBusy):
		case err == nil:
			f.said = ""
		case err.Error() != f.said:
			f.said = err.Error()
			f.log.WarnContext(ctx, "the distributed tables do not follow what is written: the primary answers reads", "error", err)
		}
		switch {
		case !there:
			wait = absentEvery
		case err != nil:
			wait = busyEvery
		default:
			wait = followEvery
		}
	}
}

// Follow brings the distributed tables up to date once. there is false where there are none, or none that can be. The error is ErrRunning while
// another session does so, or makes them.
func (f *Follower) Follow(ctx context.Context) (there bool, err error) {
	state, err := StateOf(ctx, f.db)
	switch {
	case err != nil || state == nil:
		return false, err
	case !state.Valid:
		return false, errAnew
	}
	if state.Complete && state.Whole && !state.Behind && state.Idle < lookedEvery.Seconds() {
		return true, nil
	}
	err = locked(ctx, f.db, 0, func(conn *pgx.Conn) error {
		state, err := StateOf(ctx, conn)
		if err != nil || state == nil || !state.Copied {
			return err // skeeter distribute goes on with what it copies
		}
		return catchUp(ctx, conn)
	})
	return true, err
}
