package cql2

import (
	"strings"
	"testing"
)

// TestParseJSON: JSON and text of the same filter are the same tree.
func TestParseJSON(t *testing.T) {
	t.Parallel()
	for in, same := range map[string]string{
		`true`: `TRUE`,
		`{"op":"=","args":[{"property":"a"},"it's"]}`: `a = 'it''s'`,
		`{"op":"<>","args":[1.0,{"property":"a"}]}`:   `1.0 <> a`,
		`{"op":"and","args":[{"op":"<","args":[{"property":"a"},1]},{"op":">=","args":[{"property":"b"},-2e3]},false]}`:                   `a < 1 AND b >= -2e3 AND FALSE`,
		`{"op":"or","args":[{"op":"not","args":[{"op":"isNull","args":[{"property":"a"}]}]},{"op":"<=","args":[{"property":"b"},true]}]}`: `a IS NOT NULL OR b <= TRUE`,
		`{"op":"isNull","args":[{"op":">","args":[{"property":"a"},1]}]}`:                                                                 `(a > 1) IS NULL`,
		`{"op":"isNull","args":[{"op":"casei","args":[{"property":"a"}]}]}`:                                                               `CASEI(a) IS NULL`,
		`{"op":"like","args":[{"op":"casei","args":[{"property":"a"}]},{"op":"casei","args":["B\\%_%"]}]}`:                                `CASEI(a) LIKE CASEI('B\%_%')`,
		`{"op":"=","args":[{"op":"accenti","args":[{"property":"a"}]},{"op":"accenti","args":["é"]}]}`:                                    `ACCENTI(a) = ACCENTI('é')`,
		`{"op":">","args":[{"op":"%","args":[{"op":"+","args":[{"property":"a"},1]},{"op":"div","args":[7,2]}]},2]}`:                      `(a + 1) % (7 div 2) > 2`,
		`{"op":"in","args":[{"op":"month","args":[{"property":"t"}]},[6,7]]}`:                                                             `month(t) IN (6,7)`,
		`{"op":"between","args":[{"property":"a"},1,2]}`:                                                                                  `a BETWEEN 1 AND 2`,
		`{"op":"not","args":[{"op":"in","args":[{"property":"a"},["x","y"]]}]}`:                                                           `a NOT IN ('x','y')`,
		`{"op":">","args":[{"property":"t"},{"date":"2024-02-29"}]}`:                                                                      `t > DATE('2024-02-29')`,
		`{"op":"t_after","args":[{"property":"t"},{"timestamp":"2024-02-29T01:02:03.5Z"}]}`:                                               `T_AFTER(t, TIMESTAMP('2024-02-29T01:02:03.5Z'))`,
		`{"op":"t_finishedBy","args":[{"interval":[{"property":"t"},".."]},{"interval":["2020-01-01","2020-01-02T00:00:00Z"]}]}`:          `T_FINISHEDBY(INTERVAL(t, '..'), INTERVAL('2020-01-01','2020-01-02T00:00:00Z'))`,
		`{"op":"s_intersects","args":[{"property":"g"},{"bbox":[170,-10,-170,10]}]}`:                                                      `S_INTERSECTS(g, BBOX(170,-10,-170,10))`,
		`{"op":"s_intersects","args":[{"property":"g"},{"bbox":[1,2,-99,3,4,99]}]}`:                                                       `S_INTERSECTS(g, BBOX(1,2,-99,3,4,99))`,
		`{"op":"s_within","args":[{"type":"Point","coordinates":[1,2,3]},{"property":"g"}]}`:                                              `S_WITHIN(POINT Z(1 2 3), g)`,
		`{"op":"s_equals","args":[{"property":"g"},{"type":"MultiPoint","coordinates":[[1,2],[3,4]]}]}`:                                   `S_EQUALS(g, MULTIPOINT((1 2),(3 4)))`,
		`{"op":"s_crosses","args":[{"property":"g"},{"type":"LineString","coordinates":[[1,2],[3,4]]}]}`:                                  `S_CROSSES(g, LINESTRING(1 2,3 4))`,
		`{"op":"s_touches","args":[{"property":"g"},{"type":"MultiLineString","coordinates":[[[1,2],[3,4]],[[5,6],[7,8]]]}]}`:             `S_TOUCHES(g, MULTILINESTRING((1 2,3 4),(5 6,7 8)))`,
		`{"op":"s_contains","args":[{"property":"g"},{"type":"Polygon","coordinates":[[[0,0],[4,0],[4,4],[0,0]]]}]}`:                      `S_CONTAINS(g, POLYGON((0 0,4 0,4 4,0 0)))`,
		`{"op":"s_overlaps","args":[{"property":"g"},{"type":"MultiPolygon","coordinates":[[[[0,0],[4,0],[4,4],[0,0]]]]}]}`:               `S_OVERLAPS(g, MULTIPOLYGON(((0 0,4 0,4 4,0 0))))`,
		`{"op":"s_disjoint","args":[{"property":"g"},{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[1,2]}]}]}`: `S_DISJOINT(g, GEOMETRYCOLLECTION(POINT(1 2)))`,
	} {
		e, err := ParseJSON([]byte(in))
		if err != nil {
			t.Errorf("%s: %v", in, err)
			continue
		}
		want, err := ParseText(same)
		if err != nil {
			t.Errorf("%s: %v", same, err)
			continue
		}
		if text(e) != text(want) {
			t.Errorf("%s:\n got %s\nwant %s", in, text(e), text(want))
		}
	}
}

// TestJSONErrors: each says what is wrong and points to it.
func TestJSONErrors(t *testing.T) {
	t.Parallel()
	nested := func(n int) string {
		return strings.Repeat(`{"op":"not","args":[`, n) + "true" + strings.Repeat("]}", n)
	}
	for in, want := range map[string]string{
		``:                                     "the filter is not JSON: it ends too early at character 1",
		`{"op":`:                               "the filter is not JSON: it ends too early at character 7",
		`{"op" "and"}`:                         "the filter is not JSON: unexpected character at character 7",
		`true true`:                            "the filter is more than one JSON value",
		"\"\xff\"":                             "the filter is not UTF-8",
		`1`:                                    `expected a condition, {"op": ..., "args": [...]}, true or false at the top`,
		`{"property":"a"}`:                     `expected a condition, which has a text "op" at the top`,
		`{"op":"=","args":{}}`:                 `expected an array "args" at the top`,
		`{"op":"=","args":[{"property":"a"}]}`: "'=' needs 2 arguments, not 1 at /args",
		`{"op":"and","args":[true]}`:           "'and' needs at least 2 arguments at /args",
		`{"op":"and","args":[true,{"op":"~","args":[]}]}`:                                                         "unknown operator or function '~' at /args/1/op",
		`{"op":"+","args":[1,2]}`:                                                                                 "a value stands where a condition is needed at /op",
		`{"op":"=","args":[1,{"op":"+","args":[1]}]}`:                                                             "'+' needs 2 arguments, not 1 at /args/1/args",
		`{"op":"=","args":[1,{"op":"month","args":[1,2]}]}`:                                                       "'month' needs 1 arguments, not 2 at /args/1/args",
		`{"op":"=","args":[1,{"op":"maximum","args":[1,2]}]}`:                                                     "unknown operator or function 'maximum' at /args/1/op",
		`{"op":"a_equals","args":[1,2]}`:                                                                          "arrays are not supported: 'a_equals' at /op",
		`{"op":"=","args":[{"op":"avg","args":[1]},2]}`:                                                           "unknown operator or function 'avg' at /args/0/op",
		`{"op":"=","args":[{"op":"not","args":[true]},2]}`:                                                        "'not' is a condition, not a value at /args/0",
		`{"op":"casei","args":["a"]}`:                                                                             "a value stands where a condition is needed at /op",
		`{"op":"=","args":[{"property":1},2]}`:                                                                    "expected a text at /args/0/property",
		`{"op":"=","args":[null,2]}`:                                                                              "expected a property or a value at /args/0",
		`{"op":"=","args":[{"a/b~":1},2]}`:                                                                        "expected a property or a value at /args/0",
		`{"op":"=","args":["\u0000",2]}`:                                                                          "the character NUL in the filter at /args/0",
		`{"op":"in","args":[{"property":"a"},1]}`:                                                                 "expected an array of values at /args/1",
		`{"op":"in","args":[{"property":"a"},[]]}`:                                                                "expected an array of values at /args/1",
		`{"op":"=","args":[{"date":"2023-02-29"},1]}`:                                                             "'2023-02-29' is no date of the form 2024-05-31 at /args/0",
		`{"op":"t_after","args":[{"interval":[".."]},1]}`:                                                         "expected an array of two at /args/0/interval",
		`{"op":"t_after","args":[{"interval":["..",1]},1]}`:                                                       "an interval is from one date, time, property or '..' to another; expected that at /args/0/interval",
		`{"op":"s_within","args":[{"bbox":[1,2,3]},1]}`:                                                           "a BBOX has four numbers, or six with elevations at /args/0",
		`{"op":"s_within","args":[{"bbox":[1,2,3,"4"]},1]}`:                                                       "expected a number at /args/0/bbox/3",
		`{"op":"s_within","args":[{"bbox":[1,2,3,1e999]},1]}`:                                                     "the coordinate '1e999' is out of range at /args/0/bbox/3",
		`{"op":"s_within","args":[{"type":"Point","coordinates":[1]},1]}`:                                         "a position has two or three numbers at /args/0/coordinates",
		`{"op":"s_within","args":[{"type":"Circle","coordinates":[1]},1]}`:                                        "expected the type of a GeoJSON geometry at /args/0/type",
		`{"op":"s_within","args":[{"type":"Polygon","coordinates":[]},1]}`:                                        "expected an array that is not empty at /args/0/coordinates",
		`{"op":"s_within","args":[{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,1]]]},1]}`:               "a ring of a polygon is not closed: its last point is not its first at /args/0/coordinates/0",
		`{"op":"s_within","args":[{"type":"GeometryCollection","geometries":[{"type":"GeometryCollection"}]},1]}`: "expected a GeoJSON geometry that is no collection at /args/0/geometries/0",
		nested(MaxDepth + 1):                                                                                      "the filter is nested more than 32 deep at " + strings.Repeat("/args/0", MaxDepth),
		strings.Repeat("[", MaxLength):                                                                            "the filter is not JSON: unexpected character at character 10001",
		strings.Repeat("[", MaxLength+1):                                                                          "the filter is longer than 262144 bytes",
		`{"op":"in","args":[{"property":"a"},[1` + strings.Repeat(",1", MaxItems) + `]]}`:                         "'in' has more than 500 items at /args/1",
		`{"op":"and","args":[true` + strings.Repeat(",true", MaxValues) + `]}`:                                    "the filter has more than 1000 properties and values at /args/1000",
		`{"op":"=","args":[1` + strings.Repeat("0", MaxNumber) + `,1]}`:                                           "a number of more than 100 characters at /args/0",
		`{"op":"s_within","args":[{"type":"MultiPoint","coordinates":[[0,0]` + strings.Repeat(",[0,0]", MaxVertices) + `]},1]}`: "the geometries of the filter have more than 4000 points at /args/0/coordinates/4000",
	} {
		_, err := ParseJSON([]byte(in))
		checkError(t, in, err, want)
	}
	if _, err := ParseJSON([]byte(nested(MaxDepth))); err != nil {
		t.Errorf("as deep as allowed: %v", err)
	}
}
