package analytics_test

import (
	"fmt"
	"maps"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/geo/analytics"
	"github.com/skeeter-surveillance/skeeter/geo/analytics/calendar"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
)

// pool is a pool of a test.
type pool struct {
	species string
	size    int
	result  string
	columns string // more columns, as `column = value`
}

// storePools stores pools that were tested for West Nile virus.
func storePools(t *testing.T, db *pgxpool.Pool, pools ...pool) {
	t.Helper()
	for i, p := range pools {
		given := map[string]string{"ended_at": "'2020-08-05'", "sampling_protocol": "'CO2'", "sex": "'female'", "pathogen": "'West Nile virus'", "date_precision": "'day'"}
		for part := range strings.SplitSeq(p.columns, ";") {
			if name, value, ok := strings.Cut(part, "="); ok {
				given[name] = value
			}
		}
		columns, values := "", ""
		for name, value := range given {
			columns, values = columns+", "+name, values+", "+value
		}
		pgtest.Run(t, db, `insert into pools (id, data_source_key, pool_id, geom, taxon_key, size, result`+columns+`)
			select gen_random_uuid(), 1, $1, 'srid=4326;point(1 41)', key, $3, $4`+values+` from taxa where scientific_name = $2`,
			fmt.Sprint(i, p.columns), p.species, p.size, p.result)
	}
}

type infections struct {
	analytics.Envelope
	Results []analytics.Infection `json:"results"`
}

func isNear(got *float64, want float64) bool { return got != nil && math.Abs(*got-want) < 1e-4 }

// TestInfection: the figures are those of CDC's PooledInfRate.
func TestInfection(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	const pipiens = "Culex pipiens"
	storePools(t, db, pool{pipiens, 50, "positive", ""}, pool{pipiens, 25, "negative", ""}, pool{pipiens, 10, "negative", "sex=null"}, pool{pipiens, 5, "negative", ""},
		pool{pipiens, 40, "inconclusive", ""}, pool{pipiens, 30, "positive", "sex='Male'"}, pool{pipiens, 20, "positive", "pathogen='Usutu virus'"},
		pool{"Culex", 7, "positive", "ended_at='2021-08-04'"}, pool{pipiens, 9, "negative", "ended_at='2022-12-31';started_at='2022-01-01';date_precision='year'"})
	s := newService(t, db, true)
	const of2020 = "/analytics/infection?pathogen=WNV&start_date=2020-01-01&end_date=2020-12-31"
	a := ask[infections](t, s, of2020)
	if len(a.Results) != 1 || a.Unsexed != 10 || a.LeftOut != 30 || a.Events != nil || len(a.Protocols) != 1 || *a.Results[0].Protocol != "CO2" {
		t.Fatalf("%+v", a)
	}
	r := a.Results[0]
	if r.Pools != 4 || r.Positive != 1 || r.Inconclusive != 1 || r.Tested != 90 || !isNear(r.Estimate, 12.57911) || !isNear(r.Lower, 0.7261606) || !isNear(r.Upper, 78.28496) || !isNear(r.MIR, 11.1111) {
		t.Errorf("Firth: %+v", r)
	}
	if r := ask[infections](t, s, of2020+"&estimator=mle").Results[0]; !isNear(r.Estimate, 16.0878) || r.Upper == nil {
		t.Errorf("MLE: %+v", r)
	}
	if r := ask[infections](t, s, of2020+"&estimator=mir").Results[0]; !isNear(r.Estimate, 11.1111) || r.Lower != nil || r.Upper != nil {
		t.Errorf("MIR: %+v", r)
	}
	if r := ask[infections](t, s, of2020+"&sex=male").Results[0]; r.Estimate != nil || *r.Reason != "all_positive" || !isNear(r.Lower, 1000./30) {
		t.Errorf("males: %+v", r)
	}
	if r := ask[infections](t, s, "/analytics/infection?pathogen=usutu+virus").Results; len(r) != 1 || r[0].Tested != 20 {
		t.Errorf("another pathogen: %+v", r)
	}

	storePools(t, db, pool{pipiens, 10, "negative", "sampling_protocol='GRAVID';remarks='gravid'"})
	s = newService(t, db, true)
	if split := ask[infections](t, s, of2020); len(split.Results) != 2 || len(split.Protocols) != 2 {
		t.Errorf("two protocols: %+v", split)
	}
	if pooled := ask[infections](t, s, of2020+"&pool_protocols=true"); len(pooled.Results) != 1 || pooled.Results[0].Tested != 100 || !pooled.Pooled || len(pooled.Protocols) != 2 {
		t.Errorf("two protocols together: %+v", pooled)
	}
	pgtest.Run(t, db, "delete from pools where sampling_protocol = 'GRAVID'")
	s = newService(t, db, true)

	var bins []string
	weeks := ask[infections](t, s, "/analytics/infection?pathogen=West+Nile+virus&interval=week&weeks=mmwr&by=species,protocol")
	for _, r := range weeks.Results {
		bins = append(bins, fmt.Sprint(*r.Bin, *r.SpeciesID, *r.Protocol, r.Pools))
	}
	if got := strings.Join(bins, " "); got != "2020-W32culex-pipiensCO24 2021-W31culexCO21" || weeks.Unplaced != 1 || weeks.Unidentified != 7 {
		t.Errorf("weeks: %s, %+v", got, weeks.Envelope)
	}
	for query, code := range map[string]string{
		"":                               "missing",
		"?pathogen=Zika":                 "no_pools",
		"?pathogen=WNV&bbox=50,50,51,51": "no_pools",
		"?pathogen=WNV&estimator=bayes":  "not_allowed",
		"?pathogen=WNV&set=nowhere":      "unknown_set",
	} {
		if status, body := s.get(t, "/analytics/infection"+query); status != 422 || !strings.Contains(body, `"`+code+`"`) {
			t.Errorf("%s: %d %s", query, status, body)
		}
	}
}

// TestRetestsCountOnce: of several tests of a pool the latest counts, where all say different days, else a positive one; inconclusive ones only
// where there is no other.
func TestRetestsCountOnce(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	pgtest.Run(t, db, `insert into pools (id, data_source_key, pool_id, geom, ended_at, date_precision, taxon_key, size, pathogen, method, result, tested_on)
		select gen_random_uuid(), 1, pool, 'srid=4326;point(1 41)', '2020-08-05', 'day', 1, size, 'West Nile virus', method, result, tested
		from (values ('A', 1, 'RAMP', 'positive', date '2020-08-10'), ('A', 1, 'RT-PCR', 'negative', '2020-08-12'),
			('B', 2, 'RAMP', 'positive', null), ('B', 2, 'RT-PCR', 'negative', '2020-08-12'),
			('C', 4, 'RAMP', 'positive', '2020-08-12'), ('C', 4, 'RT-PCR', 'negative', '2020-08-12'), ('C', 4, null, 'negative', '2020-08-13'),
			('D', 8, 'RAMP', 'negative', '2020-08-10'), ('D', 8, 'RT-PCR', 'inconclusive', '2020-08-12'),
			('E', 16, 'RAMP', 'inconclusive', '2020-08-10'), ('E', 16, 'RT-PCR', 'inconclusive', '2020-08-12'),
			('F', 32, 'RAMP', 'negative', '2020-08-10'), ('F', 32, 'RT-PCR', 'positive', '2020-08-12'), ('G', 64, 'RT-PCR', 'negative', null)) t (pool, size, method, result, tested)`)
	memory, bySQL := newService(t, db, true), newService(t, db, false)
	for _, step := range []struct{ change, want string }{
		{"select 1", "6 pools, 3 positive, 1 inconclusive, 111 tested, 6 retested, 4 disagreed"},
		{"update pools set tested_on = '2020-08-11' where pool_id in ('B', 'C') and method = 'RAMP'", "6 pools, 1 positive, 1 inconclusive, 111 tested, 6 retested, 4 disagreed"},
		{"delete from pools where pool_id = 'A' and method = 'RT-PCR'", "6 pools, 2 positive, 1 inconclusive, 111 tested, 5 retested, 3 disagreed"},
		{"update pools set pool_id = 'H' where pool_id = 'F' and method = 'RAMP'", "7 pools, 2 positive, 1 inconclusive, 143 tested, 4 retested, 2 disagreed"},
		{"update pools set result = 'positive' where pool_id = 'E' and method = 'RAMP'", "8 pools, 3 positive, 0 inconclusive, 159 tested, 4 retested, 2 disagreed"},
	} {
		pgtest.Run(t, db, step.change)
		for _, s := range []*service{memory, bySQL} {
			if err := s.index.CatchUp(t.Context()); err != nil {
				t.Fatal(err)
			}
			a := ask[infections](t, s, "/analytics/infection?pathogen=WNV")
			r := a.Results[0]
			got := fmt.Sprintf("%d pools, %d positive, %d inconclusive, %d tested, %d retested, %d disagreed", r.Pools, r.Positive, r.Inconclusive, r.Tested, *a.Retested, *a.Disagreed)
			if got != step.want {
				t.Errorf("%s: %s, want %s", step.change, got, step.want)
			}
		}
	}
}

// TestVectorIndex: the example of CDC's guidelines for West Nile virus of 2013, with minimum infection rates.
func TestVectorIndex(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	pgtest.Run(t, db, `insert into taxa (id, scientific_name, genus, in_catalog) select replace(lower(name), ' ', '-'), name, 'Culex', true
		from unnest(array['Culex tarsalis', 'Culex erythrothorax']) name`)
	pgtest.Run(t, db, "insert into taxon_names (slug, name, taxon_key, accepted) select id, scientific_name, key, true from taxa where id not in (select slug from taxon_names)")
	pgtest.Run(t, db, "insert into species (taxon_key, authorship, family, subfamily, vector_status, sources) select key, 'x', 'Culicidae', 'Culicinae', 'High', '{x}' from taxa where id = 'culex-tarsalis'")
	pgtest.Run(t, db, "insert into diseases (id, pathogen_type, sources) values ('west-nile-fever', 'virus', '{x}')")
	pgtest.Run(t, db, "insert into disease_vectors (disease_id, taxon_key, rank, role) select 'west-nile-fever', key, 1, 'primary' from taxa where id = 'culex-tarsalis'")
	for i := range 6 {
		e := event{id: fmt.Sprint(i), day: "2020-08-05", protocol: "CO2", effort: 1}
		if i == 0 {
			e.caught = map[string]int{"Culex tarsalis": 442, "Culex pipiens": 233, "Culex erythrothorax": 10}
		}
		store(t, db, e)
	}
	for i := range 6 {
		result := map[bool]string{true: "positive", false: "negative"}[i == 0]
		storePools(t, db, pool{"Culex tarsalis", 50, result, fmt.Sprintf("remarks='t%d'", i)})
		if i < 5 {
			storePools(t, db, pool{"Culex pipiens", 50, result, fmt.Sprintf("remarks='p%d'", i)})
		}
	}
	storePools(t, db, pool{"Culex restuans", 50, "negative", "remarks='r'"})
	s := newService(t, db, true)
	const species = "&species=culex-tarsalis,culex-pipiens,culex-restuans,culex-erythrothorax"
	a := ask[struct{ Results []analytics.VectorIndex }](t, s, "/analytics/vector_index?pathogen=WNV&estimator=mir&interval=month"+species)
	if len(a.Results) != 1 || !isNear(a.Results[0].Value, 0.400889) || len(a.Results[0].Terms) != 2 || *a.Results[0].Bin != "2020-08" || *a.Results[0].Protocol != "CO2" {
		t.Fatalf("%+v", a)
	}
	if got := fmt.Sprint(a.Results[0].LeftOut); got != "[{culex-erythrothorax no_pools} {culex-restuans no_abundance}]" {
		t.Errorf("left out: %s", got)
	}
	linked := ask[struct{ Results []analytics.VectorIndex }](t, s, "/analytics/vector_index?pathogen=WNV&estimator=mir")
	if len(linked.Results) != 1 || len(linked.Results[0].Terms) != 1 || !isNear(linked.Results[0].Value, 0.245556) {
		t.Errorf("the vectors of the catalog: %+v", linked)
	}
	if status, body := s.get(t, "/analytics/vector_index?pathogen=Snowshoe+hare+virus"); status != 422 || !strings.Contains(body, "no_vectors") {
		t.Errorf("a pathogen that the catalog does not know: %d %s", status, body)
	}
}

// TestBinsOfPools: pools lie in the bins of the calendar, also at the turn of years and before 1970.
func TestBinsOfPools(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	want := map[calendar.Calendar]map[string]int64{}
	for _, year := range []int{1890, 1969, 2016, 2020, 2021} {
		for _, date := range []string{"01-01", "01-03", "01-04", "02-28", "03-01", "12-27", "12-31"} {
			day := fmt.Sprintf("%d-%s", year, date)
			storePools(t, db, pool{"Culex pipiens", 10, "negative", "ended_at='" + day + "'"})
			at, err := time.Parse(time.DateOnly, day)
			if err != nil {
				t.Fatal(err)
			}
			for _, interval := range []calendar.Interval{calendar.Weekly, calendar.Biweekly, calendar.Monthly, calendar.Yearly} {
				for _, weeks := range []calendar.Weeks{calendar.ISO, calendar.MMWR} {
					c := calendar.Calendar{Interval: interval, Weeks: weeks}
					if want[c] == nil {
						want[c] = map[string]int64{}
					}
					want[c][c.Label(c.BinOf(calendar.DayOf(at)))]++
				}
			}
		}
	}
	s := newService(t, db, true)
	for c, bins := range want {
		got := map[string]int64{}
		for _, r := range ask[infections](t, s, fmt.Sprintf("/analytics/infection?pathogen=WNV&interval=%s&weeks=%s", c.Interval, c.Weeks)).Results {
			got[*r.Bin] = r.Pools
		}
		if !maps.Equal(got, bins) {
			t.Errorf("%v: %v, want %v", c, got, bins)
		}
	}
}
