package demo_test

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/datasets"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/demo"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/importing"
)

// fingerprint says everything that a set of records holds, but for what its making adds (keys, times of storage).
func fingerprint(t *testing.T, db *pgxpool.Pool) (n int, hash string) {
	t.Helper()
	err := db.QueryRow(context.Background(), `select count(*), coalesce(md5(string_agg(row::text, '' order by row::text)), '')
		from (select o.id, t.id, o.count, o.geom, o.observed_at, o.country_id, o.region_id, o.location_accuracy_m, o.life_stage, o.sex,
			o.sampling_protocol, o.event_id, o.metadata from observations o join taxa t on t.key = o.taxon_key) row`).Scan(&n, &hash)
	if err != nil {
		t.Fatal(err)
	}
	return n, hash
}

func TestDemoIsTheSameEveryTimeAndGoes(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	a, b := pgtest.Pool(t), pgtest.Pool(t)
	const count = 3000
	for _, db := range []*pgxpool.Pool{a, a, b} { // on top of itself, and elsewhere
		if err := demo.Make(ctx, db, count, nil); err != nil {
			t.Fatal(err)
		}
	}
	n, hash := fingerprint(t, a)
	if m, other := fingerprint(t, b); n != count || m != count || hash != other {
		t.Errorf("%d records %s, then %d records %s", n, hash, m, other)
	}
	var synthetic bool
	var countries, species, seasons int
	if err := a.QueryRow(ctx, `select bool_and(d.synthetic), count(distinct o.country_id), count(distinct o.taxon_key),
		count(distinct extract(month from o.observed_at)) from observations o join data_sources d on d.key = o.data_source_key`).
		Scan(&synthetic, &countries, &species, &seasons); err != nil {
		t.Fatal(err)
	}
	if !synthetic || countries < 20 || species < 30 || seasons != 12 {
		t.Errorf("synthetic %v, %d countries, %d species, %d months", synthetic, countries, species, seasons)
	}
	if removed, err := demo.Remove(ctx, a); err != nil || removed != count {
		t.Errorf("removed %d, %v", removed, err)
	}
	if n, _ := fingerprint(t, a); n != 0 {
		t.Errorf("%d records are left", n)
	}
	if removed, err := demo.Remove(ctx, a); err != nil || removed != 0 {
		t.Errorf("removing nothing: %d, %v", removed, err)
	}
}

// TestDemoIsTheSameWhateverTheCatalogHas: neither a species more, nor regions, nor diseases of a species change what is drawn. The digest is
// that of records and pools without their places, which are those of the countries and of PostGIS.
func TestDemoIsTheSameWhateverTheCatalogHas(t *testing.T) {
	t.Parallel()
	const want = "923896471d4f7fccdf4072e4a3e06e42"
	db := pgtest.Pool(t)
	pgtest.Run(t, db, `insert into species_regions (taxon_key, region_id) select s.taxon_key, r.region_id
		from species s cross join (select distinct region_id from species_regions) r on conflict do nothing`)
	pgtest.Run(t, db, "delete from disease_vectors where taxon_key % 2 = 0")
	if err := demo.Make(context.Background(), db, 3000, nil); err != nil {
		t.Fatal(err)
	}
	if got := pgtest.Value[string](t, db, `select md5(string_agg(x::text, '' order by x::text)) from (
		select o.id::text, t.id as taxon, o.count, o.observed_at at time zone 'UTC', o.life_stage, o.sex, o.event_id from observations o join taxa t on t.key = o.taxon_key
		union all select p.pool_id, t.id, p.size, p.ended_at at time zone 'UTC', p.pathogen, p.result, p.event_id from pools p join taxa t on t.key = p.taxon_key) x`); got != want {
		t.Errorf("digest %s, want %s: a change of species.csv or of how records are drawn changes every set; say so in the changelog", got, want)
	}
}

// TestDemoMakesEvents: each record belongs to an event of its place, day and protocol, a quarter of the events caught nothing, and some
// have a problem; some have pools. They are the same every time and go with the records.
func TestDemoMakesEvents(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	a, b := pgtest.Pool(t), pgtest.Pool(t)
	const count = 20_000
	for _, db := range []*pgxpool.Pool{a, b} {
		if err := demo.Make(ctx, db, count, nil); err != nil {
			t.Fatal(err)
		}
	}
	const hash = `select md5(string_agg(e::text, '' order by e.id)) from (select id, event_id, site_id, geom, country_id, started_at, ended_at, sampling_protocol,
		lure, traps, nights, effort, effort_unit, problem from sampling_events) e`
	if one, other := pgtest.Value[string](t, a, hash), pgtest.Value[string](t, b, hash); one != other {
		t.Error("the same count gives other events")
	}
	if alone := pgtest.Value[int](t, a, `select count(*) from observations o left join sampling_events e using (data_source_key, event_id)
		where (e.geom = o.geom and e.last_day = o.first_day and e.sampling_protocol = o.sampling_protocol and e.effort is not null) is not true`); alone != 0 {
		t.Errorf("%d records have no event", alone)
	}
	var events, zero, problems float64
	if err := a.QueryRow(ctx, `select count(*), count(*) filter (where not exists (select from observations o
		where o.event_id = e.event_id and o.data_source_key = e.data_source_key)), count(*) filter (where problem) from sampling_events e`).Scan(&events, &zero, &problems); err != nil {
		t.Fatal(err)
	}
	if events < 3000 || events > 8000 || zero/events < 0.2 || zero/events > 0.3 || problems/events < 0.01 || problems/events > 0.03 {
		t.Errorf("%g events, %g without catch, %g with a problem", events, zero, problems)
	}
	id := pgtest.Value[string](t, a, "select id::text from sampling_events order by id limit 1")
	if want := surveillance.EventUUID(datasets.SyntheticID, pgtest.Value[string](t, a, "select event_id from sampling_events where id = $1", id)); id != want.String() {
		t.Errorf("event %s, want %s", id, want)
	}
	hasPools(t, a, b)
	if _, err := demo.Remove(ctx, a); err != nil || pgtest.Value[int](t, a, "select (select count(*) from sampling_events) + (select count(*) from pools)") != 0 {
		t.Errorf("events or pools are left, %v", err)
	}
}

// hasPools: some catches of adult females of vectors have a pool that is no larger, of which one in twenty is positive. They are the same in two
// databases.
func hasPools(t *testing.T, a, b *pgxpool.Pool) {
	t.Helper()
	const hash = "select md5(string_agg(p::text, '' order by p.id)) from (select id, pool_id, event_id, geom, size, pathogen, result, tested_on from pools) p"
	if one, other := pgtest.Value[string](t, a, hash), pgtest.Value[string](t, b, hash); one != other {
		t.Error("the pools are not the same every time")
	}
	var pools, pathogens, lost, large int
	var positive float64
	if err := a.QueryRow(t.Context(), `select count(*), count(distinct pathogen), avg((p.result = 'positive')::int),
			count(*) filter (where e.id is null or not ST_Equals(p.geom, e.geom) or p.ended_at <> e.ended_at or p.sampling_protocol <> e.sampling_protocol),
			count(*) filter (where p.size > (select coalesce(sum(o.count), 0) from observations o
				where o.event_id = p.event_id and o.data_source_key = p.data_source_key and o.taxon_key = p.taxon_key and o.sex = 'female'))
		from pools p left join sampling_events e using (data_source_key, event_id)`).Scan(&pools, &pathogens, &positive, &lost, &large); err != nil {
		t.Fatal(err)
	}
	if pools < 200 || pathogens != 3 || positive < 0.03 || positive > 0.07 || lost > 0 || large > 0 {
		t.Errorf("%d pools, %d pathogens, %f positive, %d without their event, %d larger than the catch", pools, pathogens, positive, lost, large)
	}
}

func TestDemonstrationIsForEmptyDatabasesAlone(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := pgtest.Pool(t)
	if made, err := demo.Demonstrate(ctx, db); err != nil || !made {
		t.Fatalf("an empty database: %v, %v", made, err)
	}
	if made, err := demo.Demonstrate(ctx, db); err != nil || made {
		t.Errorf("a second time: %v, %v", made, err)
	}
	if n, _ := fingerprint(t, db); n != demo.DemonstrationCount {
		t.Errorf("%d records", n)
	}
}

func TestDemoTakesThePlaceOfTheDemonstrationSet(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := pgtest.Pool(t)
	if _, err := demo.Demonstrate(ctx, db); err != nil {
		t.Fatal(err)
	}
	// A record of somebody else's that has an id of the new set makes it fail at its end.
	const taken = `update observations set data_source_key = $1 where id = (select max(id::text)::uuid from observations)`
	pgtest.Run(t, db, taken, nil)
	if err := demo.Make(ctx, db, demo.DemonstrationCount, nil); err == nil {
		t.Fatal("two records have the same id")
	}
	if n, _ := fingerprint(t, db); n != demo.DemonstrationCount {
		t.Errorf("%d records after a run that failed", n)
	}
	pgtest.Run(t, db, "delete from observations where data_source_key is null")
	const count = 600
	if err := demo.Make(ctx, db, count, nil); err != nil {
		t.Fatal(err)
	}
	list, err := datasets.List(ctx, db)
	if err != nil || len(list) != 1 || list[0].ID != datasets.SyntheticID || list[0].Observations != count {
		t.Errorf("data sources: %+v, %v", list, err)
	}
}

func TestRemoveRemovesTheDemonstrationSet(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := pgtest.Pool(t)
	if _, err := demo.Demonstrate(ctx, db); err != nil {
		t.Fatal(err)
	}
	if removed, err := demo.Remove(ctx, db); err != nil || removed != demo.DemonstrationCount {
		t.Errorf("removed %d, %v", removed, err)
	}
	if list, err := datasets.List(ctx, db); err != nil || len(list) != 0 {
		t.Errorf("data sources: %+v, %v", list, err)
	}
}

// TestRecordsOfClientsOutliveTheSyntheticOnes: version 0.1.0 let clients create records with the data source of the synthetic ones.
func TestRecordsOfClientsOutliveTheSyntheticOnes(t *testing.T) {
	t.Parallel()
	for name, remove := range map[string]func(context.Context, *pgxpool.Pool) (int64, error){
		"demo --remove": demo.Remove,
		"dataset remove": func(ctx context.Context, db *pgxpool.Pool) (int64, error) {
			removed, err := datasets.Remove(ctx, db, datasets.DemonstrationID)
			return removed.Observations, err
		},
		"import": func(ctx context.Context, db *pgxpool.Pool) (int64, error) {
			file := filepath.Join(t.TempDir(), "field.csv")
			row := "scientificName,decimalLatitude,decimalLongitude,eventDate\nAedes aegypti,1,2,2020-01-01\n"
			if err := os.WriteFile(file, []byte(row), 0o600); err != nil {
				return 0, err
			}
			report, err := importing.New(db, slog.New(slog.DiscardHandler)).Import(ctx, file, importing.Options{Dataset: "Field"})
			return report.DemoRemoved, err
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, db := context.Background(), pgtest.Pool(t)
			if _, err := demo.Demonstrate(ctx, db); err != nil {
				t.Fatal(err)
			}
			const id = "6f1c1f8e-52a4-4a32-8f0a-0a3d5a3c1a11"
			if _, err := db.Exec(ctx, `insert into observations (id, taxon_key, count, geom, observed_at, date_precision, data_source_key, user_id)
				select $1, min(t.key), 1, ST_SetSRID(ST_MakePoint(7.25, 43.7), 4326), '2024-06-01', 'day', (select key from data_sources), 'u' from taxa t`, id); err != nil {
				t.Fatal(err)
			}
			if removed, err := remove(ctx, db); err != nil || removed != demo.DemonstrationCount {
				t.Errorf("removed %d, %v", removed, err)
			}
			var kept int
			if err := db.QueryRow(ctx, `select count(*) from observations where id = $1 and data_source_key is null and user_id = 'u'`, id).Scan(&kept); err != nil || kept != 1 {
				t.Errorf("the client's record is kept %d times, %v", kept, err)
			}
			if list, err := datasets.List(ctx, db); err != nil || slices.ContainsFunc(list, func(d datasets.Dataset) bool { return d.Synthetic }) {
				t.Errorf("data sources: %+v, %v", list, err)
			}
		})
	}
}

// TestDemoHasANetwork: large sets have a town with weekly traps in which there is something to find.
func TestDemoHasANetwork(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	a := pgtest.Pool(t)
	made := func(db *pgxpool.Pool) string {
		t.Helper()
		if err := demo.Make(ctx, db, demo.NetworkFrom, nil); err != nil {
			t.Fatal(err)
		}
		n, hash := fingerprint(t, db)
		if n != demo.NetworkFrom {
			t.Errorf("%d records", n)
		}
		return hash
	}
	// In the short form smaller sets are made twice.
	if hash := made(a); testenv.Long() && made(pgtest.Pool(t)) != hash {
		t.Error("the records are not the same every time")
	}
	const invaded = `select count(distinct e.site_id) from observations o join sampling_events e using (data_source_key, event_id) join taxa t on t.key = o.taxon_key
		where e.sampling_protocol = 'EVS trap' and t.id = 'aedes-albopictus' and extract(year from e.last_day) `
	for name, c := range map[string]struct {
		query       string
		least, most float64
	}{
		"sites":                           {"select count(distinct site_id) from sampling_events where sampling_protocol = 'EVS trap'", 61, 61},
		"years":                           {"select count(distinct extract(year from last_day)) from sampling_events where sampling_protocol = 'EVS trap'", 10, 10},
		"countries":                       {"select count(distinct country_id) from sampling_events where sampling_protocol = 'EVS trap' and country_id = 'it'", 1, 1},
		"sites with two events in a week": {"select count(*) from (select from sampling_events where sampling_protocol = 'EVS trap' group by site_id, to_char(last_day, 'IYYYIW') having count(*) > 1) w", 0, 0},
		"share of events without catch": {`select avg((not exists (select from observations o where o.event_id = e.event_id and o.data_source_key = e.data_source_key))::int)
			from sampling_events e where sampling_protocol = 'EVS trap'`, 0.01, 0.2},
		"events with more pooled than caught": {`select count(*) from (select event_id, taxon_key, sum(size) as size from pools group by 1, 2) p
			where size > (select coalesce(sum(o.count), 0) from observations o where o.event_id = p.event_id and o.taxon_key = p.taxon_key and o.sex = 'female')`, 0, 0},
		"positive pools in 2024":           {"select count(*) from pools where sampling_protocol = 'EVS trap' and result = 'positive' and extract(year from last_day) = 2024", 15, 80},
		"positive pools in spring":         {"select count(*) from pools where sampling_protocol = 'EVS trap' and result = 'positive' and extract(month from last_day) < 7", 0, 0},
		"sites of the invader before 2017": {invaded + "< 2017", 0, 0},
		"sites of the invader in 2018":     {invaded + "= 2018", 1, 12},
		"sites of the invader in 2024":     {invaded + "= 2024", 50, 61},
	} {
		t.Run(name, func(t *testing.T) {
			if n := pgtest.Value[float64](t, a, "select ("+c.query+")::float8"); n < c.least || n > c.most {
				t.Errorf("%g, want %g to %g", n, c.least, c.most)
			}
		})
	}
}
