package postgres

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/internal/telemetry"
	"github.com/skeeter-surveillance/skeeter/sql"
)

// maxApplicationName is how many bytes of an application_name PostgreSQL keeps (NAMEDATALEN - 1).
const maxApplicationName = 63

// Beginner begins transactions: a pool or a connection.
type Beginner interface {
	BeginTx(ctx context.Context, o pgx.TxOptions) (pgx.Tx, error)
}

// Transaction runs do in a transaction with the isolation level and access mode of o. It commits when do returns nil and rolls
// back otherwise. Until then the application_name of the session is "skeeter" and the request's id, so that pg_stat_activity
// shows which request holds a lock. The name is set together with the begin and costs no round trip.
//
// A transaction that may write lets PostgreSQL keep the plans of foreign keys. The session plans every query with its values, and planning
// tripled the cost of checking a key.
func Transaction(ctx context.Context, db Beginner, o pgx.TxOptions, do func(pgx.Tx) error) error {
	o.BeginQuery = beginQuery(ctx, o)
	return pgx.BeginTxFunc(ctx, db, o, do)
}

// Write is a Transaction that does not notify other servers of the observations and sampling events that it changes. The caller asks an
// Announcer to, after it.
func Write(ctx context.Context, db Beginner, do func(pgx.Tx) error) error {
	o := pgx.TxOptions{}
	o.BeginQuery = beginQuery(ctx, o) + "; set local skeeter.notify = 'later'"
	return pgx.BeginTxFunc(ctx, db, o, do)
}

// Batcher sends several queries at once: a pool or a connection.
type Batcher interface {
	SendBatch(ctx context.Context, b *pgx.Batch) pgx.BatchResults
}

var writeSettingsQuery = sql.Get("session/write.sql")

// WriteOne is Write of one query, in one round trip. It returns the row of the query as One does; the error is pgx.ErrNoRows without
// one. PostgreSQL makes one transaction of what a batch sends.
func WriteOne[T any](ctx context.Context, db Batcher, query fmt.Stringer, args pgx.StrictNamedArgs) (row T, err error) {
	batch := &pgx.Batch{}
	batch.Queue(writeSettingsQuery.String(), pgx.StrictNamedArgs{"name": sessionName(ctx)})
	batch.Queue(query.String(), args)
	results := db.SendBatch(ctx, batch)
	if _, err = results.Exec(); err == nil {
		var rows pgx.Rows
		if rows, err = results.Query(); err == nil {
			row, err = pgx.CollectExactlyOneRow(rows, pgx.RowToStructByName[T])
		}
	}
	if committed := results.Close(); err == nil {
		err = committed
	}
	return row, err
}

var keepPlanQuery = sql.Get("session/keep_plan.sql")

// AllKept runs a query as All does, in one round trip, with a plan that the session keeps for all values. Use it where every value has the
// same plan and planning takes as long as reading.
func AllKept[T any](ctx context.Context, db Batcher, query fmt.Stringer, args pgx.QueryRewriter) (all []T, err error) {
	batch := &pgx.Batch{}
	batch.Queue(keepPlanQuery.String())
	batch.Queue(query.String(), args)
	results := db.SendBatch(ctx, batch)
	if _, err = results.Exec(); err == nil {
		var rows pgx.Rows
		if rows, err = results.Query(); err == nil {
			all, err = pgx.CollectRows(rows, pgx.RowToStructByName[T])
		}
	}
	if closed := results.Close(); err == nil {
		err = closed
	}
	return all, err
}

// beginQuery returns the begin that pgx would send, and what is set until the end. pgx sends it unprepared, so its text may differ each time.
func beginQuery(ctx context.Context, o pgx.TxOptions) string {
	var b strings.Builder
	b.WriteString("begin")
	if o.IsoLevel != "" {
		b.WriteString(" isolation level " + string(o.IsoLevel))
	}
	if o.AccessMode != "" {
		b.WriteString(" " + string(o.AccessMode))
	}
	if o.AccessMode != pgx.ReadOnly {
		b.WriteString("; set local plan_cache_mode = auto")
	}
	if name := sessionName(ctx); name != "" {
		b.WriteString("; set local application_name = '" + strings.ReplaceAll(name, "'", "''") + "'")
	}
	return b.String()
}

var nameSessionQuery = sql.Get("session/name.sql")

// NameSession adds the name to a batch that has begun a transaction. It returns false when there is no request to name it after.
func NameSession(ctx context.Context, batch *pgx.Batch) bool {
	name := sessionName(ctx)
	if name != "" {
		batch.Queue(nameSessionQuery.String(), pgx.StrictNamedArgs{"name": name})
	}
	return name != ""
}

var limitStatementsQuery = sql.Get("session/limit_statements.sql")

// LimitStatements sets how long each statement of a transaction may run from here on, to the millisecond; 0 is without a limit.
func LimitStatements(ctx context.Context, tx pgx.Tx, limit time.Duration) error {
	_, err := Exec(ctx, tx, limitStatementsQuery, pgx.StrictNamedArgs{"limit": strconv.FormatInt(limit.Milliseconds(), 10)})
	return err
}

// sessionName returns "" without a request: the session keeps its name.
func sessionName(ctx context.Context) string {
	id := telemetry.RequestID(ctx)
	if id == "" {
		return ""
	}
	name := applicationName + " " + id
	return name[:min(len(name), maxApplicationName)]
}

// Database is where reads go: a pool, or nodes.Nodes, which choose a pool for each.
type Database interface {
	Querier
	Batcher
	Beginner
	Acquire(ctx context.Context) (*pgxpool.Conn, error)
}

// ReadsOf returns where reads go: to db where reads is nil.
func ReadsOf(reads Database, db *pgxpool.Pool) Database {
	if reads == nil {
		return db
	}
	return reads
}
