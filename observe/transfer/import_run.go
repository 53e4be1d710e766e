package transfer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/lang"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	importDurable       = sql.Get("importing/durable.sql")
	importStage         = sql.Get("importing/stage.sql")
	importCopy          = sql.Get("importing/copy.sql")
	importLock          = sql.Get("importing/lock_dataset.sql")
	importSource        = sql.Get("importing/data_source.sql")
	importAnalyzeRows   = sql.Get("importing/analyze_rows.sql")
	importEqualRows     = sql.Get("importing/number_equal_rows.sql")
	importRepeated      = sql.Get("importing/repeated.sql")
	importPlaces        = sql.Get("importing/places.sql")
	importAnalyzePlaces = sql.Get("importing/analyze_places.sql")
	importCounts        = sql.Get("importing/counts.sql")

	// importMerge merges the staged rows into the tables, in this order.
	importMerge = []sql.Query{
		sql.Get("importing/new_taxa.sql"), sql.Get("importing/new_names.sql"), sql.Get("importing/turned_absent.sql"),
		sql.Get("importing/turned_present.sql"), sql.Get("importing/merge_observations.sql"), sql.Get("importing/merge_absences.sql"),
	}
)

type importRun struct {
	path     string
	options  ImportOptions
	reader   *darwincore.Reader
	source   darwincore.Source
	rejects  rejects
	report   ImportReport
	sourceID string
}

func (run *importRun) open() (err error) {
	run.reader, err = darwincore.Open(run.path, run.options.Options)
	if err != nil {
		return err
	}
	run.source = run.reader.Source()
	run.source.Name = cmp.Or(run.options.Dataset, run.source.Name)
	run.report.DataSource = run.source.Name
	if run.sourceID = lang.Slug(run.source.Name); run.sourceID == "" || len(run.sourceID) > maxSourceID {
		return fmt.Errorf("the data source's name %q makes no id: name it with --dataset", run.source.Name)
	}
	if run.sourceID == DemonstrationID || run.sourceID == SyntheticID {
		return fmt.Errorf("the name %q is kept for synthetic records: name the data source otherwise with --dataset", run.source.Name)
	}
	run.rejects = rejects{target: cmp.Or(run.options.Rejects, RejectsPath(run.path)), header: run.reader.Header()}
	return nil
}

// maxSourceID is the longest id of a data source, in bytes.
const maxSourceID = 320

func (run *importRun) close() {
	if run.reader != nil {
		_ = run.reader.Close()
	}
	run.rejects.discard()
}

func (run *importRun) store(ctx context.Context, tx pgx.Tx) error {
	if err := postgres.LimitStatements(ctx, tx, 0); err != nil {
		return fmt.Errorf("prepare the transaction: %w", err)
	}
	if _, err := tx.Exec(ctx, importDurable.String()); err != nil {
		return fmt.Errorf("prepare the transaction: %w", err)
	}
	if _, err := tx.Exec(ctx, importLock.String(), pgx.StrictNamedArgs{"id": run.sourceID}); err != nil {
		return fmt.Errorf("wait for another import of the same data source: %w", err)
	}
	if _, err := tx.Exec(ctx, importStage.String()); err != nil {
		return fmt.Errorf("create the temporary table: %w", err)
	}
	if _, err := postgres.Copy(ctx, tx.Conn().PgConn(), importCopy.String(), run.next); err != nil {
		return err
	}
	run.progress("storing")
	if err := run.makeIDsUnique(ctx, tx); err != nil {
		return err
	}
	return run.merge(ctx, tx)
}

// next stages one row of the file, or rejects it.
func (run *importRun) next(rows *postgres.CopyRows) error {
	row, err := run.reader.Next()
	if err != nil {
		return err
	}
	run.report.Rows++
	if run.report.Rows%progressEvery == 0 {
		run.progress("reading")
	}
	if row.Record == nil {
		return run.reject(row, row.Reject)
	}
	if row.Record.CRS != "" { // what stores records knows WGS 84 alone
		return run.reject(row, "coordinates of "+row.Record.CRS+" are not WGS 84")
	}
	slug := lang.Slug(row.Record.Name.Scientific)
	if slug == "" {
		return run.reject(row, "no name")
	}
	return run.stage(rows, row, slug)
}

// progressEvery is the number of rows between two calls of ImportOptions.Progress.
const progressEvery = 2000

func (run *importRun) progress(stage string) {
	if run.options.Progress == nil {
		return
	}
	done, total := run.reader.Progress()
	run.options.Progress(Progress{Stage: stage, Rows: run.report.Rows, Done: done, Total: total})
}

func (run *importRun) reject(row darwincore.Row, reason string) error {
	run.report.Rejected++
	run.report.Reasons[reason]++
	return run.rejects.add(row, reason)
}

// makeIDsUnique gives equal rows without an id different ids, and rejects rows that repeat an id.
func (run *importRun) makeIDsUnique(ctx context.Context, tx pgx.Tx) error {
	if _, err := tx.Exec(ctx, importAnalyzeRows.String()); err != nil {
		return fmt.Errorf("analyze the rows: %w", err)
	}
	if _, err := tx.Exec(ctx, importEqualRows.String()); err != nil {
		return fmt.Errorf("number equal rows: %w", err)
	}
	rows, _ := tx.Query(ctx, importRepeated.String()) // CollectRows returns the error
	lines, err := pgx.CollectRows(rows, pgx.RowTo[int32])
	if err != nil {
		return fmt.Errorf("find repeated ids: %w", err)
	}
	if len(lines) == 0 {
		return nil
	}
	return run.rejectRepeated(lines)
}

// rejectRepeated reads the file a second time to reject rows as the file has them: which rows repeat an id is known only after the
// first reading.
func (run *importRun) rejectRepeated(lines []int32) error {
	repeated := make(map[int]bool, len(lines))
	for _, line := range lines {
		repeated[int(line)] = true
	}
	again, err := darwincore.Open(run.path, run.options.Options)
	if err != nil {
		return err
	}
	defer again.Close() //nolint:errcheck // the file was only read
	for {
		row, err := again.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if row.Record != nil && repeated[row.Line] {
			if err := run.reject(row, "the file repeats this id"); err != nil {
				return err
			}
		}
	}
}

func (run *importRun) merge(ctx context.Context, tx pgx.Tx) error {
	var key int32
	err := tx.QueryRow(ctx, importSource.String(), pgx.StrictNamedArgs{
		"id": run.sourceID, "name": run.source.Name, "licence": run.source.Licence, "citation": run.source.Citation,
		"url": run.source.URL, "synthetic": false,
	}).Scan(&key)
	if err != nil {
		return fmt.Errorf("store the data source: %w", err)
	}
	if _, err := tx.Exec(ctx, importPlaces.String()); err != nil {
		return fmt.Errorf("find the countries: %w", err)
	}
	if _, err := tx.Exec(ctx, importAnalyzePlaces.String()); err != nil {
		return fmt.Errorf("analyze the places: %w", err)
	}
	r := &run.report
	if err := tx.QueryRow(ctx, importCounts.String()).Scan(&r.Absences, &r.Inserted, &r.Unchanged, &r.Updated); err != nil {
		return fmt.Errorf("compare the rows with the stored records: %w", err)
	}
	for _, step := range importMerge {
		args := []any{}
		if strings.Contains(step.String(), "@data_source_key") {
			args = append(args, pgx.StrictNamedArgs{"data_source_key": key})
		}
		if _, err := tx.Exec(ctx, step.String(), args...); err != nil {
			return fmt.Errorf("store the rows: %w", err)
		}
	}
	if r.Inserted+r.Updated+r.Unchanged+r.Absences == 0 {
		return nil
	}
	r.DemoRemoved, err = removeSynthetic(ctx, tx, DemonstrationID)
	return err
}
