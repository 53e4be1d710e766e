package observe_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
)

// TestNamesOfWhatWaits: a name that records alone have which wait is one that nobody used, but to reviewers, until a public record has it.
func TestNamesOfWhatWaits(t *testing.T) {
	t.Parallel()
	s := setup(t)
	known := func(id string) bool {
		t.Helper()
		s.refresh(t.Context())
		_, known := s.lookups.Current().FindTaxon(id)
		included := s.do(http.MethodGet, "/observations?species=culex", nil, "Authorization", "nobody").want(http.StatusOK)
		if strings.Contains(included.raw, `"`+id+`"`) != known {
			t.Errorf("%s is known: %v; a list includes %s", id, known, included.raw)
		}
		found := s.do(http.MethodGet, "/observations?species="+id, nil, "Authorization", "nobody").raw
		if free := s.do(http.MethodGet, "/observations?species=culex-neverheard", nil, "Authorization", "nobody").raw; (strings.ReplaceAll(found, id, "culex-neverheard") == free) == known {
			t.Errorf("%s is known: %v, and a list of it %s", id, known, found)
		}
		return known
	}
	waiting := func(query, who string) (n int) {
		t.Helper()
		return len(s.do(http.MethodGet, base+"/review/queue?"+query, nil, "Authorization", who).want(http.StatusOK).body["items"].([]any))
	}
	rec := s.report("waits", object{"species_scientific_name": "Culex primus"})
	rec.says(map[string]string{"species_id": "culex-primus", "species_scientific_name": "Culex primus"})
	s.report("waits", object{"species_scientific_name": "CULEX PRIMUS"}).says(map[string]string{"species_id": "culex-primus"})
	if known("culex-primus") {
		t.Error("what waits tells its name")
	}
	for query, n := range map[string]int{"": 2, "species=culex": 2, "species=culex-primus": 2, "genus=aedes": 0} {
		if got := waiting(query, "scopes review"); got != n {
			t.Errorf("%d wait of %q, want %d", got, query, n)
		}
	}
	if of, others := waiting("", "reviews taxon Culex"), waiting("", "reviews taxon Aedes"); of != 2 || others != 0 {
		t.Errorf("a reviewer of the genus finds %d, one of another %d", of, others)
	}
	s.do(http.MethodGet, "/observations/"+rec.text("id")+"/review", nil, "Authorization", "reviews taxon Culex").want(http.StatusOK)

	// A name that is said of what waits, and what is then withdrawn.
	receipt := as("nobody", rec.text("receipt"))
	s.patch(rec.text("id"), `{"species_scientific_name": "Culex secundus"}`, receipt...).want(http.StatusOK).says(map[string]string{"species_id": "culex-secundus"})
	s.do(http.MethodDelete, "/observations/"+rec.text("id"), nil, receipt...).want(http.StatusNoContent)
	for _, id := range []string{"culex-primus", "culex-secundus"} {
		if known(id) {
			t.Errorf("%s is known", id)
		}
	}

	// By a confirmation, a correction, another public record, and an undo, the public has a record of the name.
	for id, publish := range map[string]func(id string){
		"culex-tertius": func(id string) {
			if got := s.decide("scopes review", object{"observation_id": id, "decision": "confirm"}); got != "done verified public" {
				t.Error(got)
			}
			said := s.do(http.MethodGet, "/observations/"+id+"/review", nil, "Authorization", reviewer).want(http.StatusOK)
			if !strings.Contains(said.raw, `"scientific_name":"Culex tertius"`) {
				t.Errorf("the reviewer said %s", said.raw)
			}
		},
		"culex-quartus": func(string) {
			other := s.report("waits", nil).text("id")
			if got := s.decide("scopes review", object{"observation_id": other, "decision": "correct", "scientific_name": "Culex quartus"}); got != "done verified public" {
				t.Error(got)
			}
		},
		"culex-quintus": func(string) { s.report("anonymous", object{"species_scientific_name": "Culex quintus"}) },
		"culex-sextus": func(string) {
			s.patch(s.report("anonymous", nil).text("id"), `{"species_scientific_name": "Culex sextus"}`, "Authorization", writer).want(http.StatusOK)
		},
		"culex-septimus": func(id string) {
			s.patch(id, `{"species_scientific_name": "Aedes vexans"}`, "Authorization", reviewer).want(http.StatusOK)
			renamed := s.newest(id)
			s.patch(id, `{"status": "verified"}`, "Authorization", reviewer).want(http.StatusOK)
			s.do(http.MethodPost, renamed+"/undo", nil, "Authorization", reviewer).want(http.StatusOK)
		},
	} {
		name := "Culex " + strings.TrimPrefix(id, "culex-")
		record := s.report("waits", object{"species_scientific_name": name}).text("id")
		if known(id) {
			t.Errorf("%s is known before", id)
		}
		publish(record)
		if !known(id) {
			t.Errorf("%s is not known", id)
		}
		if n := pgtest.Value[int](t, s.db, "select count(*) from taxa where scientific_name = $1", name); n != 1 {
			t.Errorf("%d taxa have the name %s", n, name)
		}
	}
}
