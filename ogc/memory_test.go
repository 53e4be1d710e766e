package ogc_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/geo/tileindex"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/ogc"
	"github.com/skeeter-surveillance/skeeter/ogc/features"
)

// manyRecords differ in all that features show. They crowd at some places and instants, at the antimeridian and the poles.
const manyRecords = `
	insert into observations (id, taxon_key, count, geom, observed_at, date_precision, observed_until, utc_offset, data_source_key, country_id, region_id,
		location_accuracy_m, life_stage, sex, sampling_protocol, status, notes, occurrence_id, identification_qualifier, basis_of_record, flags)
	select md5(n || 'seed %[2]d')::uuid, (select min(key) from taxa) + (n * 7) %% 40, 1 + n %% 12, ST_SetSRID(ST_MakePoint(lon, lat), 4326),
		at, prec, case when prec not in ('time', 'day') then ((at at time zone 'UTC') + make_interval(mins => zone))::date + n %% 40 end, zone,
		case when n %% 3 > 0 then 1 end, (array['fr', 'jp', null])[1 + n %% 3], (array['western-europe', 'eastern-asia', null])[1 + n %% 3],
		case when n %% 4 > 0 then n %% 900 + 0.25 end, (array['adult', 'Adult', 'larva', null])[1 + n %% 4], (array['Female', 'male', null])[1 + n %% 3],
		(array['CDC light trap', 'cdc Light Trap', 'human, landing', null])[1 + n %% 4], (array['unverified', 'verified', 'unverified', 'rejected'])[1 + n %% 4],
		case when n %% 3 = 0 then '=say "é"' || chr(10) || repeat('long, ', n %% 70) end, case when n %% 5 > 0 then repeat('x', n %% 9) end,
		(array[null, 'cf.', null])[1 + n %% 3], (array[null, 'HumanObservation'])[1 + n %% 2], case when n %% 6 = 0 then n %% 128 else 0 end
	from (
		select n, case n %% 5 when 0 then round(n * 137.508 %% 360 - 180, 7) when 1 then 7 + n %% 50 * 0.0000001 when 2 then 180 - n %% 3 * 0.0000001
				when 3 then -180 + n %% 3 * 0.0000001 else n * 0.123456789012 %% 360 - 180 end::float8 as lon,
			case n %% 7 when 0 then 43 + n %% 50 * 0.0000001 when 1 then 90 - n %% 2 * 4.9488712 when 2 then -90 else round(n * 61.803 %% 170 - 85, 7) end::float8 as lat,
			(array['time', 'day', 'month', 'year', 'interval', 'time'])[1 + n %% 6] as prec,
			case n %% 6 when 3 then '2019-01-01Z' when 2 then '2020-03-01Z' when 1 then '2020-03-01Z'::timestamptz + make_interval(days => n %% 9)
				else '2020-02-25Z'::timestamptz + make_interval(secs => n %% 1000 * 1111.000001) end as at,
			case when n %% 6 in (0, 4, 5) then (array[0, 840, -840, 345])[1 + n %% 4] else 0 end::smallint as zone
		from generate_series(1, %[1]d) n
	) v`

// counted counts the pages that come from memory.
type counted struct {
	features.State
	pages *atomic.Int64
}

func (c counted) Newest(ctx context.Context, n surveillance.Newest, columns []string, visit func(postgres.Row) error) (ok bool, err error) {
	ok, err = c.State.Newest(ctx, n, columns, visit)
	if ok {
		c.pages.Add(1)
	}
	return ok, err
}

// countingPages is a service that counts which pages come from memory.
func countingPages(t *testing.T, db *pgxpool.Pool, index tileindex.Options) (service, *atomic.Int64) {
	n := new(atomic.Int64)
	return setupOn(t, db, index, func(_ service, o *ogc.Options) {
		state := o.State
		o.State = func() features.State { return counted{state(), n} }
	}), n
}

// said is what an answer says, but for when.
func (a answer) said() string {
	h := a.header
	return fmt.Sprint(a.status, h["Content-Type"], h["Content-Crs"], h["Link"], h["Etag"], h["Ogc-Numbermatched"], h["Ogc-Numberreturned"], strip(a))
}

// TestMemoryAndSQLAnswerTheSamePages asks for pages of random queries and for those beside them, of a service that has the records in memory
// and of one that asks SQL, again after each of several changes.
func TestMemoryAndSQLAnswerTheSamePages(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	records, queries := 1500, 20
	if testenv.Long() {
		records, queries = 3000, 60
	}
	pgtest.Run(t, db, fmt.Sprintf(manyRecords, records, 1))
	memory, remembered := countingPages(t, db, tileindex.Options{Folder: t.TempDir()})
	sql, fromSQL := countingPages(t, db, tileindex.Options{})
	rng := rand.New(rand.NewPCG(7, 7))
	asked, full := int64(0), 0
	for _, change := range []string{
		"select",
		"update observations set notes = 'other ' || coalesce(notes, ''), sampling_protocol = upper(sampling_protocol) where id < '40000000-0000-0000-0000-000000000000'",
		"update observations set observed_at = observed_at + interval '25 hours' where date_precision = 'time'; delete from observations where count = 7",
		fmt.Sprintf(manyRecords, 3*records/10, 2),
	} {
		pgtest.Run(t, db, change)
		memory.catchUp()
		sql.catchUp()
		places := pgtest.Rows[place](t, db, "select ST_X(geom) as x, ST_Y(geom) as y from observations order by id limit 300")
		for range queries {
			target := "/collections/observations/items?" + randomItems(rng, places)
			for _, rel := range []string{"next", "next", "prev", "prev", "prev", ""} {
				got, want := memory.get(target), sql.get(target)
				if got.said() != want.said() {
					t.Fatalf("after %.60s: %s%s", change, target, firstDifference(got.said(), want.said()))
				}
				if asked++; len(got.raw) > 1000 {
					full++
				}
				if remembered.Load() != asked {
					t.Fatalf("%s does not come from memory", target)
				}
				if target, _ = got.headerLink(rel); target == "" {
					break
				}
			}
		}
	}
	if fromSQL.Load() != 0 || full < int(asked)/2 {
		t.Errorf("%d pages came from memory without it; %d of %d had features", fromSQL.Load(), full, asked)
	}
}

type place struct{ X, Y float64 }

// randomItems returns parameters of a page that memory can answer.
func randomItems(rng *rand.Rand, places []place) string {
	q := url.Values{"limit": {fmt.Sprint(1 + rng.IntN(1<<rng.IntN(11)))}}
	pick := func(values ...string) string { return values[rng.IntN(len(values))] }
	some := func(name string, values ...string) {
		if rng.IntN(4) == 0 {
			q.Set(name, pick(values...))
		}
	}
	corner := func() place {
		if rng.IntN(3) == 0 {
			return place{rng.Float64()*360 - 180, rng.Float64()*180 - 90}
		}
		return places[rng.IntN(len(places))]
	}
	a, b := corner(), corner() // the box crosses the antimeridian when a is east of b
	box := fmt.Sprintf("%v,%v,%v,%v", a.X, min(a.Y, b.Y), b.X, max(a.Y, b.Y))
	day := func() string { return fmt.Sprintf("2020-0%d-%02d", 2+rng.IntN(2), 1+rng.IntN(28)) }
	some("bbox", box, box, fmt.Sprintf("%v,%v,%v,%v", min(a.Y, b.Y), a.X, max(a.Y, b.Y), b.X))
	if q.Has("bbox") && q.Get("bbox") != box {
		q.Set("bbox-crs", epsg+"4326")
	}
	first, last := day(), day()
	some("datetime", first, "../"+first, first+"/..", min(first, last)+"/"+max(first, last))
	some("status", surveillance.Statuses...)
	some("species_id", "aedes-aegypti", "aedes-albopictus", "culex-pipiens")
	some("data_source", "traps")
	some("country_id", "fr", "jp", "it")
	some("species", "aedes-aegypti,culex-pipiens", "Aedes", "nothing")
	some("genus", "culex", "aedes,anopheles")
	some("vector_status", "high", "High,Low")
	some("disease", "dengue", "malaria,zika")
	some("months", "2", "1,2,3,12")
	some("flags", "duplicate", "coarse_place,zero_coordinates")
	some("without_flags", "date_conflict")
	some("region_id", "western-europe", "eastern-asia")
	some("filter", "country_id IN ('fr', 'de') AND region_id = 'western-europe'", "status <> 'verified'", "status IN ('rejected', 'verified')",
		"species_scientific_name = 'Aedes aegypti'", "S_INTERSECTS(geometry, BBOX("+box+"))", "S_INTERSECTS(geometry, BBOX("+box+")) AND data_source = 'traps'")
	if filter := q.Get("filter"); strings.Contains(filter, "BBOX") && q.Has("bbox") || strings.Contains(filter, "status") && q.Has("status") {
		q.Del("filter") // a Filter has one box, and always a status
	}
	some("properties", "", "count", "first_day,flags,notes", "species_id,observed_until,sampling_protocol")
	some("skipGeometry", "true")
	some("crs", epsg+"4326")
	some("lang", "fr", "ru")
	q.Set("f", pick("json", "jsonfg", "csv", "geojsonseq", "fgb"))
	return q.Encode()
}

// firstDifference shows where two texts begin to differ.
func firstDifference(a, b string) string {
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	around := func(s string) string { return s[max(i-300, 0):min(i+200, len(s))] }
	return fmt.Sprintf(" differ from byte %d:\n%q\n%q", i, around(a), around(b))
}

// TestPagesOfSQL: what a Filter cannot say, and what is not in memory, comes from the database.
func TestPagesOfSQL(t *testing.T) {
	t.Parallel()
	s, remembered := countingPages(t, pgtest.Pool(t), tileindex.Options{Folder: t.TempDir()})
	for _, query := range []string{
		"filter=count+%3E+1", "filter=NOT+country_id='fr'", "filter=country_id='fr'+OR+country_id='de'", "filter=species_id='not-in-memory'", "sex=Female", "count=2",
		"datetime=2020-01-15T10:30:00Z", "datetime=2010-01-01/2020-01-15T10:30:00Z", "sortby=id", "sortby=observed_at", "crs=" + epsg + "3857", "f=html",
		"filter=S_INTERSECTS(geometry,BBOX(40,0,50,10))&filter-crs=" + epsg + "4326", "filter=S_WITHIN(geometry,BBOX(0,40,10,50))", "filter=genus='Aedes'",
	} {
		s.ok("/collections/observations/items?" + query)
		if n := remembered.Swap(0); n != 0 {
			t.Errorf("%s came from memory", query)
		}
	}
	for _, other := range []string{"countries", "sites", "events"} {
		s.ok("/collections/" + other + "/items?limit=2")
	}
	if s.ok("/collections/observations/items?sortby=-observed_at&bbox=0,0,10,10"); remembered.Load() != 1 {
		t.Errorf("%d pages came from memory", remembered.Load())
	}
}

// TestPagesAreOfTheirETag: after changes of another program that the server heard of, or did not, answers of one ETag are the same.
func TestPagesAreOfTheirETag(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	changes := 8
	if testenv.Long() {
		changes = 24
	}
	for _, index := range []tileindex.Options{{Folder: t.TempDir()}, {}, {VersionOnly: true}} {
		s := setupOn(t, db, index)
		bodies := map[string]string{}
		for n := range changes {
			pgtest.Run(t, db, "update observations set notes = $1 where id = $2", fmt.Sprint("change ", n), idOf(1))
			if n%2 == 0 {
				s.catchUp()
			}
			for _, format := range []string{"json", "csv", "html"} {
				a := s.ok("/collections/observations/items?limit=3&f=" + format)
				etag := a.header.Get("ETag")
				if body, ok := bodies[etag]; etag == "" || ok && body != a.said() {
					t.Errorf("%+v: two answers have the ETag %s:%s", index, etag, firstDifference(body, a.said()))
				}
				bodies[etag] = a.said()
			}
		}
		if len(bodies) < 3*changes/2 {
			t.Errorf("%+v: %d different answers", index, len(bodies))
		}
	}
}

// TestPagesOfABrokenFile takes the content of the files away: SQL answers the same, also after half of a page.
func TestPagesOfABrokenFile(t *testing.T) {
	t.Parallel()
	records := 2000
	if testenv.Long() {
		records = 5000
	}
	for _, kind := range []string{"points-", "details-"} {
		db, folder := pgtest.Pool(t), t.TempDir()
		pgtest.Run(t, db, fmt.Sprintf(manyRecords, records, 1))
		s, remembered := countingPages(t, db, tileindex.Options{Folder: folder})
		const target = "/collections/observations/items?limit=10000"
		want := s.ok(target)
		if remembered.Load() != 1 {
			t.Error("the page did not come from memory")
		}
		open, err := filepath.Glob("/proc/self/fd/*")
		if err != nil || len(open) == 0 {
			t.Skip("this system does not show the files that are open", err)
		}
		for _, fd := range open {
			name, _ := os.Readlink(fd)
			if info, err := os.Stat(fd); err == nil && strings.HasPrefix(name, filepath.Join(folder, kind)) {
				if err := os.Truncate(fd, info.Size()/2); err != nil {
					t.Fatal(err)
				}
			}
		}
		if got := s.ok(target); got.said() != want.said() || remembered.Load() != 1 || s.index.State().HasPoints() {
			t.Errorf("%s: %d pages came from memory; the files work: %v;%s", kind, remembered.Load(), s.index.State().HasPoints(), firstDifference(got.said(), want.said()))
		}
	}
}
