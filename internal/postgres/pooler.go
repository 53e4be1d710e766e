package postgres

import (
	"context"
	"errors"
	"fmt"
	"strings"

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

var sessionSettingsQuery = sql.Get("session/settings.sql")

// CheckPooler returns what the sessions behind PgBouncer lack: an error that an operator can act upon, nil for nothing.
func CheckPooler(ctx context.Context, pool *pgxpool.Pool) error {
	s, err := One[struct {
		Plans   string `db:"plan_cache_mode"`
		JIT     string `db:"jit"`
		Timeout int64  `db:"statement_timeout"` // milliseconds
	}](ctx, pool, sessionSettingsQuery)
	if err != nil {
		return fmt.Errorf("read the settings of a session: %w", err)
	}
	if s.Plans != "force_custom_plan" || s.JIT != "off" || s.Timeout == 0 {
		return errors.New("sessions of PgBouncer lack settings: connect_query has to make them; docs/operations.md has it")
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
