package distributing

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	epochQuery   = sql.Get("tileindex/ensure_epoch.sql")
	createQuery  = sql.Get("distributing/create.sql")
	beginQuery   = sql.Get("distributing/begin.sql")
	shardsQuery  = sql.Get("distributing/shards.sql")
	copiesQuery  = sql.Get("distributing/copies.sql")
	untilQuery   = sql.Get("distributing/until.sql")
	copyQuery    = sql.Get("distributing/copy.sql")
	copiedQuery  = sql.Get("distributing/copied.sql")
	qualifyQuery = sql.Get("distributing/qualify.sql")
	indexQuery   = sql.Get("distributing/index.sql")
	lookedQuery  = sql.Get("distributing/looked.sql")
	allQuery     = sql.Get("distributing/copied_all.sql")
)

// copyRows is how many rows a transaction copies.
const copyRows = 50_000

// create makes empty distributed tables. From its transaction on the change log keeps what they have to be told.
func create(ctx context.Context, conn *pgx.Conn, shards int) error {
	if _, err := postgres.Exec(ctx, conn, epochQuery); err != nil {
		return fmt.Errorf("begin an epoch of the change log: %w", err)
	}
	args := pgx.StrictNamedArgs{"shards": shards}
	err := shaping(ctx, conn, func(tx pgx.Tx) error {
		if err := postgres.ExecuteEach(ctx, tx, createQuery, args); err != nil {
			return err
		}
		if _, err := postgres.Exec(ctx, tx, shardsQuery, args); err != nil {
			return err
		}
		_, err := postgres.Exec(ctx, tx, beginQuery, args)
		return err
	})
	if err != nil {
		return fmt.Errorf("make the distributed tables: %w", err)
	}
	return nil
}

// progress is how far the rows of a table are copied.
type progress struct {
	Table string     `db:"entity"`
	Until *uuid.UUID `db:"until"` // the id of the last; nil: none is
	Rows  int64      `db:"rows"`
	Done  bool       `db:"done"`
}

// copyAll copies the rows that are left, in the order of their ids, and builds the indexes. What changes meanwhile is in the change log.
func copyAll(ctx context.Context, db *pgxpool.Pool, conn *pgx.Conn, o Options) error {
	tables, err := postgres.All[progress](ctx, conn, copiesQuery)
	if err != nil {
		return fmt.Errorf("look how far the tables are copied: %w", err)
	}
	for _, t := range tables {
		for !t.Done {
			if err := copyNext(ctx, conn, &t); err != nil {
				return fmt.Errorf("copy %s: %w", t.Table, err)
			}
			if o.Progress != nil {
				o.Progress(t.Table, t.Rows)
			}
		}
	}
	for _, t := range tables {
		if o.Stage != nil {
			o.Stage(t.Table, "building the indexes")
		}
		if err := looking(ctx, db, lookedEvery, func() error { return index(ctx, conn, t.Table) }); err != nil {
			return fmt.Errorf("build the indexes of %s: %w", t.Table, err)
		}
	}
	if _, err := postgres.Exec(ctx, conn, allQuery); err != nil {
		return fmt.Errorf("note that all rows are copied: %w", err)
	}
	return nil
}

// copyNext copies the next rows of a table in a transaction.
func copyNext(ctx context.Context, conn *pgx.Conn, p *progress) error {
	next := *p
	err := postgres.Transaction(ctx, conn, readCommitted, func(tx pgx.Tx) error {
		if err := postgres.LimitStatements(ctx, tx, 0); err != nil {
			return err
		}
		statement, err := written(ctx, tx, untilQuery, pgx.StrictNamedArgs{"entity": p.Table, "after": p.Until, "rows": copyRows})
		if err != nil {
			return err
		}
		next.Until = nil
		if err := tx.QueryRow(ctx, statement).Scan(&next.Until); errors.Is(err, pgx.ErrNoRows) {
			next.Done = true
		} else if err != nil {
			return err
		}
		if statement, err = written(ctx, tx, copyQuery, pgx.StrictNamedArgs{"entity": p.Table, "after": p.Until, "until": next.Until}); err != nil {
			return err
		}
		tag, err := tx.Exec(ctx, statement)
		if err != nil {
			return err
		}
		next.Rows += tag.RowsAffected()
		if _, err := postgres.Exec(ctx, tx, copiedQuery, pgx.StrictNamedArgs{"entity": p.Table, "until": next.Until, "rows": tag.RowsAffected()}); err != nil {
			return err
		}
		_, err = postgres.Exec(ctx, tx, lookedQuery)
		return err
	})
	if err == nil {
		*p = next
	}
	return err
}

func index(ctx context.Context, conn *pgx.Conn, table string) error {
	return shaping(ctx, conn, func(tx pgx.Tx) error {
		if _, err := postgres.Exec(ctx, tx, qualifyQuery); err != nil {
			return err
		}
		return postgres.ExecuteEach(ctx, tx, indexQuery, pgx.StrictNamedArgs{"entity": table})
	})
}

// written returns the statement that a query writes.
func written(ctx context.Context, tx pgx.Tx, query sql.Query, args pgx.StrictNamedArgs) (statement string, err error) {
	err = tx.QueryRow(ctx, query.String(), args).Scan(&statement)
	return statement, err
}
