package cql2

import (
	"errors"
	"testing"
)

// fuzzed compiles what was read: it must end, and an error must be an *Error.
func fuzzed(t *testing.T, e Expr, err error) {
	failure := new(Error)
	if err != nil {
		if !errors.As(err, &failure) || failure.Msg == "" {
			t.Fatalf("%T %v", err, err)
		}
		return
	}
	again, err := ParseText(text(e))
	if err == nil && text(again) != text(e) {
		t.Fatalf("%s is read as %s", text(e), text(again))
	}
	if _, err := Compile(e, testQueryables, Options{}); err != nil && !errors.As(err, &failure) {
		t.Fatalf("%s: %T %v", text(e), err, err)
	}
}

func FuzzText(f *testing.F) {
	for _, s := range []string{
		"s = 'it''s' AND NOT n BETWEEN -1 AND 2.5e3 OR casei(c) NOT IN (casei('x'), accenti('é'))",
		`"ts" >= DATE('2020-01-01') and (b = true) IS NULL or s LIKE 'a\%_%' and u = '00000000-0000-4000-8000-000000000001'`,
		"T_DURING(interval(ts, d), INTERVAL('2020-01-01', '..')) or t_after(ts, timestamp('2020-01-01T00:00:00Z')) or i IS NULL",
		"S_INTERSECTS(g, BBOX(170,-10,-170,10)) or S_WITHIN(g, POLYGON Z ((0 0 1,1 0 1,1 1 1,0 0 1))) or FALSE",
		"S_DISJOINT(GEOMETRYCOLLECTION(POINT(1 2),MULTIPOINT(1 2,(3 4)),LINESTRING(0 0,1 1)),g)",
		"S_TOUCHES(g, MULTIPOLYGON(((0 0,1 0,1 1,0 0)))) and S_CROSSES(MULTILINESTRING((0 0,1 1)), g)",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		e, err := ParseText(s)
		fuzzed(t, e, err)
	})
}

func FuzzJSON(f *testing.F) {
	for _, s := range []string{
		`{"op":"and","args":[{"op":"=","args":[{"property":"s"},"x"]},{"op":"not","args":[{"op":"isNull","args":[{"property":"n"}]}]}]}`,
		`{"op":"or","args":[true,{"op":"like","args":[{"op":"casei","args":[{"property":"c"}]},{"op":"casei","args":["A%"]}]}]}`,
		`{"op":"between","args":[{"property":"n"},1,2.5e3]}`,
		`{"op":"in","args":[{"property":"ts"},[{"date":"2020-01-01"},{"timestamp":"2020-01-01T00:00:00Z"}]]}`,
		`{"op":"t_finishedBy","args":[{"interval":[{"property":"ts"},".."]},{"interval":["..","2020-01-01"]}]}`,
		`{"op":"s_within","args":[{"property":"g"},{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}]}`,
		`{"op":"s_intersects","args":[{"bbox":[1,2,3,4]},{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[1,2,3]}]}]}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		e, err := ParseJSON(b)
		fuzzed(t, e, err)
	})
}
