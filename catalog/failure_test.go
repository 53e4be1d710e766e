package catalog_test

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/catalog"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// brokenCounter fails at every count.
type brokenCounter struct {
	surveillance.Counter
	err error
}

func (b brokenCounter) Totals(context.Context) (surveillance.Counts, error) {
	return nil, b.err
}

func TestCountsThatFail(t *testing.T) {
	t.Parallel()
	db := sharedServer(t).db
	lookups := postgres.NewLookups(db, slog.New(slog.DiscardHandler), prometheus.NewRegistry())
	if err := lookups.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	for status, err := range map[int]error{500: errors.New("relation secrets is broken"), 503: context.DeadlineExceeded} {
		s := serverOf(t, catalog.Options{DB: db, Lookups: lookups, Counter: brokenCounter{err: err}, Base: base})
		for _, path := range []string{"/species/aedes-aegypti", "/regions", "/countries", "/filters", "/filters/species", "/filters/diseases"} {
			a := s.get(t, path)
			if a.status != status || strings.Contains(string(a.body), "secrets") || (a.header.Get("Retry-After") != "") != (status == 503) {
				t.Errorf("%s: %d %s, Retry-After %q, want %d", path, a.status, a.body, a.header.Get("Retry-After"), status)
			}
		}
		for _, path := range []string{"/species", "/vector-species", "/diseases", "/diseases/malaria"} {
			if a := s.get(t, path); a.status != http.StatusOK {
				t.Errorf("%s needs counts: %d", path, a.status)
			}
		}
	}
}

// TestLookupsThatFail: without names, lists of them are empty, and a species is 503 and not 404.
func TestLookupsThatFail(t *testing.T) {
	t.Parallel()
	db := sharedServer(t).db
	away, err := postgres.NewPool(t.Context(), postgres.PoolOptions{URL: db.Config().ConnString()})
	if err != nil {
		t.Fatal(err)
	}
	away.Close()
	lookups := postgres.NewLookups(away, slog.New(slog.DiscardHandler), prometheus.NewRegistry())
	if lookups.Refresh(t.Context()) == nil {
		t.Fatal("lookups were loaded through a closed pool")
	}
	s := serverOf(t, catalog.Options{DB: db, Lookups: lookups, Counter: counterOf(db), Base: base})
	if a := s.get(t, "/species/aedes-aegypti"); a.status != http.StatusServiceUnavailable || a.header.Get("Retry-After") == "" {
		t.Errorf("a species: %d %s", a.status, a.body)
	}
	if f := read[catalog.Filters](t, s, "/filters"); len(f.Species) != 0 || len(f.DataSources) != 0 || len(f.Regions) != 22 || f.Regions[0].Name != f.Regions[0].ID {
		t.Errorf("filters: %+v", f)
	}
	if list := read[speciesList](t, s, "/species"); list.Count == 0 {
		t.Error("the list of species needs lookups")
	}
}

// TestNamesOutliveTheDatabase: when names cannot be read again, answers have those that were read before.
func TestNamesOutliveTheDatabase(t *testing.T) {
	t.Parallel()
	db := sharedServer(t).db
	away, err := postgres.NewPool(t.Context(), postgres.PoolOptions{URL: db.Config().ConnString()})
	if err != nil {
		t.Fatal(err)
	}
	lookups := postgres.NewLookups(away, slog.New(slog.DiscardHandler), prometheus.NewRegistry())
	if err := lookups.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	s := serverOf(t, catalog.Options{DB: db, Lookups: lookups, Counter: counterOf(db), Base: base})
	paths := []string{"/species/aedes-aegypti", "/filters", "/countries", "/diseases/malaria"}
	var before []string
	for _, path := range paths {
		before = append(before, string(s.get(t, path).body))
	}
	away.Close()
	for range 2 {
		if lookups.Refresh(t.Context()) == nil {
			t.Fatal("names were read through a closed pool")
		}
		for i, path := range paths {
			if a := s.get(t, path); a.status != http.StatusOK || string(a.body) != before[i] {
				t.Errorf("%s: %d %.300s", path, a.status, a.body)
			}
		}
	}
}

func TestDatabaseAway(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	s := newServer(t, db)
	db.Close()
	for _, path := range append(lists, "/species/aedes-aegypti", "/vector-species", "/vector-species?disease_id=malaria", "/diseases/malaria",
		"/diseases/malaria/vectors", "/filters", "/filter_options") {
		if a := s.get(t, path); a.status != http.StatusServiceUnavailable || a.header.Get("Retry-After") == "" {
			t.Errorf("%s: %d %s", path, a.status, a.body)
		}
	}
	s.wantNotFound(t, "/species/aedes-nobody", "Species not found")
}
