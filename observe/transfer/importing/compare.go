package importing

import (
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	sharedQuery         = sql.Get("comparing/shared.sql")
	skipHeldQuery       = sql.Get("comparing/skip_held.sql")
	sharedSourcesQuery  = sql.Get("comparing/shared_sources.sql")
	skipSharedQuery     = sql.Get("comparing/skip_shared.sql")
	analyzeFoundQuery   = sql.Get("comparing/analyze_found.sql")
	anyStoredQuery      = sql.Get("comparing/any_stored.sql")
	recordsQuery        = sql.Get("comparing/records.sql")
	indexRecordsQuery   = sql.Get("comparing/index_records.sql")
	analyzeRecordsQuery = sql.Get("comparing/analyze_records.sql")
	sameQueries         = []sql.Query{sql.Get("comparing/same_observations.sql"), sql.Get("comparing/same_absences.sql")} // of files of our own
	recognizeQuery      = sql.Get("comparing/recognize.sql")
	recognizedQuery     = sql.Get("comparing/recognized_records.sql")
	countsQuery         = sql.Get("importing/counts.sql")
	flagsQuery          = sql.Get("importing/flags.sql")
	previewQuery        = sql.Get("importing/preview.sql")
	previewEventsQuery  = sql.Get("importing/preview_events.sql")
	previewPoolsQuery   = sql.Get("importing/preview_pools.sql")
	missingQueries      = []sql.Query{sql.Get("comparing/missing.sql"), sql.Get("comparing/analyze_missing.sql")}
	missingCountsQuery  = sql.Get("comparing/missing_counts.sql")
	keepRejectedQuery   = sql.Get("comparing/keep_rejected.sql")
	otherRecordsQuery   = sql.Get("comparing/other_records.sql")
	equalRecordsQuery   = sql.Get("comparing/equal_records.sql")
)

// batchRows is how many rows are stored by one statement. PostgreSQL holds the checks of foreign keys and the rows for the change log in
// memory until a statement ends.
const batchRows = 50_000

// findShared notes the rows whose occurrenceID another data source has, and leaves them out if the options say so.
func (run *fileImport) findShared(ctx context.Context, tx pgx.Tx) (err error) {
	if err := execute(ctx, tx, nil, sharedQuery); err != nil {
		return fmt.Errorf("look for records of other data sources: %w", err)
	}
	if run.report.Shared, err = postgres.All[SharedIDs](ctx, tx, sharedSourcesQuery); err != nil {
		return fmt.Errorf("count the records of other data sources: %w", err)
	}
	if run.options.SkipDuplicates && len(run.report.Shared) > 0 {
		if run.events.any() {
			if run.events.leftOut, err = postgres.Exec(ctx, tx, skipEventsQuery); err != nil {
				return fmt.Errorf("leave out the sampling events of other data sources: %w", err)
			}
		}
		if run.report.Skipped, err = postgres.Exec(ctx, tx, skipSharedQuery); err != nil {
			return fmt.Errorf("leave out the records of other data sources: %w", err)
		}
	}
	return nil
}

// skipHeld leaves out the rows of records that are held back from the public.
func (run *fileImport) skipHeld(ctx context.Context, tx pgx.Tx) (err error) {
	if run.report.Held, err = postgres.Exec(ctx, tx, skipHeldQuery); err != nil {
		return fmt.Errorf("leave out the records that are held back: %w", err)
	}
	run.report.Skipped += run.report.Held
	return nil
}

// compare finds what the file changes in the tables, and stops where a person has to decide.
func (run *fileImport) compare(ctx context.Context, tx pgx.Tx) (err error) {
	if err := run.storeSources(ctx, tx); err != nil {
		return err
	}
	steps := []sql.Query{analyzeFoundQuery, recordsQuery, indexRecordsQuery, analyzeRecordsQuery}
	if run.own() {
		steps = append(steps, sameQueries...)
	}
	// The id of a record follows from its data source, but for a file of our own, which has those of all.
	stored := run.own()
	if !stored {
		if err := tx.QueryRow(ctx, anyStoredQuery.String(), pgx.StrictNamedArgs{"keys": run.sources.keys()}).Scan(&stored); err != nil {
			return fmt.Errorf("look for stored records: %w", err)
		}
	}
	args := pgx.StrictNamedArgs{"batch": batchRows, "own": run.own(), "private": !run.reader.Public(), "stored": stored}
	if err := execute(ctx, tx, args, steps...); err != nil {
		return fmt.Errorf("compare the rows with the stored records: %w", err)
	}
	if err := run.recognize(ctx, tx); err != nil {
		return err
	}
	r := &run.report
	err = tx.QueryRow(ctx, countsQuery.String()).Scan(&r.Absences, &r.AbsencesUnchanged, &r.Inserted, &r.Updated, &r.Unchanged,
		&run.completed, &run.added, &run.batches)
	if err != nil {
		return fmt.Errorf("compare the rows with the stored records: %w", err)
	}
	if err := run.compareEvents(ctx, tx); err != nil {
		return err
	}
	if err := run.comparePools(ctx, tx); err != nil {
		return err
	}
	if r.Flags, err = postgres.All[FlagCount](ctx, tx, flagsQuery); err != nil {
		return fmt.Errorf("count the flags: %w", err)
	}
	if err := run.checkIDs(ctx, tx); err != nil {
		return err
	}
	if err := run.findEqual(ctx, tx); err != nil {
		return err
	}
	if err := run.findMissing(ctx, tx); err != nil {
		return err
	}
	if err := run.countEvents(ctx, tx); err != nil {
		return err
	}
	return run.decide(ctx, tx)
}

// recognize finds the records of rows without ids that say something of their sampling event or their pool otherwise than
// when they were stored.
func (run *fileImport) recognize(ctx context.Context, tx pgx.Tx) error {
	keys := run.sources.keys()
	if run.own() || !run.events.any() || len(keys) == 0 {
		return nil
	}
	args := pgx.StrictNamedArgs{"keys": keys, "of_others": slices.Concat(run.reader.EventKeys(), run.reader.PoolKeys())}
	if err := execute(ctx, tx, args, recognizeQuery); err != nil {
		return fmt.Errorf("look for the records of changed events: %w", err)
	}
	if err := execute(ctx, tx, nil, recognizedQuery); err != nil {
		return fmt.Errorf("take the records of changed events: %w", err)
	}
	return nil
}

// equalRows is how many rows without an id are compared with records of other data sources.
const equalRows = 1000

// findEqual notes that most rows without an id equal records of another data source: the same file may have come under another name.
func (run *fileImport) findEqual(ctx context.Context, tx pgx.Tx) error {
	if run.own() || run.report.Inserted == 0 {
		return nil
	}
	found, err := postgres.One[struct {
		Rows  int64  `db:"rows"`
		Equal int64  `db:"equal"`
		Name  string `db:"name"`
	}](ctx, tx, equalRecordsQuery, pgx.StrictNamedArgs{"rows": equalRows})
	if err != nil {
		return fmt.Errorf("compare the rows with other data sources: %w", err)
	}
	if found.Equal*2 > found.Rows {
		run.equal = &Note{Message: fmt.Sprintf("most rows without ids equal records of %q, in name, time, place and count; if the file is that source, remove "+
			"what was stored here and import it with --dataset", found.Name), Rows: found.Equal}
	}
	return nil
}

// checkIDs stops when only the file's name says that it belongs to a stored data source, and most rows that have the id of a stored record
// are another record: numbers from 1 are the ids of many files.
func (run *fileImport) checkIDs(ctx context.Context, tx pgx.Tx) error {
	source := run.sources.only
	if source == nil || !source.byFileName || source.key == nil || run.report.Updated == 0 {
		return nil
	}
	var shared, other int64
	if err := tx.QueryRow(ctx, otherRecordsQuery.String()).Scan(&shared, &other); err != nil {
		return fmt.Errorf("compare the records of equal ids: %w", err)
	}
	if other*2 <= shared {
		return nil
	}
	if source.mayBeOther {
		return restart{func(run *fileImport) { run.notSource = *source.key }}
	}
	return run.stop(StopSource, "there is a data source %q already, and %d of the %d rows whose ids it has are other records, with another place, date and name: "+
		"is it the same source? If it is, go on with --dataset %s; if not, give it a name of its own with --dataset", source.Name, other, shared, source.id)
}

// keepRejected keeps the records of rejected rows from counting as missing.
func (run *fileImport) keepRejected(ctx context.Context, tx pgx.Tx) error {
	if len(run.rejected) == 0 {
		return nil
	}
	if _, err := postgres.Exec(ctx, tx, keepRejectedQuery, pgx.StrictNamedArgs{"ids": run.rejected}); err != nil {
		return fmt.Errorf("note the records of rejected rows: %w", err)
	}
	return nil
}

// findMissing counts the stored records that the file does not have.
func (run *fileImport) findMissing(ctx context.Context, tx pgx.Tx) error {
	if err := run.keepRejected(ctx, tx); err != nil {
		return err
	}
	r := &run.report
	args := pgx.StrictNamedArgs{"keys": run.sources.keys(), "of_pools": run.pools.n > 0, "of_records": r.Rows > r.Rejected+r.PoolRows}
	if err := execute(ctx, tx, args, missingQueries...); err != nil {
		return fmt.Errorf("look for records that the file does not have: %w", err)
	}
	if run.options.ReplaceEvents && !run.options.Replace {
		if err := run.keepOtherEvents(ctx, tx); err != nil {
			return err
		}
	}
	if err := tx.QueryRow(ctx, missingCountsQuery.String()).Scan(&r.Missing, &r.Reviewed, &r.Events.Missing, &r.Pools.Missing, &r.MissingSet); err != nil {
		return fmt.Errorf("look for records that the file does not have: %w", err)
	}
	return nil
}

// preview reports the first rows as the records that they make, the first sampling events and the first pools.
func (run *fileImport) preview(ctx context.Context, tx pgx.Tx) (err error) {
	run.report.Preview, err = postgres.All[PreviewRow](ctx, tx, previewQuery, pgx.StrictNamedArgs{"rows": previewRows})
	if err != nil {
		return fmt.Errorf("read the first rows: %w", err)
	}
	if run.events.any() {
		run.report.PreviewEvents, err = postgres.All[PreviewEvent](ctx, tx, previewEventsQuery, pgx.StrictNamedArgs{"rows": previewRows})
		if err != nil {
			return fmt.Errorf("read the first sampling events: %w", err)
		}
	}
	if run.pools.n > 0 {
		run.report.PreviewPools, err = postgres.All[PreviewPool](ctx, tx, previewPoolsQuery, pgx.StrictNamedArgs{"rows": previewRows})
		if err != nil {
			return fmt.Errorf("read the first pools: %w", err)
		}
	}
	return nil
}
