package cql2

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"strings"
	"testing"

	"github.com/twpayne/go-geom"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
)

// TestCompile: the SQL of each kind of condition, and what goes into its arguments.
func TestCompile(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"s = 'x'; drop table t'":                     "unexpected ';' at character 8",
		"s = 'x''; drop table t --'":                 "t.s = $1::text [x'; drop table t --]",
		"'x' < s":                                    "t.s > $1::text [x]",
		"n >= 2 and n < 2.5":                         "(t.n >= $1::bigint and t.n < $2::numeric) [2 2.5]",
		"n < 1e400 or n > -1e400 or n = 1e-400":      "(t.n < $1::numeric or t.n > $2::numeric or t.n = $3::numeric) [Infinity -Infinity 5e-324]",
		"f = 1e400":                                  "t.f = $1::double precision [+Inf]",
		"n = n2 and n < f":                           "(t.n = t.n2 and t.n < t.f) []",
		"b = true or not (b <> false) and true":      "(t.b = $1::boolean or (not (t.b <> $2::boolean) and true)) [true false]",
		"b = 1 or 0 <> b or b in (1, FALSE)":         "(t.b = $1::boolean or t.b <> $2::boolean or (t.b = $3::boolean or t.b = $4::boolean)) [true false true false]",
		"u = '00000000-0000-4000-8000-00000000000A'": "t.u = $1::uuid [00000000-0000-4000-8000-00000000000a]",
		"u in ('00000000-0000-4000-8000-000000000001','00000000-0000-4000-8000-000000000002')": "t.u = any($1::text[]::uuid[]) [[00000000-0000-4000-8000-000000000001 00000000-0000-4000-8000-000000000002]]",
		"s in ('a','b') and s in ('a')":                        "(t.s = any($1::text[]) and (t.s = $2::text)) [[a b] a]",
		"n in (1,2) or n in (1,2.5)":                           "(t.n = any($1::bigint[]) or t.n = any($2::text[]::numeric[])) [[1 2] [1 2.5]]",
		"f not in (1,2.5)":                                     "not (t.f = any($1::double precision[])) [[1 2.5]]",
		"n between 1 and 2":                                    "(t.n >= $1::bigint and t.n <= $2::bigint) [1 2]",
		"s like 'a\\%b%'":                                      `t.s like $1::text [a\%b%]`,
		"casei(l) = casei('ÄB')":                               "lower(t.l) = $1::text [äb]",
		"casei('A') like casei('Ab')":                          "$1::text like $2::text [a ab]",
		"s is null and c is not null and i is null":            "(t.s is null and not (t.code is null) and (t.ts is null or t.d is null)) []",
		"s IS NULL or 5 is null or (n = 1) is null":            "(t.s is null or false or (t.n = $1::bigint) is null) [1]",
		"ts >= DATE('2024-02-29')":                             "t.ts >= $1::timestamptz [2024-02-29T00:00:00Z]",
		"ts = DATE('2024-02-29')":                              "(t.ts >= $1::timestamptz and t.ts < $2::timestamptz) [2024-02-29T00:00:00Z 2024-03-01T00:00:00Z]",
		"ts <> '2024-02-29'":                                   "(t.ts < $1::timestamptz or t.ts >= $2::timestamptz) [2024-02-29T00:00:00Z 2024-03-01T00:00:00Z]",
		"ts < '2024-02-29T12:00:00Z'":                          "t.ts < $1::timestamptz [2024-02-29T12:00:00Z]",
		"d <= TIMESTAMP('2024-02-29T12:00:00Z')":               "t.d <= $1::date [2024-02-29T00:00:00Z]",
		"d = ts":                                               "t.d = (t.ts at time zone 'UTC')::date []",
		"T_AFTER(ts, DATE('2024-02-29'))":                      "(t.ts >= $1::timestamptz) [2024-03-01T00:00:00Z]",
		"T_EQUALS(ts, TIMESTAMP('2024-02-29T12:00:00Z'))":      "t.ts = $1::timestamptz [2024-02-29T12:00:00Z]",
		"T_INTERSECTS(i, INTERVAL('2024-01-01','2024-01-31'))": "(t.ts < $1::timestamptz and t.d >= $2::date) [2024-02-01T00:00:00Z 2024-01-01T00:00:00Z]",
		"T_INTERSECTS(ts, INTERVAL('..','2024-01-31'))":        "(t.ts < $1::timestamptz and t.ts >= '-infinity'::timestamptz) [2024-02-01T00:00:00Z]",
		"c = 'x'":                      "t.code = (select k.key from codes k where k.v = $1::text) [x]",
		"c <> 'x'":                     "(t.code <> all(array(select k.key from codes k where k.v = $1::text)) and (t.code is not null or null::boolean)) [x]",
		"o = 'x' and n = 1":            "(t.code = any(array(select k.key from codes k where k.other = $1::text)) and t.n = $2::bigint) [x 1]",
		"not c like 'x%'":              "not ((t.code = any(array(select k.key from codes k where k.v like $1::text)) or (t.code is null and null::boolean))) [x%]",
		"c = s":                        "(select k.v from codes k where k.key = t.code) = t.s []",
		"S_INTERSECTS(p, POINT(1 2))":  "ST_Intersects(t.p, ST_GeomFromWKB($1::bytea, 4326)) [POINT(1 2)]",
		"S_DISJOINT(g, BBOX(1,2,3,4))": "not (t.g && ST_MakeEnvelope($1::double precision, $2::double precision, $3::double precision, $4::double precision, 4326) and (ST_Y(t.g) between $2::double precision and $4::double precision and ST_X(t.g) between $1::double precision and $3::double precision)::int <> 0) [1 2 3 4]",
		"S_WITHIN(g, BBOX(1,2,3,4))":   "ST_Within(t.g, ST_CollectionExtract(ST_MakeValid(ST_GeomFromWKB($1::bytea, 4326)), 3)) [POLYGON((1 2,3 2,3 4,1 4,1 2))]",
		"S_CROSSES(g, LINESTRING(1 2,3 4)) or S_CROSSES(p, LINESTRING(1 2,3 4))":         "((t.g is null and null::boolean) or ST_Crosses(t.p, ST_GeomFromWKB($1::bytea, 4326))) [LINESTRING(1 2,3 4)]",
		"S_INTERSECTS(p, GEOMETRYCOLLECTION(POINT(1 2),POINT(3 4),LINESTRING(1 2,3 4)))": "(ST_Intersects(t.p, ST_GeomFromWKB($1::bytea, 4326)) or ST_Intersects(t.p, ST_GeomFromWKB($2::bytea, 4326))) [MULTIPOINT((1 2),(3 4)) MULTILINESTRING((1 2,3 4))]",
		"S_TOUCHES(p, BBOX(180,0,-170,1))":                                               "ST_Touches(t.p, ST_CollectionExtract(ST_MakeValid(ST_GeomFromWKB($1::bytea, 4326)), 3)) [MULTIPOLYGON(((-180 0,-170 0,-170 1,-180 1,-180 0)))]",
	} {
		if got, _ := compiled(in, Options{}); got != want {
			t.Errorf("%s:\n got %s\nwant %s", in, got, want)
		}
	}
}

func compileQueryables() map[string]Queryable {
	all := maps.Clone(testQueryables)
	all["p"] = Queryable{Name: "p", Type: GeometryType, SQL: "t.p"}
	all["l"] = Queryable{Name: "l", Type: StringType, SQL: "t.l", Fold: "lower(t.l)"}
	return all
}

// TestCompileErrors: a filter that cannot be meant names the property or the literal, and where it stands.
func TestCompileErrors(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"n > 1 and sepcies = 'x'": "unknown property 'sepcies' at character 11; known: b, c, d, f, g, i, l, m, n, n2, o, p, s, s2, ts, ts2, u",
		"n = 'x'":                 "n is an integer and cannot be compared with the text 'x' at character 5",
		"s = 5":                   "s is text and cannot be compared with the number 5 at character 5",
		"s = n":                   "s is text and cannot be compared with n, which is an integer at character 5",
		"b = 2":                   "b is true or false and cannot be compared with the number 2 at character 5",
		"u = 'x'":                 "'x' is no UUID at character 5",
		"u = '{00000000-0000-4000-8000-000000000001}'": "'{00000000-0000-4000-8000-000000000001}' is no UUID at character 5",
		"u < '00000000-0000-4000-8000-000000000001'":   "u is a UUID and has no order: compare it with =, <> or IN at character 1",
		"u like '0%'":                    "u is a UUID; LIKE needs text at character 1",
		"ts > 'yesterday'":               "'yesterday' is no date or time of the form 2024-05-31 or 2024-05-31T13:45:00Z at character 6",
		"ts = 2024":                      "ts is a time and cannot be compared with the number 2024 at character 6",
		"i = DATE('2024-01-01')":         "i is an interval; compare it with a temporal function such as T_INTERSECTS at character 1",
		"g = 'x'":                        "g is a geometry; compare it with a spatial function such as S_INTERSECTS at character 1",
		"n = POINT(1 2)":                 "a shape is a geometry; compare it with a spatial function such as S_INTERSECTS at character 5",
		"n between 'a' and 5":            "n is an integer and cannot be compared with the text 'a' at character 11",
		"n in (1, 'a')":                  "n is an integer and cannot be compared with the text 'a' at character 10",
		"n like '1%'":                    "n is an integer; LIKE needs text at character 1",
		"s like s2":                      "LIKE needs a pattern in quotes at character 8",
		`s like 'a\'`:                    "the quote is not closed that opens at character 8",
		`s like 'a\\'`:                   `the pattern ends with \, which stands before %, _ or \ only at character 8`,
		"casei(n) = 'x'":                 "n is an integer; CASEI and ACCENTI need text at character 7",
		"casei(5) is null":               "the number 5 is a number; CASEI and ACCENTI need text at character 7",
		"casei(accenti(casei(s))) = ''":  "CASEI and ACCENTI inside each other more than once at character 21",
		"T_AFTER(n, DATE('2024-01-01'))": "n is an integer; a temporal function needs a date, a time or an interval at character 9",
		"T_DURING(ts, INTERVAL('2024-01-01','..'))":                        "T_DURING compares intervals, and ts is none: use T_INTERSECTS, T_BEFORE, T_AFTER or an INTERVAL at character 10",
		"T_BEFORE(INTERVAL(n,'..'), ts)":                                   "n is an integer; an interval is from one date or time to another at character 19",
		"S_WITHIN(n, POINT(1 2))":                                          "n is an integer; a spatial function needs a geometry at character 10",
		"S_WITHIN(g, 'POINT(1 2)')":                                        "the text 'POINT(1 2)' is text; a spatial function needs a geometry at character 13",
		"S_WITHIN(g, POINT(90 180))":                                       "the coordinates 90 180 are not on the earth: longitudes are from -180 to 180, latitudes from -90 to 90 at character 13",
		"S_WITHIN(g, MULTIPOINT(7.02 49.92, 90 180))":                      "the coordinates 90 180 are not on the earth: longitudes are from -180 to 180, latitudes from -90 to 90 at character 13",
		"S_WITHIN(g, BBOX(0,10,1,5))":                                      "the corners of the BBOX are not the lower and the upper one at character 13",
		"S_WITHIN(g, BBOX(0,10,1,95))":                                     "the coordinates 1 95 are not on the earth: longitudes are from -180 to 180, latitudes from -90 to 90 at character 13",
		"S_TOUCHES(g, GEOMETRYCOLLECTION(POINT(1 2),LINESTRING(1 2,3 4)))": "S_TOUCHES is not defined for a GEOMETRYCOLLECTION of 2 kinds of geometries at character 14",
		"S_INTERSECTS(g, " + zigzags(12) + ")":                             "the lines of the geometries cross each other more than 100 times at character 17",
		"s + 1 > 2":                                                        "s is text; arithmetic needs numbers at character 1",
		"month(n) = 2":                                                     "n is an integer; month needs a date or a time at character 7",
		"month(ts) = 'June'":                                               "month of ts is an integer and cannot be compared with the text 'June' at character 13",
		"(n and n > 1)":                                                    "expected =, <>, <, <=, >, >=, LIKE, BETWEEN, IN or IS NULL, found 'and' at character 4",
		"(n > 1 and n)":                                                    "a value stands where a condition is needed at character 12",
		"n" + strings.Repeat("+n", 500) + " in (1,n,n,n,n,n)":              "the filter computes more than 2000 numbers, those that IN and BETWEEN repeat among them at character 1000",
		strings.Repeat("casei(s) = 'a' or ", MaxFolded) + "casei(s) = 'a'": "the filter folds case or accents of properties more than 32 times",
	} {
		e, err := ParseText(in)
		if err == nil {
			_, err = Compile(e, compileQueryables(), Options{})
		}
		checkError(t, in, err, want)
	}
	e, err := ParseJSON([]byte(`{"op":"and","args":[true,{"op":"=","args":[{"property":"n"},"x"]}]}`))
	if err == nil {
		_, err = Compile(e, testQueryables, Options{})
	}
	checkError(t, "JSON", err, "n is an integer and cannot be compared with the text 'x' at /args/1/args/1")
}

// compiled returns what a filter becomes, its SQL and its arguments, or the error.
func compiled(filter string, options Options) (sql, args string) {
	e, err := ParseText(filter)
	if err != nil {
		return err.Error(), err.Error()
	}
	got, err := Compile(e, compileQueryables(), options)
	if err != nil {
		return err.Error(), err.Error()
	}
	return got.Text + " " + arguments(got.Args), arguments(got.Args)
}

// TestKeys: what Options.Keys answers goes into the condition, unless it is too much.
func TestKeys(t *testing.T) {
	t.Parallel()
	failed := errors.New("no database")
	many := make([]any, MaxKeys+1)
	for i := range many {
		many[i] = int32(i)
	}
	const asked = "select k.key from codes k where k.other = $1::text limit 1001 [x]"
	for _, c := range []struct {
		filter string
		keys   []any
		err    error
		want   string
	}{
		{"n = 1 and o = 'x'", []any{int32(7)}, nil, "(t.n = $1::bigint and t.code = $2::int) [1 7]"},
		{"n = 1 and o = 'x'", []any{int32(7), int32(8)}, nil, "(t.n = $1::bigint and t.code = any($2::int[])) [1 [7 8]]"},
		{"o = 'x'", []any{"br", "cl"}, nil, "t.code = any($1::text[]) [[br cl]]"},
		{"o = 'x'", []any{int64(7)}, nil, "t.code = $1::bigint [7]"},
		{"o = 'x'", nil, nil, "false []"},
		{"o = 'x'", many, nil, "t.code = any(array(select k.key from codes k where k.other = $1::text)) [x]"},
		{"o = 'x'", nil, failed, "no database"},
		{"o = 'x'", []any{7.5}, nil, "a key of a coded value is of type float64"},
		{"not o = 'x'", nil, failed, "not ((t.code = any(array(select k.key from codes k where k.other = $1::text)) or (t.code is null and null::boolean))) [x]"},
	} {
		got, _ := compiled(c.filter, Options{Keys: func(query string, args []any) ([]any, error) {
			if query += " " + arguments(args); query != asked {
				t.Errorf("%s asks %s", c.filter, query)
			}
			return c.keys, c.err
		}})
		if got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.filter, got, c.want)
		}
	}
	n := 0
	e, err := ParseText("o = 'x'" + strings.Repeat(" or casei(o) = casei('x')", MaxFolded))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Compile(e, testQueryables, Options{Keys: func(string, []any) ([]any, error) { n++; return nil, nil }}); err != nil || n != MaxKeyQueries {
		t.Errorf("%d queries, %v", n, err)
	}
}

// zigzags are n lines across n others.
func zigzags(n int) string {
	var lines []string
	for i := range n {
		lines = append(lines, fmt.Sprintf("(%d -1,%d 50)", i, i), fmt.Sprintf("(-1 %d,50 %d)", i, i))
	}
	return "MULTILINESTRING(" + strings.Join(lines, ",") + ")"
}

// TestFilterCRS: geometries come in the CRS of the filter, with its axes, and are brought to that of the storage.
func TestFilterCRS(t *testing.T) {
	t.Parallel()
	mercator := func(shape geom.T) (geom.T, error) {
		shape = geomOf(orbOf(shape)) // a copy
		far := false
		eachPoint(shape, func(p []float64) {
			far = far || math.Abs(p[0]) > 2e7
			p[0], p[1] = p[0]/100000, p[1]/100000
		})
		if far {
			return nil, errors.New("EPSG:3857 ends at 20037508 metres")
		}
		return shape, nil
	}
	swapped, metres := Options{SwapAxes: true}, Options{FilterSRID: 3857, Transform: mercator}
	for _, c := range []struct {
		filter  string
		options Options
		want    string
	}{
		{"S_INTERSECTS(p, POINT(50 120))", swapped, "[POINT(120 50)]"},
		{"S_INTERSECTS(p, LINESTRING(50 120,51 121))", swapped, "[LINESTRING(120 50,121 51)]"},
		{"S_INTERSECTS(p, POINT(120 50))", swapped, "the coordinates 50 120 are not on the earth: longitudes are from -180 to 180, latitudes from -90 to 90 at character 17"},
		{"S_INTERSECTS(g, BBOX(-10,170,10,-170))", swapped, "[170 -10 180 10 -180 -10 -170 10]"},
		{"S_INTERSECTS(g, BBOX(100000,200000,300000,400000))", metres, "[POLYGON((1 2,3 2,3 4,1 4,1 2))]"},
		{"S_INTERSECTS(g, BBOX(300000,200000,100000,400000))", metres, "the corners of the BBOX are not the lower and the upper one at character 17"},
		{"S_INTERSECTS(g, LINESTRING(0 0,3e7 0))", metres, "EPSG:3857 ends at 20037508 metres at character 17"},
	} {
		if _, got := compiled(c.filter, c.options); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.filter, got, c.want)
		}
	}
	if _, err := Compile(Bool{Value: true}, nil, Options{FilterSRID: 3857}); err == nil {
		t.Error("another SRID without Transform is taken")
	}
}

// TestNoDatabaseError: whatever compiles, PostGIS answers, also about shapes that are not valid and numbers without end.
func TestNoDatabaseError(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	pool := pgtest.Pool(t)
	pgtest.Run(t, pool, testTable+"alter table t add p geometry(MultiPolygon, 4326)")
	if _, err := pool.Exec(ctx, `insert into t (id, s, n, n2, f, b, ts, d, u, g, p) values (1, 'x', 5, 6, 0.5, true, '2020-01-01Z', '2020-01-02', gen_random_uuid(),
		ST_SetSRID(ST_Point(1, 1), 4326), ST_GeomFromText('MULTIPOLYGON(((0 0,4 0,4 4,0 4,0 0)))', 4326))`); err != nil {
		t.Fatal(err)
	}
	shapes := []string{
		"POINT(1 1)", "MULTIPOINT(1 1,1 1)", "LINESTRING(0 0,0 0)", "LINESTRING(0 0,2 2,0 2,2 0)", "POLYGON((0 0,2 2,2 0,0 2,0 0))", "POLYGON((0 0,1 1,2 2,0 0))",
		"POLYGON((1 1,1 1,1 1,1 1))", "POLYGON((0 0,4 0,4 4,0 4,0 0),(5 5,6 5,6 6,5 5))", "POLYGON((0 0,4 0,4 4,0 4,0 0),(0 0,4 0,4 4,0 4,0 0))",
		"MULTIPOLYGON(((0 0,2 0,2 2,0 0)),((0 0,2 0,2 2,0 0)))", "GEOMETRYCOLLECTION(POLYGON((0 0,2 2,2 0,0 2,0 0)),POLYGON((0 0,1 0,1 1,0 0)))",
		"GEOMETRYCOLLECTION(POINT(1 1))", "BBOX(1,1,1,1)", "BBOX(1,1,1,5)", "BBOX(-180,-90,180,90)", "BBOX(170,-90,-170,90)", "BBOX(180,-90,-170,90)", "BBOX(180,1,-180,1)",
		"POLYGON((-180 -90,180 -90,180 90,-180 90,-180 -90))", "POINT(1e-320 -1e-320)", "g", "p",
	}
	var filters []string
	for op := range spatialOperators {
		for _, shape := range shapes {
			filters = append(filters, fmt.Sprintf("%s(g, %s)", op, shape), fmt.Sprintf("%s(%s, p)", op, shape), fmt.Sprintf("NOT %s(%s, POLYGON((0 0,2 2,2 0,0 2,0 0)))", op, shape))
		}
	}
	for _, n := range []string{"1e400", "-1e400", "1e-400", "2.5", "-0", ".5", "5.", "99999999999999999999", "9223372036854775807", "0e999999999", "1e308", strings.Repeat("9", MaxNumber)} {
		filters = append(filters, "n = "+n, "n2 > "+n, "f < "+n, "n in (1,"+n+")", "f in (1,"+n+")", "n between "+n+" and "+n, n+" = "+n)
	}
	filters = append(filters, "n / 0 = 1", "n % 0 = 1 or 5 div (n - 5) = 2", "(1 / 0) IS NULL", "month(ts) + week(d) * 2 > f ^ 2", "year('2020-01-01') = 2020", "dayofyear(TIMESTAMP('2024-12-31T23:00:00Z')) = 366",
		"n in ("+strings.Repeat("n+1,", 400)+"n)", "n = n"+strings.Repeat("+n", 900), "1 = 2"+strings.Repeat("^1", 900), "-1 < n - -1", "f div 0.1 > 1e300 % 7")
	for _, when := range []string{"0000-01-01", "0001-01-01", "9999-12-31", "2024-02-29T23:59:59.123456789Z", "0000-01-01T00:00:00Z", "9999-12-31T23:59:59.999999999Z"} {
		filters = append(filters, "ts = '"+when+"'", "d <= '"+when+"'", "T_INTERSECTS(i, INTERVAL('"+when+"','..'))", "ts in ('"+when+"')")
	}
	for _, s := range []string{`\\\\`, "%", `\\%`, "''", `\a\b\t\n\v\f\r`, "\U0010FFFF", "$1", "@name", "\u0301", strings.Repeat("%a_", 1000)} {
		filters = append(filters, "s = '"+s+"'", "s like '"+s+"'", "casei(accenti(s)) like accenti('"+s+"')", "c = '"+s+"'", "casei(c) <> '"+s+"'")
	}
	for _, filter := range filters {
		e, err := ParseText(filter)
		if err != nil {
			t.Errorf("%s: %v", filter, err)
			continue
		}
		condition, err := Compile(e, compileQueryables(), Options{})
		if err != nil {
			failure := new(Error)
			if !errors.As(err, &failure) {
				t.Errorf("%s: %v", filter, err)
			}
			continue
		}
		if _, err := pool.Exec(ctx, "select from t where "+condition.Text, condition.Args...); err != nil {
			t.Errorf("%.200s: %v", filter, err)
		}
	}
}
