package search_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/catalog/catalogtest"
	"github.com/skeeter-surveillance/skeeter/catalog/search"
	"github.com/skeeter-surveillance/skeeter/internal/access"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.MainWith(m, catalogtest.Loaded, nil)) }

const record = "7d2b8a1e-51b0-4f0c-9a0e-3d6f1f9f0a11"

// stored are a record, data sources and areas: of two states and of a district.
const stored = `
insert into data_sources (id, name) values ('trap-network', 'Trap network of Ávila');
insert into observations (id, taxon_key, count, geom, observed_at, date_precision) select '` + record + `', key, 1, ST_SetSRID(ST_MakePoint(-80.3, 25.8), 4326), '2024-06-01Z', 'day'
	from taxa where id = 'aedes-aegypti';
insert into areas (id, set, name, geom, area_km2, vertices)
select id, set, name, ST_Multi(ST_MakeEnvelope(west, 10, west + 1, 11, 4326)), km2, 5
from (values ('us-fl', 'admin1', 'Florida', -80, 140000), ('uy-fd', 'admin1', 'Florida', -56, 10000), ('br-sp', 'admin1', 'São Paulo', -46, 248000), ('x1', 'districts', 'Flower hill', 1, 10)) a (id, set, name, west, km2)`

type server struct {
	handler http.Handler
	lookups *postgres.Lookups
	db      *pgxpool.Pool
}

// newServer serves the search with a private data source, to a visitor who may write the records of some.
func newServer(t *testing.T, visitor access.Visitor) server {
	t.Helper()
	db := pgtest.Pool(t)
	pgtest.Run(t, db, stored)
	lookups := postgres.NewLookups(db, slog.New(slog.DiscardHandler), prometheus.NewRegistry())
	if err := lookups.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	routes := search.New(search.Options{
		DB: db, Lookups: lookups, States: "admin1", Private: func() []search.Source { return []search.Source{{ID: "agency", Name: "Flood agency"}} },
	}).Routes()
	guarded, err := access.Guard(routes, func(*http.Request) (access.Visitor, error) { return visitor, nil })
	if err != nil {
		t.Fatal(err)
	}
	return server{httpapi.New(httpapi.Options{
		Routes: httpapi.Under("", guarded), Log: slog.New(slog.DiscardHandler), Metrics: httpapi.NewMetrics(prometheus.NewRegistry()), Unavailable: postgres.Unavailable,
	}), lookups, db}
}

// results returns what a text finds.
func (s server) results(t *testing.T, text, more string) []search.Result {
	t.Helper()
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/search?q="+url.QueryEscape(text)+more, http.NoBody))
	var answer struct{ Results []search.Result }
	if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil || w.Code != http.StatusOK {
		t.Fatalf("%q: %d %.300s", text, w.Code, w.Body)
	}
	return answer.Results
}

// ask returns the results of a text as "type id name (detail)".
func (s server) ask(t *testing.T, text, more string) []string {
	t.Helper()
	out := []string{}
	for _, r := range s.results(t, text, more) {
		if (r.BBox == nil) == (r.Point == nil) && r.BBox != nil || (r.Filter == nil) != (r.Type == search.Town || r.Type == search.Place || r.Type == search.Record) {
			t.Errorf("%q: %+v", text, r)
		}
		out = append(out, fmt.Sprintf("%s %s %s (%s)", r.Type, r.ID, r.Name, r.Detail))
	}
	return out
}

func TestSearch(t *testing.T) {
	t.Parallel()
	s := newServer(t, access.Visitor{})
	for text, want := range map[string][]string{
		"florida":           {"area us-fl Florida (United States)", "area uy-fd Florida (Uruguay)", "town uy-florida Florida (Uruguay)"},
		"sao paulo":         {"area br-sp São Paulo (Brazil)", "town br-sao-paulo Sao Paulo (São Paulo, Brazil)"},
		"Österreich":        {},
		"allemagne":         {"country de Germany (Western Europe)"},
		"гермАния":          {"country de Germany (Western Europe)"},
		"us-fl":             {"area us-fl Florida (United States)"},
		"flower":            {"area x1 Flower hill (districts)"},
		"stegomyia aeg":     {"species aedes-aegypti Aedes aegypti (Yellow fever mosquito)"},
		"aedes aegipti":     {"species aedes-aegypti Aedes aegypti (Yellow fever mosquito)"},
		"dengu fever":       {"disease dengue-fever Dengue fever ()"},
		"network":           {"data_source trap-network Trap network of Ávila ()"},
		"avila":             {"data_source trap-network Trap network of Ávila ()"},
		"39.1, -94.6":       {"coordinates 39.1, -94.6 39.1, -94.6 ()"},
		"flood agency":      {},
		record:              {"record " + record + " Aedes aegypti (2024-06-01)"},
		record[:35] + "2":   {},
		"":                  {},
		"<script>%_'\\":     {},
		"New York United S": {},
	} {
		got := s.ask(t, text, "")
		if len(got) < len(want) || len(want) == 0 && len(got) > 0 || strings.Join(got[:len(want)], "; ") != strings.Join(want, "; ") {
			t.Errorf("%q finds %q, want %q", text, got, want)
		}
	}
	if got := s.ask(t, "brazil", "&lang=ru&limit=1"); len(got) != 1 || got[0] != "country br Бразилия (Южная Америка)" {
		t.Errorf("in Russian: %q", got)
	}
	if got := s.ask(t, "s", "&limit=50"); len(got) != 50 {
		t.Errorf("%d results", len(got))
	}
	pgtest.Run(t, s.db, `update areas set name = 'Florilandia' where id = 'us-fl'`)
	if err := s.lookups.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := s.ask(t, "florilandia", ""); len(got) != 1 {
		t.Errorf("a new name finds %q", got)
	}
}

// TestGenera: a genus is found once, before its species, with the number of those that the catalog has, and means the parameter of genera: what a
// record is identified to that is of the genus alone, too.
func TestGenera(t *testing.T) {
	t.Parallel()
	s := newServer(t, access.Visitor{})
	pgtest.Run(t, s.db, `insert into taxa (id, scientific_name, genus) values ('culex', 'Culex', 'Culex'), ('culex-fictus', 'Culex fictus', 'Culex'), ('verrallina', 'Verrallina', 'Verrallina')`)
	if err := s.lookups.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	var described int
	if err := s.db.QueryRow(t.Context(), `select count(*) from taxa where in_catalog and scientific_name ~ '^Culex [a-z]+$'`).Scan(&described); err != nil || described < 10 {
		t.Fatal(described, err)
	}
	for text, want := range map[string]int{"culex": described, "CULEX": described, "cul": described, "verrallina": 0} {
		results := s.results(t, text, "&limit=50")
		genera := slices.DeleteFunc(slices.Clone(results), func(r search.Result) bool { return r.Type != search.Genus })
		if r := results[0]; r.Type != search.Genus || *r.Species != want || r.Filter["genus"] != r.Name || strings.EqualFold(text, "culex") && len(genera) != 1 {
			t.Errorf("%q finds %+v first; its genera are %+v", text, r, genera)
		}
		for _, r := range results[1:] {
			if r.Species != nil && r.Type != search.Genus || r.Type == search.Species && r.ID == "culex" {
				t.Errorf("%q: %+v", text, r)
			}
		}
	}
	if got := s.ask(t, "anophales", ""); len(got) != 1 || got[0] != "genus Anopheles Anopheles ()" {
		t.Errorf("a misspelled genus finds %q", got)
	}
	var ids []string
	for _, taxon := range s.lookups.Current().Included(s.lookups.Current().FindGenus("Culex")) {
		ids = append(ids, taxon.ID)
	}
	for _, id := range []string{"culex", "culex-fictus", "culex-pipiens", "culex-pipiens-complex"} {
		if !slices.Contains(ids, id) {
			t.Errorf("the genus lacks %s: %q", id, ids)
		}
	}
}

// TestPrivateSourcesAreFound: by those alone who may read them.
func TestPrivateSourcesAreFound(t *testing.T) {
	t.Parallel()
	for sources, want := range map[string]int{"agency": 1, "other": 0} {
		s := newServer(t, access.Visitor{Name: "x", Rights: []access.Right{access.WriteObservations}, Sources: []string{sources}})
		for _, text := range []string{"agency", "FLOOD ag"} {
			if got := s.ask(t, text, ""); len(got) != want || want == 1 && got[0] != "data_source agency Flood agency ()" {
				t.Errorf("%s: %q finds %q", sources, text, got)
			}
		}
	}
}

// TestHostileSearches: whatever is asked for, it is answered with results or refused as what it is.
func TestHostileSearches(t *testing.T) {
	t.Parallel()
	s := newServer(t, access.Visitor{})
	random := rand.New(rand.NewPCG(1, 2)) // #nosec G404 -- the same each time
	letters := []rune("aeiouns -'.,°\"\\%_<>&;🦟é\u0301\u202eЖ中٣\x00\x07\n\t")
	for range 10_000 {
		text := make([]rune, random.IntN(240))
		for i := range text {
			text[i] = letters[random.IntN(len(letters))]
		}
		w := httptest.NewRecorder()
		s.handler.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/search?q="+url.QueryEscape(string(text)), http.NoBody))
		if w.Code != http.StatusOK && w.Code != http.StatusUnprocessableEntity && w.Code != http.StatusBadRequest {
			t.Fatalf("%q: %d %.200s", string(text), w.Code, w.Body)
		}
	}
}
