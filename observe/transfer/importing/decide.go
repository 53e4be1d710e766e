package importing

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	resemblingQuery  = sql.Get("comparing/resembling.sql")
	correctedQuery   = sql.Get("comparing/corrected_events.sql")
	keepMissingQuery = sql.Get("comparing/keep_missing.sql")
)

// decide stops where a person has to say what becomes of stored records that the file does not have.
func (run *fileImport) decide(ctx context.Context, tx pgx.Tx) error {
	r, o := &run.report, run.options
	if r.Missing+r.Events.Missing+r.Pools.Missing == 0 {
		return nil
	}
	stopped, err := run.checkEvents(ctx, tx)
	if err != nil || stopped {
		return err
	}
	stored, resembling, err := run.resembling(ctx, tx)
	corrected := resembling*2 > stored
	switch {
	case err != nil:
		return err
	case corrected && !o.replaces() && !o.Add:
		return run.stop(StopCorrected, "%d of the %d stored records of %q have no ids, and have the place, date and name of rows in this file but other content: "+
			"it looks like a corrected file, and would be added beside them; --replace stores its %d new rows and removes the %d records that it does not have; "+
			"--add keeps both; if it is another source, name it with --dataset", resembling, stored, r.DataSource, run.added, r.Missing)
	case !corrected:
		if err := run.checkSource(); err != nil {
			return err
		}
	}
	if o.replaces() {
		return run.confirm()
	}
	return nil
}

// replaces reports whether records that the file does not have are removed.
func (o Options) replaces() bool { return o.Replace || o.ReplaceEvents }

// keepOtherEvents leaves of the missing records those of the sampling events that the file states.
func (run *fileImport) keepOtherEvents(ctx context.Context, tx pgx.Tx) error {
	if !run.events.any() {
		return &Stop{StopReplace, "the file states no sampling events, of which --replace-events could remove records"}
	}
	if err := execute(ctx, tx, nil, keepMissingQuery); err != nil {
		return fmt.Errorf("look for records of the file's sampling events: %w", err)
	}
	return nil
}

// checkEvents stops where records without ids would stay in sampling events that the file states otherwise.
func (run *fileImport) checkEvents(ctx context.Context, tx pgx.Tx) (stopped bool, err error) {
	if run.options.replaces() || run.options.Add || run.own() || !run.events.any() {
		return false, nil
	}
	var records, of int64
	var example string
	if err := tx.QueryRow(ctx, correctedQuery.String(), pgx.StrictNamedArgs{"keys": run.sources.keys()}).Scan(&records, &of, &example); err != nil {
		return false, fmt.Errorf("look for corrected sampling events: %w", err)
	}
	if records == 0 {
		return false, nil
	}
	return true, run.stop(StopCorrected, "it looks like a corrected file: it does not have %s without ids of %s, such as %q, and has others of the same name, sex and life stage "+
		"for them, or says that nothing was caught; --replace-events takes the file for the whole catch of its events and removes these records, --replace takes it for the whole "+
		"data source, --add keeps both", Counted(records, 0, 0), Counted(0, of, 0), example)
}

// checkSource stops when only the file's name says that it belongs to a stored data source, and no record does.
func (run *fileImport) checkSource() error {
	source, r := run.sources.only, &run.report
	stored := r.Rows - r.Rejected - r.Skipped - r.EventRows - r.PoolRows - run.added +
		r.Events.Updated + r.Events.Unchanged + r.Pools.Updated + r.Pools.Unchanged
	if source == nil || !source.byFileName || stored > 0 {
		return nil
	}
	if source.mayBeOther {
		return restart{func(run *fileImport) { run.notSource = *source.key }}
	}
	return run.stop(StopSource, "there is a data source %q with %d records, events and pools already, and this file shares none with it: is it the same source? "+
		"If it is, go on with --dataset %s; if not, give it a name of its own with --dataset", source.Name, r.Missing+r.Events.Missing+r.Pools.Missing, source.id)
}

// resembling counts the stored records without an id, and how many of them come back with the same place, date and name and other
// content.
func (run *fileImport) resembling(ctx context.Context, tx pgx.Tx) (stored, resembling int64, err error) {
	if run.added == 0 || run.own() {
		return 0, 0, nil
	}
	args := pgx.StrictNamedArgs{"keys": run.sources.keys(), "of_events": run.events.any()}
	if err := tx.QueryRow(ctx, resemblingQuery.String(), args).Scan(&stored, &resembling); err != nil {
		return 0, 0, fmt.Errorf("look for corrected records: %w", err)
	}
	return stored, resembling, nil
}
