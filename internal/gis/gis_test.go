package gis_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/internal/gis"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
)

// world is two square countries of one region and two species, with observations in both, at sea and on the edges of the
// world. c is rejected.
const world = `
insert into catalog_version (hash) values ('first');
insert into regions (id, m49) values ('the-region', '001');
insert into countries (id, iso_a3, region_id, shape, centroid)
select id, upper(id) || 'X', 'the-region', ST_Multi(ST_MakeEnvelope(w, 0, w + 10, 10, 4326)), ST_SetSRID(ST_MakePoint(w + 5, 5), 4326)
from (values ('aa', 0), ('bb', 10)) v (id, w);
insert into taxa (id, scientific_name, genus, in_catalog) values
    ('aedes-one', 'Aedes one', 'Aedes', true), ('culex-two', 'Culex two', 'Culex', true), ('culex', 'Culex', 'Culex', false);
insert into species (taxon_key, authorship, family, subfamily, vector_status, sources)
select key, 'X', 'Culicidae', 'Culicinae', case id when 'aedes-one' then 'High' else 'None' end, '{x}' from taxa where in_catalog;
insert into species_regions select taxon_key, 'the-region' from species;
insert into diseases (id, pathogen_type, sources) values ('a-fever', 'virus', '{x}'), ('b-fever', 'virus', '{x}'), ('c-fever', 'virus', '{x}');
insert into translations (kind, lang, id, name) select 'disease', 'en', id, initcap(replace(id, '-', ' ')) from diseases;
insert into disease_vectors (disease_id, taxon_key, rank, role)
select v.disease, t.key, v.rank, v.role::vector_role
from (values ('a-fever', 'aedes-one', 1, 'primary'), ('b-fever', 'aedes-one', 1, 'suspected'), ('c-fever', 'aedes-one', 1, 'laboratory_only'),
             ('c-fever', 'culex-two', 2, 'laboratory_only')) v (disease, taxon, rank, role)
join taxa t on t.id = v.taxon;
insert into translations (kind, lang, id, name) values
    ('species', 'en', 'aedes-one', 'One mosquito'), ('country', 'en', 'aa', 'Aland'), ('country', 'en', 'bb', 'Beeland'),
    ('country', 'fr', 'aa', 'Alande'), ('region', 'en', 'the-region', 'The Region');
insert into data_sources (id, name, licence, synthetic) values ('source', 'The Source', 'CC0', true);
insert into observations (id, taxon_key, count, geom, observed_at, date_precision, observed_until, data_source_key, country_id, region_id, status, user_id, observer_name)
select ('00000000-0000-8000-8000-00000000000' || n)::uuid, (select key from taxa where id = taxon), 2, ST_SetSRID(ST_MakePoint(x, y), 4326),
       day::timestamptz, case when until is null then 'day' else 'month' end, until::date, (select key from data_sources where n < 3), country, region, status, 'secret-user', 'Secret Name'
from (values
    (1, 'aedes-one', 5.5, 5.5, '2024-05-01Z', null, 'aa', 'the-region', 'unverified'),
    (2, 'aedes-one', 5.5, 5.5, '2024-06-01Z', '2024-06-30', 'aa', 'the-region', 'verified'),
    (3, 'culex', 5.25, 5.25, '2023-06-01Z', null, 'aa', 'the-region', 'unverified'),
    (4, 'culex-two', 15.5, 5.5, '2022-06-01Z', null, 'bb', 'the-region', 'unverified'),
    (5, 'culex-two', 180, 90, '2021-06-01Z', null, null, null, 'unverified'),
    (6, 'culex-two', 5.5, 5.5, '2020-06-01Z', null, 'aa', 'the-region', 'rejected')
) v (n, taxon, x, y, day, until, country, region, status);`

func TestMain(m *testing.M) {
	code := pgtest.Main(m, nil)
	_ = os.RemoveAll(prepared)
	os.Exit(code)
}

func newWorld(t *testing.T) *pgxpool.Pool {
	t.Helper()
	db := pgtest.Pool(t)
	pgtest.Run(t, db, world)
	return db
}

func count(t *testing.T, db *pgxpool.Pool) bool {
	t.Helper()
	counted, err := gis.Count(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	return counted
}

// lines returns the rows of a query of one text column.
func lines(t *testing.T, db *pgxpool.Pool, query string, args ...any) []string {
	t.Helper()
	return pgtest.Column[string](t, db, query, args...)
}

func want(t *testing.T, what string, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n got %s\nwant %s", what, strings.Join(got, "\n     "), strings.Join(want, "\n     "))
	}
}

func TestViewsShowWhatThereIs(t *testing.T) {
	t.Parallel()
	db := newWorld(t)
	count(t, db)
	want(t, "observations", lines(t, db, `select concat_ws('|', right(id::text, 1), species_id, common_name, genus, vector_status, observed_at::date,
		last_day, country, region, data_source, licence, synthetic, status) from gis.observations order by id`),
		"1|aedes-one|One mosquito|Aedes|High|2024-05-01|2024-05-01|Aland|The Region|source|CC0|t|unverified",
		"2|aedes-one|One mosquito|Aedes|High|2024-06-01|2024-06-30|Aland|The Region|source|CC0|t|verified",
		"3|culex|Culex|Unknown|2023-06-01|2023-06-01|Aland|The Region|f|unverified",
		"4|culex-two|Culex|None|2022-06-01|2022-06-01|Beeland|The Region|f|unverified",
		"5|culex-two|Culex|None|2021-06-01|2021-06-01|f|unverified")
	for _, view := range []string{"sites", "traps"} {
		want(t, view, lines(t, db, `select concat_ws('|', id = md5(ST_AsEWKB(geom))::uuid, ST_AsText(geom), records, specimens, species_count, first_day, last_day, country, region) from gis.`+view),
			"t|POINT(5.5 5.5)|2|4|1|2024-05-01|2024-06-30|Aland|The Region")
	}
	want(t, "species_richness", lines(t, db, `select concat_ws('|', id, replace(ST_AsText(geom), 'POLYGON', ''), records, specimens, species_count,
		vector_count, commonest_species, first_day, last_day) from gis.species_richness order by id`),
		"34386|((5 5,5 6,6 6,6 5,5 5))|3|6|2|1|Aedes one|2023-06-01|2024-06-30",
		"34396|((15 5,15 6,16 6,16 5,15 5))|1|2|1|0|Culex two|2022-06-01|2022-06-01",
		"64800|((179 89,179 90,180 90,180 89,179 89))|1|2|1|0|Culex two|2021-06-01|2021-06-01")
	want(t, "observations_by_country", lines(t, db, `select concat_ws('|', id, name, iso_a3, region, records, specimens, species_count, vector_count, first_day, last_day)
		from gis.observations_by_country order by id`),
		"aa|Aland|AAX|The Region|3|6|2|1|2023-06-01|2024-06-30", "bb|Beeland|BBX|The Region|1|2|1|0|2022-06-01|2022-06-01")
	want(t, "observations_by_region", lines(t, db, `select concat_ws('|', id, name, records, species_count, ST_Area(geom)) from gis.observations_by_region`),
		"the-region|The Region|4|3|200")
	pgtest.Run(t, db, `insert into sampling_events (id, data_source_key, event_id, geom, country_id, ended_at, date_precision, traps, nights, effort, effort_unit, effort_source)
		select gen_random_uuid(), key, event, ST_SetSRID(ST_MakePoint(5.5, 5.5), 4326), 'aa', '2024-05-01Z', 'day', 2, 3, 6, 'trap_night', 'stated'
		from data_sources, (values ('caught'), ('nothing')) e (event) where id = 'source';
		update observations set event_id = 'caught' where right(id::text, 1) = '1'`)
	want(t, "sampling_events", lines(t, db, `select concat_ws('|', event_id, data_source, synthetic, last_day, country, effort, effort_unit, target_taxa, records, specimens)
		from gis.sampling_events order by event_id`),
		"caught|source|t|2024-05-01|Aland|6|trap_night|{}|1|2", "nothing|source|t|2024-05-01|Aland|6|trap_night|{}|0|0")
	pgtest.Run(t, db, `insert into pools (id, data_source_key, pool_id, event_id, geom, country_id, ended_at, date_precision, taxon_key, size, pathogen, result)
		select gen_random_uuid(), d.key, 'p1', 'caught', ST_SetSRID(ST_MakePoint(5.5, 5.5), 4326), 'aa', '2024-05-01Z', 'day', t.key, 50, 'West Nile virus', 'positive'
		from data_sources d, taxa t where d.id = 'source' and t.id = 'aedes-one'`)
	want(t, "pools", lines(t, db, `select concat_ws('|', pool_id, data_source, synthetic, event_id, species_id, size, pathogen, result, last_day, country) from gis.pools`),
		"p1|source|t|caught|aedes-one|50|West Nile virus|positive|2024-05-01|Aland")
	want(t, "species", lines(t, db, `select concat_ws('|', id, common_name, vector_status, diseases, main_vector_of, regions, records) from gis.species order by id`),
		"aedes-one|One mosquito|High|A Fever, B Fever|A Fever|The Region|2", "culex-two|None|The Region|2")
}

// QGIS takes the first column of a view as its key, shows the comments, and needs no scan where a geometry says what it is.
func TestViewsAreWhatQGISExpects(t *testing.T) {
	t.Parallel()
	db := newWorld(t)
	count(t, db)
	views := lines(t, db, "select viewname::text from pg_views where schemaname = 'gis' order by 1")
	want(t, "views", views, "history", "observations", "observations_by_country", "observations_by_region", "pools", "sampling_events", "sites", "species", "species_richness", "traps")
	for _, view := range views {
		key := lines(t, db, "select attname::text from pg_attribute where attrelid = ('gis.' || $1)::regclass and attnum = 1", view)
		if key[0] != "id" {
			t.Errorf("%s begins with %s", view, key[0])
		}
		if n := lines(t, db, "select (count(*) - count(distinct id))::text from gis."+view); n[0] != "0" {
			t.Errorf("%s: %s rows too many by id", view, n[0])
		}
	}
	want(t, "geometries", lines(t, db, "select concat_ws(' ', f_table_name, f_geometry_column, srid, type) from geometry_columns where f_table_schema = 'gis' order by 1"),
		"observations geom 4326 POINT", "observations_by_country geom 4326 MULTIPOLYGON", "observations_by_region geom 4326 MULTIPOLYGON",
		"pools geom 4326 POINT", "sampling_events geom 4326 POINT", "sites geom 4326 POINT", "species_richness geom 4326 POLYGON", "traps geom 4326 POINT")
	want(t, "without a comment", lines(t, db, "select relname::text from pg_class where relnamespace = 'gis'::regnamespace and obj_description(oid, 'pg_class') is null"))
	want(t, "columns without a comment", lines(t, db, "select attrelid::regclass || '.' || attname from pg_attribute where attnum > 0 and attrelid in (select oid from pg_class where relnamespace = 'gis'::regnamespace and relkind in ('v', 'm')) and col_description(attrelid, attnum) is null"))
	want(t, "not public", lines(t, db, `select attrelid::regclass || '.' || attname from pg_attribute where attrelid in
		(select oid from pg_class where relnamespace = 'gis'::regnamespace) and attname in ('user_id', 'observer_name', 'metadata', 'source_hash')`))
	for _, view := range views {
		want(t, view, lines(t, db, "select v.id::text from gis."+view+" v where v::text like '%ecret%'"))
	}
}

var rowsOfPlan = regexp.MustCompile(`rows=(\d+)`)

// TestEstimates compares the numbers of features that QGIS shows, with estimated metadata, with those that there are.
func TestEstimates(t *testing.T) {
	t.Parallel()
	db := newWorld(t)
	pgtest.Run(t, db, `insert into regions (id, m49) select 'region-' || n, n from generate_series(100, 120) n; analyze countries, translations`)
	count(t, db)
	for _, view := range []string{"observations_by_region", "observations_by_country", "sites"} {
		first := lines(t, db, "explain select 1 from gis."+view)[0]
		estimate, err := strconv.ParseFloat(rowsOfPlan.FindStringSubmatch(first)[1], 64)
		if err != nil {
			t.Fatal(err)
		}
		if n := pgtest.Value[float64](t, db, "select count(*)::float8 from gis."+view); estimate != n {
			t.Errorf("%s: %g features are estimated, there are %g", view, estimate, n)
		}
	}
}

func TestBoxesFindTheIndexOfPlaces(t *testing.T) {
	t.Parallel()
	db := newWorld(t)
	pgtest.Run(t, db, `insert into observations (id, taxon_key, count, geom, observed_at, date_precision)
		select gen_random_uuid(), (select min(key) from taxa), 1, ST_SetSRID(ST_MakePoint(n % 360 - 180, n / 360 % 170 - 85), 4326), '2020-01-01Z', 'day'
		from generate_series(1, 30000) n, generate_series(1, 2); analyze observations`)
	count(t, db)
	pgtest.Run(t, db, "analyze sites")
	for query, index := range map[string]string{
		"select * from gis.observations where geom && ST_MakeEnvelope(5, 5, 7, 7, 4326)":                          "observations_geom",
		"select id, geom from gis.observations where ST_Intersects(geom, ST_MakeEnvelope(5, 5, 7, 7, 4326))":      "observations_geom",
		"select * from gis.observations where id = '00000000-0000-8000-8000-000000000001'":                        "observations_pkey",
		"select * from gis.observations where species_id = 'culex' and geom && ST_MakeEnvelope(5, 5, 7, 7, 4326)": "observations_geom",
		"select * from gis.sites where geom && ST_MakeEnvelope(5, 5, 7, 7, 4326)":                                 "sites_geom",
		"select * from gis.traps where geom && ST_MakeEnvelope(5, 5, 7, 7, 4326)":                                 "sites_geom",
	} {
		plan := strings.Join(lines(t, db, "explain "+query), "\n")
		if !strings.Contains(plan, index) {
			t.Errorf("%s:\n%s", query, plan)
		}
	}
	// What is not asked for is not joined.
	if plan := strings.Join(lines(t, db, "explain select id, geom, count from gis.observations"), "\n"); strings.Contains(plan, "Join") {
		t.Error(plan)
	}
}

func TestCountFollowsTheObservations(t *testing.T) {
	t.Parallel()
	db := newWorld(t)
	records := func() string {
		return lines(t, db, "select sum(records)::text from gis.observations_by_country")[0]
	}
	if got := records(); got != "0" {
		t.Errorf("before counting: %s records", got)
	}
	if !count(t, db) || records() != "4" {
		t.Errorf("after counting: %s records", records())
	}
	before := lines(t, db, "select counted_at::text from gis_counted")[0]
	if count(t, db) {
		t.Error("counted although nothing changed")
	}
	pgtest.Run(t, db, "delete from observations where id = '00000000-0000-8000-8000-000000000004'")
	if !count(t, db) || records() != "3" {
		t.Errorf("after a record went: %s records", records())
	}
	if after := lines(t, db, "select distinct counted_at::text from gis.observations_by_country"); len(after) != 1 || after[0] <= before {
		t.Errorf("counted at %v, before at %s", after, before)
	}
	pgtest.Run(t, db, "update countries set shape = ST_Multi(ST_MakeEnvelope(10, 0, 30, 10, 4326)) where id = 'bb'; update catalog_version set hash = 'second'")
	if !count(t, db) {
		t.Error("not counted after the catalog changed")
	}
	want(t, "the region", lines(t, db, "select ST_Area(geom)::text from gis.observations_by_region"), "300")
}

func TestOneProcessCounts(t *testing.T) {
	t.Parallel()
	db := newWorld(t)
	tx := pgtest.Begin(t, db)
	pgtest.Run(t, tx, "select pg_advisory_xact_lock(hashtextextended('skeeter gis', 0))")
	if count(t, db) {
		t.Error("counted beside another process")
	}
}

// version is one that the test moves on.
type version struct{ atomic.Int64 }

func (v *version) String() string { return fmt.Sprint(v.Load()) }

func newSummaries(t *testing.T, db *pgxpool.Pool, v *version) *gis.Summaries {
	t.Helper()
	summaries := gis.New(gis.Options{DB: db, Log: slog.New(slog.DiscardHandler), Version: v.String})
	t.Cleanup(summaries.Close)
	return summaries
}

func TestEnsure(t *testing.T) {
	t.Parallel()
	db := newWorld(t)
	var v version
	summaries := newSummaries(t, db, &v)
	places := func() string { return lines(t, db, "select count(*)::text from gis.traps")[0] }
	ensure := func() {
		t.Helper()
		if err := summaries.Ensure(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	ensure()
	if got := places(); got != "1" {
		t.Fatalf("%s places after the first time", got)
	}
	pgtest.Run(t, db, "update observations set geom = ST_SetSRID(ST_MakePoint(1, 1), 4326) where id::text like '%1'")
	ensure()
	if got := places(); got != "1" {
		t.Errorf("%s places, counted although the version is the same", got)
	}
	v.Add(1)
	testenv.Eventually(t, "counted after the version changed, and the rest after the first count", func() bool {
		ensure()
		return places() == "0"
	})
	stopped, stop := context.WithCancel(t.Context())
	stop()
	gone := newSummaries(t, db, &v)
	if err := gone.Ensure(stopped); err != nil && !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestEnsureWaitsALittleForAnotherCount(t *testing.T) {
	t.Parallel()
	db := newWorld(t)
	count(t, db)
	pgtest.Run(t, db, "delete from observations where id::text like '%1'")
	tx := pgtest.Begin(t, db)
	pgtest.Run(t, tx, "select from gis_counted for update")
	var v version
	summaries := newSummaries(t, db, &v)
	began, ensured := time.Now(), make(chan error, 1)
	go func() { ensured <- summaries.Ensure(t.Context()) }()
	if err := testenv.Receive(t, "Ensure no longer waits for a count that does not end", ensured); err != nil {
		t.Fatal(err)
	}
	if took := time.Since(began); took < time.Second {
		t.Errorf("waited %s for the count", took)
	}
	if got := lines(t, db, "select count(*)::text from gis.traps"); got[0] != "1" {
		t.Errorf("%s places meanwhile", got[0])
	}
	closed := make(chan struct{})
	go func() { summaries.Close(); close(closed) }()
	testenv.Receive(t, "Close no longer waits for a count that does not end", closed)
}

func TestCountsOnlyForReaders(t *testing.T) {
	t.Parallel()
	db := newWorld(t)
	looked := make(chan struct{}, 1) // for readers: a connection comes back to the pool
	config := db.Config()
	config.AfterRelease = func(*pgx.Conn) bool {
		select {
		case looked <- struct{}{}:
		default:
		}
		return true
	}
	following, err := pgxpool.NewWithConfig(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(following.Close)
	// follow returns whether a count was due once Run has looked for readers.
	follow := func() (due bool) {
		ctx, stop := context.WithCancel(t.Context())
		counted := make(chan struct{}, 1)
		summaries := gis.New(gis.Options{DB: following, Log: slog.New(slog.DiscardHandler), Counted: func() { counted <- struct{}{} }, Version: func() string {
			due = true
			return "0"
		}})
		defer summaries.Close()
		done := make(chan struct{})
		go func() { summaries.Run(ctx); close(done) }()
		testenv.Receive(t, "it has looked for readers", looked)
		stop()
		<-done
		if due {
			testenv.Receive(t, "it has counted", counted)
		}
		return due
	}
	if follow() {
		t.Error("counted without readers")
	}
	want(t, "without readers", lines(t, db, "select data_version from gis_counted"), "")
	pgtest.Run(t, db, "grant usage on schema gis to public")
	if !follow() || lines(t, db, "select data_version from gis_counted")[0] == "" {
		t.Error("not counted for readers")
	}
}
