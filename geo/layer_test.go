package geo_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/geo"
	"github.com/skeeter-surveillance/skeeter/geo/counting"
	"github.com/skeeter-surveillance/skeeter/geo/tileindex"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m, prepare)) }

// prepare puts a handful of records, each with a reason, into the template.
func prepare(ctx context.Context, db *pgxpool.Pool) error {
	_, err := db.Exec(ctx, `
		insert into regions (id, m49) values ('melanesia', '054');
		insert into countries (id, iso_a3, region_id, shape, centroid)
			values ('fj', 'FJI', 'melanesia', ST_Multi(ST_MakeEnvelope(177, -19, 180, -16, 4326)), ST_SetSRID(ST_MakePoint(178, -18), 4326));
		insert into taxa (id, scientific_name, genus, in_catalog) values ('aedes-aegypti', 'Aedes aegypti', 'Aedes', true),
			('culex-bahamensis', 'Culex bahamensis', 'Culex', false);
		insert into taxon_names (slug, name, taxon_key, accepted) values ('aedes-aegypti', 'Aedes aegypti', 1, true),
			('stegomyia-aegypti', 'Stegomyia aegypti', 1, false), ('culex-bahamensis', 'Culex bahamensis', 2, true);
		insert into species (taxon_key, authorship, family, subfamily, vector_status, sources) values (1, 'L.', 'Culicidae', 'Culicinae', 'High', '{x}');
		insert into translations (kind, lang, id, name) values ('species', 'en', 'aedes-aegypti', 'Yellow fever mosquito'),
			('species', 'ru', 'aedes-aegypti', 'Желтолихорадочный комар'), ('data_source', 'fr', 'traps', 'Pièges');
		insert into diseases (id, pathogen_type, sources) values ('dengue-fever', 'virus', '{x}');
		insert into disease_vectors (disease_id, taxon_key, rank, role) values ('dengue-fever', 1, 1, 'primary');
		insert into data_sources (id, name) values ('traps', 'Traps');
		insert into areas (id, set, geom, area_km2, vertices)
		select id, 'test', ST_Multi(geom), 1, ST_NPoints(geom) from (values
			('world', ST_MakeEnvelope(-180, -90, 180, 90, 4326)), ('edge', ST_MakeEnvelope(179.9999999, -10, 180, 10, 4326)),
			-- A round town with a round hole; a triangle whose vertex is the trap of tiles_test.go, whose edges lie on places too.
			('town', ST_Difference(ST_Buffer(ST_SetSRID(ST_MakePoint(7.15, 43.75), 4326), 0.13, 100), ST_Buffer(ST_SetSRID(ST_MakePoint(7.16, 43.74), 4326), 0.05, 50))),
			('trap', ST_GeomFromText('POLYGON((7.03125 43.71, 7.04 43.71, 7.03125 43.72, 7.03125 43.71))', 4326))) a (id, geom);
		insert into observations (id, taxon_key, count, geom, observed_at, date_precision, observed_until, data_source_key, country_id, region_id,
			location_accuracy_m, sex, status, notes)
		select ('00000000-0000-0000-0000-' || lpad(n, 12, '0'))::uuid, taxon, 2, ST_SetSRID(ST_MakePoint(lon, lat), 4326), at::timestamptz, prec, until::date,
			source, country, case when country is not null then 'melanesia' end, accuracy, sex, status, notes
		from (values
			('1', 1, 179.5, -17.0, '2020-01-15T10:30:00.5Z', 'time', null, 1, 'fj', 10.0, 'Female', 'unverified', E'tab\there "quoted" \\ line\nend é \u0001'),
			('2', 1, -179.5, -17.0, '2020-02-01', 'month', '2020-02-29', null, null, null, null, 'verified', null),
			('3', 2, 10.0, 20.0, '2020-01-01', 'year', '2020-12-31', 1, null, 5000.0, 'male', 'unverified', null),
			('4', 2, 10.1234567, 20.0, '2019-12-31', 'day', null, 1, null, null, null, 'rejected', null),
			('5', 1, 180.0, 0.0, '2019-11-30', 'interval', '2020-02-02', 1, null, null, null, 'unverified', null)
		) v (n, taxon, lon, lat, at, prec, until, source, country, accuracy, sex, status, notes)`)
	return err
}

func newServer(t *testing.T, db *pgxpool.Pool) *httptest.Server {
	t.Helper()
	reg, log := prometheus.NewRegistry(), slog.New(slog.DiscardHandler)
	lookups := postgres.NewLookups(db, log, reg)
	if err := lookups.Refresh(context.Background()); err != nil {
		t.Fatal(err)
	}
	index := tileindex.New(tileindex.Options{DB: db, Log: log, Registry: reg, VersionOnly: true})
	g := geo.New(geo.Options{DB: db, Lookups: lookups, Index: index, Counter: counting.New(db, index), Registry: reg, Base: "/api/v1"})
	s := httptest.NewServer(httpapi.New(httpapi.Options{Routes: g.Routes(), Log: log, Metrics: httpapi.NewMetrics(reg), Unavailable: postgres.Unavailable}))
	t.Cleanup(s.Close)
	return s
}

type collection struct {
	Type     string
	Features []struct {
		Type, ID   string
		Geometry   struct{ Coordinates []float64 }
		Properties map[string]any
	}
	NumberReturned int  `json:"numberReturned"`
	Truncated      bool `json:"truncated"`
}

func get[T any](t *testing.T, s *httptest.Server, path string, status int) (v T, header http.Header) {
	t.Helper()
	resp, err := http.Get(s.URL + path)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != status {
		t.Fatalf("%s: %s, want %d", path, resp.Status, status)
	}
	if err := json.NewDecoder(resp.Body).Decode(&v); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return v, resp.Header
}

// ids returns the last digits of the features' ids, in order.
func ids(c collection) string {
	var out []string
	for _, f := range c.Features {
		out = append(out, strings.TrimLeft(f.ID, "0-"))
	}
	return strings.Join(out, "")
}

func TestLayerFilters(t *testing.T) {
	t.Parallel()
	s := newServer(t, pgtest.Pool(t))
	for query, want := range map[string]string{
		"":                            "2135", // newest first; rejected left out
		"status=rejected":             "4",
		"status=rejected,verified":    "24",
		"species=Aedes%20aegypti":     "215",
		"species=AEDES_aegypti,%20,":  "215",
		"species=Stegomyia%20aegypti": "215",
		"species=stegomyia-aegypti,culex-bahamensis": "2135",
		"species=Aedes":                             "215", // a genus
		"species=Aedes&exact=true":                  "",
		"genus=Aedes&exact=true":                    "",
		"genus=aedes-aegypti":                       "",
		"species=aedes-aegypti&exact=TRUE":          "215",
		"species=nobody":                            "",
		"species=%25":                               "",
		"bbox=170,-20,-170,10":                      "215",
		"bbox=170,-20,190,10":                       "215",
		"bbox=-190,-20,-170,10":                     "215",
		"bbox=179.5,-17,179.5,-17":                  "1", // on every border
		"bbox=179.5000001,-17,180,-17":              "",
		"bbox=-180,-90,180,90":                      "2135",
		"bbox=0,0,400,50":                           "35",
		"start_date=2020-01-01&end_date=2020-12-31": "213",
		"start_date=2020-01-15&end_date=2020-01-15": "1",
		"start_date=2020-02-01&end_date=2020-02-28": "", // the month is not wholly inside
		"start_date=2020-02-01&end_date=2020-02-29": "2",
		"end_date=2020-01-31":                       "1",
		"start_date=2019-11-30&end_date=2020-02-02": "15",
		"start_date=2021-01-01":                     "",
		"start_date=2020-12-31&end_date=2020-01-01": "",
		"months=1":                                    "1",
		"months=2,1":                                  "21",
		"months=11,12,1,2":                            "215",
		"months=1,2,3,4,5,6,7,8,9,10,11,12":           "2135",
		"country=FJ":                                  "1",
		"region=melanesia":                            "1",
		"region=Melanesia&country=aq":                 "",
		"data_source=traps":                           "135",
		"sex=FEMALE,male":                             "13",
		"max_uncertainty_m=100":                       "215",
		"max_uncertainty_m=0":                         "25",
		"life_stage=adult":                            "",
		"genus=culex":                                 "3",
		"genus=AEDES,Culex":                           "2135",
		"genus=Anopheles":                             "",
		"vector_status=high":                          "215",
		"vector_status=Unknown,None":                  "3",
		"disease=dengue_fever":                        "215",
		"disease=gout":                                "",
		"disease=dengue-fever&genus=culex":            "",
		"species=culex-bahamensis&vector_status=High": "",
		"species=aedes-aegypti&genus=aedes&vector_status=High&disease=dengue-fever": "215",
		"species=aedes-aegypti&bbox=170,-20,180,-10":                                "1",
		"species=aedes-aegypti&start_date=2020-01-10":                               "21",
	} {
		c, header := get[collection](t, s, "/geo/observations?"+query, 200)
		if got := ids(c); got != want {
			t.Errorf("%s: features %q, want %q", query, got, want)
		}
		if c.Type != "FeatureCollection" || c.Features == nil || c.NumberReturned != len(want) || c.Truncated || header.Get("Content-Type") != "application/geo+json" {
			t.Errorf("%s: %+v %v", query, c, header)
		}
		stats, _ := get[geo.Stats](t, s, "/stats?"+query, 200)
		if stats.Count != int64(len(want)) || stats.Specimens != 2*stats.Count {
			t.Errorf("%s: stats count %d, want %d", query, stats.Count, len(want))
		}
	}
}

func TestFeature(t *testing.T) {
	t.Parallel()
	s := newServer(t, pgtest.Pool(t))
	c, header := get[collection](t, s, "/geo/observations?country=fj&lang=ru-RU", 200)
	want := map[string]any{
		"species_scientific_name": "Aedes aegypti", "species_id": "aedes-aegypti", "common_name": "Желтолихорадочный комар", "vector_status": "High",
		"count": 2.0, "observed_at": "2020-01-15T10:30:00.5Z", "date_precision": "time", "observed_until": nil, "data_source": "traps", "country_id": "fj",
		"location_accuracy_m": 10.0, "life_stage": nil, "sex": "Female", "status": "unverified", "notes": "tab\there \"quoted\" \\ line\nend é \u0001",
	}
	if got := c.Features[0].Properties; fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
	if got := c.Features[0].Geometry.Coordinates; !slices.Equal(got, []float64{179.5, -17}) {
		t.Errorf("coordinates %v", got)
	}
	if header.Get("Content-Language") != "ru" {
		t.Errorf("Content-Language %q", header.Get("Content-Language"))
	}
	c, _ = get[collection](t, s, "/geo/observations?species=culex-bahamensis&status=rejected", 200)
	f := c.Features[0]
	if f.Properties["common_name"] != nil || f.Properties["vector_status"] != "Unknown" || f.Geometry.Coordinates[0] != 10.1234567 {
		t.Errorf("a name outside the catalog: %+v", f)
	}
}

func TestLayerErrors(t *testing.T) {
	t.Parallel()
	s := newServer(t, pgtest.Pool(t))
	type body struct {
		Detail, Type string
		Errors       []struct{ Loc []string }
	}
	for path, want := range map[string]int{
		"/geo/traps": 400, "/geo/Observations": 400, "/geo/observations?bbox=1,2,3": 400, "/geo/observations?bbox=": 400,
		"/geo/observations?bbox=0,0,1,95": 400, "/geo/observations?bbox=a,b,c,d&start_date=x": 400, "/geo/modeled?bbox=1": 400,
		"/geo/observations?start_date=2020-02-30": 422, "/geo/observations?end_date=yesterday": 422, "/geo/observations?limit=0": 422,
		"/geo/observations?limit=100001": 422, "/geo/observations?limit=": 422, "/geo/breeding_sites?months=0": 422,
		"/geo/observations?vector_status=angry": 422, "/stats?include=everything": 422,
		"/geo/observations?status=dead": 422, "/stats?bbox=1": 400, "/stats?start_date=1": 422,
		"/geo/observations?species=" + url.QueryEscape("a\x00b"): 422,
	} {
		if b, _ := get[body](t, s, path, want); b.Detail == "" || (want == 422) != (len(b.Errors) > 0) {
			t.Errorf("%s: %+v", path, b)
		}
	}
	b, _ := get[body](t, s, "/geo/traps", 400)
	for _, layer := range geo.Layers {
		if !strings.Contains(b.Detail, layer) {
			t.Errorf("the detail does not name %s: %s", layer, b.Detail)
		}
	}
	for _, layer := range []string{"distribution", "modeled", "breeding_sites"} {
		if c, _ := get[collection](t, s, "/geo/"+layer, 200); c.Features == nil || len(c.Features) != 0 || c.Truncated {
			t.Errorf("%s: %+v", layer, c)
		}
	}
}

func TestTruncationSaysSoAndKeepsTheNewest(t *testing.T) {
	t.Parallel()
	s := newServer(t, pgtest.Pool(t))
	if c, _ := get[collection](t, s, "/geo/observations?limit=2", 200); !c.Truncated || c.NumberReturned != 2 || ids(c) != "21" {
		t.Errorf("%+v", c)
	}
	if c, _ := get[collection](t, s, "/geo/observations?limit=4", 200); c.Truncated || c.NumberReturned != 4 {
		t.Errorf("%+v", c)
	}
}

func TestStats(t *testing.T) {
	t.Parallel()
	s := newServer(t, pgtest.Pool(t))
	got, _ := get[geo.Stats](t, s, "/stats?lang=fr&start_date=2020-01-01&end_date=2020-12-31", 200)
	first, last := "2020-01-01", "2020-12-31"
	want := geo.Stats{
		Count: 3, Specimens: 6,
		Species:       []geo.NamedCount{{ID: "aedes-aegypti", Name: "Aedes aegypti", Count: 2}, {ID: "culex-bahamensis", Name: "Culex bahamensis", Count: 1}},
		Months:        []geo.MonthCount{{Month: "2020-01", Count: 1}, {Month: "2020-02", Count: 1}},
		Years:         []geo.YearCount{{Year: "2020", Count: 3}},
		PartlyInRange: 1, DataSources: []geo.NamedCount{{ID: "traps", Name: "Pièges", Count: 2}},
		Countries: []geo.NamedCount{{ID: "fj", Name: "fj", Count: 1}}, FirstObserved: &first, LastObserved: &last,
		FirstObservedPrecision: new("year"), LastObservedPrecision: new("year"),
	}
	a, _ := json.Marshal(got)
	b, _ := json.Marshal(want)
	if string(a) != string(b) {
		t.Errorf("got  %s\nwant %s", a, b)
	}
}

func TestStatsIncludes(t *testing.T) {
	t.Parallel()
	s := newServer(t, pgtest.Pool(t))
	got, _ := get[geo.Stats](t, s, "/stats?include=bbox,facets,density&species=aedes-aegypti", 200)
	if got.Extent == nil || got.BBox == nil || got.Facets == nil {
		t.Fatalf("%+v", got)
	}
	if b := *got.BBox; b[0] < 179.4999 || b[0] > 179.5 || b[2] < -179.5 || b[2] > -179.4999 || b[1] > -17 || b[3] < 0 {
		t.Errorf("the box of places about the antimeridian is %v", b)
	}
	for zoom, d := range got.Density {
		if d.Zoom != zoom || d.Cells < 1 || d.Cells > got.Count || d.Blocks < 1 || d.Blocks > d.Cells || d.Most < 1 || d.Most > got.Count {
			t.Errorf("density %+v of %d records", d, got.Count)
		}
	}
	if len(got.Density) != tileindex.MaxDensityZoom+1 {
		t.Errorf("%d densities", len(got.Density))
	}
	if len(got.Sexes) != 1 || got.Sexes[0] != (geo.NamedCount{ID: "female", Name: "female", Count: 1}) || len(got.Statuses) != 2 ||
		got.Statuses[0] != (geo.NamedCount{ID: "unverified", Name: "unverified", Count: 2}) || len(got.Regions) != 1 || got.LifeStages == nil {
		t.Errorf("facets %+v", *got.Facets)
	}
	body, _ := get[map[string]any](t, s, "/stats?include=bbox&species=nobody", 200)
	if box, there := body["bbox"]; !there || box != nil {
		t.Errorf("nothing has the box %v, %t", box, there)
	}
	if body, _ = get[map[string]any](t, s, "/stats", 200); body["bbox"] != nil || body["sexes"] != nil {
		t.Errorf("not asked for, and there: %v", body)
	}
}

// TestClientThatLeavesStopsTheQuery: a download that is given up must not go on in the database.
func TestClientThatLeavesStopsTheQuery(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	// Every row waits a little: the whole answer would take minutes.
	pgtest.Run(t, db, `alter table observations rename to observations_table;
		create view observations as select o.* from observations_table o, generate_series(1, 1000) where pg_sleep(0.05) is not null`)
	s := newServer(t, db)
	ctx, leave := context.WithCancel(t.Context())
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, s.URL+"/geo/observations", nil)
	if err != nil {
		t.Fatal(err)
	}
	left := make(chan struct{})
	go func() {
		defer close(left)
		if resp, err := http.DefaultClient.Do(r); err == nil {
			resp.Body.Close()
		}
	}()
	runs := func() bool {
		return pgtest.Value[int](t, db, `select count(*) from pg_stat_activity where state = 'active' and query like '%feature%'
			and pid <> pg_backend_pid() and datname = current_database()`) > 0
	}
	testenv.Eventually(t, "the query runs", runs)
	leave()
	testenv.Receive(t, "the client left", left)
	testenv.Eventually(t, "the query whose client left has ended", func() bool { return !runs() })
}
