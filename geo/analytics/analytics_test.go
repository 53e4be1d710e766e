package analytics_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/geo/analytics"
	"github.com/skeeter-surveillance/skeeter/geo/counting"
	"github.com/skeeter-surveillance/skeeter/geo/tileindex"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m, prepare)) }

func prepare(ctx context.Context, db *pgxpool.Pool) error {
	_, err := db.Exec(ctx, `
		insert into regions (id, m49) values ('western-europe', '155'), ('western-africa', '011');
		insert into countries (id, iso_a3, region_id, shape, centroid)
		select id, a3, region, ST_Multi(ST_MakeEnvelope(west, 40, west + 5, 45, 4326)), ST_SetSRID(ST_MakePoint(west + 1, 41), 4326)
		from (values ('fr', 'FRA', 'western-europe', 0), ('ng', 'NGA', 'western-africa', 10)) c (id, a3, region, west);
		insert into taxa (id, scientific_name, genus, in_catalog)
		select replace(replace(lower(name), ' ', '-'), '/', '-or-'), name, split_part(name, ' ', 1), true
		from unnest(array['Culex pipiens', 'Culex restuans', 'Culex pipiens/restuans', 'Culex', 'Aedes vexans', 'Aedes aegypti']) name;
		insert into taxon_names (slug, name, taxon_key, accepted) select id, scientific_name, key, true from taxa;
		insert into data_sources (id, name) values ('one', 'One'), ('two', 'Two');
		insert into areas (id, set, name, geom, area_km2, vertices)
		select id, 'zones', upper(id), ST_Multi(ST_GeomFromText(shape, 4326)), 1, 5
		from (values ('box', 'polygon((0 40, 5 40, 5 45, 0 45, 0 40))'), ('triangle', 'polygon((-2 39, 12 41.5, 3 47, -2 39))'),
			('far', 'polygon((-120 -10, -119 -10, -119 -9, -120 -10))')) a (id, shape)`)
	return err
}

// service is a server of the analytics.
type service struct {
	*httptest.Server
	index *tileindex.Index
}

// newService serves the analytics, from memory or by SQL.
func newService(t testing.TB, db *pgxpool.Pool, memory bool) *service {
	t.Helper()
	reg, log := prometheus.NewRegistry(), slog.New(slog.DiscardHandler)
	lookups := postgres.NewLookups(db, log, reg)
	if err := lookups.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	index := tileindex.New(tileindex.Options{DB: db, Log: log, Registry: reg, VersionOnly: !memory})
	if err := index.CatchUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	if memory {
		if err := index.Load(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	a := analytics.New(analytics.Options{DB: db, Lookups: lookups, Index: index, Counter: counting.New(db, index)})
	s := httptest.NewServer(httpapi.New(httpapi.Options{Routes: a.Routes(), Log: log, Metrics: httpapi.NewMetrics(reg), Unavailable: postgres.Unavailable}))
	t.Cleanup(s.Close)
	return &service{s, index}
}

func (s *service) get(t testing.TB, path string) (status int, body string) {
	t.Helper()
	resp, err := http.Get(s.URL + path)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	all, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(all)
}

// abundances are an answer of abundance.
type abundances struct {
	analytics.Envelope
	Results []analytics.Abundance `json:"results"`
}

// ask decodes an answer with status 200.
func ask[T any](t testing.TB, s *service, path string) (answer T) {
	t.Helper()
	status, body := s.get(t, path)
	if status != http.StatusOK {
		t.Fatalf("%s: %d %s", path, status, body)
	}
	if err := json.Unmarshal([]byte(body), &answer); err != nil {
		t.Fatal(err)
	}
	return answer
}

// event is a sampling event of a test and what it caught: names with the number of specimens.
type event struct {
	id, day  string
	site     string
	protocol string
	effort   float64
	unit     string // "" is trap_night
	columns  string // more columns of sampling_events, as `column = value`
	caught   map[string]int
	record   string // more columns of its observations
}

// store stores events.
func store(t *testing.T, db *pgxpool.Pool, events ...event) {
	t.Helper()
	for i, e := range events {
		if e.id == "" {
			e.id = fmt.Sprint("e", i)
		}
		if e.unit == "" {
			e.unit = "trap_night"
		}
		columns, values := `id, data_source_key, event_id, geom, ended_at, date_precision, sampling_protocol, site_id, country_id`,
			`gen_random_uuid(), 1, $1, 'srid=4326;point(1 41)', $2::timestamptz, 'day', nullif($3, ''), nullif($4, ''), 'fr'`
		if e.effort > 0 {
			columns += ", effort, effort_unit, effort_source"
			values += fmt.Sprintf(", %v, '%s', 'stated'", e.effort, e.unit)
		}
		for part := range strings.SplitSeq(e.columns, ";") {
			if name, value, ok := strings.Cut(part, "="); ok {
				columns += ", " + name
				values += ", " + value
			}
		}
		pgtest.Run(t, db, "insert into sampling_events ("+columns+") values ("+values+")", e.id, e.day, e.protocol, e.site)
		for name, n := range e.caught {
			columns, values := "", ""
			for part := range strings.SplitSeq(e.record, ";") {
				if name, value, ok := strings.Cut(part, "="); ok {
					columns += ", " + name
					values += ", " + value
				}
			}
			pgtest.Run(t, db, `insert into observations (id, taxon_key, count, geom, observed_at, date_precision, data_source_key, event_id, sampling_protocol, country_id`+columns+`)
				select gen_random_uuid(), key, $2, 'srid=4326;point(1 41)', $3::timestamptz, 'day', 1, $4, nullif($5, ''), 'fr'`+values+` from taxa where scientific_name = $1`,
				name, n, e.day, e.id, e.protocol)
		}
	}
}

// randomEvents makes events of every kind, and records that belong to them and to none.
const randomEvents = `
	insert into sampling_events (id, data_source_key, event_id, site_id, geom, location_accuracy_m, country_id, region_id, started_at, ended_at,
		date_precision, sampling_protocol, traps, nights, effort, effort_unit, effort_source, problem, target_taxa, complete)
	select gen_random_uuid(), source, 'e' || n, site, ST_SetSRID(ST_MakePoint(round((random() * 20 - 5)::numeric, 2), round((random() * 10 + 38)::numeric, 2)), 4326),
		(array[null, 10, 5000])[1 + floor(random() * 3)::int], country, case country when 'fr' then 'western-europe' when 'ng' then 'western-africa' end,
		case precision when 'day' then (array[null, day - floor(random() * 40) * interval '1 day'])[1 + floor(random() * 2)::int]
			when 'week' then day - interval '6 days' when 'month' then date_trunc('month', day) else date_trunc('year', day) end,
		case precision when 'month' then date_trunc('month', day) + interval '1 month - 1 day' when 'year' then date_trunc('year', day) + interval '1 year - 1 day' else day end,
		precision, (array[null, 'GRAVID', 'CDC', 'Gravid'])[1 + floor(random() * 4)::int], 1, nullif(nights, 0), effort, case when effort is not null then unit end,
		case when effort is not null then 'stated' end, random() < 0.05,
		(array['{}', '{}', '{Culex}', '{Culex pipiens,Aedes vexans}'])[1 + floor(random() * 4)::int]::text[],
		(array[null, true, true, true, false])[1 + floor(random() * 5)::int]
	from (select n, 1 + floor(random() * 2)::int as source, (array[null, 's1', 's2', 's3', 's4', 's5', 's6'])[1 + floor(random() * 7)::int] as site,
			(array[null, 'fr', 'ng'])[1 + floor(random() * 3)::int] as country, date_trunc('day', '2015-01-01Z'::timestamptz + random() * 2000 * interval '1 day') as day,
			(array['day', 'day', 'day', 'week', 'month', 'year'])[1 + floor(random() * 6)::int] as precision, floor(random() * 10) as nights,
			(array[null, 1, 1, 2, 7.5])[1 + floor(random() * 5)::int] as effort, (array['trap_night', 'trap_night', 'trap_night', 'dip'])[1 + floor(random() * 4)::int] as unit
		from generate_series(%d, %d) n) drawn;
	insert into observations (id, taxon_key, count, geom, observed_at, date_precision, data_source_key, event_id, life_stage, sex, status, flags, identification_qualifier, country_id)
	select gen_random_uuid(), 1 + floor(random() * 6)::int, 1 + floor(random() * 50)::int,
		ST_SetSRID(ST_MakePoint(round((random() * 20 - 5)::numeric, 2), round((random() * 10 + 38)::numeric, 2)), 4326),
		date_trunc('day', '2015-01-01Z'::timestamptz + random() * 2000 * interval '1 day'), 'day',
		(array[null, 1, 2])[1 + floor(random() * 3)::int], (array['e' || n, 'e' || n + 1, 'other', null])[1 + floor(random() * 4)::int],
		(array[null, 'Adult', 'larva'])[1 + floor(random() * 3)::int], (array[null, 'female', 'Female', 'male'])[1 + floor(random() * 4)::int],
		(array['unverified', 'verified', 'rejected'])[1 + floor(random() * 3)::int], (array[0, 0, 1, 64])[1 + floor(random() * 4)::int],
		(array[null, null, 'cf.'])[1 + floor(random() * 3)::int], (array[null, 'fr', 'ng'])[1 + floor(random() * 3)::int]
	from generate_series(%[1]d, %[2]d) n`

// randomPools makes tests of pools of every kind, some of which have several for a pathogen, by other methods.
const randomPools = `
	insert into pools (id, data_source_key, pool_id, event_id, geom, location_accuracy_m, country_id, region_id, started_at, ended_at, date_precision,
		sampling_protocol, taxon_key, identification_qualifier, sex, life_stage, size, pathogen, method, result, tested_on)
	select gen_random_uuid(), 1 + floor(random() * 2)::int, 'p' || n, (array[null, 'e' || n])[1 + floor(random() * 2)::int],
		ST_SetSRID(ST_MakePoint(round((random() * 20 - 5)::numeric, 2), round((random() * 10 + 38)::numeric, 2)), 4326),
		(array[null, 10, 5000.5])[1 + floor(random() * 3)::int], country, case country when 'fr' then 'western-europe' when 'ng' then 'western-africa' end,
		case precision when 'day' then (array[null, day - floor(random() * 40) * interval '1 day'])[1 + floor(random() * 2)::int]
			when 'week' then day - interval '6 days' when 'month' then date_trunc('month', day) else date_trunc('year', day) end,
		case precision when 'month' then date_trunc('month', day) + interval '1 month - 1 day' when 'year' then date_trunc('year', day) + interval '1 year - 1 day' else day end,
		precision, (array[null, 'GRAVID', 'CDC', 'Gravid'])[1 + floor(random() * 4)::int], 1 + floor(random() * 6)::int,
		(array[null, null, 'cf.'])[1 + floor(random() * 3)::int], (array[null, 'female', 'Female', 'male'])[1 + floor(random() * 4)::int],
		(array[null, 'Adult', 'larva'])[1 + floor(random() * 3)::int], 1 + floor(random() * 50)::int,
		(array['West Nile virus', 'West Nile virus', 'west nile Virus', 'Usutu virus'])[1 + floor(random() * 4)::int], method,
		(array['positive', 'negative', 'negative', 'inconclusive'])[1 + floor(random() * 4)::int],
		(array[null, day::date + 3, day::date + floor(random() * 3)::int])[1 + floor(random() * 3)::int]
	from (select n, method, (array[null, 'fr', 'ng'])[1 + floor(random() * 3)::int] as country,
			date_trunc('day', '2015-01-01Z'::timestamptz + random() * 2000 * interval '1 day') as day,
			(array['day', 'day', 'day', 'week', 'month', 'year'])[1 + floor(random() * 6)::int] as precision
		from generate_series(%d, %d) n, unnest(array[null, 'RAMP', 'RT-PCR', 'ELISA']) method where method is null or random() < 0.2) drawn
	on conflict do nothing`

// randomQuestion draws a question.
func randomQuestion() string {
	q := url.Values{}
	set := func(percent int, name string, values ...string) {
		if rand.IntN(100) < percent {
			q.Set(name, values[rand.IntN(len(values))])
		}
	}
	set(40, "species", "culex-pipiens", "Culex", "aedes-vexans,culex-restuans", "nobody")
	set(15, "country", "fr", "ng", "fr,ng")
	set(10, "region", "western-africa")
	set(15, "data_source", "one", "two")
	set(20, "start_date", "2016-03-01", "2018-01-01")
	set(20, "end_date", "2019-05-31", "2018-06-30")
	set(15, "bbox", "-2,39,6,46", "0,40,1,41", "10,30,-10,60")
	set(15, "area", "box", "triangle", "triangle,box", "far,box")
	set(15, "sampling_protocol", "gravid", "CDC")
	set(15, "life_stage", "adult", "larva,adult")
	set(15, "sex", "female", "male,female")
	set(15, "status", "verified", "rejected,unverified")
	set(10, "months", "6,7,8", "1")
	set(10, "max_uncertainty_m", "100")
	set(10, "flags", "country_mismatch")
	set(10, "without_flags", "outside_known_range")
	set(10, "qualifier", "certain", "uncertain")
	set(5, "event_id", "e1,e2,e3,e4,e5,e6,e7,e8")
	set(5, "identified", "true", "false")
	set(90, "unit", "trap_night", "collection", "dip")
	set(20, "pool_protocols", "true")
	set(10, "min_nights", "2")
	set(10, "max_nights", "7")
	set(80, "interval", "week", "biweek", "month", "year", "none")
	set(30, "weeks", "mmwr", "iso")
	set(60, "by", "species", "country", "site", "species,country", "protocol,site,species", "area", "area,species")
	set(20, "f", "csv", "geojson")
	switch kind := []string{"abundance", "abundance", "anomaly", "timeseries", "seasonality", "presence", "hotspots", "trend", "spread", "richness", "infection", "infection", "infection", "vector_index"}[rand.IntN(14)]; kind {
	case "abundance":
		set(70, "set", "zones")
		return "/analytics/abundance?" + q.Encode()
	case "anomaly":
		q.Del("by")
		q.Set("interval", []string{"week", "biweek", "month", "year"}[rand.IntN(4)])
		q.Set("year", []string{"2017", "2019"}[rand.IntN(2)])
		return "/analytics/anomaly?" + q.Encode()
	case "presence":
		for _, name := range []string{"by", "interval", "weeks"} {
			q.Del(name)
		}
		set(40, "detectability", "0.1", "0.5")
		switch rand.IntN(4) {
		case 0:
			q.Set("by", "country")
		case 1:
			q.Set("set", "zones")
		default:
			q.Set("cells", "h3")
			q.Set("resolution", []string{"3", "5", "6"}[rand.IntN(3)])
		}
		return "/analytics/presence?" + q.Encode()
	case "hotspots", "trend", "spread", "richness":
		return "/analytics/" + kind + "?" + placeQuestion(kind, q, set).Encode()
	case "infection", "vector_index":
		q.Set("pathogen", []string{"WNV", "WNV", "usutu virus"}[rand.IntN(3)])
		set(40, "estimator", "mle", "mir")
		if kind == "vector_index" {
			q.Del("by")
			return "/analytics/vector_index?" + q.Encode()
		}
		for _, name := range []string{"unit", "min_nights", "max_nights"} {
			q.Del(name)
		}
		set(60, "by", "species", "country", "species,country", "area", "area,species")
		set(30, "set", "zones")
		return "/analytics/infection?" + q.Encode()
	case "seasonality":
		q.Del("by")
		q.Set("interval", []string{"week", "biweek", "month"}[rand.IntN(3)])
		return "/analytics/seasonality?" + q.Encode()
	}
	for _, name := range []string{"by", "unit", "pool_protocols", "min_nights", "max_nights"} {
		q.Del(name)
	}
	q.Set("interval", []string{"day", "week", "biweek", "month", "year"}[rand.IntN(5)])
	return "/analytics/timeseries?" + q.Encode()
}

// placeQuestion makes the parameters those of a question about places.
func placeQuestion(kind string, q url.Values, set func(percent int, name string, values ...string)) url.Values {
	for _, name := range []string{"by", "interval", "weeks"} {
		q.Del(name)
	}
	set(70, "pool_protocols", "true")
	set(70, "resolution", "3", "4", "5")
	switch kind {
	case "hotspots":
		set(50, "ring", "1", "2", "3")
		set(80, "min_effort", "0", "2")
		set(30, "basis", "share")
		return q
	case "spread":
		if !q.Has("species") {
			q.Set("species", "culex")
		}
		return q
	case "trend":
		set(30, "seasonal", "month")
	case "richness":
		set(50, "size", "10", "1000")
	}
	if !q.Has("resolution") {
		set(30, "set", "zones")
	}
	if !q.Has("resolution") && !q.Has("set") {
		set(50, "by", "country")
	}
	return q
}

// TestMemoryAgreesWithSQL: answers from memory and by SQL are the same to the byte, also after changes of every kind.
func TestMemoryAgreesWithSQL(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	pgtest.Run(t, db, fmt.Sprintf(randomEvents, 1, 3000))
	pgtest.Run(t, db, fmt.Sprintf(randomPools, 1, 2000))
	memory, bySQL := newService(t, db, true), newService(t, db, false)
	results, asked := 0, 15 // after each change
	if testenv.Long() {
		asked = 40
	}
	for round, change := range []string{
		"",
		fmt.Sprintf(randomEvents, 3001, 3200),
		"delete from sampling_events where random() < 0.05",
		"update sampling_events set effort = effort * 2, problem = not problem where random() < 0.05",
		"update observations set event_id = 'e' || 1 + floor(random() * 3000), count = count + 1 where random() < 0.05",
		"delete from observations where random() < 0.05",
		"update observations set status = 'rejected' where event_id in ('e5', 'e6', 'e7')",
		"update sampling_events set event_id = event_id || 'x' where random() < 0.02",
		fmt.Sprintf(randomPools, 1901, 2100),
		"delete from pools where random() < 0.1",
		"update pools set result = 'positive', size = 1, tested_on = '2021-01-01' where random() < 0.1",
		"update pools set pool_id = 'q' || pool_id, location_accuracy_m = random() * 200 where random() < 0.1",
		"update pools set sex = null, taxon_key = 1 + taxon_key % 6, sampling_protocol = 'light' where random() < 0.1",
		"delete from pools where data_source_key = 2",
	} {
		if change != "" {
			pgtest.Run(t, db, change)
		}
		for _, s := range []*service{memory, bySQL} {
			if err := s.index.CatchUp(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if memory.index.State().Events() == nil {
			t.Fatal("the events are not in memory")
		}
		for range asked {
			question := randomQuestion()
			status, want := bySQL.get(t, question)
			gotStatus, got := memory.get(t, question)
			if status != gotStatus || got != want {
				from := max(differ(got, want)-300, 0)
				t.Fatalf("round %d, %s, from %d on:\nmemory: %d %.600s\nSQL:    %d %.600s", round, question, from, gotStatus, got[from:], status, want[from:])
			}
			if status == http.StatusOK {
				results++
			}
		}
	}
	if results < 5*asked/2 {
		t.Errorf("only %d questions had an answer", results)
	}
}

// TestOrderDoesNotShow: goroutines read the events in turns that differ, and efforts have no finite binary digits; still every answer is the
// same to the last digit, from memory and by SQL.
func TestOrderDoesNotShow(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	languages := []string{"en", "fr"}
	if testenv.Long() {
		languages = append(languages, "es", "pt", "ru")
	}
	pgtest.Run(t, db, fmt.Sprintf(randomEvents, 1, 10_000)) // fewer are read by one goroutine
	pgtest.Run(t, db, "update sampling_events set effort = effort * (0.1 + random())")
	memory, bySQL := newService(t, db, true), newService(t, db, false)
	for _, question := range []string{"abundance?", "abundance?interval=month&by=species", "abundance?by=site", "anomaly?year=2018&", "seasonality?", "presence?cells=h3&resolution=3&",
		"hotspots?resolution=4&pool_protocols=true&", "trend?pool_protocols=true&by=cells&resolution=3&seasonal=month&", "spread?genus=Culex&resolution=4&", "richness?pool_protocols=true&cells=h3&size=10&"} {
		question = "/analytics/" + question + "&unit=trap_night"
		_, want := bySQL.get(t, question)
		for _, language := range languages {
			// A parameter that is not the Filter's makes the question new, and no part of the answer.
			status, got := memory.get(t, question+"&lang="+language)
			if at := max(differ(got, want)-300, 0); status != http.StatusOK || got != want {
				t.Errorf("%s, from %d on:\nmemory: %d %.600s\nSQL:    %.600s", question, at, status, got[at:], want[at:])
			}
		}
	}
}

// differ returns where two texts begin to differ, at most the length of the shorter one.
func differ(a, b string) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}
