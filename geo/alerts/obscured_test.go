package alerts_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
)

// hide hides the places of the first data source, as observe/obscuring does.
func (s service) hide() {
	s.t.Helper()
	s.exec("update data_sources set obscured_degrees = 0.2 where key = 1")
	s.exec("select draw_places('{1}')")
}

// saysOf holds whether any alert says one of the traces.
func (s service) saysOf(want bool, when string, traces ...string) {
	s.t.Helper()
	said := pgtest.Column[string](s.t, s.db, "select to_jsonb(a) || jsonb_build_object('place', ST_AsText(geom)) from alerts a")
	for _, trace := range traces {
		if says := slices.ContainsFunc(said, func(a string) bool { return strings.Contains(a, trace) }); says != want {
			s.t.Errorf("%s, an alert says %q: %v, want %v: %s", when, trace, says, want, strings.Join(said, "\n"))
		}
	}
}

// TestAlertsForgetPlaces: of a place that was hidden since no alert says more than the public sees, whether the alert is open, closed or of a rule that
// is off. An alert that is found again keeps what people said. A drawn place may be
// 32 km off, too far for rules of 50 km.
func TestAlertsForgetPlaces(t *testing.T) {
	t.Parallel()
	s := setup(t, options{})
	s.rule(object{"kind": "introduction", "species": "Aedes albopictus", "parameters": object{"distance_km": 100}})
	s.rule(object{"kind": "introduction", "species": "Aedes aegypti"})
	off := s.rule(object{"kind": "introduction", "species": "Aedes albopictus", "parameters": object{"distance_km": 120}})
	s.rule(object{"kind": "silence"})
	s.rule(object{"kind": "infection", "species": "Culex pipiens", "area": "west", "parameters": object{"pathogen": "WNV"}})
	poolsOff := s.rule(object{"kind": "infection", "name": "off", "parameters": object{"pathogen": "WNV"}})
	s.pool("2026-07-08", "positive", 1.0765432, 50)
	s.record("Aedes albopictus", "2020-07-02", 1.0123456, 45.0123456, "")
	s.record("Aedes albopictus", "2026-07-02", 8.0123456, 45.0123456, "")
	s.record("Aedes aegypti", "2026-07-02", 3.0123456, 46.0123456, "")
	for _, year := range []string{"2024", "2025"} {
		s.weeklyEvents("secret", 4.0123456, year+"-05-01", year+"-09-30")
		s.weeklyEvents("nameless", 6.0123456, year+"-05-01", year+"-09-30")
	}
	s.exec("update sampling_events set site_id = null where site_id = 'nameless'")
	s.evaluate()
	s.exec("update alerts set note = 'Trap set.' where title like '%nearest is%'")
	s.exec("update observations set status = 'rejected' where ST_X(geom) > 3 and ST_X(geom) < 3.1")
	s.evaluate()
	for _, rule := range []string{off, poolsOff} {
		s.do("PATCH", "/rules/"+rule, object{"enabled": false}).want(200)
	}
	s.evaluate()
	traces := []string{"8.0123456", "1.0123456", "3.0123456", "4.0123456", "45.0123456", "secret", "6.01235", "1.0765432"}
	s.saysOf(true, "before", traces...)

	s.hide()
	s.evaluate()
	s.saysOf(false, "after", traces...)
	s.saysOf(true, "after", "Aedes albopictus: no earlier record within 100 km", "Trap set.", "first positive pool")
	before := pgtest.Column[string](t, s.db, "select to_jsonb(a)::text from alerts a order by id")
	s.evaluate()
	if again := pgtest.Column[string](t, s.db, "select to_jsonb(a)::text from alerts a order by id"); !slices.Equal(before, again) {
		t.Errorf("another evaluation changes alerts: %v, before %v", again, before)
	}
}
