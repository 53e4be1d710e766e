// Package postgres owns the way to the database: the pool and what is measured of it, the embedded cluster, the migrations, and
// small query helpers. It imports the embedded migrations and queries, internal/telemetry and no other package of the project.
package postgres

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/puddle/v2"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/sql"
)

// PoolOptions of Connect. URL is needed.
type PoolOptions struct {
	URL              string
	Size             int           // connections at most; 0 means 4
	StatementTimeout time.Duration // 0 means none
	AcquireTimeout   time.Duration // how long a query waits for a connection; 0 means for ever
	ApplicationName  string
	Registry         prometheus.Registerer // takes the metrics of the pool and its queries; nil measures nothing
	Log              *slog.Logger          // is told of slow queries, when there is a Registry
}

// applicationName is what sessions are called in pg_stat_activity.
const applicationName = "skeeter"

// Connect opens a pool and checks that the server answers and is new enough.
func Connect(ctx context.Context, o PoolOptions) (*pgxpool.Pool, error) {
	pool, err := NewPool(ctx, o)
	if err != nil {
		return nil, err
	}
	if err := CheckServer(ctx, pool); err != nil {
		pool.Close()
		return nil, err
	}
	return pool, nil
}

// connectTimeout is how long a new connection may take, where the URL does not say.
const connectTimeout = 10 * time.Second

// preparedStatements is how many a session keeps. Each set of conditions is a statement of its own, of some 50 kB.
const preparedStatements = 128

// NewPool opens a pool without asking the server for anything yet.
//
// Its sessions plan every query with its values, because optional filters would lose their indexes in a generic plan,
// and leave JIT off, which costs tens of milliseconds on short queries.
func NewPool(ctx context.Context, o PoolOptions) (*pgxpool.Pool, error) {
	cfg, err := pgxpool.ParseConfig(o.URL)
	if err != nil {
		return nil, errors.New("parse the database URL: it is malformed") // pgx's own text may hold the password
	}
	cfg.MaxConns = int32(o.Size)
	if o.Size == 0 {
		cfg.MaxConns = 4
	}
	cfg.MaxConnIdleTime = 5 * time.Minute
	cfg.ConnConfig.StatementCacheCapacity = preparedStatements
	p := cfg.ConnConfig.RuntimeParams
	p["plan_cache_mode"] = "force_custom_plan"
	p["jit"] = "off"
	p["timezone"] = "UTC"
	p["application_name"] = applicationName
	if o.ApplicationName != "" {
		p["application_name"] = o.ApplicationName
	}
	if o.StatementTimeout > 0 {
		p["statement_timeout"] = fmt.Sprint(o.StatementTimeout.Milliseconds())
		p["idle_in_transaction_session_timeout"] = fmt.Sprint((5 * time.Minute).Milliseconds())
	}
	if cfg.ConnConfig.ConnectTimeout == 0 {
		cfg.ConnConfig.ConnectTimeout = connectTimeout
	}
	cfg.AfterConnect = beginSession
	if o.Registry != nil {
		cfg.ConnConfig.Tracer = newTracer(o.Registry, o.Log)
	}
	if o.AcquireTimeout > 0 {
		cfg.ConnConfig.Tracer = limitAcquire(cfg.ConnConfig.Tracer, o.AcquireTimeout)
	}
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, fmt.Errorf("open the database pool: %w", err)
	}
	if o.Registry != nil {
		o.Registry.MustRegister(poolCollector{pool})
	}
	return pool, nil
}

var sessionQuery = sql.Get("session/begin.sql")

// beginSession does what a session does first, where PostGIS is already. Nobody is told: it belongs to no request.
func beginSession(ctx context.Context, conn *pgx.Conn) error {
	_, err := conn.PgConn().Exec(ctx, sessionQuery.String()).ReadAll()
	if pg := (*pgconn.PgError)(nil); errors.As(err, &pg) && (pg.Code == undefinedFunction || pg.Code == undefinedObject) {
		return nil
	}
	return err
}

// PostgreSQL's codes of what is not there.
const (
	undefinedFunction = "42883"
	undefinedObject   = "42704" // a type
)

// minServerVersion is PostgreSQL 15 as server_version_num.
const minServerVersion = 150000

// CheckServer says whether the server answers and is new enough.
func CheckServer(ctx context.Context, pool *pgxpool.Pool) error {
	var version int
	if err := pool.QueryRow(ctx, "select current_setting('server_version_num')::int").Scan(&version); err != nil {
		return fmt.Errorf("reach the database: %w", err)
	}
	if version < minServerVersion {
		return fmt.Errorf("the database is PostgreSQL %d; skeeter needs 15 or newer", version/10000)
	}
	return nil
}

// Unavailable says whether an error means that the database is away or overloaded, so that a later try may succeed.
func Unavailable(err error) bool {
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, puddle.ErrClosedPool) ||
		errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, net.ErrClosed) {
		return true
	}
	var connect *pgconn.ConnectError
	var network *net.OpError
	if errors.As(err, &connect) || errors.As(err, &network) || pgconn.SafeToRetry(err) {
		return true
	}
	var pg *pgconn.PgError
	if !errors.As(err, &pg) || len(pg.Code) != 5 {
		return false
	}
	switch pg.Code[:2] {
	case "08", "53", "57", "40": // connection, resources, operator intervention (timeout, shutdown), serialization
		return true
	}
	return pg.Code == "55P03" || pg.Code == "25P03" // lock not available; a session that idled in its transaction for too long
}

// Querier is what pools, connections and transactions have in common.
type Querier interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// Reader runs queries: a pool, a connection, a transaction.
type Reader interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}

// All runs a query and returns its rows as structs, by column name (pgx `db` tags).
func All[T any](ctx context.Context, db Reader, query fmt.Stringer, args ...any) ([]T, error) {
	rows, err := db.Query(ctx, query.String(), args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByName[T])
}

// One runs a query that returns one row, as a struct. No row is pgx.ErrNoRows.
func One[T any](ctx context.Context, db Reader, query fmt.Stringer, args ...any) (T, error) {
	rows, err := db.Query(ctx, query.String(), args...)
	if err != nil {
		var zero T
		return zero, err
	}
	return pgx.CollectExactlyOneRow(rows, pgx.RowToStructByName[T])
}

// Exec runs a statement and returns the number of rows it touched.
func Exec(ctx context.Context, db Querier, query fmt.Stringer, args ...any) (int64, error) {
	tag, err := db.Exec(ctx, query.String(), args...)
	return tag.RowsAffected(), err
}
