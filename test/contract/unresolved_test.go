package contract_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// noNameInListsOfNames sends a text in the place of a name: the record has it, and nothing that lists or counts names.
func noNameInListsOfNames(t *testing.T, s *skeetertest.Server) {
	count := s.Count(skeetertest.Observations)
	a := s.Post(skeetertest.Observations, `{"species_scientific_name": "<script>zzz</script>", "count": 1, "location": {"lat": 43.7, "lng": 7.26}, "observed_at": "2024-07-14"}`)
	if a.Status != http.StatusCreated || !strings.Contains(string(a.Body), `"identification":"unresolved"`) || !strings.Contains(string(a.Body), "zzz") {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	for _, path := range []string{"/filters", "/filter_options", "/filters/species", "/stats?facets=1", "/species", "/analytics/richness", "/analytics/timeseries?by=species",
		"/tiles/observations.json", "/tiles/observations/0/0/0.mvt"} {
		if a := s.Get(skeetertest.API + path); a.Status >= 400 && a.Status != http.StatusUnprocessableEntity || strings.Contains(string(a.Body), "zzz") || strings.Contains(string(a.Body), "ncertae") {
			t.Errorf("%s: %d %.300s", path, a.Status, a.Body)
		}
	}
	if a := s.Get(skeetertest.API + "/names?q=%3Cscript%3Ezzz%3C%2Fscript%3E"); a.Status != 200 || !strings.Contains(string(a.Body), `"match":"none"`) {
		t.Errorf("its name: %s", a.Body)
	}
	if n := s.Count(skeetertest.Observations); n != count+1 {
		t.Errorf("%d records, want %d", n, count+1)
	}
	if n := s.Count(skeetertest.Observations + "?species=incertae-sedis"); n != 1 {
		t.Errorf("%d records are unresolved", n)
	}
	if n := s.Count(skeetertest.Observations + "?species=incertae-sedis&identified=true"); n != 0 {
		t.Errorf("%d records of them are identified", n)
	}
	export := s.Get(skeetertest.API + "/export?format=csv&species=incertae-sedis")
	if body := string(export.Body); !strings.Contains(body, "incertae sedis") || !strings.Contains(body, "<script>zzz</script>") {
		t.Errorf("an export: %s", body)
	}
	if gone := s.Send(http.MethodDelete, strings.TrimPrefix(a.Header.Get("Location"), s.Base), ""); gone.Status != http.StatusNoContent { // as in olderClients
		t.Errorf("its end: %d %s", gone.Status, gone.Body)
	}
}
