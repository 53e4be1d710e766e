package transfer

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore"
)

// ImportOptions of one file. The zero value reads Darwin Core names and takes the data source's name from the file.
type ImportOptions struct {
	darwincore.Options        // how the file is read
	Dataset            string // name of the data source; "" takes the title in the file, else the file's name
	Rejects            string // path of the file for rejected rows; "" puts it beside the imported file
	// Progress is called every 2,000 rows, and when the rows are about to be stored. It may be nil.
	Progress func(Progress)
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
	DemoRemoved int64 // records of the demonstration set, which the first import removes
	Took        time.Duration
}

// Importer imports files into the database, each in one transaction.
type Importer struct {
	db  *pgxpool.Pool
	log *slog.Logger
}

// NewImporter returns an Importer.
func NewImporter(db *pgxpool.Pool, log *slog.Logger) *Importer {
	return &Importer{db: db, log: log}
}

// Import imports one file in any of the formats that darwincore.Open reads. A file that cannot be read changes nothing and gives a
// *darwincore.FileError. Rejected rows are no error.
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
		if err := notify(ctx, im.db, importNotice{Kind: importBegan}); err != nil { // not in tx, which would send it at commit
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
	if run.report.RejectsFile, err = run.rejects.keep(); err != nil {
		return run.report, err
	}
	run.report.Warnings = run.reader.Warnings()
	run.report.Took = time.Since(began)
	return run.report, nil
}
