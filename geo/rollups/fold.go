package rollups

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/geo/tileindex"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	beginQuery          = sql.Get("rollups/begin.sql")
	lockQuery           = sql.Get("rollups/lock.sql")
	clearQuery          = sql.Get("rollups/clear.sql")
	createDeltasQuery   = sql.Get("rollups/create_deltas.sql")
	collectChangesQuery = sql.Get("rollups/collect_changes.sql")
	collectRecordsQuery = sql.Get("rollups/collect_records.sql")
	deriveQuery         = sql.Get("rollups/derive.sql")
	addKindsQuery       = sql.Get("rollups/add_kinds.sql")
	nameKindsQuery      = sql.Get("rollups/name_kinds.sql")
	mergeQuery          = sql.Get("rollups/merge.sql")
	dropEmptyQuery      = sql.Get("rollups/drop_empty.sql")
	dropKindsQuery      = sql.Get("rollups/drop_kinds.sql")
	fixCellsQuery       = sql.Get("rollups/fix_cells.sql")
	fixMonthsQuery      = sql.Get("rollups/fix_months.sql")
	fixCoarserQuery     = sql.Get("rollups/fix_coarser.sql")
	foldedQuery         = sql.Get("rollups/folded.sql")
	lookedQuery         = sql.Get("rollups/looked.sql")
)

const (
	// foldEvery is the time between two looks for changes: readers add up what was written since.
	foldEvery = 2 * time.Second
	// lookedEvery is how often it is noted that somebody looks, while nothing changes. The change log gives up rollups that nobody looks after.
	lookedEvery = 10 * time.Minute
)

// Rollups fold the changes of the observations.
type Rollups struct {
	db    *pgxpool.Pool
	index *tileindex.Index
	log   *slog.Logger
}

// New returns the rollups of the records that an index follows, whose sessions are of db.
func New(db *pgxpool.Pool, index *tileindex.Index, log *slog.Logger) *Rollups {
	return &Rollups{db, index, log}
}

// Run folds the changes while the records are too many for the index, until ctx ends.
func (r *Rollups) Run(ctx context.Context) {
	tick := time.NewTicker(foldEvery)
	defer tick.Stop()
	for failing := false; ; {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if !r.index.Beyond() {
			continue
		}
		err := r.Fold(ctx)
		if err != nil && !failing && ctx.Err() == nil && !postgres.Unavailable(err) && !postgres.ReadOnly(err) {
			r.log.ErrorContext(ctx, "the rollups could not be brought up to date: counts take longer", "error", err)
		}
		failing = err != nil
	}
}

// serializationFailure is the error of a transaction that began before another one folded.
const serializationFailure = "40001"

// errLost means that the change log is not that of the rollups.
var errLost = errors.New("the change log does not continue from the rollups")

// Fold brings the rollups up to date with what is committed, and builds them where they are missing. It does nothing while another server folds.
func (r *Rollups) Fold(ctx context.Context) error {
	if _, err := postgres.Exec(ctx, r.db, beginQuery); err != nil {
		return fmt.Errorf("begin the rollups: %w", err)
	}
	err := r.inTransaction(ctx, false)
	if errors.Is(err, errLost) {
		r.log.WarnContext(ctx, "the rollups are built anew", "reason", err)
		err = r.inTransaction(ctx, true)
	}
	if failed, ok := errors.AsType[*pgconn.PgError](err); ok && failed.Code == serializationFailure {
		return nil
	}
	return err
}

func (r *Rollups) inTransaction(ctx context.Context, anew bool) error {
	return postgres.Transaction(ctx, r.db, pgx.TxOptions{IsoLevel: pgx.RepeatableRead}, func(tx pgx.Tx) error {
		if err := postgres.LimitStatements(ctx, tx, 0); err != nil {
			return err
		}
		state, err := postgres.One[struct {
			Folded  string  `db:"folded"`
			Epoch   string  `db:"epoch"`
			Idle    float64 `db:"idle"`
			Changed bool    `db:"changed"`
		}](ctx, tx, lockQuery)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil // another server folds
		}
		if err != nil {
			return fmt.Errorf("take the rollups: %w", err)
		}
		switch {
		case state.Epoch == "": // the index begins one
			return nil
		case anew || state.Folded == "":
			return r.build(ctx, tx)
		case state.Changed:
			return fold(ctx, tx, state.Folded)
		case state.Idle > lookedEvery.Seconds():
			_, err = postgres.Exec(ctx, tx, lookedQuery)
		}
		return err
	})
}

// build makes all rollups from the table.
func (r *Rollups) build(ctx context.Context, tx pgx.Tx) error {
	began := time.Now()
	if _, err := postgres.Exec(ctx, tx, clearQuery); err != nil {
		return fmt.Errorf("empty the rollups: %w", err)
	}
	if err := merge(ctx, tx, collectRecordsQuery, pgx.StrictNamedArgs{}); err != nil {
		return fmt.Errorf("build the rollups: %w", err)
	}
	if _, err := postgres.Exec(ctx, tx, foldedQuery); err != nil {
		return fmt.Errorf("note what the rollups hold: %w", err)
	}
	r.log.InfoContext(ctx, "rollups built", "took", time.Since(began))
	return nil
}

// fold adds the changes that a snapshot did not see.
func fold(ctx context.Context, tx pgx.Tx, folded string) error {
	if err := merge(ctx, tx, collectChangesQuery, pgx.StrictNamedArgs{"folded": folded}); err != nil {
		return fmt.Errorf("fold changes into the rollups: %w", err)
	}
	if err := dropEmpty(ctx, tx); err != nil {
		return err
	}
	if err := fixDays(ctx, tx); err != nil {
		return fmt.Errorf("find first and last days for the rollups: %w", err)
	}
	if _, err := postgres.Exec(ctx, tx, foldedQuery); err != nil {
		return fmt.Errorf("note what the rollups hold: %w", err)
	}
	return nil
}

// The finest grains. What they do not tell derives from no other.
var (
	finestCells   = Grain{Level: finestLevel}
	worldByMonth  = Grain{Level: worldLevel, ByMonth: true}
	worldByTraits = Grain{Level: worldLevel, Traits: true}
)

// derived are the other grains, each after the one that it derives from.
func derived() (steps []struct{ grain, from Grain }) {
	type step = struct{ grain, from Grain }
	steps = append(steps, step{Grain{Level: worldLevel}, worldByMonth})
	for i := len(levels) - 1; i > 0; i-- {
		steps = append(steps, step{Grain{Level: levels[i-1]}, Grain{Level: levels[i]}})
	}
	return steps
}

// merge adds to the rollups what a query collects for the finest grains.
func merge(ctx context.Context, tx pgx.Tx, collect sql.Query, args pgx.StrictNamedArgs) error {
	if _, err := postgres.Exec(ctx, tx, createDeltasQuery); err != nil {
		return err
	}
	args["cells"], args["months"], args["traits"], args["base"] = finestCells.number(), worldByMonth.number(), worldByTraits.number(), finestCells.base()
	if _, err := postgres.Exec(ctx, tx, collect, args); err != nil {
		return err
	}
	for _, step := range derived() {
		if _, err := postgres.Exec(ctx, tx, deriveQuery, pgx.StrictNamedArgs{
			"grain": step.grain.number(), "from": step.from.number(), "up": step.from.Level - step.grain.Level, "ever": step.from.ByMonth,
			"base": step.from.base(),
		}); err != nil {
			return err
		}
	}
	if _, err := postgres.Exec(ctx, tx, addKindsQuery, pgx.StrictNamedArgs{"months": args["months"], "traits": args["traits"]}); err != nil {
		return err
	}
	for _, query := range []sql.Query{nameKindsQuery, mergeQuery} {
		if _, err := postgres.Exec(ctx, tx, query); err != nil {
			return err
		}
	}
	return nil
}

func dropEmpty(ctx context.Context, tx pgx.Tx) error {
	dropped, err := postgres.One[struct {
		Rows int64 `db:"rows"`
		Lost bool  `db:"lost"`
	}](ctx, tx, dropEmptyQuery)
	if err != nil {
		return fmt.Errorf("remove empty rows of the rollups: %w", err)
	}
	if dropped.Lost {
		return errLost
	}
	if dropped.Rows == 0 {
		return nil
	}
	if _, err := postgres.Exec(ctx, tx, dropKindsQuery, pgx.StrictNamedArgs{"traits": worldByTraits.number()}); err != nil {
		return fmt.Errorf("remove empty kinds of the rollups: %w", err)
	}
	return nil
}

// fixDays finds the first and last days of rows that lost a record which may have had them.
func fixDays(ctx context.Context, tx pgx.Tx) error {
	if _, err := postgres.Exec(ctx, tx, fixCellsQuery, pgx.StrictNamedArgs{"grain": finestCells.number(), "base": finestCells.base()}); err != nil {
		return err
	}
	if _, err := postgres.Exec(ctx, tx, fixMonthsQuery, pgx.StrictNamedArgs{"grain": worldByMonth.number()}); err != nil {
		return err
	}
	for _, step := range derived() {
		if _, err := postgres.Exec(ctx, tx, fixCoarserQuery, pgx.StrictNamedArgs{
			"grain": step.grain.number(), "from": step.from.number(), "up": step.from.Level - step.grain.Level, "ever": step.from.ByMonth,
		}); err != nil {
			return err
		}
	}
	return nil
}
