// Package optimizing stores the records that lie near each other side by side, beside running servers. It imports internal packages and sql.
package optimizing

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	mayQuery       = sql.Get("optimizing/may.sql")
	createQuery    = sql.Get("optimizing/create_parts.sql")
	indexQuery     = sql.Get("optimizing/index_parts.sql")
	analyzeQuery   = sql.Get("optimizing/analyze_parts.sql")
	dropQuery      = sql.Get("optimizing/drop_parts.sql")
	countQuery     = sql.Get("optimizing/count_parts.sql")
	scatteredQuery = sql.Get("optimizing/scattered.sql")
	settingsQuery  = sql.Get("optimizing/settings.sql")
	lockQuery      = sql.Get("optimizing/lock.sql")
	moveQuery      = sql.Get("optimizing/move.sql")

	finishQueries   = []sql.Query{sql.Get("optimizing/reindex.sql"), sql.Get("optimizing/vacuum.sql")}
	unfinishedQuery = sql.Get("optimizing/drop_unfinished.sql")
)

// PartRows is how many records move at a time. Writers wait for about a second meanwhile.
const PartRows = 10_000

// ErrMayNot means that the role may not move records.
var ErrMayNot = errors.New("the role may not move records: it needs to own the tables, and the right to set session_replication_role")

// Options of Records. The zero value moves what is scattered.
type Options struct {
	PartRows int                   // 0 is PartRows
	DryRun   bool                  // count the parts alone
	Progress func(done, parts int) // called after each part; may be nil
	Stage    func(name string)     // called before the indexes are built and the pages freed; may be nil
}

// Report of Records.
type Report struct {
	Parts     int // of the table
	Scattered int // of them, those that were moved, or would be
}

// Records moves the records of every part of the table that lies scattered, a transaction each, in the order of place and time, and then
// builds the indexes anew. No record changes, and the change log does not hear of it. A run that was interrupted goes on with the parts
// that are left, and with the indexes.
func Records(ctx context.Context, db *pgxpool.Pool, o Options) (report Report, err error) {
	conn, err := db.Acquire(ctx) // the parts are a table of the session
	if err != nil {
		return report, fmt.Errorf("connect to the database: %w", err)
	}
	defer conn.Release()
	var may bool
	if err := conn.QueryRow(ctx, mayQuery.String()).Scan(&may); err != nil {
		return report, fmt.Errorf("look for the rights of the role: %w", err)
	}
	if !may && !o.DryRun {
		return report, ErrMayNot
	}
	if err := divide(ctx, conn.Conn(), cmp.Or(o.PartRows, PartRows)); err != nil {
		return report, fmt.Errorf("divide the records: %w", err)
	}
	defer func() {
		_, dropErr := conn.Exec(context.WithoutCancel(ctx), dropQuery.String())
		err = errors.Join(err, dropErr)
	}()
	if err := conn.QueryRow(ctx, countQuery.String()).Scan(&report.Parts); err != nil {
		return report, fmt.Errorf("count the parts: %w", err)
	}
	for part := range report.Parts {
		moved, err := movePart(ctx, conn.Conn(), part, o.DryRun)
		if err != nil {
			return report, fmt.Errorf("move part %d of %d: %w", part+1, report.Parts, err)
		}
		if moved {
			report.Scattered++
		}
		if o.Progress != nil {
			o.Progress(part+1, report.Parts)
		}
	}
	if o.DryRun {
		return report, nil
	}
	unfinished, err := dropUnfinished(ctx, conn.Conn())
	if err != nil {
		return report, fmt.Errorf("drop unfinished indexes: %w", err)
	}
	if report.Scattered == 0 && !unfinished {
		return report, nil
	}
	if o.Stage != nil {
		o.Stage("building the indexes anew")
	}
	return report, finish(ctx, conn.Conn())
}

// divide makes the parts.
func divide(ctx context.Context, conn *pgx.Conn, rows int) error {
	if _, err := postgres.Exec(ctx, conn, createQuery, pgx.StrictNamedArgs{"rows": rows}); err != nil {
		return err
	}
	for _, step := range []sql.Query{indexQuery, analyzeQuery} {
		if _, err := conn.Exec(ctx, step.String()); err != nil {
			return err
		}
	}
	return nil
}

// lockWait is the pause after writers kept a part from being moved.
const lockWait = time.Second

// movePart moves a part if it is scattered, and says whether it is.
func movePart(ctx context.Context, conn *pgx.Conn, part int, dryRun bool) (scattered bool, err error) {
	args := pgx.StrictNamedArgs{"part": part}
	if err := conn.QueryRow(ctx, scatteredQuery.String(), args).Scan(&scattered); err != nil || !scattered || dryRun {
		return scattered, err
	}
	for {
		err := postgres.Transaction(ctx, conn, pgx.TxOptions{}, func(tx pgx.Tx) error {
			for _, step := range []sql.Query{settingsQuery, lockQuery} {
				if _, err := tx.Exec(ctx, step.String()); err != nil {
					return err
				}
			}
			return postgres.ExecuteEach(ctx, tx, moveQuery, args)
		})
		if pg := new(pgconn.PgError); !errors.As(err, &pg) || pg.Code != lockNotAvailable {
			return true, err
		}
		select {
		case <-ctx.Done():
			return true, ctx.Err()
		case <-time.After(lockWait):
		}
	}
}

// lockNotAvailable is the SQLSTATE of a lock that others held for too long: an import that stores records, say.
const lockNotAvailable = "55P03"

// dropUnfinished drops the indexes that an earlier run did not finish, and says whether there were any.
func dropUnfinished(ctx context.Context, conn *pgx.Conn) (found bool, err error) {
	rows, err := conn.Query(ctx, unfinishedQuery.String())
	if err != nil {
		return false, err
	}
	statements, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return false, err
	}
	for _, statement := range statements {
		if _, err := conn.Exec(ctx, statement); err != nil {
			return true, err
		}
	}
	return len(statements) > 0, nil
}

// finish builds the indexes anew and frees the pages that the records left.
func finish(ctx context.Context, conn *pgx.Conn) error {
	for _, step := range finishQueries {
		if _, err := conn.Exec(ctx, step.String()); err != nil {
			return fmt.Errorf("build the indexes anew and free pages: %w", err)
		}
	}
	return nil
}
