package importing

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/internal/memo"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	settingsQuery    = sql.Get("importing/settings.sql")
	copyQuery        = sql.Get("staging/copy.sql")
	analyzeRowsQuery = sql.Get("staging/analyze_rows.sql")
	keyQuery         = sql.Get("people/pseudonym_key.sql")
	equalRowsQuery   = sql.Get("staging/number_equal_rows.sql")
	knownByHashQuery = sql.Get("staging/known_by_hash.sql") // of files of others
	repeatedQuery    = sql.Get("staging/repeated.sql")
	foreignQuery     = sql.Get("staging/foreign.sql")
	rejectedQuery    = sql.Get("staging/rejected.sql")

	// createQueries make the temporary tables of a file.
	createQueries = []sql.Query{
		sql.Get("staging/create_rows.sql"), sql.Get("staging/create_rejected.sql"), sql.Get("staging/create_skipped.sql"),
		sql.Get("staging/create_sources.sql"), sql.Get("staging/create_event_rows.sql"), sql.Get("staging/create_pool_rows.sql"),
	}
)

// fileImport is the import of one file.
type fileImport struct {
	db      *pgxpool.Pool
	log     *slog.Logger
	path    string
	options Options
	lookups *postgres.Lookups
	names   *surveillance.Names
	key     []byte // of the ids of rows that have none

	// What restarts found out.
	ignoreDatasetID bool  // the rows have several
	notSource       int32 // key of a data source that the file does not belong to; 0 for none

	reader       *darwincore.Reader
	peeked       []darwincore.Row // read before the COPY, to find the data source
	ahead        *ahead           // reads the other rows
	rejects      rejects
	report       Report
	sources      dataSources
	countries    memo.Memo[statedCountry] // by how a country is written
	equal        *Note                    // that another data source has the same records
	countryNotes textNotes
	taxa         taxa
	events       events
	pools        pools
	rejected     []uuid.UUID // records, events and pools of rejected rows, as far as they have ids
	otherCRS     bool        // a place is written in another reference system than WGS 84
	removal      *uuid.UUID  // of what the file does not have; nil: nothing went
	obscures     bool        // places have to be drawn before the transaction ends
	batches      int
	added        int64 // records that are not stored yet
	completed    int64 // records that get what older rules did not read
}

func newFileImport(im *Importer, path string, o Options) *fileImport {
	return &fileImport{db: im.db, log: im.log, lookups: im.names, path: path, options: o}
}

// restart ends a transaction that found out something about the file which changes what was staged.
type restart struct{ change func(*fileImport) }

func (restart) Error() string { return "the file is read again" }

// open opens the file and forgets what an earlier attempt left.
func (run *fileImport) open(ctx context.Context) (err error) {
	run.report, run.equal, run.events, run.pools = Report{File: run.path}, nil, newEvents(), pools{}
	if run.options.Part != "" {
		run.report.File += " (" + run.options.Part + ")"
	}
	run.peeked, run.rejected, run.countries, run.countryNotes, run.otherCRS = nil, nil, memo.New[statedCountry](maxCountriesKept), nil, false
	run.taxa = taxa{names: run.names, correct: run.options.CorrectNames, known: memo.New[stagedTaxon](maxTaxaKept), added: map[string]string{}}
	if run.reader, err = darwincore.Open(ctx, run.path, run.options.Options); err != nil {
		run.reader = nil
		return err
	}
	run.report.Columns = run.reader.Header()
	run.rejects = rejects{target: run.options.Rejects, header: run.reader.Header(), none: run.options.Check && run.options.Rejects == "", check: run.options.Check}
	if run.rejects.target == "" {
		run.rejects.target = RejectsPath(run.path, run.options.Part)
	}
	return run.rejects.checkTarget()
}

func (run *fileImport) close() {
	if run.reader != nil {
		_ = run.reader.Close()
	}
	_ = run.events.rows.Close()
	_ = run.pools.rows.Close()
	run.rejects.discard()
}

func (run *fileImport) keepRejects() (err error) {
	run.report.RejectsFile, err = run.rejects.keep()
	return err
}

func (run *fileImport) store(ctx context.Context, tx pgx.Tx) error {
	if err := postgres.LimitStatements(ctx, tx, 0); err != nil {
		return fmt.Errorf("prepare the transaction: %w", err)
	}
	if _, err := tx.Exec(ctx, settingsQuery.String()); err != nil {
		return fmt.Errorf("prepare the transaction: %w", err)
	}
	if err := tx.QueryRow(ctx, keyQuery.String()).Scan(&run.key); err != nil {
		return fmt.Errorf("read the key of ids: %w", err)
	}
	if err := run.checkCRS(ctx, tx); err != nil {
		return err
	}
	if err := run.findSource(ctx, tx); err != nil {
		return err
	}
	if err := run.checkTarget(); err != nil {
		return err
	}
	if err := run.read(ctx, tx); err != nil {
		return err
	}
	run.progress(StageComparing, 0, 0)
	if err := run.settle(ctx, tx); err != nil {
		return err
	}
	run.report.sortReasons()
	switch r := run.report; {
	case r.Rows == 0:
		return fmt.Errorf("%w: it has a header and no rows", ErrNothingAcceptable)
	case r.Rejected == r.Rows:
		return ErrNothingAcceptable
	}
	if err := run.compare(ctx, tx); err != nil {
		return err
	}
	if run.options.Check {
		return run.preview(ctx, tx)
	}
	if err := run.merge(ctx, tx); err != nil {
		return err
	}
	return run.draw(ctx, tx)
}

// read stages the rows of the file.
func (run *fileImport) read(ctx context.Context, tx pgx.Tx) error {
	for _, stage := range createQueries {
		if _, err := tx.Exec(ctx, stage.String()); err != nil {
			return fmt.Errorf("create the temporary tables: %w", err)
		}
	}
	run.ahead = readAhead(run.reader)
	_, err := postgres.Copy(ctx, tx.Conn().PgConn(), copyQuery.String(), run.next)
	run.ahead.close()
	if err != nil {
		return err
	}
	if err := run.loadEvents(ctx, tx); err != nil {
		return err
	}
	if err := run.loadPools(ctx, tx); err != nil {
		return err
	}
	if err := run.lockOwn(ctx, tx); err != nil {
		return err
	}
	return run.linkSources(ctx, tx)
}

// next stages one row of the file, or rejects it.
func (run *fileImport) next(rows *postgres.CopyRows) error {
	row, err := run.nextRow()
	if err != nil {
		return err
	}
	run.report.Rows++
	if run.report.Rows%progressEvery == 0 {
		done, total := run.reader.Progress()
		run.progress(StageReading, done, total)
	}
	if row.Reject != "" {
		run.noteRejected(row.OccurrenceID, row.EventID)
		run.noteRejectedPool(row.PoolID, row.Pathogen, row.TestMethod)
		if err := run.rejectedEvent(row); err != nil {
			return err
		}
		return run.reject(row, row.Reject)
	}
	source, err := run.sourceOf(row)
	if err != nil {
		return err
	}
	if row.PoolReject != "" {
		if err := run.rejectPool(row); err != nil {
			return err
		}
	}
	if row.Record == nil && row.Pool == nil {
		run.report.EventRows++
		return run.stageEvent(row, source)
	}
	mosquitoes := row.Record
	if mosquitoes == nil {
		mosquitoes = row.Pool.Mosquitoes
	}
	taxon, ok := run.taxon(mosquitoes.ScientificName, row.Line)
	if !ok {
		run.noteRejected(mosquitoes.OccurrenceID, mosquitoes.EventID)
		if row.Pool != nil {
			run.noteRejectedPool(row.Pool.PoolID, row.Pool.Pathogen, row.Pool.Method)
		}
		return run.reject(row, "no name")
	}
	if taxon.name == surveillance.Unresolved && mosquitoes.VerbatimName == "" && mosquitoes.ScientificName != taxon.name { // of an older export of our own
		mosquitoes.VerbatimName = mosquitoes.ScientificName
	}
	if row.Pool != nil {
		if err := run.stagePool(row, source, taxon); err != nil {
			return err
		}
	}
	if row.Record == nil {
		run.report.PoolRows++
		return nil
	}
	if row.Event != nil {
		if err := run.stageEvent(row, source); err != nil {
			return err
		}
	}
	return run.stage(rows, row, source, taxon)
}

// rejectedEvent stages the sampling event of a rejected row.
func (run *fileImport) rejectedEvent(row darwincore.Row) error {
	if row.Event == nil {
		return nil
	}
	source, err := run.sourceOf(row)
	if err != nil {
		return err
	}
	return run.stageEvent(row, source)
}

// nextRow returns the rows that were read to find the data source, then the others.
func (run *fileImport) nextRow() (row darwincore.Row, err error) {
	if len(run.peeked) > 0 {
		row, run.peeked = run.peeked[0], run.peeked[1:]
		return row, nil
	}
	return run.ahead.next()
}

// maxRejectedIDs bounds the memory for ids of rejected rows; of a file with more the records and events count as missing.
const maxRejectedIDs = 1_000_000

// noteRejected remembers the record and the sampling event of a rejected row: the file has them.
func (run *fileImport) noteRejected(occurrenceID, eventID string) {
	only := run.sources.only
	if only == nil || len(run.rejected) >= maxRejectedIDs {
		return
	}
	if occurrenceID != "" {
		run.rejected = append(run.rejected, occurrenceUUID(only.id, occurrenceID))
	}
	if eventID != "" {
		run.rejected = append(run.rejected, surveillance.EventUUID(only.id, eventID))
	}
}

// noteRejectedPool remembers the pool of a rejected row. It may be stored with the id that has no method.
func (run *fileImport) noteRejectedPool(poolID, pathogen, method string) {
	only := run.sources.only
	if only == nil || poolID == "" || len(run.rejected) >= maxRejectedIDs {
		return
	}
	name := surveillance.FindPathogen(pathogen).Name
	run.rejected = append(run.rejected, surveillance.PoolUUID(only.id, poolID, name, method))
	if method != "" {
		run.rejected = append(run.rejected, surveillance.PoolUUID(only.id, poolID, name, ""))
	}
}

// progressEvery is the number of rows between two calls of Options.Progress.
const progressEvery = 2000

func (run *fileImport) progress(stage string, done, total int64) {
	if run.options.Progress != nil {
		run.options.Progress(Progress{Stage: stage, DataSource: run.report.DataSource, Rows: run.report.Rows, Done: done, Total: total})
	}
}

func (run *fileImport) reject(row darwincore.Row, reason string) error {
	run.report.reject(row, reason)
	return run.rejects.add(row, reason)
}

// settle moves places to WGS 84, gives every row an id of its own and rejects those that have none, finds places and names, and looks
// for other data sources that have the same records.
func (run *fileImport) settle(ctx context.Context, tx pgx.Tx) error {
	for _, step := range []func(context.Context, pgx.Tx) error{
		run.lockIDs, run.transform, run.reveal, run.makeIDsUnique, run.settlePools, run.rejectLate, run.findShared, run.skipHeld, run.dropPools, run.locate, run.checkAxes,
	} {
		if err := step(ctx, tx); err != nil {
			return err
		}
	}
	return nil
}

// makeIDsUnique gives rows without an id of their own the ids that they are stored with, and takes out rows that repeat an id or have that of
// a record which is not of their data source.
func (run *fileImport) makeIDsUnique(ctx context.Context, tx pgx.Tx) error {
	steps := []sql.Query{analyzeRowsQuery, equalRowsQuery, knownByHashQuery, repeatedQuery, foreignQuery}
	if run.own() {
		steps = []sql.Query{analyzeRowsQuery, equalRowsQuery, repeatedQuery, foreignQuery}
	}
	if err := execute(ctx, tx, pgx.StrictNamedArgs{"keys": run.sources.keys()}, steps...); err != nil {
		return fmt.Errorf("make the ids unique: %w", err)
	}
	return nil
}

// rejectLate rejects the rows that were taken out after all were read. It reads the file a second time to reject them as the file has
// them.
func (run *fileImport) rejectLate(ctx context.Context, tx pgx.Tx) error {
	rows, err := tx.Query(ctx, rejectedQuery.String())
	if err != nil {
		return fmt.Errorf("find rejected rows: %w", err)
	}
	defer rows.Close()
	var again *darwincore.Reader
	at := 0
	for rows.Next() {
		var nth int
		var reason string
		if err := rows.Scan(&nth, &reason); err != nil {
			return fmt.Errorf("find rejected rows: %w", err)
		}
		if again == nil {
			if err = run.reader.Close(); err != nil { // of an archive only one copy may be in memory
				return err
			}
			if again, err = darwincore.Open(ctx, run.path, run.options.Options); err != nil {
				return err
			}
			defer again.Close() //nolint:errcheck // the file was only read
		}
		var row darwincore.Row
		for ; at < nth; at++ {
			if row, err = again.Next(); err != nil {
				return changedMeanwhile(err)
			}
		}
		switch {
		case row.Record != nil:
			run.noteRejected(row.Record.OccurrenceID, row.Record.EventID)
		case row.Pool != nil:
			run.noteRejectedPool(row.Pool.PoolID, row.Pool.Pathogen, row.Pool.Method)
			run.report.PoolRows--
		default:
			run.noteRejected("", row.Event.EventID)
			run.report.EventRows--
		}
		if err := run.reject(row, reason); err != nil {
			return err
		}
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("find rejected rows: %w", err)
	}
	return nil
}

// changedMeanwhile is the error of a file that ends earlier when it is read again.
func changedMeanwhile(err error) error {
	if errors.Is(err, io.EOF) {
		return errors.New("the file changed while it was read")
	}
	return err
}

// execute runs steps of SQL. Each gets those of the arguments that it names.
func execute(ctx context.Context, tx pgx.Tx, args pgx.StrictNamedArgs, steps ...sql.Query) error {
	for _, step := range steps {
		named := pgx.StrictNamedArgs{}
		for name, value := range args {
			if strings.Contains(step.String(), "@"+name+"::") {
				named[name] = value
			}
		}
		if _, err := postgres.Exec(ctx, tx, step, named); err != nil {
			return err
		}
	}
	return nil
}
