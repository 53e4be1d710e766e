package events_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/observe/obscuring"
)

// TestWhoSeesAnEvent: the place of a hidden data source, and who recorded, are for those who may write the event.
func TestWhoSeesAnEvent(t *testing.T) {
	t.Parallel()
	s := setup(t)
	made := s.create(object{"site_id": "Main Street 5", "remarks": "by the well", "metadata": object{"recordedBy": "Ada", "locality": "Main Street", "sampleSizeUnit": "trap"}})
	path := "/events/" + made.Text("id")
	hidden := []string{"Ada", "recordedBy"}
	look := func(when string) {
		t.Helper()
		for _, who := range []string{"nobody", "scopes review", "scopes observations:write", "source other"} {
			for _, at := range []string{path, "/events", "/events?f=geojson"} {
				if a := s.Do(http.MethodGet, at, nil, "Authorization", who).Want(http.StatusOK); containsAny(a.Raw, hidden) || !strings.Contains(a.Raw, "sampleSizeUnit") {
					t.Errorf("%s, %s sees at %s: %s", when, who, at, a.Raw)
				}
			}
		}
		a := s.Do(http.MethodGet, path, nil, "Authorization", "scopes events:write").Want(http.StatusOK)
		for _, trace := range hidden {
			if !strings.Contains(a.Raw, trace) {
				t.Errorf("%s, who writes events does not see %q: %s", when, trace, a.Raw)
			}
		}
	}
	look("exact")
	if err := obscuring.Source(t.Context(), s.DB, "traps", new(0.1)); err != nil {
		t.Fatal(err)
	}
	hidden = append(hidden, "41.87,", "-87.63}", "Main Street", "by the well")
	look("hidden")

	// A change keeps the place and what was withheld with it.
	changed := s.Do(http.MethodPatch, path, object{"traps": 2}, "Authorization", "scopes events:write").Want(http.StatusOK)
	for _, trace := range hidden {
		if !strings.Contains(changed.Raw, trace) {
			t.Errorf("a change lost %q: %s", trace, changed.Raw)
		}
	}
	look("changed")
	again := s.Do(http.MethodPost, "/events", collection(object{"site_id": "Main Street 5", "remarks": "by the well",
		"metadata": object{"recordedBy": "Ada", "locality": "Main Street", "sampleSizeUnit": "trap"}})).Want(http.StatusOK)
	if again.Text("site_id") != "Main Street 5" {
		t.Errorf("the create again: %s", again.Raw)
	}
}

func containsAny(text string, parts []string) bool {
	for _, part := range parts {
		if strings.Contains(text, part) {
			return true
		}
	}
	return false
}
