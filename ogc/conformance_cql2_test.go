package ogc_test

import "net/url"

// counts holds how many observations each filter in CQL2 text matches.
func counts(want map[string]int) func(s service) {
	return func(s service) {
		for filter, n := range want {
			if got := s.matching(filter); got != n {
				s.t.Errorf("%s: %d, want %d", filter, got, n)
			}
		}
	}
}

// Common Query Language (21-065r2), class CQL2 Text. ogc/features/cql2 tests the grammar; here the encodings reach the records.
var cqlText = requirement{
	"basic-cql2": counts(map[string]int{"species_id = 'culex-pipiens' AND count > 3": 70, "\"count\" = 2 OR false": 34}),
	"escaping":   counts(map[string]int{"notes = 'it''s'": 0, "notes IS NULL OR notes <> 'it''s'": shown}),
}

// Class CQL2 JSON: text and JSON of the same filter match the same.
var cqlJSON = requirement{
	"basic-cql2": func(s service) {
		for text, json := range map[string]string{
			"count > 3 and not species_id = 'culex-pipiens'": `{"op":"and","args":[{"op":">","args":[{"property":"count"},3]},{"op":"not","args":[{"op":"=","args":[{"property":"species_id"},"culex-pipiens"]}]}]}`,
			"sex is null":                                            `{"op":"isNull","args":[{"property":"sex"}]}`,
			"genus like 'Aed%'":                                      `{"op":"like","args":[{"property":"genus"},"Aed%"]}`,
			"count between 3 and 5":                                  `{"op":"between","args":[{"property":"count"},3,5]}`,
			"country_id in ('fr','fj')":                              `{"op":"in","args":[{"property":"country_id"},["fr","fj"]]}`,
			"s_intersects(geometry,bbox(0,40,2,42))":                 `{"op":"s_intersects","args":[{"property":"geometry"},{"bbox":[0,40,2,42]}]}`,
			"t_after(observed_at,timestamp('2010-05-01T00:00:00Z'))": `{"op":"t_after","args":[{"property":"observed_at"},{"timestamp":"2010-05-01T00:00:00Z"}]}`,
			"casei(sex) = casei('FEMALE')":                           `{"op":"=","args":[{"op":"casei","args":[{"property":"sex"}]},{"op":"casei","args":["FEMALE"]}]}`,
		} {
			want := s.matching(text)
			got := len(s.ok("/collections/observations/items?limit=10000&filter-lang=cql2-json&filter=" + url.QueryEscape(json)).ids())
			if got != want || want == 0 {
				s.t.Errorf("%s: %d, JSON %d", text, want, got)
			}
		}
	},
}

// Class Basic CQL2.
var cqlBasic = requirement{
	"cql2-filter": counts(map[string]int{"true": shown, "false": 0, "count = 2 and (sex = 'male' or sex = 'Female')": 2, "not count > 2": 64}),
	"binary-comparison-predicate": counts(map[string]int{
		"count = 2": 34, "count <> 2": 270, "count < 2": 30, "count <= 2": 64, "count > 9": 30, "count >= 9": 60, "count = 2.5": 0, "count < 1e400": shown,
		"species_id = 'aedes-aegypti'": 3, "species_scientific_name = 'Aedes aegypti'": 3, "vector_status = 'High'": shown, "data_source = 'traps'": shown - 1,
		"data_source <> 'traps'": 0, "observed_at >= timestamp('2020-01-15T10:30:00.5Z')": 2, "observed_at = date('2020-02-01')": 1,
		"observed_until = date('2020-02-29')": 1, "location_accuracy_m > 10.25": 2, "id = '" + idOf(1) + "'": 1, "status = 'rejected'": 1,
	}),
	"null-predicate": counts(map[string]int{"sex is null": shown - 2, "sex is not null": 2, "data_source is null": 1, "observed_until is not null": 3}),
	"property":       func(s service) { s.refused("/collections/observations/items?filter=nothing=1", "nothing") },
}

// Class Advanced Comparison Operators.
var cqlAdvanced = requirement{
	"like-predicate": counts(map[string]int{"species_id like 'aedes-%'": 103, "species_id like 'aedes-aegypt_'": 3, "notes like '%quoted%'": 1, "notes like '%\\%%'": 0,
		"species_id not like 'aedes-%'": 201}),
	"between-predicate": counts(map[string]int{"count between 3 and 5": 90, "count not between 1 and 10": 0, "observed_at between timestamp('2020-01-01T00:00:00Z') and timestamp('2020-01-31T00:00:00Z')": 2}),
	"in-predicate":      counts(map[string]int{"country_id in ('fr','fj')": 151, "count in (1,2)": 64, "species_id not in ('aedes-aegypti')": shown - 3, "data_source in ('traps','x')": shown - 1}),
}

// Class Case-insensitive Comparison.
var cqlCase = requirement{
	"casei-function": counts(map[string]int{"casei(sex) = casei('FEMALE')": 1, "casei(genus) in (casei('AEDES'))": 103, "casei(species_scientific_name) like casei('AEDES%')": 103}),
}

// Class Accent-insensitive Comparison.
var cqlAccent = requirement{
	"accenti-function": counts(map[string]int{"accenti(notes) like accenti('%end e%')": 1, "notes like '%end e%'": 0}),
}

// Class Basic Spatial Functions.
var cqlBasicSpatial = requirement{
	"spatial-predicate": counts(map[string]int{"s_intersects(geometry,point(10 20))": 1, "s_intersects(geometry,bbox(179,-18,-179,-16))": 2, "s_intersects(bbox(0,40,6,44),geometry)": 300}),
	"spatial-functions": counts(map[string]int{"not s_intersects(geometry,bbox(0,40,6,44))": 4}),
}

// Class Basic Spatial Functions with additional Spatial Literals.
var cqlBasicSpatialPlus = requirement{
	"spatial-data-types": counts(map[string]int{
		"s_intersects(geometry,polygon((9 19,11 19,11 21,9 21,9 19)))": 1, "s_intersects(geometry,multipoint((10 20),(180 0)))": 2, "s_intersects(geometry,linestring(9 20,11 20))": 1,
		"s_intersects(geometry,multipolygon(((9 19,11 19,11 21,9 21,9 19)),((179 -1,180 -1,180 1,179 1,179 -1))))": 2,
		"s_intersects(geometry,geometrycollection(point(10 20),linestring(179 0,180 0)))":                          2,
	}),
}

// Class Spatial Functions.
var cqlSpatial = requirement{
	"spatial-functions": counts(map[string]int{
		"s_within(geometry,polygon((9 19,11 19,11 21,9 21,9 19)))": 1, "s_disjoint(geometry,bbox(0,40,6,44))": 4, "s_equals(geometry,point(10 20))": 1,
		"s_touches(geometry,polygon((10 19,11 19,11 21,10 21,10 19)))": 1, "s_contains(polygon((9 19,11 19,11 21,9 21,9 19)),geometry)": 1,
		"s_overlaps(geometry,polygon((9 19,11 19,11 21,9 21,9 19)))": 0, "s_crosses(geometry,linestring(9 20,11 20))": 0,
	}),
}

// Class Temporal Functions.
var cqlTemporal = requirement{
	"temporal-predicates": counts(map[string]int{
		"t_after(observed_at,date('2020-01-31'))": 1, "t_before(observed_at,date('2010-01-02'))": 1, "t_intersects(observed_at,interval('2020-01-01','2020-01-31'))": 2,
		"t_equals(observed_at,timestamp('2020-01-15T10:30:00.5Z'))": 1, "t_disjoint(observed_at,interval('2010-01-01','2010-12-31'))": 4,
	}),
	"temporal-functions": counts(map[string]int{
		"t_during(interval(observed_at,observed_until),interval('2019-01-01','..'))": 3, "t_contains(interval(observed_at,observed_until),interval('2020-02-10','2020-02-11'))": 2,
		"t_meets(interval(observed_at,observed_until),interval('2020-02-02','..'))": 1,
	}),
}

// Class Property-Property Comparisons.
var cqlProperties = requirement{
	"withdraw-permissions": counts(map[string]int{"species_id <> genus": shown, "observed_at < observed_until": 3, "country_id = region_id": 0}),
}

// Class Functions. A record that is known to a year has no month, and one of an interval none that its ends do not share.
var cqlFunctions = requirement{
	"functions": counts(map[string]int{
		"month(observed_at) = 1": 62, "MONTH(first_day) in (1,2)": 119, "month(observed_at) is null": 2, "year(observed_at) is null": 1, "week(observed_at) is null": 3,
		"year(observed_at) = 2020 and week(observed_at) = 3": 1, "dayofyear(observed_at) between 15 and 16 and not year(observed_at) = 2010": 1, "month(date('2020-07-01')) = 7": shown,
	}),
	"functions-resource": func(s service) {
		names := ""
		for _, f := range s.ok("/functions").body["functions"].([]any) {
			names += f.(object)["name"].(string) + " "
		}
		if names != "year month week dayofyear " {
			s.t.Error(names)
		}
	},
	"arguments": func(s service) {
		s.refused("/collections/observations/items?filter=month(count)=1", "month needs a date or a time", "character 7")
		s.refused("/collections/observations/items?filter=lower(sex)='male'", "unknown function 'lower'")
	},
}

// Class Arithmetic Expressions.
var cqlArithmetic = requirement{
	"arithmetic": counts(map[string]int{
		"count * 2 = 4": 34, "count + 1 > 10": 30, "count - 2 = count % 2": 64, "count div 4 = 2": 90, "2 ^ count = 1024": 30, "(count + 2) / 2 = 1.5": 30,
		"count / 0 = 1": 0, "-count < -9": 30, "2 * -count = -4": 34, "-(count) ^ 2 = -4": 34, "(count / (count - 2)) is null": 34, "location_accuracy_m * 2 = 21": 1,
	}),
	"undefined": func(s service) {
		counts(map[string]int{
			"(1e300 * count * 1e300) is null": shown, "((0 - count) ^ 0.5) is null": shown, "(0 ^ -1) is null": shown, "1e300 * 1e300 > 1 or 1 = 1": shown,
			"(1e308 + 1e308) is null": shown, "1e-300 * 1e-300 = 0": shown, "10 ^ -400 = 0": shown, "(1e300 / 1e-300) is null": shown, "(-8) ^ 3 = -512": shown,
		})(s)
		s.refused("/collections/observations/items?filter="+url.QueryEscape("sex + 1 > 1"), "arithmetic needs numbers")
	},
}
