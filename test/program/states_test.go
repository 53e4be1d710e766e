package program_test

import (
	"fmt"
	"net/http"
	"strings"
	"syscall"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// statesRows are a record in Miami, one in Houston and one in the sea.
const statesRows = "occurrenceID,scientificName,decimalLatitude,decimalLongitude,eventDate\n" +
	"%[1]s1,Aedes aegypti,25.78,-80.3,2024-06-01\n%[1]s2,Aedes aegypti,29.76,-95.36,2024-06-02\n%[1]s3,Aedes aegypti,27,-88,2024-06-03\n"

// TestStates: every request that takes a Filter knows the states, of what is public and of a private data source.
func TestStates(t *testing.T) {
	t.Parallel()
	d := skeetertest.New(t)
	s := d.Serve()
	s.WaitIndexed()
	d.MustRun("import", "--dataset", "Open", d.File("open.csv", fmt.Sprintf(statesRows, "a")))
	testenv.Eventually(t, "the import is counted", func() bool { return s.Count("/api/v1/stats") == 3 })
	for target, want := range map[string]string{
		"/api/v1/observations?area=us-fl":                           `"lat":25.78`,
		"/api/v1/stats?area=us-fl":                                  `"count":1`,
		"/api/v1/geo/observations?area=us-fl":                       `"coordinates":[-80.3,25.78]`,
		"/api/v1/export?area=us-fl&format=csv":                      "25.78",
		"/ogc/collections/observations/items?area=us-fl":            `"coordinates":[-80.3,25.78]`,
		"/api/v1/analytics/timeseries?area=us-fl":                   `"records":1`,
		"/api/v1/areas?set=admin1&search=florida":                   `"id":"us-fl"`,
		"/api/v1/areas/us-fl?f=geojson":                             `"type":"Feature"`,
		"/api/v1/stats?area=us-fl,us-tx":                            `"count":2`,
		"/api/v1/analytics/spread?set=admin1&species=aedes-aegypti": `"area_id":"us-tx"`,
		"/api/v1/analytics/counts?set=admin1&country=us":            `"area_id":"us-fl","country_id":null,"name":"Florida","records":1`,
		"/api/v1/analytics/counts?set=admin1&country=us&sex=male":   `"area_id":"us-fl","country_id":null,"name":"Florida","records":0`,
	} {
		if a := s.Get(target); a.Status != http.StatusOK || !strings.Contains(string(a.Body), want) || strings.Contains(target, "area=us-fl&") && strings.Contains(string(a.Body), "29.76") {
			t.Errorf("%s: %d without %s: %.400s", target, a.Status, want, a.Body)
		}
	}
	if a := s.Get("/api/v1/tiles/observations/0/0/0.mvt?area=us-fl"); a.Status != http.StatusOK || len(a.Body) == 0 {
		t.Errorf("the tile of the world: %d, %d bytes", a.Status, len(a.Body))
	}
	if a := s.Get("/api/v1/tiles/observations/8/59/106.mvt?area=us-fl"); a.Status != http.StatusNoContent && len(a.Body) > 0 {
		t.Errorf("a tile of Texas: %d, %d bytes", a.Status, len(a.Body))
	}
	for target, want := range map[string][]string{
		"country=us": {"us-fl", "us-tx"}, "country=us&bbox=-82,24,-79,27": {"us-fl"}, "country=mx": {}, "bbox=170,-10,-94,35": {"us-tx"},
	} {
		var found []string
		for _, r := range skeetertest.Decode[struct {
			Results []struct {
				AreaID string `json:"area_id"`
			}
		}](t, s.Get("/api/v1/analytics/presence?set=admin1&species=aedes-aegypti&"+target), http.StatusOK).Results {
			found = append(found, r.AreaID)
		}
		if strings.Join(found, " ") != strings.Join(want, " ") {
			t.Errorf("presence of %s in %v, want %v", target, found, want)
		}
	}
	if a := s.Get("/api/v1/analytics/presence?set=nowhere&species=aedes-aegypti&bbox=0,0,1,1"); !strings.Contains(string(a.Body), "unknown_set") {
		t.Errorf("an unknown set: %d %s", a.Status, a.Body)
	}
	rule := `{"kind":"first_record","name":"New in a state","parameters":{"within_days":30},"filter":{},"area_set":"admin1"}`
	if a := s.Post("/api/v1/alerts/rules", rule); a.Status == http.StatusNotFound || strings.Contains(string(a.Body), "unknown_set") {
		t.Errorf("a rule about the states: %d %s", a.Status, a.Body)
	}

	if a := s.Post("/api/v1/data_sources", `{"title":"Agency","private":true}`); a.Status != http.StatusCreated {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	d.MustRun("import", "--dataset", "Agency", d.File("agency.csv", fmt.Sprintf(statesRows, "b")))
	own := []string{"Authorization", "Bearer " + strings.TrimSpace(d.MustRun("token", "create", "--name", "agency", "--scope", "observations:write,events:write", "--source", "agency"))}
	if a := s.Send(http.MethodGet, "/api/v1/stats?area=us-tx&data_source=agency", "", own...); !strings.Contains(string(a.Body), `"count":1`) {
		t.Errorf("a private data source: %d %s", a.Status, a.Body)
	}
	statesAreStoredOnce(t, d, s)
}

// statesAreStoredOnce: not at each start, and again where a release lacked them.
func statesAreStoredOnce(t *testing.T, d *skeetertest.Deployment, s *skeetertest.Server) {
	t.Helper()
	written := `select count(*) || ' ' || min(xmin::text) || ' ' || max(xmin::text) from areas where set = 'admin1'`
	before := pgtest.Value[string](t, d.Connect(), written)
	s.Stop(syscall.SIGTERM)
	d.Serve()
	if after := pgtest.Value[string](t, d.Connect(), written); after != before || !strings.HasPrefix(after, "4510 ") {
		t.Errorf("%s before the second start, %s after it", before, after)
	}
	d.Refuses(1, "admin1: the set comes with the program", "areas", "remove", "--set", "admin1")
	d.Refuses(1, "admin1: the set comes with the program", "areas", "import", "--set", "admin1", "--id", "id", d.File("a.geojson", `{"type":"FeatureCollection","features":[]}`))
	if out := d.MustRun("areas", "list"); !strings.Contains(out, "admin1  4510") {
		t.Errorf("skeeter areas list: %s", out)
	}
}
