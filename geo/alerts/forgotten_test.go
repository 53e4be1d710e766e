package alerts_test

import (
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
)

// said returns all that the public reads of alerts.
func (s service) said() string {
	s.t.Helper()
	var all strings.Builder
	for _, path := range []string{"?limit=200", "/feed.json", "/feed.atom"} {
		all.WriteString(s.do("GET", path, nil).want(200).raw)
	}
	return all.String()
}

// wantSaid holds that the alerts say each of some texts, and none of others.
func (s service) wantSaid(when string, texts, others []string) {
	s.t.Helper()
	said := s.said()
	for _, text := range texts {
		if !strings.Contains(said, text) {
			s.t.Errorf("%s, no alert says %q: %s", when, text, said)
		}
	}
	for _, text := range others {
		if strings.Contains(said, text) {
			s.t.Errorf("%s, an alert says %q: %s", when, text, said)
		}
	}
}

// id returns the id of the record at a longitude.
func (s service) id(lon float64) string {
	s.t.Helper()
	return pgtest.Value[string](s.t, s.db, "select id::text from observations where abs(ST_X(geom) - $1) < 1e-9", lon)
}

// TestAlertsForgetWhatIsWithdrawn: at once an alert is gone whose record leaves the public, and one whose nearest earlier record does forgets that.
// Rules that are off, and alerts that are closed, are no exception.
func TestAlertsForgetWhatIsWithdrawn(t *testing.T) {
	t.Parallel()
	s := setup(t, options{})
	s.rule(object{"kind": "introduction", "species": "Aedes albopictus"})
	off := s.rule(object{"kind": "introduction", "name": "off", "species": "Aedes albopictus", "parameters": object{"distance_km": 60}})
	s.record("Aedes albopictus", "2026-07-01", 1.0123456, 45, "")
	s.record("Aedes albopictus", "2026-07-02", 8.0123456, 45, "")
	s.record("Aedes albopictus", "2026-07-03", 4.0123456, 50, "")
	s.evaluate()
	s.do("PATCH", "/rules/"+off, object{"enabled": false}).want(200)
	s.exec("update observations set status = 'rejected' where id = $1::uuid", s.id(4.0123456))
	s.evaluate()
	first, second, third := s.id(1.0123456), s.id(8.0123456), s.id(4.0123456)
	s.wantSaid("before", []string{first, second, third, "1.0123456", "8.0123456", "4.0123456", "the nearest is 550 km away"}, nil)
	alert := s.list("?open=true")[0].ID.String()

	s.exec("delete from observations where id in ($1::uuid, $2::uuid)", first, third)
	s.wantSaid("after a withdrawal", []string{second, `"nearest_earlier":null`, "no earlier record within 50 km\"", "no earlier record within 60 km\""},
		[]string{first, third, "1.0123456", "4.0123456", "nearest is"})
	s.do("GET", "/"+alert, nil).want(200)
	s.evaluate()
	s.exec("delete from observations where id = $1::uuid", second)
	s.wantSaid("after all are withdrawn", nil, []string{second, "Aedes albopictus:"})
	s.do("GET", "/"+alert, nil).want(404)
	s.evaluate()
	s.wantSaid("evaluated again", nil, []string{"Aedes albopictus:"})
}

// TestAlertsForgetPrivateSources: at once no alert names a data source that becomes private, its records, pools and sites, and none is sent.
func TestAlertsForgetPrivateSources(t *testing.T) {
	t.Parallel()
	s := setup(t, options{})
	s.rule(object{"kind": "introduction", "species": "Aedes albopictus"})
	off := s.rule(object{"kind": "introduction", "name": "off", "species": "Aedes albopictus", "parameters": object{"distance_km": 60}})
	s.rule(object{"kind": "silence"})
	s.rule(object{"kind": "infection", "species": "Culex pipiens", "parameters": object{"pathogen": "WNV"}})
	s.record("Aedes albopictus", "2026-07-01", 1.0123456, 45, "")
	s.record("Aedes albopictus", "2026-07-02", 8.0123456, 45, "")
	s.exec("update observations set data_source_key = 2 where id = $1::uuid", s.id(8.0123456))
	s.pool("2026-07-08", "positive", 3.0765432, 50)
	s.weeklyEvents("secret", 4.0123456, "2026-04-01", "2026-06-05")
	s.evaluate()
	s.do("PATCH", "/rules/"+off, object{"enabled": false}).want(200)
	first, second := s.id(1.0123456), s.id(8.0123456)
	s.wantSaid("before", []string{first, second, "1.0123456", "secret", "3.0765432", "(one)", "the nearest is"}, nil)

	s.exec("select set_private(1, true, null)")
	gone := []string{first, "1.0123456", "secret", "3.0765432", "(one)", `"one"`, "nearest is"}
	s.wantSaid("when it is private", []string{second, "8.0123456"}, gone)
	s.evaluate()
	s.wantSaid("evaluated again", []string{second, "8.0123456"}, gone)
	s.exec("select set_private(1, false, null)")
	s.evaluate()
	s.wantSaid("when it is public again", []string{first, second, "the nearest is"}, nil)
}

// TestAlertsOfWhatIsGoneDoNotStay: what left the public while rules were evaluated raises no alert that stays.
func TestAlertsOfWhatIsGoneDoNotStay(t *testing.T) {
	t.Parallel()
	s := setup(t, options{})
	rule := s.rule(object{"kind": "introduction", "species": "Aedes albopictus"})
	for _, facts := range []string{
		`{"record_id": "00000000-0000-4000-8000-000000000001"}`, `{"data_source": "private"}`, `{"data_source": "one", "pool_id": "gone"}`,
	} {
		s.exec("insert into alerts (id, rule_id, key, title, facts, day, historical) values (gen_random_uuid(), $1::uuid, $2::text, 'left', $2::text::jsonb, '2026-07-01', false)", rule, facts)
	}
	s.evaluate()
	s.wantSaid("evaluated", nil, []string{"left"})
}
