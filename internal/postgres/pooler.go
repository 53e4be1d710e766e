package postgres

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/sql"
)

// throughPooler lets a pool ask PgBouncer in transaction mode, which gives each transaction another session: nothing may be left in one.
// Statements are not prepared, only their descriptions are kept, so a query still takes one round trip. PgBouncer refuses the settings of
// sessions; its own connect_query has to make them (docs/operations.md), which CheckPooler looks for.
func throughPooler(cfg *pgxpool.Config) {
	cfg.ConnConfig.DefaultQueryExecMode = pgx.QueryExecModeCacheDescribe
	cfg.ConnConfig.StatementCacheCapacity = 0
	cfg.ConnConfig.DescriptionCacheCapacity = preparedStatements
}

var settingsQuery = sql.Get("session/settings.sql")

// session is what a session says of itself.
type session struct {
	Started time.Time `db:"started"` // of the server: no two have the same
	Name    string    `db:"name"`    // of the database
	Plans   string    `db:"plan_cache_mode"`
	JIT     string    `db:"jit"`
	Timeout int64     `db:"statement_timeout"` // milliseconds
}

// CheckPooler fails when the sessions behind PgBouncer lack settings, or are of another database than those of direct.
func CheckPooler(ctx context.Context, pooled, direct *pgxpool.Pool) error {
	s, err := One[session](ctx, pooled, settingsQuery)
	if err != nil {
		return fmt.Errorf("ask PgBouncer for a session: %w", err)
	}
	own, err := One[session](ctx, direct, settingsQuery)
	if refusedParameter(err) {
		return errors.New("SKEETER_DATABASE_DIRECT_URL is the address of a pooler such as PgBouncer: it has to be that of the database itself")
	}
	if err != nil {
		return fmt.Errorf("reach the database without PgBouncer: %w", err)
	}
	if !s.Started.Equal(own.Started) || s.Name != own.Name {
		return fmt.Errorf("SKEETER_DATABASE_URL and SKEETER_DATABASE_DIRECT_URL are two databases: %s of a server that started at %s, and %s of one that started at %s",
			s.Name, s.Started.Format(time.RFC3339), own.Name, own.Started.Format(time.RFC3339))
	}
	if s.Plans != "force_custom_plan" || s.JIT != "off" || s.Timeout == 0 {
		return fmt.Errorf("the sessions of SKEETER_DATABASE_URL lack settings: plan_cache_mode is %s, jit %s, statement_timeout %d ms; where that is PgBouncer, its connect_query "+
			"has to set force_custom_plan, off and a limit (docs/operations.md has it); without PgBouncer, leave SKEETER_DATABASE_DIRECT_URL out", s.Plans, s.JIT, s.Timeout)
	}
	return nil
}

// protocolViolation is the SQLSTATE with which PgBouncer refuses settings of a session.
const protocolViolation = "08P01"

// refusedParameter is whether a pooler refused a connection because of its settings. PostgreSQL itself takes those that we set.
func refusedParameter(err error) bool {
	pg := (*pgconn.PgError)(nil)
	return errors.As(err, &pg) && pg.Code == protocolViolation && strings.Contains(pg.Message, "startup parameter")
}
