package removals_test

import (
	"os"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/observe/keyed/keyedtest"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/datasets"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/removals"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m, nil)) }

const fill = `with taxon as (insert into taxa (id, scientific_name, genus) values ('culex-pipiens', 'Culex pipiens', 'Culex') returning key),
	source as (insert into data_sources (id, name) values ('traps', 'Traps'), ('nets', 'Nets') returning key)
	insert into observations (id, taxon_key, count, geom, observed_at, date_precision, data_source_key)
	select gen_random_uuid(), t.key, n, ST_SetSRID(ST_MakePoint(2.35, 48.85), 4326), '2026-07-01Z', 'day', s.key from taxon t, source s, generate_series(1, 3) n`

func setup(t *testing.T) *keyedtest.Service {
	t.Helper()
	return keyedtest.New(t, fill, func(s *keyedtest.Service) []httpapi.Route {
		return removals.New(func() []removals.Set { return []removals.Set{{DB: s.DB, Changed: s.Changed}} }).Routes()
	})
}

func TestARemovalIsListedAndUndone(t *testing.T) {
	t.Parallel()
	s := setup(t)
	if a := s.Do("GET", "/removals", nil).Want(200); strings.TrimSpace(a.Raw) != `{"removals":[]}` || a.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("nothing was removed: %s", a.Raw)
	}
	var ids []string
	for _, name := range []string{"traps", "nets"} {
		removed, err := datasets.Remove(t.Context(), s.DB, name)
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, removed.ID.String())
	}
	listed := s.Do("GET", "/removals", nil).Want(200)
	all := listed.Body["removals"].([]any)
	if len(all) != 2 {
		t.Fatalf("the list is %s", listed.Raw)
	}
	if first := all[0].(keyedtest.Object); first["id"] != ids[1] || first["data_source"] != "nets" || first["observations"] != 3.0 || first["until"] == first["removed_at"] {
		t.Errorf("the newest removal is %v", first)
	}
	// Who writes the records of some data sources alone sees the removals of these.
	if a := s.Do("GET", "/removals", nil, "Authorization", "administrator traps").Want(200); !strings.Contains(a.Raw, ids[0]) || strings.Contains(a.Raw, ids[1]) {
		t.Errorf("an administrator of one data source sees %s", a.Raw)
	}
	s.Do("POST", "/removals/"+ids[1]+"/restore", nil, "Authorization", "administrator traps").Want(404)
	for who, status := range map[string]int{"nobody": 401, "scopes observations:write sources:write review": 403} {
		s.Do("GET", "/removals", nil, "Authorization", who).Want(status)
		s.Do("POST", "/removals/"+ids[0]+"/restore", nil, "Authorization", who).Want(status)
	}
	if s.Changes.Load() != 0 {
		t.Error("a refused request announces a change")
	}

	if a := s.Do("POST", "/removals/"+ids[0]+"/restore", nil).Want(200); strings.TrimSpace(a.Raw) != `{"data_source":"traps","observations":3}` || s.Changes.Load() != 1 {
		t.Errorf("restored: %s, announced %d times", a.Raw, s.Changes.Load())
	}
	if n := pgtest.Value[int](t, s.DB, "select count(*)::int from observations o join data_sources d on d.key = o.data_source_key where d.id = 'traps'"); n != 3 {
		t.Errorf("%d records came back", n)
	}
	for _, none := range []string{ids[0], "00000000-0000-4000-8000-000000000000", "7"} {
		s.Do("POST", "/removals/"+none+"/restore", nil).Want(404)
	}
	if got := pgtest.Column[string](t, s.DB, "select actor_kind || ' ' || action from history where entity = 'dataset' order by id"); strings.Join(got, ", ") != "server removed, server removed, token restored" {
		t.Errorf("the history has %v", got)
	}
}

// TestRecordsDoNotComeBackBeforeTheirDataSource: what a file replaced is restored after the data source.
func TestRecordsDoNotComeBackBeforeTheirDataSource(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.Exec("insert into removals (id, data_source) values ('01900000-0000-7000-8000-000000000001', 'traps')")
	if _, err := datasets.Remove(t.Context(), s.DB, "traps"); err != nil {
		t.Fatal(err)
	}
	a := s.Do("POST", "/removals/01900000-0000-7000-8000-000000000001/restore", nil).Want(409)
	if !strings.Contains(a.Raw, "restore that first") {
		t.Errorf("the refusal is %s", a.Raw)
	}
}
