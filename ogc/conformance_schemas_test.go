package ogc_test

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/skeeter-surveillance/skeeter/internal/testenv"
)

// valueOf returns the id or a property of a feature.
func valueOf(f object, name string) any {
	if name == "id" {
		return f["id"]
	}
	return f["properties"].(object)[name]
}

// common returns a value that some of the features have, as a parameter has it, and how many do; "" when none has one.
func common(features []object, name string) (string, int) {
	for _, f := range features {
		value := valueOf(f, name)
		if value == nil {
			continue
		}
		n := 0
		for _, g := range features {
			if valueOf(g, name) == value {
				n++
			}
		}
		return fmt.Sprint(value), n
	}
	return "", 0
}

// OGC API - Features Part 5 (23-058r1), class Schemas.
var schemas = requirement{
	"schema": func(s service) {
		for _, id := range addressable {
			for name, p := range s.schema(id, "schema") {
				if _, ok := p.(object)["x-ogc-propertySeq"]; !ok && name != "id" && name != "geometry" {
					s.t.Errorf("%s: %s has no place in the order", id, name)
				}
			}
		}
	},
}

// Class Core Roles for Features.
var roles = requirement{
	"roles": func(s service) {
		for id, times := range map[string][2]string{
			"observations": {"observed_at", "observed_until"}, "traps": {"first_day", "last_day"}, "events": {"first_day", "last_day"}, "pools": {"first_day", "last_day"}, "sites": {"first_day", "last_day"}, "countries": {"first_day", "last_day"}, "regions": {"first_day", "last_day"},
		} {
			p := s.schema(id, "schema")
			for name, role := range map[string]string{
				"id": "id", "geometry": "primary-geometry", times[0]: "primary-interval-start", times[1]: "primary-interval-end",
			} {
				if got := p[name].(object)["x-ogc-role"]; got != role {
					s.t.Errorf("%s: %s is %v, want %s", id, name, got, role)
				}
			}
		}
	},
}

// Class Returnables and Receivables: the schema names what features have.
var returnables = requirement{
	"op": func(s service) { s.linked("schema") },
	"response": func(s service) {
		for _, id := range addressable {
			p := s.schema(id, "schema")
			for _, f := range s.ok("/collections/" + id + "/items?limit=10000&skipGeometry=true").features() {
				properties := f["properties"].(object)
				want := len(p) - 1 // the id
				if p["geometry"] != nil {
					want--
				}
				if len(properties) != want {
					s.t.Fatalf("%s: %d properties, want %d", id, len(properties), want)
				}
				for name, value := range properties {
					schema, ok := p[name].(object)
					if !ok || value != nil && !fits(schema, value) {
						s.t.Fatalf("%s: %s = %v is not %v", id, name, value, schema)
					}
				}
			}
		}
		types := s.ok("/collections/observations/schema/feature").body["properties"].(object)["properties"].(object)["properties"].(object)
		if types["location_accuracy_m"].(object)["type"] != "number" || types["id"] != nil {
			s.t.Errorf("%v", types)
		}
	},
}

func fits(schema object, value any) bool {
	if enum, ok := schema["enum"].([]any); ok && !slices.Contains(enum, value) {
		return false
	}
	switch v := value.(type) {
	case float64:
		return schema["type"] == "number" || schema["type"] == "integer" && v == float64(int64(v))
	case bool:
		return schema["type"] == "boolean"
	default:
		return schema["type"] == "string"
	}
}

// OGC API - Features Part 8 (draft), class Sortables.
var sortables = requirement{
	"get-sortables-op": func(s service) {
		for _, id := range addressable {
			s.schema(id, "sortables")
		}
	},
	"get-sortables-success": func(s service) {
		if p := s.schema("observations", "sortables"); p["id"] == nil || p["observed_at"] == nil || p["species_id"] == nil || p["common_name"] != nil || p["geometry"] != nil {
			s.t.Errorf("%v", p)
		}
	},
	"sortables-link": func(s service) { s.linked("sortables") },
}

// Class Sorting.
var sorting = requirement{
	"sortby-definition": func(s service) { s.parameter("observations", "sortby") },
	"sortby-response": func(s service) {
		for _, id := range addressable {
			all := len(s.crawl("/collections/" + id + "/items?limit=10000&skipGeometry=true"))
			signs := []string{"", "%2B", "+", "-"}
			for name := range s.schema(id, "sortables") {
				for _, sign := range signs {
					var values []any
					target := "/collections/" + id + "/items?limit=61&skipGeometry=true&sortby=" + sign + name
					var ids []string
					for target != "" {
						a := s.ok(target)
						for _, f := range a.features() {
							ids = append(ids, f["id"].(string))
							values = append(values, valueOf(f, name))
						}
						target = a.link("next", "")
					}
					if name == "name" { // the English one, by the rules of the database
						values = nil
					}
					if !ordered(values, sign == "-") {
						s.t.Errorf("%s by %s%s: %v", id, sign, name, values)
					}
					slices.Sort(ids)
					if n := len(ids); len(slices.Compact(ids)) != n || n != all {
						s.t.Errorf("%s by %s%s: %d features", id, sign, name, n)
					}
				}
				if !testenv.Long() { // one property of each collection shows how a sign may be written
					signs = []string{"", "-"}
				}
			}
		}
	},
}

// Class Features Sorting.
var featuresSorting = requirement{
	"get-sortables-op": sortables["get-sortables-op"],
	"sortable-link":    sortables["sortables-link"],
	"sortby-param":     sorting["sortby-definition"],
	"response": func(s service) {
		a := s.ok("/collections/countries/items?skipGeometry=true&limit=20&sortby=-records,iso_a3")
		var records []any
		for _, f := range a.features() {
			records = append(records, f["properties"].(object)["records"])
		}
		if !ordered(records, true) || records[0] != 150.0 {
			s.t.Errorf("%v", records)
		}
	},
}

func ordered(values []any, down bool) bool {
	return slices.IsSortedFunc(values, func(a, b any) int {
		order := 1                // of what cannot be ordered
		if a == nil || b == nil { // null comes after all values
			order = cmp.Compare(map[bool]int{true: 1}[a == nil], map[bool]int{true: 1}[b == nil])
			if down {
				return -order
			}
			return order
		}
		switch a := a.(type) {
		case bool:
			order = cmp.Compare(map[bool]int{true: 1}[a], map[bool]int{true: 1}[b.(bool)])
		case float64:
			order = cmp.Compare(a, b.(float64))
		case string:
			order = cmp.Compare(a, b.(string))
		}
		if down {
			return -order
		}
		return order
	})
}
