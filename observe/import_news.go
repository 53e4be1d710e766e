package observe

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	importMarkRunning = sql.Get("importing/mark_running.sql")
	importTell        = sql.Get("importing/tell.sql")
)

// ImportsChannel is where importers, which are processes of their own, tell the servers of a database what they do.
const ImportsChannel = "skeeter_imports"

// Kinds of news.
const (
	importBegan  = "began"
	importStored = "stored"
	importFailed = "failed"
)

// importNews is what an importer tells: that it began, or what became of the rows and how long it took.
type importNews struct {
	Kind      string  `json:"kind"`
	Inserted  int64   `json:"inserted,omitempty"`
	Updated   int64   `json:"updated,omitempty"`
	Unchanged int64   `json:"unchanged,omitempty"`
	Absences  int64   `json:"absences,omitempty"`
	Rejected  int64   `json:"rejected,omitempty"`
	Seconds   float64 `json:"seconds,omitempty"`
}

// Limits of news that are believed: whoever may connect to the database can send some.
const (
	maxNewsBytes   = 1 << 10
	maxNewsRows    = 1e10
	maxNewsSeconds = 30 * 24 * 3600
)

// parseImportNews reads what came from the database; nothing in it is taken for granted.
func parseImportNews(payload string) (n importNews, err error) {
	if len(payload) > maxNewsBytes {
		return n, fmt.Errorf("news of an import has %d bytes", len(payload))
	}
	d := json.NewDecoder(bytes.NewReader([]byte(payload)))
	d.DisallowUnknownFields()
	if err := d.Decode(&n); err != nil {
		return n, fmt.Errorf("news of an import: %w", err)
	}
	if d.More() {
		return n, errors.New("news of an import goes on after its end")
	}
	if n.Kind != importBegan && n.Kind != importStored && n.Kind != importFailed {
		return n, fmt.Errorf("news of an import is of the unknown kind %q", n.Kind)
	}
	for _, rows := range []int64{n.Inserted, n.Updated, n.Unchanged, n.Absences, n.Rejected} {
		if rows < 0 || rows > maxNewsRows {
			return n, fmt.Errorf("news of an import tells of %d rows", rows)
		}
	}
	if n.Seconds < 0 || n.Seconds > maxNewsSeconds {
		return n, fmt.Errorf("news of an import tells of %g seconds", n.Seconds)
	}
	return n, nil
}

// tell sends news; inside a transaction they go out when it commits.
func tell(ctx context.Context, db postgres.Querier, n importNews) error {
	text, err := json.Marshal(n)
	if err == nil {
		_, err = db.Exec(ctx, importTell.String(), pgx.StrictNamedArgs{"news": string(text)})
	}
	if err != nil {
		return fmt.Errorf("tell the servers of the import: %w", err)
	}
	return nil
}

// tellPatience is how long an import that failed tries to tell so.
const tellPatience = 2 * time.Second

// tellFailure tells of an import that failed. It is not the failure's fault if that cannot be told.
func (im *Importer) tellFailure(ctx context.Context, took time.Duration) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), tellPatience)
	defer cancel()
	if err := tell(ctx, im.db, importNews{Kind: importFailed, Seconds: took.Seconds()}); err != nil {
		im.log.WarnContext(ctx, "the servers do not know that an import failed", "error", err)
	}
}

// news are what became of the rows so far.
func (r ImportReport) news(took time.Duration) importNews {
	return importNews{
		Kind: importStored, Inserted: r.Inserted, Updated: r.Updated, Unchanged: r.Unchanged, Absences: r.Absences, Rejected: r.Rejected,
		Seconds: took.Seconds(),
	}
}
