// Package postgres connects to the database: the pool and its metrics, queries and rows, COPY, LISTEN, the Filter as arguments of
// SQL, and the Names that answers need, kept in memory. Of the project it imports sql, internal/surveillance, internal/lang and
// internal/telemetry. Package schema migrates the database, package cluster runs the embedded PostgreSQL, package pgtest gives each
// test a database.
//
// # Queries
//
// Queries are files of package sql with named arguments. pgx.StrictNamedArgs fills those without optional conditions, Args the
// others: it leaves out the conditions whose argument is null, so that PostgreSQL plans only what was asked for. Sessions plan
// every query with its values (plan_cache_mode), because a generic plan would lose the index on an optional condition, and keep
// JIT off, which costs tens of milliseconds on short queries. All and One read rows into structs by column name, AllKept those of a
// query that has one plan; EachRow visits the many rows of a layer or a page in PostgreSQL's binary format.
//
// # Errors and load
//
// Unavailable tells errors that a later try may not meet, which are answered with 503, from others. A statement has the limit
// PoolOptions.StatementTimeout, the wait for a connection PoolOptions.AcquireTimeout. The query of a client that left is
// cancelled with its context. The metrics time each query under the name of its file; the log names queries slower than 1 s while
// they run, with the process id of their session.
package postgres

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/multitracer"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/sql"
)

// PoolOptions of NewPool and Connect. URL is required.
type PoolOptions struct {
	URL              string
	Pooled           bool                                  // the URL is of PgBouncer in transaction mode
	Size             int                                   // connections at most; 0 is 4
	StatementTimeout time.Duration                         // 0 is none
	AcquireTimeout   time.Duration                         // of the wait for a connection; 0 is none
	ApplicationName  string                                // of the sessions; "" is skeeter
	Schema           string                                // whose tables hide those of the same name; "" is none
	Settings         map[string]string                     // of the sessions
	Dial             func(pgconn.DialFunc) pgconn.DialFunc // stands before the dialing of connections; nil is nothing
	Registry         prometheus.Registerer                 // takes the metrics of the pool and its queries; nil measures nothing
	Log              *slog.Logger                          // gets slow queries; required with a Registry
}

// applicationName is the name of sessions in pg_stat_activity.
const applicationName = "skeeter"

// Connect opens a pool and checks the server as CheckServer does.
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

// connectTimeout is how long a new connection may take, unless the URL sets connect_timeout.
const connectTimeout = 10 * time.Second

// preparedStatements is how many statements a session keeps prepared. Each set of conditions is a statement, of about 50 kB.
const preparedStatements = 128

// NewPool makes a pool. It does not connect.
func NewPool(ctx context.Context, o PoolOptions) (*pgxpool.Pool, error) {
	cfg, err := pgxpool.ParseConfig(o.URL)
	if err != nil {
		return nil, errors.New("parse the database URL: it is malformed") // pgx's text may hold the password
	}
	cfg.MaxConns = int32(cmp.Or(o.Size, 4))
	cfg.MaxConnIdleTime = 5 * time.Minute
	cfg.ConnConfig.RuntimeParams["timezone"] = "UTC"
	cfg.ConnConfig.RuntimeParams["application_name"] = cmp.Or(o.ApplicationName, applicationName)
	maps.Copy(cfg.ConnConfig.RuntimeParams, o.Settings)
	cfg.ConnConfig.ConnectTimeout = cmp.Or(cfg.ConnConfig.ConnectTimeout, connectTimeout)
	if o.Pooled {
		throughPooler(cfg)
	} else {
		ownSessions(cfg, o.StatementTimeout)
	}
	if o.Dial != nil {
		cfg.ConnConfig.DialFunc = o.Dial(cfg.ConnConfig.DialFunc)
	}
	if o.Schema != "" {
		cfg.AfterConnect = func(ctx context.Context, conn *pgx.Conn) error {
			if _, err := conn.Exec(ctx, enterQuery.String(), pgx.StrictNamedArgs{"schema": o.Schema}); err != nil {
				return fmt.Errorf("enter the schema %s: %w", o.Schema, err)
			}
			return beginSession(ctx, conn)
		}
	}
	var tracers []pgx.QueryTracer
	if o.Registry != nil {
		tracers = append(tracers, newTracer(o.Registry, o.Log))
	}
	if o.AcquireTimeout > 0 {
		tracers = append(tracers, &acquireLimit{limit: o.AcquireTimeout})
	}
	cfg.ConnConfig.Tracer = multitracer.New(tracers...)
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, fmt.Errorf("open the database pool: %w", err)
	}
	if o.Registry != nil {
		o.Registry.MustRegister(poolCollector{pool})
	}
	return pool, nil
}

// ownSessions lets a pool keep statements and settings in its sessions.
func ownSessions(cfg *pgxpool.Config, statementTimeout time.Duration) {
	cfg.ConnConfig.StatementCacheCapacity = preparedStatements
	p := cfg.ConnConfig.RuntimeParams
	p["plan_cache_mode"] = "force_custom_plan"
	p["jit"] = "off"
	p["citus.enable_ddl_propagation"] = "off" // on the coordinator of a Citus cluster our schema is of no concern to the workers
	if statementTimeout > 0 {
		p["statement_timeout"] = fmt.Sprint(statementTimeout.Milliseconds())
		p["idle_in_transaction_session_timeout"] = fmt.Sprint((5 * time.Minute).Milliseconds())
	}
	cfg.AfterConnect = beginSession
}

var (
	sessionQuery = sql.Get("session/begin.sql")
	enterQuery   = sql.Get("session/enter.sql")
)

// beginSession runs session/begin.sql on a new connection. It ignores that PostGIS is missing, as it is before the migrations.
func beginSession(ctx context.Context, conn *pgx.Conn) error {
	_, err := conn.PgConn().Exec(ctx, sessionQuery.String()).ReadAll()
	if pg := (*pgconn.PgError)(nil); errors.As(err, &pg) && (pg.Code == undefinedFunction || pg.Code == undefinedObject) {
		return nil
	}
	return err
}

// SQLSTATEs of missing objects.
const (
	undefinedFunction = "42883"
	undefinedObject   = "42704" // such as a type
)

var serverVersionQuery = sql.Get("session/server_version.sql")

// MinVersion is PostgreSQL 15 as server_version_num.
const MinVersion = 150000

var distributedQuery = sql.Get("session/distributed.sql")

// CheckServer fails when the server does not answer, is older than PostgreSQL 15, or has tables that Citus distributes. Those have no triggers, and
// triggers hide places and log changes.
func CheckServer(ctx context.Context, pool *pgxpool.Pool) error {
	var version int
	if err := pool.QueryRow(ctx, serverVersionQuery.String()).Scan(&version); refusedParameter(err) {
		return errors.New("the address of the database is that of a pooler such as PgBouncer: SKEETER_DATABASE_DIRECT_URL has to be set, too")
	} else if err != nil {
		return fmt.Errorf("reach the database: %w", err)
	}
	if version < MinVersion {
		return fmt.Errorf("the database is PostgreSQL %d; skeeter needs 15 or newer", version/10000)
	}
	var distributed string
	if err := pool.QueryRow(ctx, distributedQuery.String()).Scan(&distributed); err != nil {
		return fmt.Errorf("ask which tables are distributed: %w", err)
	}
	if distributed != "" {
		return fmt.Errorf("Citus distributes tables of the database (%s): skeeter hides places and announces changes by triggers, which distributed tables do not have; "+ //nolint:staticcheck // a name
			"use a database in which nothing is distributed; docs/scaling.md has what was measured", distributed)
	}
	return nil
}

var inRecoveryQuery = sql.Get("session/in_recovery.sql")

// InRecovery says whether the database is a streaming replica, which nobody can write. A replica that is promoted no longer is one.
func InRecovery(ctx context.Context, db Querier) (replica bool, err error) {
	if err := db.QueryRow(ctx, inRecoveryQuery.String()).Scan(&replica); err != nil {
		return false, fmt.Errorf("ask whether the database is a replica: %w", err)
	}
	return replica, nil
}
