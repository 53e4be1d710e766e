package importing

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/internal/history"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/datasets"
)

// Options of one file. The zero value reads Darwin Core names and takes the data source from the file.
type Options struct {
	darwincore.Options        // how the file is read
	Dataset            string // id or name of the data source; "" takes what the file says of itself, else the file's name
	// Sources are the ids of the data sources whose records may be stored; nil for all. A file of another stops.
	Sources []string
	Rejects string // path of the file for rejected rows; "" puts it beside the imported file
	Replace bool   // records of the data source that the file does not have are removed
	// ReplaceEvents removes of the sampling events that the file states the records without ids that it does not have; Add stores its records
	// beside those. Without them and Replace a file that corrects such records stops.
	ReplaceEvents, Add bool
	// Confirm is asked before records are removed; nil refuses to remove any. It is called within the transaction, which holds locks, so
	// it waits for nobody.
	Confirm        func(Replacement) (bool, error)
	SkipDuplicates bool // rows whose occurrenceID another data source has are left out
	CorrectNames   bool // a misspelled name becomes the name that it looks like
	// Check stores nothing: the report says what an import would do.
	Check bool
	// Progress is called every 2,000 rows and at each stage. It may be nil.
	Progress func(Progress)
}

// Stages of an import.
const (
	StageWaiting   = "waiting" // for another import of the same data source
	StageReading   = "reading"
	StageComparing = "comparing"
	StageStoring   = "storing"
)

// Progress of an import.
type Progress struct {
	Stage       string
	DataSource  string
	Rows        int64 // read
	Done, Total int64 // of the stage: bytes of the file while it is read, rows while they are stored; 0 where it is not known
}

// Replacement is what Options.Replace or Options.ReplaceEvents removes.
type Replacement struct {
	Option     string // by its name on the command line
	DataSource string
	Records    int64 // observations and absences
	Reviewed   int64 // of them, those that are verified or rejected
	Events     int64 // sampling events
	Pools      int64
	Set        string // a hash of which records and events they are
}

// Importer imports files into the database, each in one transaction.
type Importer struct {
	db    *pgxpool.Pool
	log   *slog.Logger
	names *postgres.Lookups // read anew for each import, which parses only the names that came since
}

// New returns an Importer.
func New(db *pgxpool.Pool, log *slog.Logger) *Importer {
	return &Importer{db: db, log: log, names: postgres.NewLookups(db, log, prometheus.NewRegistry())}
}

// ErrNothingAcceptable means that no row of a file could be stored. The report says why.
var ErrNothingAcceptable = errors.New("no row of the file can be stored")

// ErrPrivate means that the file is of a private data source, whose records another import stores (observe/private).
var ErrPrivate = errors.New("the data source of the file is private: name it, by --dataset or on the page, to store its records")

// The SQLSTATE of a row that does not belong among those that a session sees: of a data source by PostgreSQL, since 15.20, of records by our triggers.
const (
	hiddenRow         = "55000"
	restrictViolation = "23001"
)

// errChecked ends the transaction of a check.
var errChecked = errors.New("checked")

// Import imports one file in any of the formats that darwincore.Open reads. Rejected rows are no error. What ends an import changes
// nothing: a *darwincore.FileError for a file that cannot be read, a *Stop where a person has to decide, ErrNothingAcceptable. A check
// reports its Stops and returns none.
func (im *Importer) Import(ctx context.Context, path string, o Options) (Report, error) {
	began := time.Now()
	run := newFileImport(im, path, o)
	defer run.close()
	err := run.attempts(ctx, began)
	run.report.Took = time.Since(began)
	if run.reader != nil {
		run.report.addWarnings(run.reader.Warnings())
		run.report.Notes = append(run.report.Notes, run.taxa.allNotes()...)
		for _, note := range run.countryNotes {
			run.report.Notes = append(run.report.Notes, *note)
		}
		run.report.Notes = append(run.report.Notes, append(run.events.notes(), run.pools.notes()...)...)
		if run.equal != nil {
			run.report.Notes = append(run.report.Notes, *run.equal)
		}
	}
	switch {
	case errors.Is(err, errChecked), errors.Is(err, ErrNothingAcceptable):
		if keepErr := run.keepRejects(); keepErr != nil {
			return run.report, keepErr
		}
		if errors.Is(err, errChecked) {
			return run.report, nil
		}
	case err == nil:
		if run.report.Removed > 0 {
			if err := datasets.RemoveUnusedNames(ctx, im.db); err != nil {
				im.log.WarnContext(ctx, "names that no record has any more stay", "error", err)
			}
		}
		return run.report, nil
	}
	run.rejects.discard()
	if pg := (*pgconn.PgError)(nil); errors.As(err, &pg) && pg.Code == restrictViolation {
		err = ErrPrivate
	}
	if !o.Check {
		im.notifyFailure(ctx, time.Since(began))
	}
	return run.report, err
}

// attempts stores the file in a transaction. When the reading finds that the file belongs to another data source than it seemed to, it
// begins again.
func (run *fileImport) attempts(ctx context.Context, began time.Time) error {
	if err := run.loadNames(ctx); err != nil {
		return err
	}
	for {
		if err := run.open(ctx); err != nil {
			return err
		}
		err := postgres.Transaction(ctx, run.db, pgx.TxOptions{}, func(tx pgx.Tx) error { return run.inTransaction(ctx, tx, began) })
		if again := (restart{}); errors.As(err, &again) {
			again.change(run)
			run.close()
			continue
		}
		return err
	}
}

func (run *fileImport) inTransaction(ctx context.Context, tx pgx.Tx, began time.Time) error {
	if run.options.Check {
		if err := run.store(ctx, tx); err != nil {
			return err
		}
		return errChecked
	}
	if _, err := tx.Exec(ctx, markRunningQuery.String()); err != nil {
		return fmt.Errorf("mark that an import runs: %w", err)
	}
	if err := notify(ctx, run.db, notice{Kind: kindBegan}); err != nil { // not in tx, which would send it at commit
		return err
	}
	if err := run.store(ctx, tx); err != nil {
		return err
	}
	if err := run.keepRejects(); err != nil { // before the commit, so that an import without its rejected rows stores nothing
		return err
	}
	if err := run.note(ctx, tx); err != nil {
		return err
	}
	return notify(ctx, tx, run.report.notice(time.Since(began)))
}

// note adds the import to the history.
func (run *fileImport) note(ctx context.Context, tx pgx.Tx) error {
	r := run.report
	return history.Add(ctx, tx, history.Entry{Entity: history.Import, ID: uuid.NewString(), Action: history.Imported, Is: map[string]any{
		"data_source": r.DataSource, "rows": r.Rows, "inserted": r.Inserted, "updated": r.Updated, "unchanged": r.Unchanged, "absences": r.Absences,
		"rejected": r.Rejected, "skipped": r.Skipped, "removed": r.Removed, "removal": run.removal,
		"events": map[string]int64{"inserted": r.Events.Inserted, "updated": r.Events.Updated, "removed": r.Events.Removed},
		"pools":  map[string]int64{"inserted": r.Pools.Inserted, "updated": r.Pools.Updated, "removed": r.Pools.Removed},
	}})
}

// loadNames reads the names of taxa and countries as they are stored now.
func (run *fileImport) loadNames(ctx context.Context) error {
	if err := run.lookups.Refresh(ctx); err != nil {
		return err
	}
	run.names = run.lookups.Current()
	return nil
}
