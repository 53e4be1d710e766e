package main

import (
	"context"
	"fmt"
	"path/filepath"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// runAll measures each kind of work against what does the same, and prints a table.
func (b *bench) runAll(ctx context.Context, records, rows int) {
	b.makeRecords(ctx, records)
	s := b.serve(ctx)
	b.psql(ctx, "vacuum (analyze) observations")
	b.describeEvents(ctx, s)
	of, ofEvents := filepath.Join(b.dir, "rows.csv"), filepath.Join(b.dir, "rows-of-events.csv")
	b.writeRows(ctx, of, rows, "2024-12-31", false)
	b.writeRows(ctx, ofEvents, rows, "2024-12-31", true)

	d := b.newDraw(ctx)
	db := must(pgx.Connect(ctx, "host="+filepath.Join(b.database, "socket")+" user=skeeter dbname=skeeter jit=off"))
	warm := b.measureBoxes(ctx, s, d)
	b.compareBoxes(ctx, s, db, d)
	b.measurePeople(ctx, s, db, d)
	check(db.Close(ctx))
	b.compareFeatureserv(ctx, s, d)
	b.measureFilteredLists(ctx, s, d, "")
	b.measureLists(ctx, s)
	if dropCaches() {
		b.measureColdBoxes(ctx, s, d, warm)
		b.measureFilteredLists(ctx, s, d, ", page cache dropped before")
	}
	b.measureMemory(ctx, s)
	b.measureFirstPages(ctx)

	b.measureImport(ctx, of, fmt.Sprintf("import of %d rows beside %d records", rows, records), false)
	b.measureImport(ctx, ofEvents, fmt.Sprintf("import of %d rows with sampling events beside %d records", rows, records), true)
	b.measureStart(ctx)
	b.compareCreates(ctx)
	check(b.stop())
	b.inEmptyDatabase(ctx, func(empty *bench) {
		empty.measureImport(ctx, of, fmt.Sprintf("import of %d rows into an empty database", rows), false)
	})
	b.printTable()
}

// measureStart stops the server and measures how long it takes to answer from memory again.
func (b *bench) measureStart(ctx context.Context) {
	check(b.stop())
	var took []time.Duration
	for range createRounds {
		began := time.Now()
		b.serve(ctx)
		took = append(took, time.Since(began))
		check(b.stop())
	}
	s := b.serve(ctx)
	own := must(s.memory("RssAnon:"))
	fmt.Printf("%-58s %12.2f s (at most 5.00)\n%-58s %12.0f MB (at most 300)\n\n", "start until it answers from memory", median(took).Seconds(), "own memory after it", own)
	b.sum("start until it answers from memory, PostgreSQL included", fmt.Sprintf("%.2f s", median(took).Seconds()), "", "at most 5 s")
	b.sum("own memory after a start", fmt.Sprintf("%.0f MB", own), "", "at most 300 MB")
}

// compareCreates compares creates with bare INSERTs, and removes both.
func (b *bench) compareCreates(ctx context.Context) {
	c := creating{bench: b, run: "creates-" + uuid.NewString()}
	c.read(ctx)
	c.compare(ctx, "creates")
	b.psql(ctx, "delete from observations where event_id = '"+c.run+"'")
}

// inEmptyDatabase measures on a server with a database without records. Lines of the table are those of b.
func (b *bench) inEmptyDatabase(ctx context.Context, measure func(*bench)) {
	empty := &bench{dir: b.dir, binary: b.binary, database: filepath.Join(b.dir, "empty")}
	empty.serve(ctx)
	defer func() { check(empty.stop()) }()
	measure(empty)
	b.table = append(b.table, empty.table...)
}
