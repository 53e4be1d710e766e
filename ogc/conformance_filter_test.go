package ogc_test

import (
	"net/url"
	"slices"
	"strings"
)

const draft = "https://json-schema.org/draft/2020-12/schema"

// schema returns a JSON Schema of a collection, whose frame it checks.
func (s service) schema(collection, name string) (properties object) {
	s.t.Helper()
	a := s.ok("/collections/" + collection + "/" + name)
	if a.header.Get("Content-Type") != "application/schema+json" || a.body["$schema"] != draft || a.body["type"] != "object" || a.body["additionalProperties"] != false ||
		a.body["$id"] != "http://example.com/ogc/collections/"+documented(collection)+"/"+name {
		s.t.Errorf("%s of %s: %s", name, collection, a.raw)
	}
	properties, _ = a.body["properties"].(object)
	for property, p := range properties {
		p := p.(object)
		format, _ := p["format"].(string)
		if spatial := strings.HasPrefix(format, "geometry-"); spatial == (p["type"] != nil) || p["$ref"] != nil || p["title"] == nil {
			s.t.Errorf("%s of %s: %s is %v", name, collection, property, p)
		}
		if strings.HasSuffix(property, "_day") || strings.HasPrefix(property, "observed_") {
			if p["type"] != "string" || format != "date" && format != "date-time" {
				s.t.Errorf("%s of %s: %s is %v", name, collection, property, p)
			}
		}
	}
	return properties
}

// OGC API - Features Part 3 (19-079r2), class Queryables.
var queryables = requirement{
	"get-queryables-op": func(s service) {
		for _, id := range addressable {
			s.schema(id, "queryables")
		}
	},
	"get-queryables-response": func(s service) {
		p := s.schema("observations", "queryables")
		if p["geometry"].(object)["format"] != "geometry-point" || p["count"].(object)["type"] != "integer" || p["location_accuracy_m"].(object)["type"] != "number" ||
			p["observed_at"].(object)["format"] != "date-time" || p["user_id"] != nil || p["observer_name"] != nil {
			s.t.Errorf("%v", p)
		}
		if got := s.schema("regions", "queryables")["geometry"].(object)["format"]; got != "geometry-multipolygon" {
			s.t.Errorf("regions: %v", got)
		}
	},
	"queryables-link": func(s service) { s.linked("queryables") },
	"expression-construction": func(s service) {
		s.refused("/collections/observations/items?filter=user_id='x'", "filter", "user_id", "character 1")
		s.refused("/collections/observations/items?filter=count%3E1+and+sepcies='x'", "sepcies", "character 13", "species_id")
		s.refused("/collections/sites/items?filter=species_id='x'", "species_id")
		s.refused("/collections/traps/items?filter=species_id='x'", "species_id")
	},
}

// linked holds that every collection links a resource of itself by OGC's relation.
func (s service) linked(name string) {
	s.t.Helper()
	for id := range s.described() {
		a := s.ok("/collections/" + id)
		if got := a.link("http://www.opengis.net/def/rel/ogc/1.0/"+name, "application/schema+json"); got != "http://example.com/ogc/collections/"+id+"/"+name {
			s.t.Errorf("%s: %q", id, got)
		}
	}
}

// Class Queryables as Query Parameters: each queryable of a simple type, with a value that some features have, gives those features.
var queryableParameters = requirement{
	"parameters": func(s service) {
		for _, id := range addressable {
			features := s.ok("/collections/" + id + "/items?limit=10000&skipGeometry=true").features()
			for name, p := range s.schema(id, "queryables") {
				if p.(object)["type"] == nil {
					continue
				}
				if schema := s.parameter(id, name); !schema.Type.Is(p.(object)["type"].(string)) && !schema.Type.Is("array") { // a list of the Filter
					s.t.Errorf("%s: parameter %s is %v", id, name, schema.Type)
				}
				value, want := common(features, name)
				if value == "" {
					continue
				}
				if got := len(s.ok("/collections/" + id + "/items?limit=10000&skipGeometry=true&" + name + "=" + url.QueryEscape(value)).ids()); got != want {
					s.t.Errorf("%s: %s=%s gives %d features, want %d", id, name, value, got, want)
				}
			}
		}
	},
}

// Class Filter.
var filtering = requirement{
	"filter-param":      func(s service) { s.parameter("observations", "filter") },
	"filter-lang-param": filterLanguages,
	"filter-crs-param": func(s service) {
		s.parameter("observations", "filter-crs")
		for crs, want := range map[string]string{
			"":             "s_intersects(geometry,bbox(9,19,11,21))",
			epsg + "4326":  "s_intersects(geometry,bbox(19,9,21,11))",
			epsg + "3857":  "s_intersects(geometry,polygon((1001875 2154935,1224514 2154935,1224514 2391878,1001875 2391878,1001875 2154935)))",
			epsg + "32632": "s_intersects(geometry,bbox(600000,2200000,610000,2220000))",
		} {
			if crs != "" {
				crs = "&filter-crs=" + url.QueryEscape(crs)
			}
			if got := s.matching(want, crs); got != 1 {
				s.t.Errorf("%s%s: %d", want, crs, got)
			}
		}
		s.refused("/collections/observations/items?filter=count=1&filter-crs=nonsense", "filter-crs")
	},
	"filter-crs-wgs84": func(s service) {
		if got := s.matching("s_intersects(geometry,point(10 20))"); got != 1 {
			s.t.Errorf("%d", got)
		}
	},
	"mixing-expressions": mixing,
	"response": func(s service) {
		all := s.ok("/collections/observations/items?limit=10000").features()
		want := 0
		for _, f := range all {
			if f["properties"].(object)["count"].(float64) > 7 {
				want++
			}
		}
		if got := s.matching("count > 7"); got != want || want == 0 {
			s.t.Errorf("%d, want %d", got, want)
		}
		// What is null is neither.
		if yes, no := s.matching("life_stage = 'adult'"), s.matching("NOT life_stage = 'adult'"); yes != 100 || no != 100 {
			s.t.Errorf("%d and %d", yes, no)
		}
	},
}

// Class Features Filter.
var featuresFilter = requirement{
	"get-queryables-op": queryables["get-queryables-op"],
	"queryables-link":   queryables["queryables-link"],
	"filter-param":      filtering["filter-param"],
	"filter-lang-param": filterLanguages,
	"filter-crs-param":  filtering["filter-crs-param"],
	"response": func(s service) {
		mixing(s)
		for query, words := range map[string][]string{
			"filter=":                                                  {"filter"},
			"filter=count":                                             {"filter"},
			"filter=count+%3E":                                         {"filter", "character"},
			"filter=count+%3E+'many'":                                  {"count"},
			"filter=count=1&filter-lang=cql":                           {"filter-lang"},
			"filter=count=1&filter-lang=cql2-json":                     {"filter"},
			"filter={\"op\":\"=\"}&filter-lang=cql2-json":              {"filter"},
			"filter=" + strings.Repeat("(", 4000):                      {"filter"},
			"filter=" + strings.Repeat("count=1+or+", 700) + "count=1": {"filter"},
			"filter=%00":                                               {"filter"},
			"filter=%FF":                                               {"filter"},
			"filter=s_intersects(geometry,point(1e400+0))":             {"filter"},
			"filter=s_intersects(geometry,polygon((0+0,1+1,2+2)))":     {"filter"},
		} {
			s.refused("/collections/observations/items?"+query, words...)
		}
	},
}

func filterLanguages(s service) {
	schema := s.parameter("observations", "filter-lang")
	if !slices.Equal(schema.Enum, []any{"cql2-text", "cql2-json", "cql-text"}) || schema.Default != "cql2-text" {
		s.t.Errorf("%v, %v", schema.Enum, schema.Default)
	}
	want := s.matching("count > 7")
	for _, language := range []string{"cql2-text", "cql-text"} {
		if got := s.matching("count > 7", "&filter-lang="+language); got != want {
			s.t.Errorf("%s: %d, want %d", language, got, want)
		}
	}
	if got := s.matching(`{"op":">","args":[{"property":"count"},7]}`, "&filter-lang=cql2-json"); got != want {
		s.t.Errorf("JSON: %d, want %d", got, want)
	}
}

func mixing(s service) {
	if got := s.matching("count > 5", "&bbox=0,40,1,44&datetime=2010-01-01/2010-04-01&species_id=culex-pipiens&country_id=de"); got == 0 ||
		got != s.matching("count > 5 and s_intersects(geometry,bbox(0,40,1,44)) and observed_at < timestamp('2010-04-02T00:00:00Z') and species_id='culex-pipiens' and country_id='de'") {
		s.t.Errorf("%d", got)
	}
	// Rejected records are left out unless something names status.
	if some, all := s.matching("species_id = 'culex-pipiens'"), s.matching("species_id = 'culex-pipiens' and status <> 'x'"); all != some+1 {
		s.t.Errorf("%d and %d", some, all)
	}
}
