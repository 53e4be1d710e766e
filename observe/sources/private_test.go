package sources_test

import (
	"strings"
	"testing"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/observe/private"
)

// TestPrivateSources: who may write the records of a private data source knows it, and nobody else.
func TestPrivateSources(t *testing.T) {
	t.Parallel()
	s := setup(t)
	tomorrow := time.Now().UTC().AddDate(0, 0, 1).Format(time.DateOnly)
	made := s.Do("POST", "/data_sources", object{"title": "Agency", "private": true, "public_from": tomorrow}).Want(201)
	if !strings.Contains(made.Raw, `"private":true,"public_from":"`+tomorrow+`"`) {
		t.Errorf("made %s", made.Raw)
	}
	s.Do("POST", "/data_sources", object{"title": "Agency", "private": true, "public_from": tomorrow}).Want(200)
	for who, status := range map[string]int{"nobody": 404, "scopes review sources:write": 404, "scopes observations:write": 200, "scopes events:write": 200} {
		s.Do("GET", "/data_sources/agency", nil, "Authorization", who).Want(status)
		if list := s.Do("GET", "/data_sources", nil, "Authorization", who).Want(200); strings.Contains(list.Raw, "agency") != (status == 200) {
			t.Errorf("%s sees %s", who, list.Raw)
		}
	}
	s.Do("POST", "/data_sources", object{"title": "Agency"}, "Authorization", "scopes sources:write").Want(409)
	for name, c := range map[string]object{
		"a day that was":        {"public_from": "2020-01-01"},
		"no day":                {"public_from": "soon"},
		"no boolean":            {"private": "yes"},
		"public and a day":      {"private": false, "public_from": tomorrow},
		"a number for the day":  {"public_from": 7},
		"the day of an unknown": {"embargo": tomorrow},
	} {
		if a := s.Do("PATCH", "/data_sources/agency", c); a.Status != 422 {
			t.Errorf("%s: %d %s", name, a.Status, a.Raw)
		}
	}
	if kept := s.Do("PATCH", "/data_sources/agency", object{"obscured_degrees": 0.1}).Want(200); !strings.Contains(kept.Raw, `"obscured_degrees":0.1,"private":true,"public_from":"`+tomorrow) {
		t.Errorf("with a rule of places: %s", kept.Raw)
	}
	if open := s.Do("PATCH", "/data_sources/agency", object{"private": false}).Want(200); !strings.Contains(open.Raw, `"obscured_degrees":0.1,"private":false,"public_from":null`) {
		t.Errorf("public: %s", open.Raw)
	}
	s.Do("GET", "/data_sources/agency", nil, "Authorization", "nobody").Want(200)
	if entries := pgtest.Value[int](t, s.DB, "select count(*)::int from history where entity = 'source' and entity_id = 'agency'"); entries != 4 {
		t.Errorf("%d entries of the history, want created, private, obscured, public", entries)
	}
}

// TestWhoLearnsOfPrivateSources: who may make data sources and read no private one learns that an id is taken, whatever the request says, and no more.
func TestWhoLearnsOfPrivateSources(t *testing.T) {
	t.Parallel()
	s := setup(t)
	const makes = "scopes sources:write review"
	agency := object{"title": "Agency", "licence": "CC BY 4.0", "private": true}
	refused := s.Do("POST", "/data_sources", agency, "Authorization", makes).Want(403)
	s.Do("POST", "/data_sources", agency).Want(201)
	if again := s.Do("POST", "/data_sources", agency, "Authorization", makes).Want(403); again.Text("detail") != refused.Text("detail") {
		t.Errorf("a private one is refused with %s, before there was one with %s", again.Raw, refused.Raw)
	}
	for _, c := range []object{{"title": "Agency"}, {"title": "AGENCY", "licence": "CC BY 4.0"}} {
		if a := s.Do("POST", "/data_sources", c, "Authorization", makes).Want(409); a.Text("detail") != "The id agency is taken" {
			t.Errorf("%v: %s", c, a.Raw)
		}
	}
	for _, id := range []string{"agency", "nothing"} {
		for _, c := range []object{{"private": true}, {"private": false}, {"obscured_degrees": 0.1}, {}} {
			s.Do("PATCH", "/data_sources/"+id, c, "Authorization", makes).Want(404)
		}
	}
	s.Do("PATCH", "/data_sources/old", object{"private": true}, "Authorization", makes).Want(403)

	pgtest.Run(t, s.DB, "insert into data_sources (id, name) select 'many-' || n, 'Many' from generate_series(2, $1) n", private.MaxSources)
	pgtest.Run(t, s.DB, "update all_data_sources set private = true where id like 'many-%'")
	s.Do("POST", "/data_sources", object{"title": "One more", "private": true}).Want(409)
	s.Do("GET", "/data_sources/one-more", nil).Want(404)
}
