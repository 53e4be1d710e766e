package ogc_test

import (
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/geo"
	"github.com/skeeter-surveillance/skeeter/geo/tileindex"
	"github.com/skeeter-surveillance/skeeter/internal/access/accesstest"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/ogc"
)

// TestBothAPIsSelectTheSame compares the ids of random Filters in the layers of the other API with those of items by the same parameters, and by
// conditions in CQL2 that say the same; in memory and in SQL.
func TestBothAPIsSelectTheSame(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	records, found, filters := 1000, 0, 20
	if testenv.Long() {
		records, filters = 2000, 120
	}
	pgtest.Run(t, db, fmt.Sprintf(manyRecords, records, 1))
	var layers http.Handler
	memory := setupOn(t, db, tileindex.Options{Folder: t.TempDir()}, func(_ service, o *ogc.Options) {
		layers = httpapi.New(httpapi.Options{
			Routes: accesstest.Routes(t, o.Tiles.(*geo.Geo).Routes()), Log: slog.New(slog.DiscardHandler), Metrics: httpapi.NewMetrics(prometheus.NewRegistry()), Unavailable: postgres.Unavailable,
		})
	})
	services := []service{memory, setupOn(t, db, tileindex.Options{VersionOnly: true})}
	rng := rand.New(rand.NewPCG(22, 3))
	for range filters {
		q, condition := randomFilter(rng)
		w := httptest.NewRecorder()
		layers.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/geo/observations?limit=10000&"+q.Encode(), http.NoBody))
		a := answer{t: t, raw: w.Body.String()}
		want := layerIDs(a)
		if len(want) > 0 {
			found++
		}
		for i, s := range services {
			for _, target := range []string{q.Encode(), "filter=" + url.QueryEscape(condition)} {
				got := s.ok("/collections/observations/items?limit=10000&" + target).ids()
				slices.Sort(got)
				if !slices.Equal(got, want) {
					t.Errorf("service %d: %s finds %d records, the layer %s %d", i, target, len(got), q.Encode(), len(want))
				}
			}
		}
	}
	if found < filters/3 {
		t.Errorf("%d Filters found records", found)
	}
}

func layerIDs(a answer) (ids []string) {
	for _, part := range strings.Split(a.raw, `"id":"`)[1:] {
		id, _, _ := strings.Cut(part, `"`)
		if len(id) == len(idOf(1)) {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// randomFilter returns parameters that both APIs have, and a condition that says the same.
func randomFilter(rng *rand.Rand) (url.Values, string) {
	q, conditions := url.Values{}, []string{"status <> 'rejected'"}
	some := func(name, property string, values ...string) {
		if rng.IntN(4) > 0 {
			return
		}
		var chosen, quoted []string
		for range 1 + rng.IntN(3) {
			v := values[rng.IntN(len(values))]
			chosen, quoted = append(chosen, v), append(quoted, "'"+v+"'")
		}
		q.Set(name, strings.Join(chosen, ","))
		conditions = append(conditions, property+" IN ("+strings.Join(quoted, ",")+")")
	}
	some("species", "species", "aedes-aegypti", "Aedes albopictus", "Culex", "Stegomyia aegypti", "nothing", "anopheles-gambiae")
	some("disease", "disease", "dengue", "malaria", "west-nile-fever", "nothing")
	some("months", "months", "1", "2", "3", "4", "12", "6")
	some("genus", "casei(genus)", "aedes", "culex", "anopheles")
	some("vector_status", "casei(vector_status)", "high", "low", "moderate")
	if rng.IntN(4) == 0 {
		flag := []string{"duplicate", "coarse_place", "date_conflict"}[rng.IntN(3)]
		q.Set("flags", flag)
		conditions = append(conditions, "flags LIKE '%"+flag+"%'")
	}
	return q, strings.Join(conditions, " AND ")
}

// TestGroupsAreCompared holds what conditions may say of what is no property, and that each is described.
func TestGroupsAreCompared(t *testing.T) {
	t.Parallel()
	s := shared(t)
	all := s.matching("true")
	for filter, want := range map[string]int{
		"months = 1": 62, "months <> 1": all - 62, "months IN (1,2) AND NOT months IN (2)": 62, "months IN (1,2,3,4,5,6,7,8,9,10,11,12)": all,
		"disease = 'nothing'": 0, "disease <> 'nothing'": all, "disease IN ('nothing','a,b')": 0,
		"species = 'Culex pipiens Linnaeus, 1758'": s.matching("species = 'culex-pipiens'"), "species IN ('Culex pipiens Linnaeus, 1758', 'Aedes aegypti (Linnaeus, 1762)')": s.matching("species IN ('culex-pipiens', 'aedes-aegypti')"), "species = 'Culex'": s.matching("genus = 'Culex'"), "'culex-pipiens' = species": s.matching("species_id = 'culex-pipiens'"),
	} {
		if got := s.matching(filter); got != want {
			t.Errorf("%s: %d, want %d", filter, got, want)
		}
	}
	for filter, says := range map[string]string{
		"species LIKE 'a%'": "'species' is compared with =, <> or IN at character 1", "disease IS NULL": "compared with =, <> or IN", "months > 2": "compared with =, <> or IN",
		"months = 13": "months must be numbers from 1 to 12 at character 10", "disease = ''": "not empty", "months = '1,2'": "months must be numbers from 1 to 12", "species = genus": "compared with texts or numbers",
		"species = 'a'" + strings.Repeat(" OR species = 'a'", 16): "more than 16 comparisons such as that of 'species'",
	} {
		s.refused("/collections/observations/items?filter="+url.QueryEscape(filter), "filter: ", says)
	}
	s.refused("/collections/observations/items?months=13", "months must be numbers from 1 to 12")
	s.refused("/collections/observations/items?flags=wrong", "flags must be one of")
	s.refused("/collections/events/items?months=1", "unknown parameter months")
	properties := s.schema("observations", "queryables")
	for _, name := range []string{"species", "disease", "months"} {
		if properties[name] == nil || s.parameter("observations", name) == nil {
			t.Errorf("%s is not described", name)
		}
	}
}
