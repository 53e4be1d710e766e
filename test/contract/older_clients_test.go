package contract_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// olderClients asks as clients of the earlier service do: without a version in the path, with the members of a feature, for /filter_options.
func olderClients(t *testing.T, s *skeetertest.Server) {
	for _, path := range []string{"/species?limit=2", "/species/aedes-aegypti", "/diseases", "/filter_options?lang=ru", "/vector-species", "/regions", "/observations?limit=1", "/geo/observations?limit=1"} {
		old, now := s.Send(http.MethodGet, "/api"+path, ""), s.Get(skeetertest.API+path)
		if old.Status != http.StatusOK || string(old.Body) != string(now.Body) || old.Header.Get("ETag") != now.Header.Get("ETag") {
			t.Errorf("%s: %d %.200s", path, old.Status, old.Body)
		}
	}
	const report = `{"type": "Feature", "species_scientific_name": "Aedes albopictus", "count": 1, "location": {"lat": 43.7, "lng": 7.26},
		"observed_at": "2024-07-14T06:30:00Z", "notes": "on the balcony", "user_id": "9b2d6f0a", "image_filename": "IMG_0001.jpg", "data_source": null}`
	a := s.Send(http.MethodPost, "/api/observations", report, "Content-Type", "application/json")
	if a.Status != http.StatusCreated || !strings.Contains(string(a.Body), `"image_filename":"IMG_0001.jpg"`) || !strings.Contains(a.Header.Get("Location"), skeetertest.API+"/observations/") {
		t.Errorf("a report: %d %s %v", a.Status, a.Body, a.Header)
	}
	if gone := s.Send(http.MethodDelete, strings.TrimPrefix(a.Header.Get("Location"), s.Base), ""); gone.Status != http.StatusNoContent { // who reported it, servers with a token do not show
		t.Errorf("its end: %d %s", gone.Status, gone.Body)
	}
	for _, path := range []string{"/api", "/api/nowhere", "/api/v2/species", "/api/v1x", "/apispecies", "/v1/species"} {
		if a := s.Send(http.MethodGet, path, ""); a.Status != http.StatusNotFound {
			t.Errorf("%s: %d", path, a.Status)
		}
	}
}
