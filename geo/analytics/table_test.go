package analytics_test

import (
	"encoding/csv"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/geo/analytics"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
)

// tabulated is an answer of a table.
type tabulated struct {
	By               []string
	Count, Specimens int64
	Rows             []map[string]any
}

// lines are the rows as texts, "-" for null.
func (a tabulated) lines() (out []string) {
	for _, row := range a.Rows {
		line := ""
		for _, name := range append(slices.Clone(a.By), "count", "specimens") {
			if row[name] == nil {
				line += "- "
			} else {
				line += fmt.Sprintf("%v ", row[name])
			}
		}
		out = append(out, strings.TrimSpace(line))
	}
	return out
}

// tableRecords are records of each kind of time, of places in two areas, one and none, of names that are none, and without traits.
func tableRecords(t testing.TB, db *pgxpool.Pool) {
	t.Helper()
	pgtest.Run(t, db, `insert into areas (id, set, geom, area_km2, vertices)
		select id, 'halves', ST_Multi(ST_MakeEnvelope(west, 0, west + 1, 1, 4326)), 1, 5 from (values ('west', 0.0), ('middle', 0.75)) s (id, west)`)
	pgtest.Run(t, db, `delete from observations`)
	pgtest.Run(t, db, `insert into observations (id, taxon_key, count, geom, observed_at, observed_until, utc_offset, date_precision, country_id, sex, life_stage, sampling_protocol) values
		(gen_random_uuid(), 1, 3, ST_SetSRID(ST_MakePoint(0.5, 0.5), 4326), '2021-01-03', null, 0, 'day', 'fr', 'Female', 'adult', '=1+1'),
		(gen_random_uuid(), 1, 4, ST_SetSRID(ST_MakePoint(0.9, 0.5), 4326), '2021-01-03T23:30-05:00', null, -300, 'time', 'fr', 'FEMALE', null, null),
		(gen_random_uuid(), 2, 5, ST_SetSRID(ST_MakePoint(9, 9), 4326), '2020-12-31', '2021-01-01', 0, 'interval', null, null, null, 'gravid'),
		(gen_random_uuid(), 2, 1, ST_SetSRID(ST_MakePoint(9, 9), 4326), '2021-07-01', '2021-07-31', 0, 'month', 'ng', 'male', 'Larva', 'gravid'),
		(gen_random_uuid(), 2, 1, ST_SetSRID(ST_MakePoint(9, 9), 4326), '2021-01-01', '2021-12-31', 0, 'year', 'ng', 'male', 'Larva', 'gravid')`)
}

func TestTable(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	tableRecords(t, db)
	one, two := pgtest.Column[string](t, db, "select id from taxa where key = 1")[0], pgtest.Column[string](t, db, "select id from taxa where key = 2")[0]
	for _, memory := range []bool{true, false} {
		s := newService(t, db, memory)
		for query, want := range map[string][]string{
			"by=day":             {"2021-01-03 2 7", "- 3 7"},
			"by=week":            {"2020-W53 3 12", "- 2 2"},
			"by=mmwr_week":       {"2020-W53 1 5", "2021-W01 2 7", "- 2 2"},
			"by=month":           {"2021-01 2 7", "2021-07 1 1", "- 2 6"},
			"by=year":            {"2021 4 9", "- 1 5"},
			"by=sex":             {"female 2 7", "male 2 2", "- 1 5"},
			"by=stage,country":   {"adult fr 1 3", "larva ng 2 2", "- fr 1 4", "- - 1 5"},
			"by=protocol":        {"=1+1 1 3", "gravid 3 7", "- 1 4"},
			"by=area&set=halves": {"middle 1 4", "west 2 7", "- 3 7"},
			"by=area&area=west":  {"west 2 7"},
			"by=year,species,sex": {
				"2021 " + one + " female 2 7", "2021 " + two + " male 2 2", "- " + two + " - 1 5",
			},
			"by=species&species=nobody": nil,
		} {
			a := ask[tabulated](t, s, "/stats/table?"+query)
			if got := a.lines(); !slices.Equal(got, want) {
				t.Errorf("memory %v, %s: %q, want %q", memory, query, got, want)
			}
		}
		if a := ask[tabulated](t, s, "/stats/table?by=area,year&set=halves"); a.Count != 5 || a.Specimens != 14 {
			t.Errorf("%d records and %d specimens in all, want 5 and 14: one in two areas counts once", a.Count, a.Specimens)
		}
		status, body := s.get(t, "/stats/table?by=protocol,year&f=csv")
		lines, err := csv.NewReader(strings.NewReader(body)).ReadAll()
		if want := "[[protocol year count specimens] ['=1+1 2021 1 3] [gravid 2021 2 2] [gravid  1 5] [ 2021 1 4]]"; status != http.StatusOK || err != nil || fmt.Sprint(lines) != want {
			t.Errorf("CSV: %d %v %v, want %s", status, err, lines, want)
		}
	}
}

// TestTableRefuses: what is no table, and one of too many rows, with how many there would be.
func TestTableRefuses(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	for _, memory := range []bool{true, false} {
		s := newService(t, db, memory)
		for query, want := range map[string]string{
			"": "wrong_number", "?by=": "wrong_number", "?by=year,sex,stage,day": "wrong_number", "?by=year,year": "conflict", "?by=hour": "not_allowed",
			"?by=area": "missing", "?by=area&set=nothing": "unknown_set", "?by=year&set=nothing": "conflict", "?by=year&f=geojson": "not_allowed", "?by=year&months=13": "months",
		} {
			if status, body := s.get(t, "/stats/table"+query); status != http.StatusUnprocessableEntity || !strings.Contains(body, want) {
				t.Errorf("%s: %d %s, want %s", query, status, body, want)
			}
		}
	}
	const days, areas = 1010, 100 // a row for each area on each day
	pgtest.Run(t, db, "delete from observations")
	pgtest.Run(t, db, `insert into observations (id, taxon_key, count, geom, observed_at, date_precision)
		select gen_random_uuid(), 1, 1, ST_SetSRID(ST_MakePoint(1, 1), 4326), date '1990-01-01' + n, 'day' from generate_series(1, $1::int) n`, days)
	pgtest.Run(t, db, `insert into areas (id, set, geom, area_km2, vertices)
		select 'a' || n, 'heap', ST_Multi(ST_MakeEnvelope(0, 0, 2, 2, 4326)), 1, 5 from generate_series(1, $1::int) n`, areas)
	for _, memory := range []bool{true, false} {
		s := newService(t, db, memory)
		if status, body := s.get(t, "/stats/table?by=area,day&set=heap"); status != http.StatusUnprocessableEntity ||
			!strings.Contains(body, fmt.Sprintf("would have %d rows; the limit is %d", days*areas, analytics.MaxTableRows)) {
			t.Errorf("%d %.300s, want a refusal of %d rows", status, body, days*areas)
		}
	}
}

// TestTableIsKnown: an answer has an ETag, which is another after a change.
func TestTableIsKnown(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	tableRecords(t, db)
	s := newService(t, db, true)
	get := func(tag string) *http.Response {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL+"/stats/table?by=year", http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("If-None-Match", tag)
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		return resp
	}
	tag := get("").Header.Get("ETag")
	if resp := get(tag); tag == "" || resp.StatusCode != http.StatusNotModified {
		t.Errorf("%q: %s", tag, resp.Status)
	}
	pgtest.Run(t, db, "update observations set count = count + 1")
	if err := s.index.CatchUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	if resp := get(tag); resp.StatusCode != http.StatusOK || resp.Header.Get("ETag") == tag {
		t.Errorf("after a change: %s %s", resp.Status, resp.Header.Get("ETag"))
	}
}

// TestTableOfMemoryAndSQL: tables of random filters and dimensions are the same to the byte, and their sums those of the table in SQL.
func TestTableOfMemoryAndSQL(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	pgtest.Run(t, db, fmt.Sprintf(randomEvents, 1, 3000))
	memory, bySQL := newService(t, db, true), newService(t, db, false)
	names := []string{"species", "genus", "day", "week", "mmwr_week", "month", "year", "country", "region", "area", "source", "stage", "sex", "protocol"}
	long, asked := 0, 20 // after each change
	if testenv.Long() {
		asked = 60
	}
	for _, change := range []string{
		"select",
		"update observations set sex = null, sampling_protocol = upper(sampling_protocol) where random() < 0.2",
		"update observations set observed_at = observed_at + interval '25 hours', utc_offset = -600 where date_precision = 'time' and random() < 0.5",
		"update observations set life_stage = 'Egg', country_id = null where random() < 0.1",
	} {
		pgtest.Run(t, db, change)
		for _, s := range []*service{memory, bySQL} {
			if err := s.index.CatchUp(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		for range asked {
			drawn, err := url.Parse(randomQuestion())
			if err != nil {
				t.Fatal(err)
			}
			q := url.Values{}
			for name, values := range drawn.Query() {
				if slices.Contains(surveillance.Parameters, name) {
					q[name] = values
				}
			}
			rand.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
			by := names[:1+rand.IntN(3)]
			q.Set("by", strings.Join(by, ","))
			if slices.Contains(by, "area") {
				q.Set("set", "zones")
			}
			if rand.IntN(4) == 0 {
				q.Set("f", "csv")
			}
			question := "/stats/table?" + q.Encode()
			status, got := memory.get(t, question)
			wantStatus, want := bySQL.get(t, question)
			if status != wantStatus || got != want {
				from := max(differ(got, want)-300, 0)
				t.Fatalf("%s, from %d on:\nmemory: %d %.600s\nSQL:    %d %.600s", question, from, status, got[from:], wantStatus, want[from:])
			}
			if status != http.StatusOK {
				t.Fatalf("%s: %d %s", question, status, got)
			}
			if strings.Count(got, "\n")+strings.Count(got, "{") > 5 {
				long++
			}
		}
	}
	if long < asked {
		t.Errorf("only %d tables had some rows", long)
	}
	// The bare query, which knows nothing of the server.
	want := pgtest.Column[string](t, db, `
		select concat_ws(' ', t.id, case when date_trunc('week', first_day::timestamp) = date_trunc('week', last_day::timestamp)
			then to_char(first_day, 'IYYY-"W"IW') else '-' end, coalesce(country_id, '-'), count(*), sum(count))
		from observations o join taxa t on t.key = o.taxon_key where status <> 'rejected'
		group by t.id, country_id, case when date_trunc('week', first_day::timestamp) = date_trunc('week', last_day::timestamp)
			then to_char(first_day, 'IYYY-"W"IW') else '-' end`)
	got := ask[tabulated](t, memory, "/stats/table?by=species,week,country").lines()
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) || len(got) < 100 {
		t.Errorf("%d rows, SQL has %d: %.300q, %.300q", len(got), len(want), got, want)
	}
}

// BenchmarkTable counts 300,000 records of six names in ten years by name, week and country: over HTTP from memory, each round with another Filter, so that no
// answer is kept; and by the bare query, whose rows are read and thrown away.
func BenchmarkTable(b *testing.B) {
	db := pgtest.Pool(b)
	const records = 300_000
	pgtest.Run(b, db, "delete from observations")
	pgtest.Run(b, db, `insert into observations (id, taxon_key, count, geom, observed_at, date_precision, country_id)
		select gen_random_uuid(), 1 + n % 6, 1 + n % 9, ST_SetSRID(ST_MakePoint(n % 1009 / 10.0, n % 503 / 10.0), 4326), date '2010-01-01' + (n % 3652 * 797) % 3652, 'day',
			(array['fr', 'ng'])[1 + n % 1009 / 253] from generate_series(1, $1::int) n`, records)
	pgtest.Run(b, db, "analyze observations")
	s := newService(b, db, true)
	b.Run("memory", func(b *testing.B) {
		for round := 0; b.Loop(); round++ {
			if a := ask[tabulated](b, s, fmt.Sprintf("/stats/table?by=species,week,country&max_uncertainty_m=%d", 1_000_000+round)); a.Count != records {
				b.Fatalf("%d records", a.Count)
			}
		}
	})
	b.Run("memory alone", func(b *testing.B) { // the answer is not read as JSON
		for round := 0; b.Loop(); round++ {
			if status, _ := s.get(b, fmt.Sprintf("/stats/table?by=species,week,country&f=csv&max_uncertainty_m=%d", 1_000_000+round)); status != http.StatusOK {
				b.Fatal(status)
			}
		}
	})
	b.Run("SQL", func(b *testing.B) {
		for b.Loop() {
			rows, err := db.Query(b.Context(), `select taxon_key, to_char(first_day, 'IYYY-"W"IW'), country_id, count(*), sum(count) from observations
				where status <> 'rejected' group by 1, 2, 3 order by 1, 2, 3`)
			if err != nil {
				b.Fatal(err)
			}
			for rows.Next() {
			}
			if rows.Close(); rows.Err() != nil {
				b.Fatal(rows.Err())
			}
		}
	})
}
