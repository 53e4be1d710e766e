package importing

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	markRunningQuery = sql.Get("importing/mark_running.sql")
	notifyQuery      = sql.Get("importing/notify.sql")
)

// Channel is the channel of NOTIFY on which importers, which are separate processes, notify the servers of a database.
const Channel = "skeeter_imports"

// Kinds of notices.
const (
	kindBegan  = "began"
	kindStored = "stored"
	kindFailed = "failed"
)

// notice says that an import began, or what became of its rows and how long it took.
type notice struct {
	Kind      string  `json:"kind"`
	Inserted  int64   `json:"inserted,omitempty"`
	Updated   int64   `json:"updated,omitempty"`
	Unchanged int64   `json:"unchanged,omitempty"`
	Absences  int64   `json:"absences,omitempty"`
	EventRows int64   `json:"event_rows,omitempty"`
	PoolRows  int64   `json:"pool_rows,omitempty"`
	Rejected  int64   `json:"rejected,omitempty"`
	Skipped   int64   `json:"skipped,omitempty"`
	Seconds   float64 `json:"seconds,omitempty"`
}

// Limits of a notice. Anyone who may connect to the database can send one.
const (
	maxNoticeBytes   = 1 << 10
	maxNoticeRows    = 1e10
	maxNoticeSeconds = 30 * 24 * 3600
)

func parseNotice(payload string) (n notice, err error) {
	if len(payload) > maxNoticeBytes {
		return n, fmt.Errorf("notice of an import has %d bytes", len(payload))
	}
	d := json.NewDecoder(strings.NewReader(payload))
	d.DisallowUnknownFields()
	if err := d.Decode(&n); err != nil {
		return n, fmt.Errorf("notice of an import: %w", err)
	}
	if d.More() {
		return n, errors.New("notice of an import goes on after its end")
	}
	if n.Kind != kindBegan && n.Kind != kindStored && n.Kind != kindFailed {
		return n, fmt.Errorf("notice of an import is of the unknown kind %q", n.Kind)
	}
	for _, rows := range []int64{n.Inserted, n.Updated, n.Unchanged, n.Absences, n.EventRows, n.PoolRows, n.Rejected, n.Skipped} {
		if rows < 0 || rows > maxNoticeRows {
			return n, fmt.Errorf("notice of an import says %d rows", rows)
		}
	}
	if n.Seconds < 0 || n.Seconds > maxNoticeSeconds {
		return n, fmt.Errorf("notice of an import says %g seconds", n.Seconds)
	}
	return n, nil
}

// notify sends a notice. PostgreSQL sends a notice within a transaction at commit.
func notify(ctx context.Context, db postgres.Querier, n notice) error {
	text, err := json.Marshal(n)
	if err == nil {
		_, err = db.Exec(ctx, notifyQuery.String(), pgx.StrictNamedArgs{"notice": string(text)})
	}
	if err != nil {
		return fmt.Errorf("notify the servers of the import: %w", err)
	}
	return nil
}

// notifyTimeout bounds the notice of an import that failed.
const notifyTimeout = 2 * time.Second

// notifyFailure notifies the servers of an import that failed. It logs its own error, because the caller returns that of the import.
func (im *Importer) notifyFailure(ctx context.Context, took time.Duration) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), notifyTimeout)
	defer cancel()
	if err := notify(ctx, im.db, notice{Kind: kindFailed, Seconds: took.Seconds()}); err != nil {
		im.log.WarnContext(ctx, "notifying the servers of a failed import failed", "error", err)
	}
}

func (r Report) notice(took time.Duration) notice {
	return notice{
		Kind: kindStored, Inserted: r.Inserted, Updated: r.Updated, Unchanged: r.Unchanged, Absences: r.Absences, EventRows: r.EventRows, PoolRows: r.PoolRows,
		Rejected: r.Rejected, Skipped: r.Skipped, Seconds: took.Seconds(),
	}
}
