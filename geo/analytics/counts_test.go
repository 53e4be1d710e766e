package analytics_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"testing"

	"github.com/skeeter-surveillance/skeeter/geo/analytics"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
)

type counts struct {
	analytics.CountsEnvelope
	Results []analytics.PlaceCount `json:"results"`
}

// numbers are the records by the id of an area or a country.
func (c counts) numbers() map[string]int64 {
	out := map[string]int64{}
	for _, r := range c.Results {
		if r.AreaID != nil {
			out[*r.AreaID] = r.Records
		} else {
			out[*r.CountryID] = r.Records
		}
	}
	return out
}

func (c counts) sum() (sum int64) {
	for _, r := range c.Results {
		sum += r.Records
	}
	return sum
}

// TestCounts: records of areas that touch, of one that overlaps, on borders and outside of all. The sum and the rest are the records of the Filter.
func TestCounts(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	pgtest.Run(t, db, `insert into areas (id, set, name, geom, area_km2, vertices)
		select id, 'quarters', upper(id), ST_Multi(ST_MakeEnvelope(west, 0, west + 1, 1, 4326)), 1, 5
		from (values ('west', 0.0), ('east', 1.0), ('middle', 0.75), ('void', 40)) s (id, west)`)
	for _, r := range []struct {
		lon, lat float64
		n        int
		country  any
	}{
		{0.5, 0.5, 3, "fr"},  // west
		{0.9, 0.5, 5, "fr"},  // west, middle
		{1, 0.5, 7, "ng"},    // west, middle and east, whose border it is on
		{1.9, 0.5, 11, "ng"}, // east
		{20, 20, 13, nil},    // none
	} {
		pgtest.Run(t, db, `insert into observations (id, taxon_key, count, geom, observed_at, date_precision, country_id)
			select gen_random_uuid(), 1, 100, ST_SetSRID(ST_MakePoint($1, $2), 4326), '2020-07-01', 'day', $4 from generate_series(1, $3::int) n`, r.lon, r.lat, r.n, r.country)
	}
	pgtest.Run(t, db, `insert into observations (id, taxon_key, count, geom, observed_at, date_precision) values (gen_random_uuid(), 5, 1, ST_SetSRID(ST_MakePoint(0.5, 0.5), 4326), '2021-07-01', 'day')`)
	for _, memory := range []bool{true, false} {
		s := newService(t, db, memory)
		a := ask[counts](t, s, "/analytics/counts?set=quarters&end_date=2020-12-31")
		if got, want := fmt.Sprint(a.numbers()), "map[east:18 middle:12 void:0 west:15]"; got != want {
			t.Errorf("%s, want %s", got, want)
		}
		if a.Records != 39 || a.Outside != 13 || a.Repeated != 5+2*7 || a.sum() != a.Records-a.Outside+a.Repeated {
			t.Errorf("%d records, %d outside, %d repeated, %d in areas", a.Records, a.Outside, a.Repeated, a.sum())
		}
		if all := ask[counts](t, s, "/analytics/counts?set=quarters"); all.Records != 40 || all.numbers()["west"] != 16 {
			t.Errorf("without dates: %+v", all)
		}
		// What is listed changes nothing of the numbers.
		part := ask[counts](t, s, "/analytics/counts?set=quarters&end_date=2020-12-31&within=1.5,0,3,1")
		if fmt.Sprint(part.numbers()) != "map[east:18 middle:12]" || part.Records != 39 || part.Outside != 13 || part.Repeated != 19 {
			t.Errorf("within a box: %+v", part)
		}
		if some := ask[counts](t, s, "/analytics/counts?area=west&end_date=2020-12-31"); fmt.Sprint(some.numbers()) != "map[west:15]" || some.Records != 15 || some.Outside != 0 {
			t.Errorf("of an area: %+v", some)
		}
		countries := ask[counts](t, s, "/analytics/counts?by=country&end_date=2020-12-31")
		if n := countries.numbers(); n["fr"] != 8 || n["ng"] != 18 || countries.Outside != 13 || countries.sum() != countries.Records-countries.Outside {
			t.Errorf("by country: %+v", countries.CountsEnvelope)
		}
		if some := ask[counts](t, s, "/analytics/counts?set=quarters&country=fr&species=aedes-vexans"); len(some.Results) != 0 {
			t.Errorf("areas that the filter does not ask for: %v", some.numbers())
		}
		if some := ask[counts](t, s, "/analytics/counts?country=fr&species=culex-restuans"); fmt.Sprint(some.numbers()) != "map[fr:0]" {
			t.Errorf("a country that the filter asks for: %v", some.numbers())
		}
		if some := ask[counts](t, s, "/analytics/counts?country=fr"); fmt.Sprint(some.numbers()) != "map[fr:8]" || some.Records != 8 {
			t.Errorf("of a country: %v", some.numbers())
		}
	}
	for _, path := range []string{"/analytics/counts?set=nothing", "/analytics/counts?set=quarters&by=country", "/analytics/counts?within=1,2,3", "/analytics/counts?decimals=0", "/analytics/counts?cells=h3"} {
		if status, body := newService(t, db, true).get(t, path); status != http.StatusUnprocessableEntity {
			t.Errorf("%s: %d %s", path, status, body)
		}
	}
}

// TestOutlinesOfCounts: areas and countries have outlines, coarse ones where that is asked for.
func TestOutlinesOfCounts(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	pgtest.Run(t, db, `insert into areas (id, set, geom, area_km2, vertices)
		values ('a', 's', ST_Multi(ST_MakeEnvelope(0.04, 0.04, 1.04, 1.04, 4326)), 1, 5), ('tiny', 's', ST_Multi(ST_MakeEnvelope(3.01, 0.01, 3.02, 0.02, 4326)), 1, 5)`)
	pgtest.Run(t, db, `update countries set shape = ST_Multi(ST_MakeEnvelope(5, 5, 6, 6, 4326)) where id = 'fr'`)
	s := newService(t, db, true)
	outlines := func(path string) map[string]string {
		t.Helper()
		out := map[string]string{}
		for _, f := range ask[struct {
			Features []struct {
				Geometry   json.RawMessage
				Properties analytics.PlaceCount
			}
		}](t, s, path).Features {
			if p := f.Properties; p.AreaID != nil {
				out[*p.AreaID] = string(f.Geometry)
			} else {
				out[*p.CountryID] = string(f.Geometry)
			}
		}
		return out
	}
	exact := outlines("/analytics/counts?set=s&f=geojson")
	coarse := outlines("/analytics/counts?set=s&f=geojson&decimals=1")
	if want := `{"type":"MultiPolygon","coordinates":[[[[0.04,0.04],[0.04,1.04],[1.04,1.04],[1.04,0.04],[0.04,0.04]]]]}`; exact["a"] != want {
		t.Errorf("%s, want %s", exact["a"], want)
	}
	if want := `{"type":"MultiPolygon","coordinates":[[[[0,0],[0,1],[1,1],[1,0],[0,0]]]]}`; coarse["a"] != want {
		t.Errorf("%s, want %s", coarse["a"], want)
	}
	if coarse["tiny"] != exact["tiny"] {
		t.Errorf("an area smaller than a step: %s", coarse["tiny"])
	}
	countries := outlines("/analytics/counts?by=country&f=geojson&decimals=2&within=4,4,7,7")
	if want := `{"type":"MultiPolygon","coordinates":[[[[5,5],[5,6],[6,6],[6,5],[5,5]]]]}`; len(countries) != 1 || countries["fr"] != want {
		t.Errorf("%v, want France as %s", countries, want)
	}
}

// BenchmarkCounts counts 300,000 records at as many places by area: 2,500 squares of two degrees, and by country. Each round asks for another
// Filter, so that no number is kept.
func BenchmarkCounts(b *testing.B) {
	db := pgtest.Pool(b)
	pgtest.Run(b, db, `insert into areas (id, set, geom, area_km2, vertices)
		select 's' || x + 25 || '-' || y + 25, 'squares', ST_Multi(ST_Segmentize(ST_MakeEnvelope(x * 2, y * 2, x * 2 + 2, y * 2 + 2, 4326), 0.05)), 1, 161
		from generate_series(-25, 24) x, generate_series(-25, 24) y`)
	rng := rand.New(rand.NewPCG(1, 2))
	const records = 300_000
	lons, lats := make([]float64, records), make([]float64, records)
	for i := range lons {
		lons[i], lats[i] = rng.Float64()*100-50, rng.Float64()*100-50
	}
	pgtest.Run(b, db, `insert into observations (id, taxon_key, count, geom, observed_at, date_precision, country_id)
		select gen_random_uuid(), 1, 1, ST_SetSRID(ST_MakePoint(lon, lat), 4326), '2020-07-01', 'day', 'fr' from unnest($1::float8[], $2::float8[]) r (lon, lat)`, lons, lats)
	s := newService(b, db, true)
	round := 0
	for _, places := range []string{"set=squares", "by=country"} {
		b.Run(places, func(b *testing.B) {
			for b.Loop() {
				round++
				if a := ask[counts](b, s, fmt.Sprintf("/analytics/counts?%s&max_uncertainty_m=%d", places, 1_000_000+round)); a.Records != records {
					b.Fatalf("%d records", a.Records)
				}
			}
		})
		b.Run(places+"/moved", func(b *testing.B) {
			for b.Loop() {
				round++
				ask[counts](b, s, fmt.Sprintf("/analytics/counts?%s&within=0,0,%d.%d,10", places, 10+round/1000, round%1000))
			}
		})
	}
}
