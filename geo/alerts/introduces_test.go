package alerts_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/skeeter-surveillance/skeeter/geo/alerts"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// TestAnIntroductionIsForeseen: what Introduces says of a sighting is what the rules find once it is a record.
func TestAnIntroductionIsForeseen(t *testing.T) {
	t.Parallel()
	s := setup(t, options{})
	s.rule(object{"kind": "introduction", "species": "Aedes albopictus", "parameters": object{"distance_km": 200}})
	s.rule(object{"kind": "introduction", "disease": "dengue-fever", "set": "zones", "name": "zones"})
	s.rule(object{"kind": "introduction", "species": "Culex", "area": "east", "parameters": object{"distance_km": 100}, "name": "near"})
	s.rule(object{"kind": "excess", "species": "Culex pipiens", "name": "many"})
	seed := rand.Uint64()
	random := rand.New(rand.NewPCG(seed, 1))
	names, raised := s.alerts.Lookups.Current(), map[bool]int{}
	for i, after := range random.Perm(60) { // two of a day are told apart by their ids, which a sighting has none of
		species := []string{"Aedes albopictus", "Aedes aegypti", "Culex pipiens", "Anopheles gambiae"}[random.IntN(4)]
		lon, lat := float64(random.IntN(240))/10-2, 40+float64(random.IntN(90))/10
		day := time.Date(2026, 5, 1+after, 0, 0, 0, 0, time.UTC)
		accuracy := float64(random.IntN(120_000))
		taxon, _ := names.FindTaxon(species)
		foreseen, err := alerts.Introduces(t.Context(), s.db, names, surveillance.Sighting{
			TaxonKey: taxon.Key, At: surveillance.Location{Lat: lat, Lng: lon}, LastDay: day, AccuracyM: &accuracy,
		})
		if err != nil {
			t.Fatal(err)
		}
		s.record(species, day.Format(time.DateOnly), lon, lat, fmt.Sprintf("location_accuracy_m = %g; notes = 'sighting %d'", accuracy, i))
		s.evaluate()
		id := pgtest.Value[string](t, s.db, "select id::text from observations where notes = $1", fmt.Sprintf("sighting %d", i))
		found := false
		for _, a := range s.list("?open=true&limit=200") {
			var facts struct {
				RecordID string `json:"record_id"`
			}
			if err := json.Unmarshal(a.Facts, &facts); err != nil {
				t.Fatal(err)
			}
			found = found || facts.RecordID == id
		}
		if found != foreseen {
			t.Errorf("seed %d, sighting %d, %s at %g %g on %s: foreseen %t, raised %t", seed, i, species, lon, lat, day.Format(time.DateOnly), foreseen, found)
		}
		raised[found]++
	}
	if raised[true] < 5 || raised[false] < 5 {
		t.Errorf("of the sightings %v raised an alert", raised)
	}
}
