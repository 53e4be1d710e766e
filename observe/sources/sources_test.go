package sources_test

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/observe/keyed/keyedtest"
	"github.com/skeeter-surveillance/skeeter/observe/sources"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m, nil)) }

type object = map[string]any

func setup(t *testing.T) *keyedtest.Service {
	t.Helper()
	return keyedtest.New(t, "insert into data_sources (id, name, synthetic) values ('old', 'Old', true)", func(s *keyedtest.Service) []httpapi.Route {
		return sources.New(sources.Options{DB: s.DB, Base: keyedtest.Base, Changed: s.Lookups.Refresh, Drawn: func(context.Context) {}}).Routes()
	})
}

func TestMakeADataSource(t *testing.T) {
	t.Parallel()
	s := setup(t)
	wanted := object{"title": " Traps of the Coast ", "licence": "CC BY 4.0", "citation": "Ours, 2026", "contact": "traps@example.org", "url": "https://example.org/traps"}
	made := s.Do("POST", "/data_sources", wanted).Want(201)
	for name, want := range map[string]string{"id": "traps-of-the-coast", "title": "Traps of the Coast", "licence": "CC BY 4.0", "contact": "traps@example.org"} {
		if made.Text(name) != want {
			t.Errorf("%s is %q, want %q", name, made.Text(name), want)
		}
	}
	if !strings.HasSuffix(made.Header.Get("Location"), "/api/v1/data_sources/traps-of-the-coast") {
		t.Errorf("Location %q", made.Header.Get("Location"))
	}
	if _, known := s.Lookups.Current().FindDataSource("traps-of-the-coast"); !known {
		t.Error("the next request does not find the data source")
	}
	if again := s.Do("POST", "/data_sources", wanted).Want(200); again.Raw != made.Raw {
		t.Errorf("the same request again: %s", again.Raw)
	}
	wanted["licence"] = nil
	s.Do("POST", "/data_sources", wanted).Want(409)
	entry := pgtest.Value[string](t, s.DB, "select string_agg(action || ' ' || became::text, ', ') from history where entity = 'source' and entity_id = 'traps-of-the-coast'")
	if want := `created {"url": "https://example.org/traps", "title": "Traps of the Coast", "contact": "traps@example.org", "licence": "CC BY 4.0", "citation": "Ours, 2026"}`; entry != want {
		t.Errorf("the history has %s, want %s", entry, want)
	}
	read := s.Do("GET", "/data_sources/traps-of-the-coast", nil).Want(200)
	if read.Raw != made.Raw || read.Header.Get("ETag") != made.Header.Get("ETag") {
		t.Errorf("read %s, made %s", read.Raw, made.Raw)
	}
	s.Do("GET", "/data_sources/traps-of-the-coast", nil, "If-None-Match", read.Header.Get("ETag")).Want(304)
	s.Do("GET", "/data_sources/nowhere", nil).Want(404)
	if list := s.Do("GET", "/data_sources?limit=1&offset=1", nil).Want(200); !strings.Contains(list.Raw, `"count":2`) || !strings.Contains(list.Raw, `"traps-of-the-coast"`) ||
		strings.Contains(list.Raw, `"old"`) {
		t.Errorf("the second page: %s", list.Raw)
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for name, c := range map[string]struct {
		body   object
		status int
	}{
		"no title":          {object{}, 422},
		"a blank title":     {object{"title": " "}, 422},
		"no letters":        {object{"title": "---"}, 422},
		"a long title":      {object{"title": strings.Repeat("é", 301)}, 422},
		"a number":          {object{"title": 7}, 422},
		"a NUL":             {object{"title": "a\x00b"}, 422},
		"synthetic":         {object{"title": "Synthetic"}, 422},
		"a script":          {object{"title": "a", "url": "javascript:alert(1)"}, 422},
		"an unknown member": {object{"title": "a", "licence_url": "x"}, 422},
		"a stored id":       {object{"title": "Old!"}, 409},
	} {
		if a := s.Do("POST", "/data_sources", c.body); a.Status != c.status {
			t.Errorf("%s: %d %s", name, a.Status, a.Raw)
		}
	}
	for who, status := range map[string]int{"nobody": 401, "scopes observations:write events:write review": 403, "scopes sources:write": 201} {
		s.Do("POST", "/data_sources", object{"title": "B"}, "Authorization", who).Want(status)
	}
	if n := pgtest.Value[int](t, s.DB, "select count(*) from data_sources"); n != 2 {
		t.Errorf("%d data sources", n)
	}
}
