package importing

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/history"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/datasets"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	removeQueries     = []sql.Query{sql.Get("merging/remove_missing_observations.sql"), sql.Get("merging/remove_missing_absences.sql")}
	removeEventsQuery = sql.Get("merging/remove_missing_events.sql")
	removePoolsQuery  = sql.Get("merging/remove_missing_pools.sql")
	turnQueries       = []sql.Query{sql.Get("merging/turned_absent.sql"), sql.Get("merging/turned_present.sql")}

	// changeQueries change the stored records of a batch of the file, newQueries store its others.
	changeQueries = []sql.Query{
		sql.Get("merging/note_before.sql"), sql.Get("merging/changed_observations.sql"), sql.Get("merging/unverify.sql"), sql.Get("merging/changed_absences.sql"),
	}
	completeQueries = []sql.Query{sql.Get("merging/complete_observations.sql"), sql.Get("merging/complete_absences.sql")}
	noteQueries     = []sql.Query{sql.Get("merging/note_changes.sql"), sql.Get("merging/forget_before.sql")}
	newQueries      = []sql.Query{sql.Get("merging/new_observations.sql"), sql.Get("merging/new_absences.sql")}
)

// confirm asks whether the records that the file does not have may go.
func (run *fileImport) confirm() error {
	r := &run.report
	asked := Replacement{
		Option: "--replace", DataSource: r.DataSource, Records: r.Missing, Reviewed: r.Reviewed, Events: r.Events.Missing, Pools: r.Pools.Missing, Set: r.MissingSet,
	}
	if !run.options.Replace {
		asked.Option = "--replace-events"
	}
	if run.options.Check {
		r.Removed, r.Events.Removed, r.Pools.Removed = r.Missing, r.Events.Missing, r.Pools.Missing
		return nil
	}
	yes := false
	if run.options.Confirm != nil {
		var err error
		if yes, err = run.options.Confirm(asked); err != nil {
			return fmt.Errorf("ask whether records may be removed: %w", err)
		}
	}
	if !yes {
		return run.stop(StopReplace, "%s: nobody confirmed it; --yes does", asked)
	}
	return nil
}

// String says what is removed.
func (r Replacement) String() string {
	reviewed := ""
	if r.Records > 0 {
		reviewed = fmt.Sprintf(", %d of the records reviewed", r.Reviewed)
	}
	return fmt.Sprintf("%s removes %s of %q that the file does not have%s", r.Option, Counted(r.Records, r.Events, r.Pools), r.DataSource, reviewed)
}

// Counted writes numbers of records, sampling events and pools, without a kind of which there is none.
func Counted(records, events, pools int64) string {
	written := make([]string, 0, 3)
	for _, of := range []struct {
		n    int64
		noun string
	}{{records, "record"}, {events, "sampling event"}, {pools, "pool"}} {
		switch of.n {
		case 0:
		case 1:
			written = append(written, "1 "+of.noun)
		default:
			written = append(written, fmt.Sprintf("%d %ss", of.n, of.noun))
		}
	}
	if len(written) == 3 {
		return written[0] + ", " + written[1] + " and " + written[2]
	}
	return strings.Join(written, " and ")
}

// removeMissing removes the records, sampling events and pools that the file does not have.
func (run *fileImport) removeMissing(ctx context.Context, tx pgx.Tx) error {
	id, err := datasets.AddRemoval(ctx, tx, run.sources.keys()[0], false)
	if err != nil {
		return err
	}
	run.removal = &id
	args := pgx.StrictNamedArgs{"removal": id}
	for _, step := range removeQueries {
		n, err := postgres.Exec(ctx, tx, step, args)
		if err != nil {
			return fmt.Errorf("remove the records that the file does not have: %w", err)
		}
		run.report.Removed += n
	}
	n, err := postgres.Exec(ctx, tx, removeEventsQuery, args)
	if err != nil {
		return fmt.Errorf("remove the sampling events that the file does not have: %w", err)
	}
	run.report.Events.Removed = n
	if run.report.Pools.Removed, err = postgres.Exec(ctx, tx, removePoolsQuery, args); err != nil {
		return fmt.Errorf("remove the pools that the file does not have: %w", err)
	}
	return nil
}

// merge stores the file's records in the tables, a batch at a time.
func (run *fileImport) merge(ctx context.Context, tx pgx.Tx) error {
	r := &run.report
	if run.options.replaces() && r.Missing+r.Events.Missing+r.Pools.Missing > 0 {
		if err := run.removeMissing(ctx, tx); err != nil {
			return err
		}
	}
	if err := run.mergeEvents(ctx, tx); err != nil {
		return err
	}
	if err := run.mergePools(ctx, tx); err != nil {
		return err
	}
	if err := execute(ctx, tx, nil, turnQueries...); err != nil {
		return fmt.Errorf("store the rows: %w", err)
	}
	accepted := r.Rows - r.Rejected - r.Skipped
	err := run.withoutKeyChecks(ctx, tx, func() error {
		return run.indexedAfter(ctx, tx, func() error { return run.mergeRecords(ctx, tx, accepted) })
	})
	if err != nil {
		return err
	}
	run.progress(StageStoring, accepted, accepted)
	if accepted == 0 {
		return nil
	}
	r.DemoRemoved, err = datasets.RemoveSynthetic(ctx, tx, datasets.DemonstrationID)
	return err
}

// mergeRecords stores the records of the file and its absences.
func (run *fileImport) mergeRecords(ctx context.Context, tx pgx.Tx, accepted int64) error {
	actor, err := history.ActorOf(ctx)
	if err != nil {
		return err
	}
	queries := slices.Concat(changeQueries, newQueries, noteQueries)
	switch {
	case run.completed > 0:
		queries = slices.Concat(changeQueries, newQueries, completeQueries, noteQueries)
	case run.onlyNew():
		queries = newQueries
	}
	args := actor.Args()
	args["own"], args["private"], args["obscures"] = run.own(), !run.reader.Public(), run.obscures
	for batch := range run.batches {
		run.progress(StageStoring, int64(batch)*batchRows, accepted)
		args["batch"] = batch
		if err := execute(ctx, tx, args, queries...); err != nil {
			return fmt.Errorf("store the rows: %w", err)
		}
	}
	return nil
}

// onlyNew reports whether no record of the file is stored, nor will be before the transaction ends: who could store one waits.
func (run *fileImport) onlyNew() bool {
	return run.report.Updated+run.report.Unchanged == 0
}
