package ogc

import (
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/skeeter-surveillance/skeeter/internal/cql2"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
)

// FuzzDatetime holds that a period is two instants in their order, and a condition that compiles.
func FuzzDatetime(f *testing.F) {
	for _, s := range []string{"2024-07-01T00:00:00Z", "2024-07-01", "../2020-01-01", "2020-01-01/..", "/", "2021-01-01/2020-01-01", "2020-01-01T00:00:00+14:00/2020-01-01", "../.."} {
		f.Add(s)
	}
	observations := (&OGC{}).observations()
	queryables := map[string]cql2.Queryable{}
	for _, field := range observations.all() {
		if field.queryable() {
			queryables[field.name] = field.asQueryable()
		}
	}
	f.Fuzz(func(t *testing.T, s string) {
		d, ok := parseDatetime(s)
		if !ok || d.start == nil && d.end == nil {
			return
		}
		for _, m := range []*moment{d.start, d.end} {
			if m != nil && (m.at.Year() < 0 || m.at.Year() > 9999+1) {
				t.Errorf("%q: %v", s, m.at)
			}
		}
		if d.start != nil && d.end != nil && d.start.at.After(d.end.last()) {
			t.Errorf("%q: %v to %v", s, d.start.at, d.end.last())
		}
		for _, condition := range []cql2.Expr{d.intersects(), d.overlaps(observations.begins, observations.ends)} {
			if _, err := cql2.Compile(condition, queryables, cql2.Options{}); err != nil && observations.ends != "" {
				t.Errorf("%q: %v", s, err)
			}
		}
	})
}

// FuzzCorners holds that a box is of finite numbers.
func FuzzCorners(f *testing.F) {
	for _, s := range []string{"1,2,3,4", "1,2,0,3,4,0", "1e308,-1e308,1e309,0", "NaN,0,0,0", ",,,", " 1 , 2 ,3,4", "0x1,1,1,1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		corners, ok := parseCorners(s)
		for _, n := range corners {
			if ok && (math.IsNaN(n) || math.IsInf(n, 0)) {
				t.Errorf("%q: %v", s, corners)
			}
		}
		if again, same := parseCorners(joined(corners)); ok && (!same || again != corners) {
			t.Errorf("%q is %v, and that written %v", s, corners, again)
		}
	})
}

// FuzzCursor holds that only a cursor's own spelling is read, and that its values are such that PostgreSQL takes.
func FuzzCursor(f *testing.F) {
	observations := (&OGC{}).observations()
	f.Add(cursor{Query: 7, Values: []string{"2024-07-01T00:00:00Z", "6f1c1f8e-52a4-4a32-8f0a-0a3d5a3c1a11"}}.String(), "fr")
	f.Add(cursor{Back: true, Query: 7, Values: []string{"a\x00", "b"}}.String(), "\xff")
	f.Add("e30", "")
	order := []sortKey{{field: &field{kind: kindText}}, {field: observations.key}}
	f.Fuzz(func(t *testing.T, s, text string) {
		if c, values, ok := parseCursor(s, 7, order); ok && (c.String() != s || len(values) != len(order)) {
			t.Errorf("%q: %v", s, values)
		}
		for kind := range types {
			if v, ok := parseValue(kind, text); ok {
				if taken, isText := v.(string); isText && (!utf8.ValidString(taken) || strings.ContainsRune(taken, 0)) {
					t.Errorf("%q is taken as %q", text, taken)
				}
			}
		}
	})
}

// FuzzAccepted holds that a quality is 0 to 1, and nothing for a type that Accept does not hold.
func FuzzAccepted(f *testing.F) {
	for _, s := range []string{"text/html,*/*;q=0.8", "application/*;q=0.5, application/geo+json;q=0", "*/*;q=2", ";;q=1,", "text/html;q=NaN", "TEXT/HTML ; Q=0.3"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, line string) {
		q := accepted([]string{line}, "text/html")
		if !(q >= 0 && q <= 1) || q > 0 && !strings.Contains(strings.ToLower(line), "text/") && !strings.Contains(line, "*/*") {
			t.Errorf("%q: %g", line, q)
		}
	})
}

// FuzzCRS holds that only the spelling of the register is a code.
func FuzzCRS(f *testing.F) {
	for _, s := range []string{epsgPrefix + "4326", epsgPrefix + "04326", epsgPrefix + "+1", epsgPrefix + "-1", epsgPrefix + "99999999999", "EPSG:4326", ""} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, uri string) {
		code, ok := epsgCode(uri)
		if ok && (code <= 0 || !strings.HasPrefix(uri, epsgPrefix) || strings.Trim(strings.TrimPrefix(uri, epsgPrefix), "0123456789") != "") {
			t.Errorf("%q is %d", uri, code)
		}
	})
}

// FuzzFeature reads any body as a feature to be written: what is taken is a record in JSON, at a place in degrees.
func FuzzFeature(f *testing.F) {
	for _, s := range []string{
		`{"type":"Feature","geometry":{"type":"Point","coordinates":[7.25,43.7]},"properties":{"species_scientific_name":"Aedes vexans","count":1,"observed_at":"2024-06-01"}}`,
		`{"type":"Feature","id":7,"geometry":{"type":"Point","coordinates":[1e999,null]},"properties":{"notes":null,"common_name":"x","mood":1}}`,
		`{"geometry":null,"properties":{"status":null}}`, `{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2,3]},"properties":[]}`,
	} {
		f.Add([]byte(s))
	}
	o := &OGC{}
	c := o.observations()
	f.Fuzz(func(t *testing.T, body []byte) {
		for _, patch := range []bool{false, true} {
			feature, err := httpapi.ParseObject(body)
			if err != nil {
				return
			}
			record := map[string]json.RawMessage{}
			o.readType(feature, patch)
			readValues(feature, c, patch, record)
			if err := o.readPlace(t.Context(), feature, patch, crs84, record); err != nil {
				t.Fatalf("%q: %v", body, err)
			}
			var refused *httpapi.Error
			if err := feature.Err(); err != nil {
				if !errors.As(err, &refused) || refused.Status != 422 {
					t.Errorf("%q: %v", body, err)
				}
				continue
			}
			raw, err := json.Marshal(record)
			if err != nil || !patch && record["location"] == nil {
				t.Errorf("%q becomes %q: %v", body, raw, err)
			}
		}
	})
}
