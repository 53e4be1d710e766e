package observe

import (
	"encoding/json"
	"net/url"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/observe/form"
)

// FuzzDraft reads any body as a new record and as a patch: what is taken is fit to be stored.
func FuzzDraft(f *testing.F) {
	for _, s := range []string{
		`{"species_scientific_name":"Aedes albopictus","count":2,"location":{"lat":43.7,"lng":7.25},"observed_at":"2024-06-01T08:00:00Z"}`,
		`{"species_id":"aedes_aegypti","location":{"latitude":-3.1,"longitude":-60},"count":1e0,"observed_at":"2020-01-01","date_precision":"month","observed_until":"2020-01-31"}`,
		`{"image_url":"//x/y","metadata":{"a":[{"b":1e400}]},"status":null,"prediction_id":"urn:uuid:00000000-0000-4000-8000-000000000001","confidence":1.5}`,
		`{"image_url":"/static/../x","notes":"\ud800","user_id":"a\u0000b","data_source":"é","location_accuracy_m":-0.0}`,
	} {
		f.Add([]byte(s))
	}
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	f.Fuzz(func(t *testing.T, body []byte) {
		for _, patch := range []bool{false, true} {
			object, err := httpapi.ParseObject(body)
			if err != nil {
				return
			}
			d := newDraft()
			if patch {
				d.Count, d.ObservedAt, d.DatePrecision = 1, now, "time"
			}
			d.read(form.Form{Object: object, Patch: patch, Now: now})
			if object.Known("id"); object.Err() != nil {
				continue
			}
			checkDraft(t, body, d, now)
		}
	})
}

func checkDraft(t *testing.T, body []byte, d draft, now time.Time) {
	t.Helper()
	canonical, err := d.canonical()
	if err != nil || !utf8.Valid(canonical) || strings.Contains(string(canonical), `\u0000`) && !strings.Contains(string(canonical), `\\u0000`) {
		t.Errorf("%q becomes %q: %v", body, canonical, err)
	}
	switch l := d.Location; {
	case d.Count < 1 || d.Count > MaxCount, !(l.Lat >= -90 && l.Lat <= 90 && l.Lng >= -180 && l.Lng <= 180),
		d.ObservedAt.Before(form.Earliest), d.ObservedAt.After(now.Add(form.MaxAhead)), !json.Valid(d.Metadata) || len(d.Metadata) > form.MaxMetadata,
		d.Confidence != nil && !(*d.Confidence >= 0 && *d.Confidence <= 1), d.LocationAccuracyM != nil && !(*d.LocationAccuracyM >= 0):
		t.Errorf("%q becomes %s", body, canonical)
	}
	if d.ImageURL != nil {
		u, err := url.Parse(*d.ImageURL)
		ours := err == nil && u.Scheme == "" && u.Host == "" && strings.HasPrefix(u.Path, staticPath) && !strings.Contains(u.Path, "..")
		if err != nil || u.Scheme != "http" && u.Scheme != "https" && !ours {
			t.Errorf("picture %q: %v", *d.ImageURL, err)
		}
	}
}
