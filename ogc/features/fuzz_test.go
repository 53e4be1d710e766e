package features

import (
	"errors"
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/skeeter-surveillance/skeeter/internal/gis"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/ogc/features/collection"
	"github.com/skeeter-surveillance/skeeter/ogc/features/crs"
)

// FuzzCursor holds that only a cursor's own spelling is read, and that its values are such that PostgreSQL takes.
func FuzzCursor(f *testing.F) {
	f.Add(cursor{Query: 7, Values: []*string{nil, new("6f1c1f8e-52a4-4a32-8f0a-0a3d5a3c1a11")}}.String(), "fr")
	f.Add(cursor{Back: true, Query: 7, Values: []*string{new("a\x00"), new("b")}}.String(), "\xff")
	f.Add("e30", "")
	order := []collection.SortKey{{Field: &collection.Field{Kind: collection.KindText, Nullable: true}}, {Field: &collection.Field{Kind: collection.KindUUID}}}
	f.Fuzz(func(t *testing.T, s, text string) {
		if c, values, ok := parseCursor(s, 7, order); ok && (c.String() != s || len(values) != len(order)) {
			t.Errorf("%q: %v", s, values)
		}
		for kind := collection.KindText; kind <= collection.KindUUID; kind++ {
			if v, ok := kind.Parse(text); ok {
				if taken, isText := v.(string); isText && (!utf8.ValidString(taken) || strings.ContainsRune(taken, 0)) {
					t.Errorf("%q is taken as %q", text, taken)
				}
			}
		}
	})
}

// FuzzFeature reads any body as a feature to be written: what is taken has properties, and lies at a place in degrees.
func FuzzFeature(f *testing.F) {
	for _, s := range []string{
		`{"type":"Feature","geometry":{"type":"Point","coordinates":[7.25,43.7]},"properties":{"species_scientific_name":"Aedes vexans","count":1,"observed_at":"2024-06-01"}}`,
		`{"type":"Feature","id":7,"geometry":{"type":"Point","coordinates":[1e999,null]},"properties":{"notes":null,"common_name":"x","mood":1}}`,
		`{"geometry":null,"properties":{"status":null}}`, `{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2,3]},"properties":[]}`,
	} {
		f.Add([]byte(s))
	}
	c, err := collection.New(collection.Options{Summaries: gis.New(gis.Options{})}).Find("observations")
	if err != nil {
		f.Fatal(err)
	}
	s := New(Options{})
	f.Fuzz(func(t *testing.T, body []byte) {
		for _, patch := range []bool{false, true} {
			feature, err := httpapi.ParseObject(body)
			if err != nil {
				return
			}
			readType(feature, patch)
			properties := writableProperties(feature, c, patch)
			at, err := s.readLocation(t.Context(), feature, patch, crs.CRS84)
			if err != nil {
				t.Fatalf("%q: %v", body, err)
			}
			var refused *httpapi.Error
			if err := feature.Err(); err != nil {
				if !errors.As(err, &refused) || refused.Status != 422 {
					t.Errorf("%q: %v", body, err)
				}
				continue
			}
			if properties == nil || at == nil && !patch || at != nil && !(math.Abs(at.Lat) <= 90 && math.Abs(at.Lng) <= 180) {
				t.Errorf("%q becomes %v at %v", body, properties, at)
			}
		}
	})
}
