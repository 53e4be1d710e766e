package transfer

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
	importMarkRunning = sql.Get("importing/mark_running.sql")
	importNotify      = sql.Get("importing/notify.sql")
)

// ImportsChannel is the channel of NOTIFY on which importers, which are separate processes, notify the servers of a database.
const ImportsChannel = "skeeter_imports"

// Kinds of notices.
const (
	importBegan  = "began"
	importStored = "stored"
	importFailed = "failed"
)

// importNotice says that an import began, or what became of its rows and how long it took.
type importNotice struct {
	Kind      string  `json:"kind"`
	Inserted  int64   `json:"inserted,omitempty"`
	Updated   int64   `json:"updated,omitempty"`
	Unchanged int64   `json:"unchanged,omitempty"`
	Absences  int64   `json:"absences,omitempty"`
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

func parseImportNotice(payload string) (n importNotice, err error) {
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
	if n.Kind != importBegan && n.Kind != importStored && n.Kind != importFailed {
		return n, fmt.Errorf("notice of an import is of the unknown kind %q", n.Kind)
	}
	for _, rows := range []int64{n.Inserted, n.Updated, n.Unchanged, n.Absences, n.Rejected, n.Skipped} {
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
func notify(ctx context.Context, db postgres.Querier, n importNotice) error {
	text, err := json.Marshal(n)
	if err == nil {
		_, err = db.Exec(ctx, importNotify.String(), pgx.StrictNamedArgs{"notice": string(text)})
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
	if err := notify(ctx, im.db, importNotice{Kind: importFailed, Seconds: took.Seconds()}); err != nil {
		im.log.WarnContext(ctx, "notifying the servers of a failed import failed", "error", err)
	}
}

func (r ImportReport) notice(took time.Duration) importNotice {
	return importNotice{
		Kind: importStored, Inserted: r.Inserted, Updated: r.Updated, Unchanged: r.Unchanged, Absences: r.Absences, Rejected: r.Rejected,
		Skipped: r.Skipped, Seconds: took.Seconds(),
	}
}
