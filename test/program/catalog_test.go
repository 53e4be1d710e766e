package program_test

import (
	"errors"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// TestACatalogChangedBySQLShows checks that a change of the catalog's tables by SQL wakes the servers, which keep the catalog
// in memory. A server looks by itself only every half a minute: it would need more than a minute for as many changes, one after the other, as have to be
// seen within one here.
func TestACatalogChangedBySQLShows(t *testing.T) {
	t.Parallel()
	d := skeetertest.New(t)
	s := d.Serve()
	if a := s.Post("/api/v1/observations", skeetertest.Observation); a.Status != 201 {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	db := d.Connect()
	woken := func(what string, holds func() bool) {
		t.Helper()
		testenv.Succeeds(t, what, func() error {
			if !holds() {
				return errors.New("the server shows the old catalog")
			}
			return nil
		})
	}
	status := func() string {
		type feature struct {
			Properties struct {
				VectorStatus string `json:"vector_status"`
			}
		}
		found := skeetertest.Decode[struct{ Features []feature }](t, s.Get("/api/v1/geo/observations"), 200).Features
		if len(found) != 1 {
			t.Fatalf("%d features", len(found))
		}
		return found[0].Properties.VectorStatus
	}
	if got := status(); got == "Low" {
		t.Fatalf("the vector status is %s already", got)
	}
	tile := skeetertest.TilePath(9, nice)
	before := s.Get(tile).Header.Get("ETag")
	change := func(to string) {
		pgtest.Run(t, db, "update species set vector_status = $1 where taxon_key = (select key from taxa where id = 'aedes-albopictus')", to)
	}
	changes := []string{"Low", "High", "Moderate", "High", "Low"}
	change(changes[0])
	woken("/geo shows each new vector status", func() bool {
		if status() == changes[0] {
			if changes = changes[1:]; len(changes) > 0 {
				change(changes[0])
			}
		}
		return len(changes) == 0
	})
	if after := s.Get(tile).Header.Get("ETag"); before == "" || after == before {
		t.Errorf("the tile's ETag was %s and is %s", before, after)
	}

	inNorthernAmerica := func() (n int) {
		type region struct {
			ID           string
			Observations int `json:"observation_count"`
		}
		for _, r := range skeetertest.Decode[struct{ Results []region }](t, s.Get("/api/v1/filters/regions"), 200).Results {
			if r.ID == "northern-america" {
				n = r.Observations
			}
		}
		return n
	}
	if n := inNorthernAmerica(); n != 0 {
		t.Fatalf("%d records in northern America", n)
	}
	pgtest.Run(t, db, "update countries set region_id = 'northern-america' where id = 'fr'")
	woken("the country counts for its new region", func() bool { return inNorthernAmerica() == 1 })
}
