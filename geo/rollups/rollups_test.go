package rollups_test

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"reflect"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/geo/counting"
	"github.com/skeeter-surveillance/skeeter/geo/rollups"
	"github.com/skeeter-surveillance/skeeter/geo/tileindex"
	"github.com/skeeter-surveillance/skeeter/geo/tileindex/tileindextest"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m, tileindextest.Prepare)) }

// beyondIndex is an index for which any two records are too many.
func beyondIndex(t *testing.T, db *pgxpool.Pool) *tileindex.Index {
	t.Helper()
	x := tileindex.New(tileindex.Options{DB: db, Log: slog.New(slog.DiscardHandler), Registry: prometheus.NewRegistry(), MaxRecords: 1})
	ctx := context.Background()
	if err := x.CatchUp(ctx); err != nil {
		t.Fatal(err)
	}
	if err := x.Load(ctx); err != nil {
		t.Fatal(err)
	}
	if !x.Beyond() || x.State().Ready() || x.Loading() {
		t.Fatal("the index holds more records than it may")
	}
	return x
}

func foldNow(t *testing.T, db *pgxpool.Pool, x *tileindex.Index) {
	t.Helper()
	if err := x.CatchUp(context.Background()); err != nil {
		t.Fatal(err)
	}
	if err := rollups.New(db, x, slog.New(slog.DiscardHandler)).Fold(context.Background()); err != nil {
		t.Fatal(err)
	}
}

// rollable draws a Filter that the rollups tell.
func rollable(rng *rand.Rand) surveillance.Filter {
	f := tileindextest.RandomFilter(rng)
	f.BBox, f.Areas, f.MaxUncertaintyM = nil, nil, nil
	month := func(d *time.Time) *time.Time {
		if d == nil {
			return nil
		}
		first := time.Date(d.Year(), d.Month(), 1, 0, 0, 0, 0, time.UTC)
		return &first
	}
	f.Start, f.End = month(f.Start), month(f.End)
	if f.End != nil {
		last := f.End.AddDate(0, 1, -1)
		f.End = &last
	}
	return f
}

// compareRollups counts with the rollups and with the table.
func compareRollups(t *testing.T, db *pgxpool.Pool, beyond *tileindex.Index, f surveillance.Filter) {
	t.Helper()
	ctx := context.Background()
	answers := func(index *tileindex.Index) (out []any) {
		c := counting.New(db, index)
		stats, err := c.Stats(ctx, f)
		n, err2 := c.Count(ctx, f)
		facets, err3 := c.Facets(ctx, f)
		by, err4 := c.ByStatus(ctx)
		totals, err5 := c.Totals(ctx)
		for _, err := range []error{err, err2, err3, err4, err5} {
			if err != nil {
				t.Fatalf("filter %+v: %v", f, err)
			}
		}
		return []any{tileindextest.Summary(stats), n, facets, by, tileindextest.Summary(surveillance.Stats{Counts: totals})}
	}
	got, want := answers(beyond), answers(tileindextest.Reference(db))
	for i := range want {
		if !reflect.DeepEqual(got[i], want[i]) {
			t.Errorf("filter %+v\n rollups %v\n table   %v", f, got[i], want[i])
		}
	}
}

// TestRollupsCountTheSame holds the rollups against the table and the copy in memory, while changes are not folded yet and after.
func TestRollupsCountTheSame(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	rows, filters := 1500, 1 // beside those that ask for all and for anything
	if testenv.Long() {
		rows, filters = 4000, 5
	}
	pgtest.Run(t, db, fmt.Sprintf(tileindextest.InsertRows, rows))
	memory, beyond := tileindextest.New(db), beyondIndex(t, db)
	rng := rand.New(rand.NewPCG(11, 11))
	for _, change := range []string{
		`update observations set notes = 'seen'`,
		fmt.Sprintf(tileindextest.InsertRows, 300),
		`update observations set count = count + 1, geom = ST_SetSRID(ST_MakePoint(12.5, 40), 4326) where id in (select id from observations limit 50)`,
		`delete from observations where id in (select id from observations order by observed_at limit 200)`,
		`delete from observations where id in (select id from observations order by last_day desc limit 200)`,
		`delete from observations where id in (select distinct on (taxon_key, country_id) id from observations order by taxon_key, country_id, first_day)`,
		`update observations set status = 'rejected' where taxon_key = 3`,
		`update observations set taxon_key = 4, observed_at = observed_at + interval '40 days' where taxon_key = 5 and date_precision = 'day'`,
		`delete from observations where data_source_key = 2`,
		`delete from observation_epoch`,
		`truncate observations cascade`,
		fmt.Sprintf(tileindextest.InsertRows, 500),
		`update schema_migrations set version = version + 1`,
	} {
		pgtest.Run(t, db, change)
		tileindextest.CatchUp(t, memory)
		for range 2 { // not folded, folded
			compareRollups(t, db, beyond, surveillance.DefaultFilter())
			tileindextest.Compare(t, db, memory, surveillance.DefaultFilter())
			for range filters {
				f := rollable(rng)
				compareRollups(t, db, beyond, f)
				tileindextest.Compare(t, db, memory, f)
			}
			compareRollups(t, db, beyond, tileindextest.RandomFilter(rng))
			foldNow(t, db, beyond)
		}
		// What was folded bit by bit is what is built of the table.
		const rows = `select array_agg(r::text order by r::text) from (select grain, x, y, taxon_key, first_month, last_month, country_id, region_id, data_source_key, status,
			life_stage, sex, sampling_protocol, flags, uncertain, records, specimens, sum_x, sum_y,
			case when grain >= 0 then earliest end as earliest, case when grain >= 0 then latest end as latest
			from observation_rollups join observation_rollup_kinds on key = kind) r`
		const kinds = `select array_agg(k::text order by k::text) from (select country_id, region_id, data_source_key, status, life_stage, sex, sampling_protocol, flags, uncertain
			from observation_rollup_kinds) k`
		folded, foldedKinds := pgtest.Value[[]string](t, db, rows), pgtest.Value[[]string](t, db, kinds)
		pgtest.Run(t, db, `update observation_rollup_state set folded = null`)
		foldNow(t, db, beyond)
		if built := pgtest.Value[[]string](t, db, rows); !reflect.DeepEqual(built, folded) {
			t.Errorf("after %.60s: %d rows folded, %d built, or of other content", change, len(folded), len(built))
			for i := range min(len(built), len(folded)) {
				if built[i] != folded[i] {
					t.Logf("built %s\nfolded %s", built[i], folded[i])
					break
				}
			}
		}
		if built := pgtest.Value[[]string](t, db, kinds); !reflect.DeepEqual(built, foldedKinds) {
			t.Errorf("after %.60s: %d kinds folded, %d built, or others", change, len(foldedKinds), len(built))
		}
	}
	before, err := counting.New(db, beyond).Count(context.Background(), surveillance.DefaultFilter())
	if err != nil {
		t.Fatal(err)
	}
	pgtest.Run(t, db, `update observation_rollups set records = records + 1000`)
	if after, err := counting.New(db, beyond).Count(context.Background(), surveillance.DefaultFilter()); err != nil || after == before {
		t.Errorf("the rollups are not asked: %v", err)
	}
}

// TestGrowingBeyondTheLimit holds that a copy in memory is dropped when its records become too many.
func TestGrowingBeyondTheLimit(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := pgtest.Pool(t)
	x := tileindex.New(tileindex.Options{DB: db, Log: slog.New(slog.DiscardHandler), Registry: prometheus.NewRegistry(), MaxRecords: 60, Folder: t.TempDir()})
	pgtest.Run(t, db, fmt.Sprintf(tileindextest.InsertRows, 60))
	tileindextest.CatchUp(t, x)
	if x.Beyond() || !x.State().Ready() {
		t.Fatal("the index has not loaded as many records as it may hold")
	}
	pgtest.Run(t, db, fmt.Sprintf(tileindextest.InsertRows, 1))
	if err := x.CatchUp(ctx); err != nil {
		t.Fatal(err)
	}
	if !x.Beyond() || x.State().Ready() {
		t.Error("the index holds more records than it may")
	}
	foldNow(t, db, x)
	pgtest.Run(t, db, fmt.Sprintf(tileindextest.InsertRows, 5))
	if err := x.CatchUp(ctx); err != nil {
		t.Fatal(err)
	}
	compareRollups(t, db, x, surveillance.DefaultFilter())
	pgtest.Run(t, db, `delete from observations where id in (select id from observations limit 20); truncate observation_touches; delete from observation_epoch`)
	tileindextest.CatchUp(t, x)
	if x.Beyond() || !x.State().Ready() {
		t.Error("the index does not load what it may hold again")
	}
}
