package sources_test

import (
	"strings"
	"testing"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
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
