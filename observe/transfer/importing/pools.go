package importing

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/export"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/text"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	copyPoolsQuery          = sql.Get("staging/copy_pools.sql")
	analyzePoolRowsQuery    = sql.Get("staging/analyze_pool_rows.sql")
	poolsOfGoneRowsQuery    = sql.Get("staging/pools_of_gone_rows.sql")
	storedPoolsQuery        = sql.Get("staging/stored_pools.sql")
	repeatedPoolsQuery      = sql.Get("staging/repeated_pools.sql")
	repeatedCatchesQuery    = sql.Get("staging/repeated_catches.sql")
	poolsOfEventsQuery      = sql.Get("staging/pools_of_events.sql")
	lostPoolsQuery          = sql.Get("staging/lost_pools.sql")
	poolsQuery              = sql.Get("comparing/pools.sql")
	samePoolsQuery          = sql.Get("comparing/same_pools.sql") // of files of our own
	otherPoolsQuery         = sql.Get("comparing/other_pools.sql")
	analyzePoolsQuery       = sql.Get("comparing/analyze_pools.sql")
	poolCountsQuery         = sql.Get("importing/pool_counts.sql")
	largePoolsQuery         = sql.Get("importing/large_pools.sql")
	earlyTestsQuery         = sql.Get("importing/early_tests.sql")
	mergePoolsQueries       = []sql.Query{sql.Get("merging/changed_pools.sql"), sql.Get("merging/new_pools.sql")}
	analyzeStoredPoolsQuery = sql.Get("merging/analyze_pools.sql")
)

// pools are what the rows of a file state of pools. They wait for the COPY of the records.
type pools struct {
	rows     postgres.CopySpool
	n        int64
	batches  int
	rejected textNotes // of catches
	repeated Note      // of records whose pool an earlier row has
	unknown  []string  // pathogens, the first ones
	strange  Note      // of rows with them
	other    Note      // of stored pools that become others
	caught   Note      // of rows that state the catch of a pool again
	large    Note      // of pools that are larger than the catch of their event
	early    Note      // of pools that were tested before their collection began
}

// rejectPool rejects the pool of a row that stays a catch.
func (run *fileImport) rejectPool(row darwincore.Row) error {
	reason := "the pool is rejected, the row is a catch alone: " + row.PoolReject
	run.report.Pools.Rejected++
	run.pools.rejected.add(reason, reason, row.Line).Rows++
	run.noteRejectedPool(row.PoolID, row.Pathogen, row.TestMethod)
	return run.rejects.add(row, reason)
}

// stagePool keeps what a row states of a pool.
func (run *fileImport) stagePool(row darwincore.Row, source *dataSource, taxon stagedTaxon) error {
	if source.id == "" { // records of a file of our own may have no data source, pools always have one
		return nil
	}
	metadata, err := encodeMetadata(row.Pool.Metadata)
	if err != nil {
		return fmt.Errorf("line %d: encode the other columns: %w", row.Line, err)
	}
	run.pools.n++
	return run.pools.rows.Add(func(rows *postgres.CopyRows) { run.copyPool(rows, row, source, taxon, metadata) })
}

// copyPool writes a pool in the column order of sql/staging/copy_pools.sql.
func (run *fileImport) copyPool(rows *postgres.CopyRows, row darwincore.Row, source *dataSource, taxon stagedTaxon, metadata []byte) {
	pool, pathogen := row.Pool, surveillance.FindPathogen(row.Pool.Pathogen)
	of := pool.Mosquitoes
	if pathogen.DiseaseID == "" && !run.own() {
		run.pools.noteUnknown(pathogen.Name, row.Line)
	}
	rows.Begin(33)
	rows.Int4(int32(run.report.Rows))
	rows.Int4(int32(row.Line))
	rows.Bool(row.Record == nil)
	rows.Int2(source.number)
	rows.UUID(surveillance.PoolUUID(source.id, pool.PoolID, pathogen.Name, pool.Method))
	if own := of.Own; own != nil && own.SourceHash == nil && !run.reader.Public() { // it was made through the API
		rows.Null()
	} else {
		rows.UUID(pool.Hash)
	}
	rows.Text(pool.PoolID)
	rows.Text(of.EventID)
	rows.Text(taxon.slug)
	rows.Text(taxon.name)
	rows.Text(of.VerbatimName)
	rows.Text(of.Qualifier)
	rows.Text(of.Sex)
	rows.Text(of.LifeStage)
	rows.Int4(int32(pool.Size))
	rows.Text(pathogen.Name)
	rows.Text(pathogen.DiseaseID)
	rows.Text(pool.Method)
	rows.Text(pool.Result)
	rows.Date(pool.TestedOn)
	switch {
	case !pool.Placed:
		rows.Null()
	case of.CRS == "":
		rows.Point(of.Lon, of.Lat)
	default:
		run.otherCRS = true
		rows.PointIn(epsg(of.CRS), of.X, of.Y)
	}
	rows.Float8(of.AccuracyM)
	rows.Text(run.country(of.StatedCountry, row.Line))
	copySpan(rows, pool)
	rows.Text(of.SamplingProtocol)
	rows.Text(pool.Remarks)
	rows.JSONB(metadata)
	for _, field := range export.PoolFields {
		// An event that comes later gives the protocol; place and days have to be known at once.
		waits := field == "protocol" && !run.own() && of.EventID != "" && of.SamplingProtocol == ""
		rows.Bool(waits || slices.Contains(pool.OfEvent, field))
	}
}

// copySpan writes the days of a collection, nulls where they are those of the event.
func copySpan(rows *postgres.CopyRows, pool *darwincore.Pool) {
	if pool.Ended.IsZero() {
		for range 4 {
			rows.Null()
		}
		return
	}
	if pool.Started.IsZero() {
		rows.Null()
	} else {
		rows.Timestamp(pool.Started)
	}
	rows.Timestamp(pool.Ended)
	rows.Int2(pool.Offset)
	rows.Text(pool.Precision)
}

// notes returns what a reader of the report should know of the pools.
func (p *pools) notes() (notes []Note) {
	for _, note := range p.rejected {
		notes = append(notes, *note)
	}
	if p.strange.Rows > 0 {
		p.strange.Message = "pathogens that are not known, kept as written (--map pathogen:WRITTEN=WNV says what one means): " + text.List(p.unknown)
	}
	for _, note := range []Note{p.strange, p.other, p.repeated, p.caught, p.large, p.early} {
		if note.Rows > 0 {
			notes = append(notes, note)
		}
	}
	return notes
}

// maxUnknownPathogens is how many pathogens that are not known are listed.
const maxUnknownPathogens = 20

// noteUnknown notes a pathogen that is not known.
func (p *pools) noteUnknown(name string, line int) {
	if p.strange.Rows++; p.strange.Rows == 1 {
		p.strange.Line = line
	}
	if len(p.unknown) < maxUnknownPathogens && !slices.Contains(p.unknown, name) {
		p.unknown = append(p.unknown, name)
	}
}

// loadPools sends the pools to their temporary table.
func (run *fileImport) loadPools(ctx context.Context, tx pgx.Tx) error {
	if run.pools.n == 0 {
		return nil
	}
	if _, err := run.pools.rows.Copy(ctx, tx.Conn().PgConn(), copyPoolsQuery.String()); err != nil {
		return fmt.Errorf("stage the pools: %w", err)
	}
	if _, err := tx.Exec(ctx, analyzePoolRowsQuery.String()); err != nil {
		return fmt.Errorf("stage the pools: %w", err)
	}
	return run.pools.rows.Close()
}

// dropPools takes out the pools of rows that were rejected or left out.
func (run *fileImport) dropPools(ctx context.Context, tx pgx.Tx) error {
	if run.pools.n == 0 {
		return nil
	}
	if _, err := postgres.Exec(ctx, tx, poolsOfGoneRowsQuery); err != nil {
		return fmt.Errorf("leave out the pools of rejected rows: %w", err)
	}
	return nil
}

// settlePools takes out pools and catches of pools that the file repeats, and gives the others what their sampling events say.
func (run *fileImport) settlePools(ctx context.Context, tx pgx.Tx) error {
	if run.pools.n == 0 {
		return nil
	}
	if err := run.dropPools(ctx, tx); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, storedPoolsQuery.String()); err != nil {
		return fmt.Errorf("find the stored tests of pools: %w", err)
	}
	note := &run.pools.repeated
	if err := tx.QueryRow(ctx, repeatedPoolsQuery.String()).Scan(&note.Rows, &note.Line); err != nil {
		return fmt.Errorf("look for repeated pools: %w", err)
	}
	note.Message = "the pool, pathogen and method of an earlier row, the row is a catch alone"
	note = &run.pools.caught
	args := pgx.StrictNamedArgs{"of_pool": run.reader.PoolKeys()}
	if err := tx.QueryRow(ctx, repeatedCatchesQuery.String(), args).Scan(&note.Rows, &note.Line); err != nil {
		return fmt.Errorf("look for repeated catches of pools: %w", err)
	}
	note.Message = "the catch of a pool that an earlier row states for another pathogen, the row is a pool alone"
	run.report.PoolRows += note.Rows
	if run.own() { // its pools say all that is stored of them
		return nil
	}
	if err := execute(ctx, tx, nil, poolsOfEventsQuery, lostPoolsQuery); err != nil {
		return fmt.Errorf("find the sampling events of pools: %w", err)
	}
	return nil
}

// comparePools finds which pools are new, changed or the same.
func (run *fileImport) comparePools(ctx context.Context, tx pgx.Tx) error {
	if run.pools.n == 0 {
		return nil
	}
	steps := []sql.Query{poolsQuery}
	if run.own() {
		steps = append(steps, samePoolsQuery)
	}
	args := pgx.StrictNamedArgs{"batch": batchRows, "own": run.own(), "private": !run.reader.Public()}
	if err := execute(ctx, tx, args, append(steps, analyzePoolsQuery)...); err != nil {
		return fmt.Errorf("compare the pools with the stored ones: %w", err)
	}
	if err := run.noteOtherPools(ctx, tx); err != nil {
		return err
	}
	p := &run.report.Pools
	if err := tx.QueryRow(ctx, poolCountsQuery.String()).Scan(&p.Inserted, &p.Updated, &p.Unchanged, &run.pools.batches); err != nil {
		return fmt.Errorf("count the pools: %w", err)
	}
	if err := run.noteLargePools(ctx, tx); err != nil {
		return err
	}
	return run.noteEarlyTests(ctx, tx)
}

// noteOtherPools notes stored pools that become others: their ids may have been used again.
func (run *fileImport) noteOtherPools(ctx context.Context, tx pgx.Tx) error {
	var id string
	note := &run.pools.other
	if err := tx.QueryRow(ctx, otherPoolsQuery.String()).Scan(&note.Rows, &note.Line, &id); err != nil {
		return fmt.Errorf("compare the pools of equal ids: %w", err)
	}
	note.Message = fmt.Sprintf("stored pools that change their event, day or species, such as %q (ids that begin again, each year or laboratory, are made of several columns: --map pool=YEAR+SAMPLE)", id)
	return nil
}

// noteLargePools notes pools with more mosquitoes than their sampling event caught.
func (run *fileImport) noteLargePools(ctx context.Context, tx pgx.Tx) error {
	large, err := postgres.One[struct {
		Line      int    `db:"line"`
		PoolID    string `db:"pool_id"`
		Size      int    `db:"size"`
		Specimens int64  `db:"specimens"`
		Pools     int64  `db:"pools"`
	}](ctx, tx, largePoolsQuery, pgx.StrictNamedArgs{"keys": run.sources.keys()})
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("compare the pools with the catch of their events: %w", err)
	}
	run.pools.large = Note{
		Message: fmt.Sprintf("pools with more mosquitoes than their sampling event caught, such as %q: %d of %d", large.PoolID, large.Size, large.Specimens),
		Rows:    large.Pools, Line: large.Line,
	}
	return nil
}

// noteEarlyTests notes pools that were tested before their collection began: one of the days is wrong.
func (run *fileImport) noteEarlyTests(ctx context.Context, tx pgx.Tx) error {
	early, err := postgres.One[struct {
		Line     int       `db:"line"`
		PoolID   string    `db:"pool_id"`
		TestedOn time.Time `db:"tested_on"`
		FirstDay time.Time `db:"first_day"`
		Pools    int64     `db:"pools"`
	}](ctx, tx, earlyTestsQuery)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("compare the days of tests with those of the collections: %w", err)
	}
	run.pools.early = Note{
		Message: fmt.Sprintf("pools tested before their collection began, such as %q: %s before %s", early.PoolID,
			early.TestedOn.Format(time.DateOnly), early.FirstDay.Format(time.DateOnly)),
		Rows: early.Pools, Line: early.Line,
	}
	return nil
}

// mergePools stores the pools, a batch at a time.
func (run *fileImport) mergePools(ctx context.Context, tx pgx.Tx) error {
	for batch := range run.pools.batches {
		if err := execute(ctx, tx, pgx.StrictNamedArgs{"batch": batch, "own": run.own(), "private": !run.reader.Public()}, mergePoolsQueries...); err != nil {
			return fmt.Errorf("store the pools: %w", err)
		}
	}
	if run.report.Pools.Inserted == 0 {
		return nil
	}
	if _, err := tx.Exec(ctx, analyzeStoredPoolsQuery.String()); err != nil {
		return fmt.Errorf("gather statistics of the pools: %w", err)
	}
	return nil
}
