package ogc_test

import (
	"encoding/csv"
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/skeeter-surveillance/skeeter/internal/testenv"
)

// OGC API - Features Part 1 (17-069r4), class GeoJSON.
var featuresGeoJSON = requirement{
	"definition": func(s service) {
		for _, target := range []string{"/collections/observations/items?limit=1", "/collections/observations/items/" + idOf(1)} {
			if got := s.ok(target, "Accept", "application/geo+json").header.Get("Content-Type"); got != "application/geo+json" {
				s.t.Errorf("%s: %s", target, got)
			}
		}
	},
	"content": func(s service) {
		a := s.ok("/collections/observations/items/" + idOf(1))
		want := object{
			"species_scientific_name": "Aedes aegypti", "species_id": "aedes-aegypti", "common_name": "Yellow fever mosquito", "genus": "Aedes", "vector_status": "High",
			"count": 2.0, "observed_at": "2020-01-15T10:30:00.5Z", "date_precision": "time", "observed_until": nil, "data_source": "traps", "country_id": "fj",
			"region_id": "melanesia", "location_accuracy_m": 10.5, "life_stage": nil, "sex": "Female", "sampling_protocol": nil, "status": "unverified",
			"notes": "tab\there \"quoted\", \\ line\nend é \u0001", "first_day": "2020-01-15", "occurrence_id": nil, "identification_qualifier": nil,
			"basis_of_record": nil, "flags": nil,
		}
		got := a.body["properties"].(object)
		if a.body["type"] != "Feature" || a.body["id"] != idOf(1) || len(got) != len(want) {
			s.t.Errorf("%s", a.raw)
		}
		for name, v := range want {
			if got[name] != v {
				s.t.Errorf("%s is %v, want %v", name, got[name], v)
			}
		}
		// A real is written as one: QGIS 3.22 takes a field for whole numbers when the first it sees are.
		if a := s.ok("/collections/observations/items/" + idOf(3)); !strings.Contains(a.raw, `"location_accuracy_m":5000.0,`) || !strings.Contains(a.raw, `"count":2,`) {
			s.t.Error(a.raw)
		}
		if a := s.ok("/collections/observations/items?limit=1"); a.body["type"] != "FeatureCollection" {
			s.t.Errorf("%s", a.raw)
		}
		for _, id := range []string{"countries", "regions"} {
			geometry := s.ok("/collections/" + id + "/items?limit=1").features()[0]["geometry"].(object)
			if geometry["type"] != "MultiPolygon" || len(positions(geometry["coordinates"])) < 4 {
				s.t.Errorf("%s: %v", id, geometry["type"])
			}
		}
	},
}

// Formats beside GeoJSON, and what chooses them.
func TestFormats(t *testing.T) {
	t.Parallel()
	s := shared(t)
	cells, err := csv.NewReader(strings.NewReader(s.ok("/collections/observations/items?f=csv&species_id=aedes-aegypti&properties=notes,count").raw)).ReadAll()
	if err != nil || len(cells) != 4 || !slices.Equal(cells[0], []string{"id", "longitude", "latitude", "count", "notes"}) ||
		!slices.Equal(cells[2], []string{idOf(1), "179.5", "-17", "2", "tab\there \"quoted\", \\ line\nend é \u0001"}) {
		s.t.Errorf("CSV: %q, %v", cells, err)
	}
	for i, line := range strings.SplitAfter(strings.TrimSuffix(s.ok("/collections/observations/items?f=geojsonseq&species_id=aedes-aegypti").raw, "\n"), "\n") {
		var feature object
		if text, ok := strings.CutPrefix(line, "\x1e"); !ok || json.Unmarshal([]byte(text), &feature) != nil || feature["id"] != []string{idOf(2), idOf(1), idOf(5)}[i] {
			s.t.Errorf("text sequence: %q", line)
		}
	}
	if got := s.ok("/collections/countries/items/fj?lang=ru").body["properties"].(object)["name"]; got != "Фиджи" {
		s.t.Errorf("Fiji in Russian: %v", got)
	}
	for accept, want := range map[string]string{
		"text/csv": "text/csv", "text/csv;q=0.5, application/geo+json": "application/geo+json", "application/json, text/csv;q=0.1": "text/csv",
		"*/*": "application/geo+json", "application/pdf": "application/geo+json", "text/*": "text/csv", "application/geo+json;q=0, text/csv": "text/csv", "": "application/geo+json",
	} {
		a := s.ok("/collections/observations/items?limit=1", "Accept", accept)
		if got, _, _ := strings.Cut(a.header.Get("Content-Type"), ";"); got != want || a.header.Get("Vary") == "" {
			s.t.Errorf("Accept %s: %s, want %s", accept, got, want)
		}
	}
	if got := s.ok("/collections/observations/items?limit=1&f=json", "Accept", "text/csv").header.Get("Content-Type"); got != "application/geo+json" {
		s.t.Errorf("f against Accept: %s", got)
	}
}

// OGC API - Features Part 1 (17-069r4), class OpenAPI 3.0.
var featuresOAS30 = requirement{
	"oas-definition-1": apiDefinition,
	"oas-definition-2": apiDefinition,
	"oas-impl": func(s service) {
		doc := s.document()
		for path, item := range doc.Paths.Map() {
			if strings.HasSuffix(path, "/search") && item.Post != nil && item.Get == nil { // it has a body: TestSearchAnswersAsItems
				continue
			}
			if item.Get == nil {
				s.t.Errorf("%s has no GET", path)
				continue
			}
			if items, ok := strings.CutSuffix(path, "/{item}"); ok {
				path = items + "/" + s.ok(items + "?limit=1&skipGeometry=true").ids()[0]
			}
			if strings.HasSuffix(path, "/items") && !testenv.Long() { // all polygons take long, and other requirements read them
				path += "?limit=10"
			}
			s.ok(strings.TrimSuffix(strings.NewReplacer("{tileMatrix}", "0", "{tileRow}", "0", "{tileCol}", "0", "{style}", styleIDs[0]).Replace(path), "/"))
		}
	},
	"completeness": func(s service) {
		doc := s.document()
		for _, id := range collectionIDs {
			for _, tail := range []string{"", "/items", "/items/{item}", "/search", "/queryables", "/sortables", "/schema"} {
				if doc.Paths.Find("/collections/"+id+tail) == nil {
					s.t.Errorf("/collections/%s%s is not described", id, tail)
				}
			}
		}
	},
	"exceptions-codes": func(s service) {
		for path, item := range s.document().Paths.Map() {
			op := item.Get
			if op == nil {
				op = item.Post
			}
			if op.Responses.Value("400") == nil || strings.Contains(path, "{") != (op.Responses.Value("404") != nil) {
				s.t.Errorf("%s describes other errors", path)
			}
		}
	},
	"security": func(s service) { // reading needs no authentication, and nothing says that it does
		if a := s.ok("/api"); a.body["security"] != nil || a.body["components"].(object)["securitySchemes"] != nil {
			s.t.Errorf("security in %s", a.raw)
		}
	},
}

func (s service) document() *openapi3.T {
	s.t.Helper()
	if doc, ok := documents.Load(s.index); ok {
		return doc.(*openapi3.T)
	}
	doc, err := openapi3.NewLoader().LoadFromData([]byte(s.ok("/api").raw))
	if err != nil {
		s.t.Fatal(err)
	}
	documents.Store(s.index, doc)
	return doc
}

// documents are API documents by the index of their service: to read one takes long, and requirements ask for it with each parameter.
var documents sync.Map

// parameter returns the schema of a parameter of a collection's items, which the API document has to describe.
func (s service) parameter(collection, name string) *openapi3.Schema {
	s.t.Helper()
	path := s.document().Paths.Find("/collections/" + documented(collection) + "/items")
	p := path.Get.Parameters.GetByInAndName("query", name)
	if p == nil || p.Required || p.Explode == nil || *p.Explode || p.Style != "form" {
		s.t.Fatalf("parameter %s: %+v", name, p)
	}
	if name == "limit" {
		schema := p.Schema.Value
		if schema.Min == nil || *schema.Min != 1 || schema.Max == nil || *schema.Max != 10_000 || schema.Default != 1000.0 {
			s.t.Errorf("limit: %+v", schema)
		}
	}
	return p.Schema.Value
}
