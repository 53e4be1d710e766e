package tileindex_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/geo"
	"github.com/skeeter-surveillance/skeeter/geo/tileindex"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m, prepare)) }

func prepare(ctx context.Context, db *pgxpool.Pool) error {
	_, err := db.Exec(ctx, `
		insert into regions (id, m49) values ('western-europe', '155'), ('western-africa', '011');
		insert into countries (id, iso_a3, region_id, shape, centroid)
		select id, a3, region, ST_Multi(ST_MakeEnvelope(west, 40, west + 5, 45, 4326)), ST_SetSRID(ST_MakePoint(west + 1, 41), 4326)
		from (values ('fr', 'FRA', 'western-europe', 0), ('ng', 'NGA', 'western-africa', 10)) c (id, a3, region, west);
		insert into taxa (id, scientific_name, genus) select 'aedes-' || n, 'Aedes ' || n, 'Aedes' from generate_series(1, 40) n;
		insert into data_sources (id, name) values ('one', 'One'), ('two', 'Two')`)
	return err
}

// insertRows makes rows of every kind: places at the antimeridian and the poles, every precision, every optional column.
const insertRows = `
	insert into observations (id, taxon_key, count, geom, observed_at, date_precision, observed_until, data_source_key, country_id,
		region_id, location_accuracy_m, life_stage, sex, sampling_protocol, status, utc_offset, flags, identification_qualifier, event_id)
	select gen_random_uuid(), 1 + floor(random() * 40)::int, 1 + floor(random() * 50)::int,
		ST_SetSRID(ST_MakePoint((array[-180, 180, 0, round((random() * 360 - 180)::numeric, 7)])[1 + floor(random() * 4)::int]::float8,
			round((random() * 180 - 90)::numeric, 7)::float8), 4326),
		at, precision, case precision when 'month' then (date_trunc('month', at) + interval '1 month - 1 day')::date
			when 'year' then (date_trunc('year', at) + interval '1 year - 1 day')::date
			when 'interval' then (at + random() * 400 * interval '1 day')::date end,
		(array[null, 1, 2])[1 + floor(random() * 3)::int], country, case country when 'fr' then 'western-europe' when 'ng' then 'western-africa' end,
		(array[null, 10, 250.5, 5000])[1 + floor(random() * 4)::int], (array[null, 'Adult', 'larva'])[1 + floor(random() * 3)::int],
		(array[null, 'female', 'Male'])[1 + floor(random() * 3)::int], (array[null, 'CDC light trap', 'gravid trap'])[1 + floor(random() * 3)::int],
		(array['unverified', 'unverified', 'verified', 'rejected'])[1 + floor(random() * 4)::int],
		case when precision = 'time' then (array[0, 0, -300, 345, 840])[1 + floor(random() * 5)::int] else 0 end,
		(array[0, 0, 1, 64, 72])[1 + floor(random() * 5)::int], (array[null, null, 'cf.'])[1 + floor(random() * 3)::int],
		(array[null, 'E1', 'E2'])[1 + floor(random() * 3)::int]
	from (select case precision when 'month' then date_trunc('month', at) when 'year' then date_trunc('year', at) when 'time' then at
			else date_trunc('day', at) end as at, precision, country
		from (select '1998-01-01'::timestamptz + random() * 9000 * interval '1 day' as at,
				(array['time', 'day', 'month', 'year', 'interval'])[1 + floor(random() * 5)::int] as precision,
				(array[null, 'fr', 'ng'])[1 + floor(random() * 3)::int] as country
			from generate_series(1, %d)) drawn) dated`

func TestIndexAndSQLCountTheSame(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	pgtest.Run(t, db, fmt.Sprintf(insertRows, 4000))
	index := newIndex(db)
	if index.State().Ready() {
		t.Fatal("ready before the first load")
	}
	catchUp(t, index)
	rng := rand.New(rand.NewPCG(7, 7))
	for round := range 8 {
		compare(t, db, index, surveillance.DefaultFilter())
		for range 40 {
			compare(t, db, index, randomFilter(rng))
		}
		pgtest.Run(t, db, []string{
			fmt.Sprintf(insertRows, 300),
			`update observations set count = count + 1, geom = ST_SetSRID(ST_MakePoint(12.5, 40), 4326) where id in (select id from observations limit 50)`,
			`delete from observations where id in (select id from observations order by observed_at limit 200)`,
			`update observations set status = 'rejected' where taxon_key = 3`,
			`truncate observations cascade`,
			fmt.Sprintf(insertRows, 500),
			`delete from observation_epoch`, // what a crash does to the unlogged tables
			`update observations set notes = 'seen again'`,
		}[round])
		catchUp(t, index)
	}
}

// TestLateCommit holds a transaction open while others commit and the index reads: nothing of it may be skipped.
func TestLateCommit(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := pgtest.Pool(t)
	index := newIndex(db)
	late := pgtest.Begin(t, db)
	pgtest.Run(t, late, fmt.Sprintf(insertRows, 10))
	catchUp(t, index) // the first load does not see it
	pgtest.Run(t, db, fmt.Sprintf(insertRows, 5))
	catchUp(t, index)
	compare(t, db, index, surveillance.DefaultFilter())
	if err := late.Commit(ctx); err != nil {
		t.Fatal(err)
	}
	catchUp(t, index)
	compare(t, db, index, surveillance.DefaultFilter())
	if rows, _ := index.State().Size(); rows != 15 {
		t.Errorf("%d rows in the index, want 15", rows)
	}
}

// TestDroppingOldChangesKeepsTheVersion drops old changes and holds that every server still agrees on the version, of the world and of
// each part.
func TestDroppingOldChangesKeepsTheVersion(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := pgtest.Pool(t)
	index := newIndex(db)
	catchUp(t, index)
	for range 3 {
		pgtest.Run(t, db, fmt.Sprintf(insertRows, 20))
	}
	catchUp(t, index)
	before := index.State()
	for _, age := range []string{"0 hours", "2 hours", "30 minutes"} { // notes what is visible, forgets that, forgets nothing
		pgtest.Run(t, db, "update observation_epoch set horizon_at = horizon_at - interval '"+age+"'") // null at first
		if err := index.DropOldChanges(ctx); err != nil {
			t.Fatal(err)
		}
	}
	for _, table := range []string{"observation_touches", "observation_changes"} {
		if n := pgtest.Value[int](t, db, "select count(*) from "+table); n != 0 {
			t.Errorf("%d rows of %s are left", n, table)
		}
	}
	pgtest.Run(t, db, `update observations set count = 7 where id = (select id from observations order by id limit 1)`)
	catchUp(t, index)
	other := newIndex(db)
	catchUp(t, other)
	a, b := index.State(), other.State()
	if a.Version() != b.Version() || a.Version().Epoch != before.Version().Epoch || a.Version().Number != before.Version().Number+1 {
		t.Errorf("versions %v and %v, before %v", a.Version(), b.Version(), before.Version())
	}
	for x := range 8 {
		for y := range 8 {
			if a.VersionOf(3, x, y) != b.VersionOf(3, x, y) {
				t.Errorf("tile 3/%d/%d: %v and %v", x, y, a.VersionOf(3, x, y), b.VersionOf(3, x, y))
			}
		}
	}
	compare(t, db, index, surveillance.DefaultFilter())
}

// TestLogOfAnotherCluster holds that no change is missed in a database that a plain pg_dump brought from another cluster: its log
// has rows of transactions whose ids this cluster gives again.
func TestLogOfAnotherCluster(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	pgtest.Run(t, db, fmt.Sprintf(insertRows, 20))
	catchUp(t, newIndex(db))
	pgtest.Run(t, db, `insert into observation_touches (xid, area)
		select (pg_current_xact_id()::text::bigint + later)::text::xid8, area from generate_series(1, 50) later, generate_series(0, 4095) area`)
	pgtest.Run(t, db, `update observation_epoch set cluster = cluster + 1`)
	index := newIndex(db)
	catchUp(t, index)
	for range 3 {
		pgtest.Run(t, db, fmt.Sprintf(insertRows, 10))
		catchUp(t, index)
		compare(t, db, index, surveillance.DefaultFilter())
	}
}

func newIndex(db *pgxpool.Pool) *tileindex.Index {
	return tileindex.New(tileindex.Options{DB: db, Log: slog.New(slog.DiscardHandler), Registry: prometheus.NewRegistry()})
}

// reference is an index that keeps no rows, so that SQL answers.
func reference(db *pgxpool.Pool) *tileindex.Index {
	return tileindex.New(tileindex.Options{DB: db, Log: slog.New(slog.DiscardHandler), Registry: prometheus.NewRegistry(), VersionOnly: true})
}

func catchUp(t *testing.T, index *tileindex.Index) {
	t.Helper()
	if err := index.CatchUp(context.Background()); err != nil {
		t.Fatal(err)
	}
	if !index.State().Ready() {
		if err := index.Load(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
}

// compare counts with the index and with SQL.
func compare(t *testing.T, db *pgxpool.Pool, index *tileindex.Index, f surveillance.Filter) {
	t.Helper()
	ctx := context.Background()
	sql := geo.NewCounter(db, reference(db))
	want, err := sql.Stats(ctx, f)
	if err != nil {
		t.Fatal(err)
	}
	got := index.State().Stats(f)
	if g, w := summary(got), summary(want); g != w {
		t.Errorf("filter %+v\n index %s\n SQL   %s", f, g, w)
	}
	n, err := sql.Count(ctx, f)
	if err != nil {
		t.Fatal(err)
	}
	if m := index.State().Count(f); m != n {
		t.Errorf("filter %+v: index counts %d, SQL %d", f, m, n)
	}
	box, err := sql.Box(ctx, f)
	if err != nil {
		t.Fatal(err)
	}
	if b := index.State().Box(f); !reflect.DeepEqual(b, box) {
		t.Errorf("filter %+v: index has the box %v, SQL %v", f, b, box)
	}
	densities, err := sql.Densities(ctx, f)
	if err != nil {
		t.Fatal(err)
	}
	if d := index.State().Densities(f); !reflect.DeepEqual(d, densities) {
		t.Errorf("filter %+v\n index has the densities %v\n SQL %v", f, d, densities)
	}
	facets, err := sql.Facets(ctx, f)
	if err != nil {
		t.Fatal(err)
	}
	if x := index.State().Facets(f); !reflect.DeepEqual(x, facets) {
		t.Errorf("filter %+v\n index %v\n SQL   %v", f, x, facets)
	}
}

// summary lists everything that statistics say, in an order of its own.
func summary(s surveillance.Stats) string {
	by := surveillance.SumBy(s.Counts, func(c surveillance.Count) string {
		return fmt.Sprintf("%d/%s/%d", c.TaxonKey, c.CountryID, c.DataSourceKey)
	})
	lines := make([]string, 0, len(by))
	for key, sum := range by {
		lines = append(lines, fmt.Sprintf("%s %d %d %s %s %s %s %s %s", key, sum.Records, sum.Specimens, sum.First.Format(time.DateOnly), sum.FirstUntil.Format(time.DateOnly),
			*sum.FirstPrecision(), sum.LastFrom.Format(time.DateOnly), sum.Last.Format(time.DateOnly), *sum.LastPrecision()))
	}
	return fmt.Sprintf("%q %v %v %d", slices.Sorted(slices.Values(lines)), s.Months, s.Years, s.PartlyInRange)
}

func randomFilter(rng *rand.Rand) surveillance.Filter {
	f := surveillance.DefaultFilter()
	maybe := func(n int, set func()) {
		if rng.IntN(n) == 0 {
			set()
		}
	}
	date := func() *time.Time {
		d := time.Date(1998, 1, 1+rng.IntN(9000), 0, 0, 0, 0, time.UTC)
		return &d
	}
	maybe(3, func() { f.Taxa = []int32{1 + rng.Int32N(40), 1 + rng.Int32N(40), 999} })
	maybe(2, func() { f.Start = date() })
	maybe(2, func() { f.End = date() })
	maybe(3, func() {
		b := surveillance.BBox{West: float64(rng.IntN(361) - 180), East: float64(rng.IntN(361) - 180), South: -90 + rng.Float64()*90, North: rng.Float64() * 90}
		f.BBox = &b
	})
	maybe(3, func() {
		for range 1 + rng.IntN(2) {
			f.Areas = append(f.Areas, randomArea(rng))
		}
	})
	maybe(5, func() { f.Countries = []string{"fr"} })
	maybe(5, func() { f.Regions = []string{"western-africa"} })
	maybe(5, func() { f.DataSources = []int32{2} })
	maybe(5, func() { f.Statuses = []string{"rejected", "verified"} })
	maybe(5, func() { f.LifeStages = []string{"adult"} })
	maybe(5, func() { f.Sexes = []string{"male", "female"} })
	maybe(5, func() { f.SamplingProtocols = []string{"cdc light trap"} })
	maybe(3, func() { f.Months = surveillance.Months(1 + rng.IntN(4094)) })
	maybe(5, func() { m := float64(rng.IntN(600)); f.MaxUncertaintyM = &m })
	maybe(5, func() { f.Flags = surveillance.Flags(1 + rng.IntN(127)) })
	maybe(5, func() { f.WithoutFlags = surveillance.Flags(1 + rng.IntN(127)) })
	maybe(5, func() {
		f.Qualifier = []surveillance.Qualifier{surveillance.Certain, surveillance.Uncertain}[rng.IntN(2)]
	})
	return f
}

// TestDaysThatTheIndexCannotHold: the table refuses them, whoever writes; what was there before leaves the counting to SQL.
func TestDaysThatTheIndexCannotHold(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := pgtest.Pool(t)
	const insert = `insert into observations (id, taxon_key, count, geom, observed_at, date_precision, observed_until)
		values (gen_random_uuid(), 1, 1, ST_SetSRID(ST_MakePoint(1, 1), 4326), $1, 'interval', $2)`
	for _, days := range [][2]string{{"9999-12-31", "9999-12-31"}, {"2000-01-01", "2400-01-01"}} {
		if _, err := db.Exec(ctx, insert, days[0], days[1]); err == nil {
			t.Errorf("a record of %s to %s was accepted", days[0], days[1])
		}
	}
	pgtest.Run(t, db, insert, "1700-01-01", "2399-12-31")
	x := newIndex(db)
	if err := errors.Join(x.CatchUp(ctx), x.Load(ctx)); err != nil || x.State().Count(surveillance.DefaultFilter()) != 1 {
		t.Errorf("the longest record is not counted: %v", err)
	}

	pgtest.Run(t, db, "alter table observations drop constraint observations_day_limit")
	pgtest.Run(t, db, strings.NewReplacer("$1", "'9999-12-31'", "$2", "'9999-12-31'").Replace(insert))
	if err := x.CatchUp(ctx); err != nil || x.State().Ready() {
		t.Errorf("the index goes on without a record: %v", err)
	}
	running, stop := context.WithCancel(ctx)
	defer stop()
	go x.Run(running)
	for began := time.Now(); !x.Failing(); time.Sleep(time.Millisecond) {
		if time.Since(began) > 10*time.Second {
			t.Fatal("the index does not say that it cannot be loaded")
		}
	}
}
