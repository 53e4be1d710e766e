package importing

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/memo"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	copyEventsQuery        = sql.Get("staging/copy_events.sql")
	analyzeEventRowsQuery  = sql.Get("staging/analyze_event_rows.sql")
	disagreeingEventsQuery = sql.Get("staging/disagreeing_events.sql")
	mergeEventRowsQuery    = sql.Get("staging/merge_event_rows.sql")
	skipEventsQuery        = sql.Get("comparing/skip_shared_events.sql")
	eventsQuery            = sql.Get("comparing/events.sql")
	sameEventsQuery        = sql.Get("comparing/same_events.sql") // of files of our own
	analyzeEventsQuery     = sql.Get("comparing/analyze_events.sql")
	eventCountsQuery       = sql.Get("importing/event_counts.sql")
	mergeEventsQueries     = []sql.Query{sql.Get("merging/changed_events.sql"), sql.Get("merging/new_events.sql")}
	analyzeStoredQuery     = sql.Get("merging/analyze_events.sql")
)

// events are what the rows of a file state of sampling events. They wait for the COPY of the records.
type events struct {
	stated  map[statement]struct{}
	rows    postgres.CopySpool
	batches int

	leftOut  int64 // events that have records of another data source
	disagree Note  // of rows that state an event otherwise than one before
	targets  memo.Memo[target]
	unknown  textNotes // of targets that are not known
}

// statement is what a row says of an event: a part of its Hash.
type statement struct {
	event uuid.UUID
	hash  uint64
}

// target is a taxon that an event looked for.
type target struct {
	name string
	note *Note // that it is not known; nil for most
}

func newEvents() events {
	return events{stated: map[statement]struct{}{}, targets: memo.New[target](maxTaxaKept)}
}

// any reports whether the file states sampling events.
func (e *events) any() bool { return len(e.stated) > 0 }

// stageEvent keeps what a row states of its event, once for all rows that state the same.
func (run *fileImport) stageEvent(row darwincore.Row, source *dataSource) error {
	event, all := row.Event, &run.events
	if source.id == "" { // records of a file of our own may have no data source, events always have one
		return nil
	}
	id := surveillance.EventUUID(source.id, event.EventID)
	states := statement{id, binary.BigEndian.Uint64(event.Hash[:])}
	if _, known := all.stated[states]; known {
		return nil
	}
	all.stated[states] = struct{}{}
	metadata, err := encodeMetadata(event.Metadata)
	if err != nil {
		return fmt.Errorf("line %d: encode the other columns: %w", row.Line, err)
	}
	return all.rows.Add(func(rows *postgres.CopyRows) { run.copyEvent(rows, row, source.number, id, metadata) })
}

// targets are the accepted names of what an event looked for; those of a file of our own are stored as they are.
func (run *fileImport) targets(event *darwincore.Event, line int) []string {
	if run.own() {
		return event.Targets
	}
	var names []string
	for _, written := range event.Targets {
		t := run.events.targets.Get(written, func(written string) target {
			name, known := run.names.TargetName(written)
			if known {
				return target{name: name}
			}
			if run.names.Understands([]string{name}) {
				return target{name, run.events.unknown.add(fmt.Sprintf("the target %q is a name that the catalog and the records do not have, kept as written", written),
					"other targets are names that the catalog and the records do not have", line)}
			}
			return target{name, run.events.unknown.add(fmt.Sprintf("the target %q is not understood, kept as written: its events are in no rate and no search", written),
				"other targets are not understood", line)}
		})
		if t.note != nil {
			t.note.Rows++
		}
		if !slices.Contains(names, t.name) {
			names = append(names, t.name)
		}
	}
	return names
}

// checkTarget stops for a target of the whole file that is not understood.
func (run *fileImport) checkTarget() error {
	for _, key := range []string{"target", "targetTaxonomicScope"} {
		for _, target := range darwincore.Targets(run.options.Map.Values[key][""]) {
			if !run.names.Understands([]string{target}) {
				return run.stop(StopTarget, "the target %q is not understood: say all for all mosquitoes, or scientific names of mosquitoes with ; between them, "+
					"such as Culex or \"Aedes albopictus; Culex pipiens\"", target)
			}
		}
	}
	return nil
}

// copyEvent writes an event in the column order of sql/staging/copy_events.sql.
func (run *fileImport) copyEvent(rows *postgres.CopyRows, row darwincore.Row, source int16, id uuid.UUID, metadata []byte) {
	event := row.Event
	rows.Begin(30)
	rows.Int4(int32(run.report.Rows))
	rows.Int4(int32(row.Line))
	rows.Bool(row.Record == nil && row.Reject == "")
	rows.Int2(source)
	rows.UUID(id)
	if hash, ok := run.eventHash(event); ok {
		rows.UUID(hash)
	} else {
		rows.Null()
	}
	rows.Text(event.EventID)
	rows.Text(event.SiteID)
	if event.CRS == "" {
		rows.Point(event.Lon, event.Lat)
	} else {
		run.otherCRS = true
		rows.PointIn(epsg(event.CRS), event.X, event.Y)
	}
	rows.Float8(event.AccuracyM)
	rows.Text(run.country(event.StatedCountry, row.Line))
	if event.Started.IsZero() {
		rows.Null()
	} else {
		rows.Timestamp(event.Started)
	}
	rows.Timestamp(event.Ended)
	rows.Int2(event.Offset)
	rows.Text(event.Precision)
	rows.Text(event.SamplingProtocol)
	rows.Text(event.Lure)
	if event.Traps == nil {
		rows.Null()
	} else {
		rows.Int4(int32(*event.Traps))
	}
	rows.Float8(event.Nights)
	rows.Float8(event.Effort)
	rows.Text(event.EffortUnit)
	rows.Text(event.EffortSource)
	rows.Bool(event.NoEffort)
	rows.Bool(event.Problem)
	rows.Texts(run.targets(event, row.Line))
	if event.Complete == nil {
		rows.Null()
	} else {
		rows.Bool(*event.Complete)
	}
	rows.Bool(event.Assumed)
	rows.Text(event.Remarks)
	rows.JSONB(metadata)
	rows.Bool(event.Partial)
}

// notes returns what a reader of the report should know of the events.
func (e *events) notes() (notes []Note) {
	for _, note := range e.unknown {
		notes = append(notes, *note)
	}
	if e.disagree.Rows > 0 {
		notes = append(notes, e.disagree)
	}
	if e.leftOut > 0 {
		notes = append(notes, Note{Message: countEvents(e.leftOut) + " left out, because another data source has records of the same collections"})
	}
	return notes
}

// countEvents begins a sentence about a number of sampling events.
func countEvents(n int64) string {
	if n == 1 {
		return "1 sampling event is"
	}
	return fmt.Sprintf("%d sampling events are", n)
}

// loadEvents sends the events to their temporary table.
func (run *fileImport) loadEvents(ctx context.Context, tx pgx.Tx) error {
	if !run.events.any() {
		return nil
	}
	if _, err := run.events.rows.Copy(ctx, tx.Conn().PgConn(), copyEventsQuery.String()); err != nil {
		return fmt.Errorf("stage the sampling events: %w", err)
	}
	if err := run.mergeStated(ctx, tx); err != nil {
		return fmt.Errorf("stage the sampling events: %w", err)
	}
	return run.events.rows.Close()
}

// mergeStated makes one row of those that state the same event, and notes which disagree.
func (run *fileImport) mergeStated(ctx context.Context, tx pgx.Tx) error {
	if _, err := tx.Exec(ctx, analyzeEventRowsQuery.String()); err != nil {
		return err
	}
	var id, column, first, other string
	var differing int64
	note := &run.events.disagree
	err := tx.QueryRow(ctx, disagreeingEventsQuery.String()).Scan(&differing, &note.Rows, &note.Line, &id, &column, &first, &other)
	switch {
	case err == nil:
		note.Message = fmt.Sprintf("%s stated differently by later rows, such as %q: %s is %q, then %q; what is stated first counts",
			countEvents(differing), id, column, first, other)
	case !errors.Is(err, pgx.ErrNoRows):
		return err
	}
	_, err = tx.Exec(ctx, mergeEventRowsQuery.String())
	return err
}

// compareEvents finds which events are new, changed or the same.
func (run *fileImport) compareEvents(ctx context.Context, tx pgx.Tx) error {
	if !run.events.any() {
		return nil
	}
	steps := []sql.Query{eventsQuery}
	if run.own() {
		steps = append(steps, sameEventsQuery)
	}
	args := pgx.StrictNamedArgs{"batch": batchRows, "own": run.own(), "private": !run.reader.Public()}
	if err := execute(ctx, tx, args, append(steps, analyzeEventsQuery)...); err != nil {
		return fmt.Errorf("compare the sampling events with the stored ones: %w", err)
	}
	return nil
}

// countEvents counts the events, and those that will have caught nothing once the file is stored.
func (run *fileImport) countEvents(ctx context.Context, tx pgx.Tx) error {
	if !run.events.any() {
		return nil
	}
	e := &run.report.Events
	args := pgx.StrictNamedArgs{"keys": run.sources.keys(), "own": run.own(), "replace": run.options.replaces()}
	err := tx.QueryRow(ctx, eventCountsQuery.String(), args).Scan(
		&e.Inserted, &e.Updated, &e.Unchanged, &e.WithoutCatch, &run.events.batches)
	if err != nil {
		return fmt.Errorf("count the sampling events: %w", err)
	}
	return nil
}

// mergeEvents stores the events, a batch at a time.
func (run *fileImport) mergeEvents(ctx context.Context, tx pgx.Tx) error {
	for batch := range run.events.batches {
		args := pgx.StrictNamedArgs{"batch": batch, "own": run.own(), "private": !run.reader.Public()}
		if err := execute(ctx, tx, args, mergeEventsQueries...); err != nil {
			return fmt.Errorf("store the sampling events: %w", err)
		}
	}
	if run.report.Events.Inserted == 0 {
		return nil
	}
	if _, err := tx.Exec(ctx, analyzeStoredQuery.String()); err != nil {
		return fmt.Errorf("gather statistics of the sampling events: %w", err)
	}
	return nil
}
