package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/geo/tileindex"
)

// Measuring of many records.
const (
	scaleRounds     = 3 // of each tile; its time is the median
	scaleRoundsMany = 1 // of each tile of more than scaleMany records
	scaleMany       = 20_000_000
	z0, z3          = "/api/v1/tiles/observations/0/0/0.mvt?", "/api/v1/tiles/observations/3/4/2.mvt?"
)

// scaleKind is a kind of Filter, with query strings of that kind.
type scaleKind struct {
	name    string
	filters []string
}

// runScale measures the copy in memory of records that only its files hold: the server reads them at its start, as after any other.
func (b *bench) runScale(ctx context.Context, records int) {
	b.serve(ctx)
	db := b.connect(ctx)
	w := newScaleWorld(ctx, db, records)
	folder := filepath.Join(b.dir, "tiles")
	origin := b.noteSnapshot(ctx, db)
	check(db.Close(ctx))
	check(b.stop())
	began := time.Now()
	check(tileindex.WriteFiles(folder, origin, w.batches()))
	fmt.Printf("%-58s %12.1f s\n", "writing the files of the index", time.Since(began).Seconds())
	for _, name := range []string{"index", "points-*", "details-*"} {
		fmt.Printf("%-58s %12.1f\n", "bytes a record in "+name, float64(fileSize(folder, name))/float64(records))
	}
	began = time.Now()
	s := b.serve(ctx, "SKEETER_TILE_CACHE_MB=0", "SKEETER_TILE_POINTS_PATH="+folder)
	ready := time.Since(began)
	body, _ := s.get(ctx, "/metrics")
	rows, bytes := metric(body, "skeeter_tile_index_rows"), metric(body, "skeeter_tile_index_bytes")
	if int(rows) != records {
		log, _ := os.ReadFile(filepath.Join(b.dir, "serve.log"))
		check(fmt.Errorf("the server has %.0f records of the files in memory: %s", rows, log))
	}
	fmt.Printf("%-58s %12.1f\n", "bytes a record in memory", bytes/rows)
	fmt.Printf("%-58s %12.1f s\n", "from the program's start to the first count from memory", ready.Seconds())
	fmt.Printf("%-58s %12.1f s\n", "of these the index", metric(body, "skeeter_tile_index_load_seconds"))
	fmt.Printf("%-58s %12.0f MB\n", "memory of the process, mapped files included", must(s.resident()))
	rounds := scaleRounds
	if records > scaleMany {
		rounds = scaleRoundsMany
	}
	b.measureKinds(ctx, s, w.kinds(), rounds)
	fmt.Printf("%-58s %12.0f MB, of which %.0f MB of mapped files\n", "memory of the process after all that", must(s.resident()), must(s.memory("RssFile:")))
}

// noteSnapshot makes the database know a snapshot of itself as it is.
func (b *bench) noteSnapshot(ctx context.Context, db *pgx.Conn) (o tileindex.Origin) {
	o.ID = uuid.NewString()
	must(db.Exec(ctx, "insert into index_snapshots (id) values ($1)", o.ID))
	check(db.QueryRow(ctx, "select log_epoch(), log_snapshot()::text, (select version from schema_migrations)").Scan(&o.Epoch, &o.Snapshot, &o.Schema))
	return o
}

func fileSize(folder, pattern string) (bytes int64) {
	for _, path := range must(filepath.Glob(filepath.Join(folder, pattern))) {
		bytes += must(os.Stat(path)).Size()
	}
	return bytes
}

// measureKinds prints the processor time of the server by kind of Filter, and the time that a client waits for the tile of the world.
func (b *bench) measureKinds(ctx context.Context, s *server, kinds []scaleKind, rounds int) {
	load, _ := os.ReadFile("/proc/loadavg")
	fmt.Printf("\nload of the machine: %s\n%-22s %4s %21s %10s %21s %21s\n", strings.TrimSpace(string(load)), "milliseconds", "",
		"0/0/0: processor", "client", "3/4/2: processor", "/stats: processor")
	fmt.Printf("%-22s %4s %10s %10s %10s %10s %10s %10s %10s\n", "", "", "median", "worst", "worst", "median", "worst", "median", "worst")
	s.get(ctx, z0) // the first request reads what the file has in memory since
	for _, k := range kinds {
		var world, part, stats []cost
		for _, f := range k.filters {
			world, part = append(world, s.processor(ctx, rounds, z0+f)), append(part, s.processor(ctx, rounds, z3+f))
			stats = append(stats, s.processor(ctx, 1, "/api/v1/stats?"+f)) // later ones are from a cache
		}
		processor, clock := func(c cost) time.Duration { return c.processor }, func(c cost) time.Duration { return c.clock }
		fmt.Printf("%-22s %4d %10.1f %10.1f %10.1f %10.1f %10.1f %10.1f %10.1f\n", k.name, len(k.filters),
			ms(median(each(world, processor))), ms(slices.Max(each(world, processor))), ms(slices.Max(each(world, clock))),
			ms(median(each(part, processor))), ms(slices.Max(each(part, processor))), ms(median(each(stats, processor))), ms(slices.Max(each(stats, processor))))
	}
}

// processor returns the medians of the time of some requests and of the server's processor time.
func (s *server) processor(ctx context.Context, times int, path string) cost {
	var seen []cost
	for range times {
		before := must(spent(s.cmd.Process.Pid))
		_, took := s.get(ctx, path)
		seen = append(seen, cost{took, must(spent(s.cmd.Process.Pid)) - before})
	}
	return cost{median(each(seen, func(c cost) time.Duration { return c.clock })), median(each(seen, func(c cost) time.Duration { return c.processor }))}
}

// kinds returns Filters of every kind, of names that the records have.
func (w *scaleWorld) kinds() []scaleKind {
	species := func(first, until, step int) string {
		var ids []string
		for i := first; i < min(until, len(w.taxa)); i += step {
			ids = append(ids, w.taxa[i].ID)
		}
		return "species=" + strings.Join(ids, ",")
	}
	days := func(first, last string) string { return "start_date=" + first + "&end_date=" + last }
	source := func(of ...int) string {
		var ids []string
		for _, i := range of {
			ids = append(ids, w.sources[i].ID)
		}
		return "data_source=" + strings.Join(ids, ",")
	}
	countries := func(n int) string { return "country=" + strings.Join(w.countries()[:n], ",") }
	protocol := func(of ...int) string {
		var names []string
		for _, i := range of {
			names = append(names, strings.ReplaceAll(scaleProtocols[i], " ", "+"))
		}
		return "sampling_protocol=" + strings.Join(names, ",")
	}
	year := func(n int) string { return days(strconv.Itoa(n)+"-01-01", strconv.Itoa(n)+"-12-31") }
	const manyYears, halfYear = "start_date=2010-01-01&end_date=2019-12-31", "start_date=2012-04-01&end_date=2012-09-30"
	return []scaleKind{
		{"none", []string{""}},
		{"species", []string{species(0, 1, 1), species(1, 2, 1), species(4, 5, 1), species(20, 21, 1), species(100, 101, 1)}},
		{"several species", []string{species(0, 3, 1), species(0, 20, 2), species(0, 400, 2), species(1, 400, 2), species(30, 400, 1)}},
		{"data source", []string{source(0), source(7), source(0, 3, 5, 9), source(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13)}},
		{"country", []string{countries(1), countries(5), countries(60)}},
		{"days", []string{days("2014-07-03", "2014-07-03"), halfYear, year(2011), manyYears, days("2006-03-10", "2023-10-20"), days("2014-05-05", "2030-01-01")}},
		{"months", []string{"months=7", "months=1,2", "months=6,7,8", "months=1,2,3,4,5,6,7,8,9,10,11"}},
		{"sex", []string{"sex=female", "sex=male", "sex=female,male"}},
		{"life stage", []string{"life_stage=adult", "life_stage=larva"}},
		{"sampling protocol", []string{protocol(0), protocol(3), protocol(0, 2, 4)}},
		{"two or three of them", []string{
			species(0, 1, 1) + "&" + manyYears, species(0, 400, 2) + "&sex=female", "sex=female&months=6,7,8", "sex=female&" + manyYears, countries(60) + "&" + manyYears,
			"life_stage=adult&" + protocol(0, 2, 4), "sex=female&life_stage=adult&" + manyYears, source(0, 3, 5, 9) + "&" + species(0, 20, 1) + "&months=5,6,7",
			"months=4,5,6,7,8,9&" + manyYears, species(0, 400, 2) + "&months=4,5,6,7,8,9&sex=female",
		}},
	}
}
