package partitioning

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	notedQuery       = sql.Get("partitioning/noted.sql")
	catchUpQuery     = sql.Get("partitioning/catch_up.sql")
	holdWritersQuery = sql.Get("partitioning/hold_writers.sql")
	holdQuery        = sql.Get("partitioning/hold.sql")
	swapQuery        = sql.Get("partitioning/swap.sql")
)

// catchUpRows is how many changed rows are copied again at a time, while writers go on. After passBatches batches they are counted, or after half of
// what was counted before: to count many takes long.
const (
	catchUpRows = 1000
	passBatches = 8
)

// swap copies again what changed, at last with readers and writers kept out, and puts the new table in the place of the old one. Where others change
// rows faster than that, they wait for larger and larger batches, so that it ends.
func (m *move) swap(ctx context.Context) error {
	m.stage("taking the place of the table")
	for rows := catchUpRows; ; {
		again, err := m.trySwap(ctx, rows)
		switch {
		case errors.Is(err, errMany):
			rows *= 2
		case err != nil:
			return fmt.Errorf("take the place of the table: %w", err)
		case !again:
			return nil
		}
	}
}

// errMany means that others change rows faster than they are copied again.
var errMany = errors.New("many rows changed meanwhile")

// trySwap swaps the tables unless more rows than these are left. again is true when others kept a lock.
func (m *move) trySwap(ctx context.Context, rows int) (again bool, err error) {
	if err := m.catchUp(ctx, rows); err != nil {
		return false, fmt.Errorf("copy changed rows: %w", err)
	}
	return m.once(ctx, func(tx pgx.Tx) error {
		if err := m.quiet(ctx, tx, "public", "partitioning"); err != nil {
			return err
		}
		if err := m.each(ctx, tx, holdQuery); err != nil {
			return err
		}
		if err := m.goesOn(ctx, tx); err != nil {
			return err
		}
		// A writer that was waited for may have changed many rows: nobody waits while they are copied.
		noted, err := m.noted(ctx, tx)
		if err != nil {
			return err
		}
		if noted > rows {
			return errMany
		}
		if err := m.copyChanged(ctx, tx, rows); err != nil {
			return err
		}
		return m.each(ctx, tx, swapQuery)
	})
}

// catchUp copies changed rows again, so many at a time, until a batch takes all that are left. What changes during that batch stays: beside busy
// writers there is always some. The error is errMany when others change more than half as many as are copied.
func (m *move) catchUp(ctx context.Context, rows int) error {
	for most := math.MaxInt; ; {
		noted, err := m.noted(ctx, m.conn)
		if err != nil {
			return err
		}
		if noted > rows && noted > most {
			return errMany
		}
		left := (noted + rows - 1) / rows
		batches := min(left, max(passBatches, left/2))
		for range batches {
			if err := m.locked(ctx, func(tx pgx.Tx) error { return m.catchUpSome(ctx, tx, rows) }); err != nil {
				return err
			}
		}
		if noted <= rows {
			return nil
		}
		most = noted - batches*rows/2
	}
}

// catchUpSome copies some changed rows again. Writers wait for batches that became larger, because they are faster than others.
func (m *move) catchUpSome(ctx context.Context, tx pgx.Tx, rows int) error {
	if rows > catchUpRows {
		if err := m.holdWriters(ctx, tx); err != nil {
			return err
		}
	}
	return m.copyChanged(ctx, tx, rows)
}

// holdWriters keeps writers from the table until the transaction ends, and lets readers go on.
func (m *move) holdWriters(ctx context.Context, tx pgx.Tx) error {
	if err := m.quiet(ctx, tx, "public"); err != nil {
		return err
	}
	return m.each(ctx, tx, holdWritersQuery)
}

// copyChanged copies so many of the changed rows again.
func (m *move) copyChanged(ctx context.Context, tx pgx.Tx, rows int) error {
	return postgres.ExecuteEach(ctx, tx, catchUpQuery, pgx.StrictNamedArgs{"entity": m.table, "rows": rows})
}

// noted returns how many changed rows are not copied again.
func (m *move) noted(ctx context.Context, db postgres.Querier) (n int, err error) {
	err = db.QueryRow(ctx, notedQuery.String(), pgx.StrictNamedArgs{"entity": m.table}).Scan(&n)
	return n, err
}
