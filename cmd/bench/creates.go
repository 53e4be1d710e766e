package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// Measuring of creates.
const (
	createRounds = 3 // of each side, in turn; the rate is the median
	createTime   = 3 * time.Second
	hourTouches  = 200_000 // 55 creates a second for an hour
	foreignSeen  = 40
	readersTime  = 8 * time.Second
	writersAside = 8
	batchRows    = 10_000
	writersPause = 100 * time.Millisecond // between the creates of a client, for reads beside as many writes on every server
)

// creating measures creates over HTTP and as bare INSERTs.
type creating struct {
	*bench
	run    string // event_id of every record that this run makes
	tiles  []mapRequest
	places []place
}

// place is where a record of the database lies, and what the server finds for it.
type place struct {
	Lat     float64 `db:"lat"`
	Lng     float64 `db:"lng"`
	Country *string `db:"country_id"`
	Region  *string `db:"region_id"`
	Taxon   int32   `db:"taxon_key"`
	Name    string  `db:"scientific_name"`
}

// runCreates compares creates with bare INSERTs of the same rows into the same table with its triggers, on a fresh change log and on
// one that holds an hour of writing. Then it measures when another server of the database shows them, and reads beside them.
func (b *bench) runCreates(ctx context.Context, records int) {
	b.makeRecords(ctx, records)
	c := creating{bench: b, run: "creates-" + uuid.NewString()}
	b.serve(ctx)
	b.psql(ctx, "truncate observation_changes, event_changes, observation_touches, observation_areas, observation_epoch, index_snapshots; vacuum (analyze) observations")
	c.read(ctx)
	c.compare(ctx, "change log of the last minutes")
	b.psql(ctx, fillTouches)
	check(b.stop())
	b.serve(ctx) // which counts the touches from the beginning
	c.compare(ctx, fmt.Sprintf("change log with %d recent touches", hourTouches))
	c.measureForeign(ctx)
	c.measureReads(ctx)
	c.measureBatches(ctx)
	b.psql(ctx, "delete from observations where event_id = '"+c.run+"'")
}

// fillTouches gives the log the touches of an hour of writing. Each transaction that writes them gives its number to one touch, and so
// does each of its savepoints, so no other transaction has the number.
var fillTouches = fmt.Sprintf(`do $$ begin
	create temp table numbered (n int);
	for i in 1..%d loop
		begin
			insert into numbered values (i);
		exception when others then raise;
		end;
	end loop;
end $$;
insert into observation_touches (xid, area, logged_at)
select (pg_current_xact_id()::text::bigint - n)::text::xid8, n %% 4096, now() - n * interval '18 ms' from generate_series(1, %[1]d) n;
vacuum (analyze) observation_touches;`, hourTouches)

func (c *creating) read(ctx context.Context) {
	db := c.connect(ctx)
	defer db.Close(context.WithoutCancel(ctx)) //nolint:errcheck // the cluster stops anyway
	c.tiles = listRequests(ctx, db)
	rows := must(db.Query(ctx, `select ST_Y(o.geom) as lat, ST_X(o.geom) as lng, o.country_id, o.region_id, o.taxon_key, t.scientific_name
		from observations o join taxa t on t.key = o.taxon_key order by o.id limit 2000`))
	c.places = must(pgx.CollectRows(rows, pgx.RowToStructByName[place]))
}

// body is the n-th record, observed on a day.
func (c *creating) body(n int, day string) string {
	p := c.places[n%len(c.places)]
	return string(must(json.Marshal(map[string]any{
		"species_scientific_name": p.Name, "count": 1 + n%100, "location": map[string]float64{"lat": p.Lat, "lng": p.Lng},
		"observed_at": day + "T08:00:00Z", "event_id": c.run, "notes": "gravid trap at the well", "user_id": "bench",
	})))
}

const bareInsert = `insert into observations (id, taxon_key, count, geom, observed_at, date_precision, country_id, region_id, status, event_id, notes, user_id, metadata)
	values ($1, $2, $3, ST_SetSRID(ST_MakePoint($4, $5), 4326), $6, 'time', $7, $8, 'unverified', $9, $10, $11, '{}')`

// insert stores the n-th record by a bare INSERT.
func (c *creating) insert(ctx context.Context, db *pgx.Conn, n int, at time.Time) error {
	p := c.places[n%len(c.places)]
	_, err := db.Exec(ctx, bareInsert, must(uuid.NewV7()), p.Taxon, 1+n%100, p.Lng, p.Lat, at, p.Country, p.Region, c.run, "gravid trap at the well", "bench")
	return err
}

// writer makes the n-th record; close ends its connection.
type writer struct {
	write func(n int) error
	close func()
}

func (c *creating) overHTTP(day string) writer {
	conn := must(dial(c.server.base))
	write := func(n int) error { _, err := conn.post(api+"/observations", c.body(n, day)); return err }
	return writer{write, func() { _ = conn.conn.Close() }}
}

// bare inserts with the settings of a session that nobody tuned.
func (c *creating) bare(ctx context.Context) writer {
	conn := must(pgx.Connect(ctx, "host="+filepath.Join(c.database, "socket")+" user=skeeter dbname=skeeter"))
	at := time.Date(2024, 6, 1, 8, 0, 0, 0, time.UTC)
	return writer{func(n int) error { return c.insert(ctx, conn, n, at) }, func() { _ = conn.Close(context.WithoutCancel(ctx)) }}
}

// rate lets clients write for a time, each record after the one before, and returns the records a second.
func rate(clients int, d time.Duration, open func() writer) float64 {
	var writers []writer
	for range clients {
		writers = append(writers, open())
		defer writers[len(writers)-1].close()
	}
	var done atomic.Int64
	errs := make([]error, clients)
	var group sync.WaitGroup
	began := time.Now()
	for i, w := range writers {
		group.Go(func() {
			for n := rand.IntN(1 << 20); time.Since(began) < d && errs[i] == nil; n++ { //nolint:gosec // any place will do
				errs[i] = w.write(n)
				done.Add(1)
			}
		})
	}
	group.Wait()
	check(errors.Join(errs...))
	return float64(done.Load()) / time.Since(began).Seconds()
}

func (c *creating) compare(ctx context.Context, name string) {
	fmt.Printf("%-58s %12s %12s %8s\n", name, "creates/s", "INSERTs/s", "ratio")
	for _, s := range []struct {
		clients int
		goal    float64
	}{{1, 0.3}, {32, 0.5}} {
		var created, inserted, ratios []float64
		for range createRounds {
			check(ctx.Err())
			created = append(created, rate(s.clients, createTime, func() writer { return c.overHTTP("2024-06-01") }))
			inserted = append(inserted, rate(s.clients, createTime, func() writer { return c.bare(ctx) }))
			ratios = append(ratios, created[len(created)-1]/inserted[len(inserted)-1])
		}
		fmt.Printf("%-58s %12.0f %12.0f %8.2f (at least %.2f)\n", fmt.Sprintf("clients: %d", s.clients), median(created), median(inserted), median(ratios), s.goal)
		c.sum(fmt.Sprintf("%s, clients: %d", name, s.clients), fmt.Sprintf("%.0f a second", median(created)), fmt.Sprintf("bare INSERTs with the triggers %.0f a second", median(inserted)),
			fmt.Sprintf("%.2f of it (at least %g)", median(ratios), s.goal))
	}
	fmt.Println()
}

// measureBatches compares batches with an import of as many rows.
func (c *creating) measureBatches(ctx context.Context) {
	file := filepath.Join(c.dir, "rows.csv")
	c.writeRows(ctx, file, batchRows, "2024-12-31", false)
	by := must(dial(c.server.base))
	defer by.conn.Close() //nolint:errcheck // it is read to the end
	var batches, imports []time.Duration
	for range createRounds {
		bodies := make([]string, batchRows)
		for n := range bodies {
			bodies[n] = c.body(n, "2024-06-01")
		}
		batches = append(batches, must(by.post(api+"/observations/batch", "["+strings.Join(bodies, ",")+"]")).took)
		began := time.Now()
		must(c.skeeter(ctx, "import", file, "--dataset", "bench"))
		imports = append(imports, time.Since(began))
		must(c.skeeter(ctx, "dataset", "remove", "bench"))
	}
	perSecond := func(d time.Duration) float64 { return batchRows / d.Seconds() }
	ours, theirs := perSecond(median(batches)), perSecond(median(imports))
	fmt.Printf("%-58s %12.0f rows/s\n", fmt.Sprintf("POST /observations/batch, %d rows", batchRows), ours)
	fmt.Printf("%-58s %12.0f rows/s\n", "skeeter import of as many rows (CSV, whole command)", theirs)
	fmt.Printf("%-58s %12.2f (at least 0.50)\n\n", "batch / import", ours/theirs)
}

// aside runs do while clients create records, with a pause after each.
func (c *creating) aside(clients int, pause time.Duration, do func()) (perSecond float64) {
	var stop atomic.Bool
	var group sync.WaitGroup
	var done atomic.Int64
	errs := make([]error, clients)
	began := time.Now()
	for i := range clients {
		w := c.overHTTP("2024-06-01")
		group.Go(func() {
			defer w.close()
			for n := i * 100_000; !stop.Load() && errs[i] == nil; n++ {
				errs[i] = w.write(n)
				done.Add(1)
				time.Sleep(pause)
			}
		})
	}
	do()
	perSecond = float64(done.Load()) / time.Since(began).Seconds()
	stop.Store(true)
	group.Wait()
	check(errors.Join(errs...))
	return perSecond
}

// measureForeign measures how long it takes until another server shows a record.
func (c *creating) measureForeign(ctx context.Context) {
	other := c.start(ctx, "other.log", "SKEETER_DATABASE_URL=postgres://skeeter@/skeeter?host="+filepath.Join(c.database, "socket"))
	defer func() { check(other.stop()) }()
	fmt.Printf("%-58s %12s %12s\n", "until another server shows a record", "median", "worst")
	by := c.overHTTP("1950-01-01")
	defer by.close()
	db := c.connect(ctx)
	defer db.Close(context.WithoutCancel(ctx)) //nolint:errcheck // the cluster stops anyway
	seen := 0
	show := func(name string, write func(n int) error, goal string) {
		var times []time.Duration
		for n := range foreignSeen {
			time.Sleep(time.Duration(rand.IntN(400)) * time.Millisecond) //nolint:gosec // at no certain time after the one before
			check(write(n))
			seen++
			times = append(times, other.waitFor(ctx, seen))
		}
		fmt.Printf("%-58s %9.0f ms %9.0f ms (%s)\n", name, ms(median(times)), ms(quantile(times, 1)), goal)
	}
	const goal = "250 ms normally, 2 s at worst"
	show("a create of a server, nothing beside", by.write, goal)
	c.aside(writersAside, 0, func() {
		show(fmt.Sprintf("a create of a server, beside %d writing clients", writersAside), by.write, goal)
	})
	probe := time.Date(1950, 1, 1, 8, 0, 0, 0, time.UTC)
	show("an INSERT of another program", func(n int) error { return c.insert(ctx, db, n, probe) }, "2 s at worst")
	fmt.Println()
}

// waitFor returns how long it takes until the server shows a number of records of the day of the probes.
func (s *server) waitFor(ctx context.Context, want int) time.Duration {
	began := time.Now()
	for time.Since(began) < time.Minute {
		body, _ := s.get(ctx, api+"/stats?start_date=1950-01-01&end_date=1950-01-01")
		var stats struct{ Count int }
		check(json.Unmarshal(body, &stats))
		if stats.Count >= want {
			return time.Since(began)
		}
		time.Sleep(2 * time.Millisecond)
	}
	check(fmt.Errorf("the other server does not show record %d after a minute", want))
	return 0
}

// measureReads requests tiles and lists with nothing beside, then beside clients that create records.
func (c *creating) measureReads(ctx context.Context) {
	fmt.Printf("%-58s %9s %9s %9s %9s\n", "reads by two clients", "answers", "p50, ms", "p99, ms", "worst")
	lists := []string{"?limit=20", "?limit=20&species=aedes-albopictus", "?limit=20&start_date=2015-01-01&end_date=2015-12-31"}
	reads := func(name string) {
		var tiles, pages []time.Duration
		var group sync.WaitGroup
		began := time.Now()
		for _, side := range []struct {
			times *[]time.Duration
			path  func(n int) string
		}{
			{&tiles, func(n int) string { return c.tiles[n%len(c.tiles)].path() }},
			{&pages, func(n int) string { return api + "/observations" + lists[n%len(lists)] }},
		} {
			reader := must(dial(c.server.base))
			group.Go(func() {
				defer reader.conn.Close() //nolint:errcheck // it only read
				for n := 0; time.Since(began) < readersTime && ctx.Err() == nil; n++ {
					got, err := reader.get(side.path(n), "")
					if err != nil {
						continue // no time is counted for it
					}
					*side.times = append(*side.times, got.took)
					time.Sleep(2 * time.Millisecond)
				}
			})
		}
		group.Wait()
		for _, kind := range []struct {
			name  string
			times []time.Duration
		}{{"tiles", tiles}, {"lists", pages}} {
			fmt.Printf("%-58s %9d %9.1f %9.1f %9.1f\n", kind.name+name, len(kind.times), ms(median(kind.times)), ms(quantile(kind.times, .99)), ms(quantile(kind.times, 1)))
		}
	}
	reads(", nothing beside")
	for _, writers := range []struct {
		name  string
		pause time.Duration
	}{{"clients that write now and then", writersPause}, {"clients that write all the time", 0}} {
		perSecond := c.aside(writersAside, writers.pause, func() { reads(fmt.Sprintf(", beside %d %s", writersAside, writers.name)) })
		fmt.Printf("%-58s %9.0f\n", "creates a second beside the reads", perSecond)
	}
	fmt.Println()
}
