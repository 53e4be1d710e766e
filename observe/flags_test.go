package observe_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// TestFlagsOfARecord: what looks wrong with a place is said, follows the record when it moves, and selects it.
func TestFlagsOfARecord(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.exec("insert into species_regions (taxon_key, region_id) select key, 'caribbean' from taxa where id = 'aedes-aegypti' on conflict do nothing")
	flagsOf := func(a answer) string { return strings.Trim(fmt.Sprint(a.body["flags"]), "[]") }
	a := s.create(object{"location": object{"lat": 0, "lng": 7.5}, "location_accuracy_m": 20000, "identification_qualifier": "cf.", "basis_of_record": "HumanObservation"})
	if got := flagsOf(a); got != "zero_coordinates coarse_place" {
		t.Fatalf("the flags are %q", got)
	}
	s.exec("update observations set flags = flags | 32 | 1")
	id := a.text("id")
	for _, c := range []struct{ patch, want string }{
		{`{"notes": "x"}`, "country_mismatch zero_coordinates coarse_place duplicate"},
		{`{"location_accuracy_m": 10}`, "country_mismatch zero_coordinates duplicate"},
		{`{"location": {"lat": 43.71, "lng": 7.26}}`, "duplicate"},
		{`{"species_scientific_name": "Aedes aegypti", "identification_qualifier": "cf."}`, "duplicate outside_known_range"},
	} {
		if got := flagsOf(s.patch(id, c.patch).want(http.StatusOK)); got != c.want {
			t.Errorf("after %s the flags are %q, want %q", c.patch, got, c.want)
		}
	}
	for query, want := range map[string]int{
		"?flags=duplicate": 1, "?flags=coarse_place": 0, "?flags=coarse_place,duplicate": 1, "?without_flags=duplicate": 0, "?without_flags=coarse_place": 1,
		"?qualifier=uncertain": 1, "?qualifier=certain": 0, "?event_id=E1": 0,
	} {
		if got := s.list(query).want(http.StatusOK); len(got.ids()) != want || got.text("count") != fmt.Sprint(want) {
			t.Errorf("%s: %s", query, got.raw)
		}
	}
	s.patch(id, `{"event_id": "E1"}`).want(http.StatusOK)
	if got := s.list("?event_id=E1,E2"); len(got.ids()) != 1 {
		t.Errorf("the event's records: %s", got.raw)
	}
	for _, query := range []string{"?flags=wrong", "?without_flags=x", "?qualifier=maybe"} {
		s.list(query).want(http.StatusUnprocessableEntity)
	}
	s.patch(id, `{"flags": []}`).want(http.StatusUnprocessableEntity)
}
