package postgres

import (
	"context"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/sql"
)

var announceQuery = sql.Get("session/announce.sql")

// announceEvery is the least time between two announcements. Those of all changes between are one.
const announceEvery = 100 * time.Millisecond

// Announcer notifies the servers of the database, this one too, after transactions of Write and WriteOne. Such transactions do not notify,
// because a notification holds a lock of the whole cluster while its transaction is written to the disk. When an announcement is lost,
// other servers see the change as soon as they look by themselves.
type Announcer struct {
	announce func(ctx context.Context) error
	log      *slog.Logger
	wanted   chan struct{}
}

// NewAnnouncer returns an Announcer, which announces while Run runs.
func NewAnnouncer(db *pgxpool.Pool, log *slog.Logger) *Announcer {
	return &Announcer{log: log, wanted: make(chan struct{}, 1), announce: func(ctx context.Context) error {
		_, err := db.Exec(ctx, announceQuery.String())
		return err
	}}
}

// Announce asks for an announcement and returns at once.
func (a *Announcer) Announce() {
	select {
	case a.wanted <- struct{}{}:
	default:
	}
}

// Run announces until ctx ends: the first change at once, later ones after announceEvery.
func (a *Announcer) Run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-a.wanted:
		}
		if err := a.announce(ctx); err != nil && ctx.Err() == nil {
			a.log.WarnContext(ctx, "a change was not announced: other servers see it when they look by themselves", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(announceEvery):
		}
	}
}
