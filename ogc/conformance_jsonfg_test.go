package ogc_test

import (
	"fmt"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"
)

const (
	fgClasses  = "http://www.opengis.net/spec/json-fg-1/1.0/conf/"
	fgProfiles = "http://www.opengis.net/def/profile/OGC/0/"
	mercator   = "http://www.opengis.net/def/crs/EPSG/0/3857"
)

// fgDocuments are targets of JSON-FG: pages and single features, in degrees and in another CRS.
var fgDocuments = []string{
	"/collections/observations/items?limit=200", "/collections/events/items?limit=50", "/collections/pools/items?limit=50", "/collections/sites/items?limit=50",
	"/collections/countries/items?limit=3", "/collections/regions/items?limit=2", "/collections/observations/items/" + idOf(1), "/collections/countries/items/fr",
	"/collections/observations/items?limit=20&crs=" + mercator, "/collections/observations/items?limit=20&crs=http://www.opengis.net/def/crs/EPSG/0/4326",
	"/collections/observations/items?limit=20&properties=count", "/collections/observations/items?limit=20&skipGeometry=true", "/collections/observations/items?bbox=1,80,2,81",
}

// eachFG visits the documents of JSON-FG with their features.
func eachFG(s service, visit func(a answer, features []object)) {
	for _, target := range fgDocuments {
		separator := "?"
		if strings.Contains(target, "?") {
			separator = "&"
		}
		a := s.ok(target + separator + "f=jsonfg")
		if a.body["type"] == "Feature" {
			visit(a, []object{a.body})
			continue
		}
		visit(a, a.features())
	}
}

// OGC Features and Geometries JSON (21-045r1), class Core.
var fgCore = requirement{
	"metadata": func(s service) {
		eachFG(s, func(a answer, features []object) {
			if got := fmt.Sprint(a.body["conformsTo"]); got != "["+fgClasses+"core "+fgClasses+"types-schemas]" {
				s.t.Errorf("%s: %s", a.target, got)
			}
			for _, f := range features {
				if a.body["type"] == "FeatureCollection" && (f["conformsTo"] != nil || f["coordRefSys"] != nil) {
					s.t.Errorf("%s: %v", a.target, f)
				}
			}
		})
	},
	"interval": func(s service) {
		eachFG(s, func(a answer, features []object) {
			for _, f := range features {
				time, ok := f["time"].(object)
				if !ok && (f["time"] != nil || !strings.Contains(a.target, "countries") && !strings.Contains(a.target, "regions")) { // those without records have none
					s.t.Errorf("%s: the time is %v", a.target, f["time"])
				}
				if interval, ok := time["interval"].([]any); ok && (len(interval) != 2 || interval[0].(string) > interval[1].(string) || len(interval[0].(string)) != len(interval[1].(string))) {
					s.t.Errorf("%s: %v", a.target, interval)
				}
			}
		})
	},
	"place-geometries": func(s service) {
		eachFG(s, func(a answer, features []object) {
			system, _ := a.body["coordRefSys"].(string)
			if asked, _ := url.Parse(a.target); system != asked.Query().Get("crs") {
				s.t.Errorf("%s is in %q", a.target, system)
			}
			for _, f := range features {
				skipped := strings.Contains(a.target, "skipGeometry")
				if (f["place"] != nil) != (system != "") || (f["geometry"] == nil) != skipped || reflect.DeepEqual(f["place"], f["geometry"]) && !skipped {
					s.t.Errorf("%s: place %v, geometry %v", a.target, f["place"], f["geometry"])
				}
			}
		})
	},
	"geometry-wgs84": func(s service) {
		eachFG(s, func(a answer, features []object) {
			for _, f := range features {
				geometry, ok := f["geometry"].(object)
				if !ok {
					continue
				}
				for _, p := range positions(geometry["coordinates"]) {
					if p[0] < -180 || p[0] > 180 || p[1] < -90 || p[1] > 90 {
						s.t.Fatalf("%s: %v", a.target, p)
					}
				}
			}
		})
	},
	"axis-order": func(s service) {
		f := s.ok("/collections/observations/items?limit=1&f=jsonfg&crs=http://www.opengis.net/def/crs/EPSG/0/4326").features()[0]
		place, geometry := positions(f["place"].(object)["coordinates"])[0], positions(f["geometry"].(object)["coordinates"])[0]
		if place[0] != geometry[1] || place[1] != geometry[0] {
			s.t.Errorf("%v and %v", place, geometry)
		}
	},
}

// Class Feature Types and Schemas.
var fgTypes = requirement{
	"feature-type": func(s service) {
		eachFG(s, func(a answer, features []object) {
			collection := strings.Split(a.target, "/")[3]
			if a.body["featureType"] != collection || a.body["featureSchema"] != "http://example.com/ogc/collections/"+collection+"/schema" {
				s.t.Errorf("%s: %v, %v", a.target, a.body["featureType"], a.body["featureSchema"])
			}
			s.ok(a.body["featureSchema"].(string))
		})
	},
	"geometry-dimension": func(s service) {
		eachFG(s, func(a answer, features []object) {
			want := any(0.0)
			switch {
			case a.body["type"] == "Feature" || strings.Contains(a.target, "skipGeometry"):
				want = nil
			case strings.Contains(a.target, "countries"), strings.Contains(a.target, "regions"):
				want = 2.0
			}
			if a.body["geometryDimension"] != want {
				s.t.Errorf("%s: %v", a.target, a.body["geometryDimension"])
			}
		})
	},
}

// profilesOf are the profiles that an answer links.
func profilesOf(a answer) (names []string) {
	for _, l := range links(a.body) {
		if l["rel"] == "profile" {
			names = append(names, strings.TrimPrefix(l["href"].(string), fgProfiles))
		}
	}
	return names
}

// Class GeoJSON Profiles.
var fgProfile = requirement{
	"rfc7946": func(s service) {
		for _, target := range []string{"/collections/observations/items?limit=2", "/collections/observations/items/" + idOf(1)} {
			a := s.ok(target)
			if got := profilesOf(a); !slices.Equal(got, []string{"rfc7946"}) || a.body["conformsTo"] != nil || strings.Contains(a.raw, `"place"`) {
				s.t.Errorf("%s: %v %s", target, got, a.raw)
			}
		}
	},
	"jsonfg-plus": func(s service) {
		eachFG(s, func(a answer, _ []object) {
			if got := profilesOf(a); !slices.Equal(got, []string{"jsonfg", "jsonfg-plus"}) {
				s.t.Errorf("%s: %v", a.target, got)
			}
		})
	},
}

// Class JSON-FG in Web APIs, and OGC API - Features Part 5, class Profile query parameter.
var fgAPI = requirement{
	"profile-parameter": func(s service) {
		for _, target := range []string{"/collections/observations/items?limit=3", "/collections/observations/items/" + idOf(1) + "?lang=en"} {
			for profile, fg := range map[string]bool{
				"rfc7946": false, "jsonfg": true, "jsonfg-plus": true, fgProfiles + "jsonfg": true, "rel-as-link,jsonfg": true, "nothing": false, "rfc7946,jsonfg": false,
			} {
				a := s.ok(target + "&profile=" + profile)
				if got := a.body["conformsTo"] != nil; got != fg || a.media() != "application/geo+json" {
					s.t.Errorf("%s as %s: %t, %s", target, profile, got, a.media())
				}
				if link := a.header.Values("Link"); fg && !slices.ContainsFunc(link, func(l string) bool {
					return strings.HasPrefix(l, "<"+fgProfiles+"jsonfg>; rel=\"profile\"; type=\"text/html\"")
				}) {
					s.t.Errorf("%s as %s: %v", target, profile, link)
				}
			}
			if a := s.ok(target, "Accept", "application/fg+json"); a.body["conformsTo"] == nil {
				s.t.Errorf("%s: Accept of a draft's type", target)
			}
			if a := s.ok(target, "Accept", "application/geo+json"); a.body["conformsTo"] != nil {
				s.t.Errorf("%s: Accept of GeoJSON", target)
			}
		}
		if s.parameter("observations", "profile") == nil {
			s.t.Error("the parameter is not described")
		}
	},
}

// TestTimeIsAsPreciseAsItsSource compares the member time with the properties of each feature.
func TestTimeIsAsPreciseAsItsSource(t *testing.T) {
	t.Parallel()
	s := shared(t)
	seen := map[string]bool{}
	for _, collection := range collectionIDs {
		for _, f := range s.ok("/collections/" + collection + "/items?limit=10000&skipGeometry=true&f=jsonfg").features() {
			p := f["properties"].(object)
			first, last := p["first_day"], p["last_day"]
			if until := p["observed_until"]; until != nil {
				last = until
			}
			if last == nil {
				last = first
			}
			want := any(object{"interval": []any{first, last}})
			switch end := firstOf(p["ended_at"], p["observed_at"]); {
			case p["date_precision"] == "time" && p["started_at"] != nil && p["started_at"] != end:
				want = object{"interval": []any{p["started_at"], end}}
			case p["date_precision"] == "time":
				want = object{"timestamp": end}
			case first == nil:
				want = nil
			case first == last:
				want = object{"date": first}
			}
			if !reflect.DeepEqual(f["time"], want) {
				t.Errorf("%s: %v, not %v of %v", collection, f["time"], want, p)
			}
			for kind := range mustObject(f["time"]) {
				seen[fmt.Sprint(kind, p["date_precision"])] = true
			}
		}
	}
	for _, kind := range []string{"timestamptime", "dateday", "intervalmonth", "intervalyear"} {
		if !seen[kind] {
			t.Errorf("no feature has %s: %v", kind, seen)
		}
	}
}

func firstOf(values ...any) any {
	for _, v := range values {
		if v != nil {
			return v
		}
	}
	return nil
}

func mustObject(v any) object {
	o, _ := v.(object)
	return o
}

// TestJSONFGPages walks the pages of JSON-FG, in degrees and in another CRS: they hold the features of GeoJSON.
func TestJSONFGPages(t *testing.T) {
	t.Parallel()
	s := shared(t)
	want := s.ok("/collections/observations/items?limit=10000").ids()
	for _, crs := range []string{"", "&crs=" + mercator} {
		if got := s.crawl("/collections/observations/items?limit=97&f=jsonfg" + crs); !slices.Equal(got, want) {
			t.Errorf("%q: %d features, not %d", crs, len(got), len(want))
		}
	}
	a := s.search(searchJSON, object{"f": "jsonfg", "limit": 3})
	if a.status != http.StatusOK || a.body["conformsTo"] == nil || a.ids()[0] != want[0] {
		t.Errorf("a search: %d %.300s", a.status, a.raw)
	}
}

// TestGDALReadsJSONFG reads the place and the time of features with the driver of GDAL 3.8 and newer.
func TestGDALReadsJSONFG(t *testing.T) {
	t.Parallel()
	s := shared(t)
	pages := []answer{s.ok("/collections/observations/items?f=jsonfg&limit=300"), s.ok("/collections/observations/items?f=jsonfg&limit=300&crs=" + mercator)}
	for i, got := range readWith(t, "jsonfg", pages[0].raw, pages[1].raw) {
		want := pages[i].features()
		if len(got) != len(want) || len(got) < 100 {
			t.Fatalf("%s: %d features, not %d", pages[i].target, len(got), len(want))
		}
		for n, f := range got {
			properties := f["properties"].(object)
			place := firstOf(want[n]["place"], want[n]["geometry"]).(object)
			if properties["id"] != want[n]["id"] || !reflect.DeepEqual(positions(f["geometry"].(object)["coordinates"]), positions(place["coordinates"])) {
				t.Fatalf("%v is not %v", f, want[n])
			}
			for kind, name := range map[string]string{"date": "time", "timestamp": "time", "interval": "time_start"} {
				if mustObject(want[n]["time"])[kind] != nil && properties[name] == nil {
					t.Errorf("%v has no %s: %v", want[n]["time"], name, properties)
				}
			}
		}
	}
}
