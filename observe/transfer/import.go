// Package transfer moves whole sets of records: import from the field's files, export to them, removal of a data source, and
// synthetic records for demonstration. It imports observe/darwincore, internal packages and sql.
package transfer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

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

	// importMerge brings the staged rows in, in this order.
	importMerge = []sql.Query{
		sql.Get("importing/new_taxa.sql"), sql.Get("importing/new_names.sql"), sql.Get("importing/turned_absent.sql"),
		sql.Get("importing/turned_present.sql"), sql.Get("importing/merge_observations.sql"), sql.Get("importing/merge_absences.sql"),
	}
)

// ImportOptions of one file. The zero value reads Darwin Core names and takes the data source's name from the file.
type ImportOptions struct {
	Map     map[string]string // columns that have other names, by key of darwincore.MapKeys
	Dataset string            // name of the data source; "" takes the file's own title or name
	Rejects string            // path of the file for rejected rows; "" puts it beside the file
	// Progress is called now and then with what was read; it may be nil.
	Progress func(Progress)
	Now      func() time.Time // the clock; nil is time.Now
}

// Progress of an import.
type Progress struct {
	Stage       string // "reading", then "storing"
	Rows        int64
	Done, Total int64 // bytes of the file
}

// ImportReport says what became of every row: Inserted + Updated + Unchanged + Absences + Rejected = Rows.
type ImportReport struct {
	File        string
	DataSource  string // its name
	Rows        int64
	Inserted    int64
	Updated     int64
	Unchanged   int64
	Absences    int64
	Rejected    int64
	Reasons     map[string]int64 // rejected rows by reason
	RejectsFile string           // "" when no row was rejected
	Warnings    []darwincore.Warning
	DemoRemoved int64 // demonstration records that this first real import took away
	Took        time.Duration
}

// Importer brings files into the database, one transaction a file.
type Importer struct {
	db  *pgxpool.Pool
	log *slog.Logger
}

// NewImporter returns an Importer.
func NewImporter(db *pgxpool.Pool, log *slog.Logger) *Importer {
	return &Importer{db: db, log: log}
}

// recordSpace is the namespace of the ids of imported records: UUIDv5 of the data source's id and the record's own.
var recordSpace = uuid.MustParse("8f6b7a52-6d0e-5f0e-9c55-1d1f6f0a6b11")

// Import reads one file: a Darwin Core archive, delimited text, or GeoJSON. A file that is broken changes nothing; the
// error is then a *darwincore.FileError. Rejected rows are no error.
func (im *Importer) Import(ctx context.Context, path string, o ImportOptions) (ImportReport, error) {
	began := time.Now()
	run := &importRun{path: path, options: o, report: ImportReport{File: path, Reasons: map[string]int64{}}}
	defer run.close()
	if err := run.open(); err != nil {
		im.notifyFailure(ctx, time.Since(began))
		return run.report, err
	}
	err := pgx.BeginFunc(ctx, im.db, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, importMarkRunning.String()); err != nil {
			return fmt.Errorf("mark that an import runs: %w", err)
		}
		if err := notify(ctx, im.db, importNotice{Kind: importBegan}); err != nil { // not by tx, which tells when it is over
			return err
		}
		if err := run.store(ctx, tx); err != nil {
			return err
		}
		return notify(ctx, tx, run.report.notice(time.Since(began)))
	})
	if err != nil {
		run.rejects.discard()
		im.notifyFailure(ctx, time.Since(began))
		return run.report, err
	}
	if err := run.rejects.keep(); err != nil {
		return run.report, err
	}
	run.report.RejectsFile = run.rejects.path()
	run.report.Warnings = run.reader.Warnings()
	run.report.Took = time.Since(began)
	return run.report, nil
}

// importRun is the state of one import.
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
	run.reader, err = darwincore.Open(run.path, darwincore.Options{Map: run.options.Map, Now: run.options.Now})
	if err != nil {
		return err
	}
	run.source = run.reader.Source()
	if run.options.Dataset != "" {
		run.source.Name = run.options.Dataset
	}
	run.report.DataSource = run.source.Name
	if run.sourceID = lang.Slug(run.source.Name); run.sourceID == "" || len(run.sourceID) > maxSourceID {
		return fmt.Errorf("the data source's name %q makes no id: name it with --dataset", run.source.Name)
	}
	if run.sourceID == DemonstrationID || run.sourceID == SyntheticID {
		return fmt.Errorf("the name %q is kept for synthetic records: name the data source otherwise with --dataset", run.source.Name)
	}
	target := run.options.Rejects
	if target == "" {
		target = rejectsPath(run.path)
	}
	run.rejects = rejects{target: target, header: run.reader.Header()}
	return nil
}

// maxSourceID is the length limit of a data source's id.
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
		return fmt.Errorf("make room for the file: %w", err)
	}
	if _, err := postgres.Copy(ctx, tx.Conn().PgConn(), importCopy.String(), run.next); err != nil {
		return err
	}
	run.progress("storing")
	if err := run.settleIDs(ctx, tx); err != nil {
		return err
	}
	return run.merge(ctx, tx)
}

// next stages one row of the file, or writes it to the rejects.
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
	slug := lang.Slug(row.Record.Name)
	if slug == "" {
		return run.reject(row, "no name")
	}
	return run.stage(rows, row, slug)
}

// progressEvery is how many rows lie between two calls of ImportOptions.Progress.
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

func (run *importRun) stage(rows *postgres.CopyRows, row darwincore.Row, slug string) error {
	rec := row.Record
	metadata, err := encodeMetadata(rec.Metadata)
	if err != nil {
		return fmt.Errorf("line %d: encode the other columns: %w", row.Line, err)
	}
	id, byContent := run.recordID(rec)
	rows.Begin(22)
	rows.Int4(int32(row.Line))
	rows.UUID(id)
	rows.Bool(byContent)
	rows.UUID(rec.Hash)
	rows.Bool(rec.Absent)
	rows.Text(slug)
	rows.Text(rec.Name)
	rows.Text(rec.VerbatimName)
	rows.Int4(int32(rec.Count))
	rows.Point(rec.Lon, rec.Lat)
	rows.Timestamp(rec.Date.Start)
	rows.Text(string(rec.Date.Precision))
	rows.Date(rec.Date.Until)
	rows.Text(rec.OccurrenceID)
	rows.Float8(rec.AccuracyM)
	rows.Text(rec.LifeStage)
	rows.Text(rec.Sex)
	rows.Text(rec.SamplingProtocol)
	rows.Text(rec.EventID)
	rows.Text(rec.Notes)
	rows.Text(rec.ObserverName)
	rows.JSONB(metadata)
	return nil
}

// recordID returns the id that the same row has in every import: from its own id, or else from its content.
func (run *importRun) recordID(rec *darwincore.Record) (id uuid.UUID, byContent bool) {
	if rec.OccurrenceID != "" {
		return uuid.NewSHA1(recordSpace, []byte(run.sourceID+"\x00id\x00"+rec.OccurrenceID)), false
	}
	return uuid.NewSHA1(recordSpace, append([]byte(run.sourceID+"\x00content\x00"), rec.Hash[:]...)), true
}

// settleIDs gives equal rows without an id their own ids, and rejects rows that repeat an id.
func (run *importRun) settleIDs(ctx context.Context, tx pgx.Tx) error {
	if _, err := tx.Exec(ctx, importAnalyzeRows.String()); err != nil {
		return fmt.Errorf("look at the rows: %w", err)
	}
	if _, err := tx.Exec(ctx, importEqualRows.String()); err != nil {
		return fmt.Errorf("number equal rows: %w", err)
	}
	rows, err := tx.Query(ctx, importRepeated.String())
	if err != nil {
		return fmt.Errorf("find repeated ids: %w", err)
	}
	lines, err := pgx.CollectRows(rows, pgx.RowTo[int32])
	if err != nil {
		return fmt.Errorf("find repeated ids: %w", err)
	}
	if len(lines) == 0 {
		return nil
	}
	return run.rejectRepeated(lines)
}

// rejectRepeated reads the file once more, because only now it is known which of its rows repeat an id, and a rejected row
// is shown as the file has it.
func (run *importRun) rejectRepeated(lines []int32) error {
	repeated := make(map[int]bool, len(lines))
	for _, line := range lines {
		repeated[int(line)] = true
	}
	again, err := darwincore.Open(run.path, darwincore.Options{Map: run.options.Map, Now: run.options.Now})
	if err != nil {
		return err
	}
	defer again.Close() //nolint:errcheck // it was only read
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
		return fmt.Errorf("look at the places: %w", err)
	}
	r := &run.report
	if err := tx.QueryRow(ctx, importCounts.String()).Scan(&r.Absences, &r.Inserted, &r.Unchanged, &r.Updated); err != nil {
		return fmt.Errorf("compare with what is there: %w", err)
	}
	for _, step := range importMerge {
		args := []any{}
		if needsSource(step) {
			args = append(args, pgx.StrictNamedArgs{"data_source_key": key})
		}
		if _, err := tx.Exec(ctx, step.String(), args...); err != nil {
			return fmt.Errorf("store the rows: %w", err)
		}
	}
	if r.Inserted+r.Updated+r.Unchanged+r.Absences == 0 {
		return nil
	}
	if run.report.DemoRemoved, err = removeSynthetic(ctx, tx, DemonstrationID); err != nil {
		return err
	}
	return nil
}
