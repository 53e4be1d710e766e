package ogc_test

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

// BenchmarkItems asks for pages as clients do, from the request to the last byte: 10,000 records and the outlines of all
// countries.
func BenchmarkItems(b *testing.B) {
	s := setup(b)
	s.exec(`insert into observations (id, taxon_key, count, geom, observed_at, date_precision, data_source_key, country_id, region_id, life_stage)
		select gen_random_uuid(), (select min(key) from taxa) + n % 3, 1 + n % 10, ST_SetSRID(ST_MakePoint(n % 360 - 180 + random(), random()), 4326),
			'2010-01-01'::timestamptz + make_interval(mins => n), 'time', 1, (array['fr', 'de'])[1 + n % 2], 'western-europe', 'adult'
		from generate_series(1, 12000) n;
		analyze observations`)
	s.catchUp()
	for _, target := range []string{
		"/collections/observations/items?limit=10000&f=json", "/collections/observations/items?limit=10000&f=csv",
		"/collections/observations/items?limit=10000&f=fgb", "/collections/countries/items?limit=300&f=json",
		"/collections/countries/items?limit=300&f=fgb",
	} {
		b.Run(target, func(b *testing.B) {
			r := httptest.NewRequest(http.MethodGet, "/ogc"+target, http.NoBody)
			for b.Loop() {
				w := httptest.NewRecorder()
				s.handler.ServeHTTP(w, r)
				if w.Code != http.StatusOK {
					b.Fatal(w.Code)
				}
				b.SetBytes(int64(w.Body.Len()))
			}
		})
	}
}
