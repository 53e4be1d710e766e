package cql2

import (
	"context"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/paulmach/orb"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
)

// The values of rows and of literals: few, so that they often meet.
var (
	words = []string{
		"a", "A", "ab", "aB", "é", "É", "e", "Straße", "STRASSE", "ΟΔΟΣ", "οδος", "50%", "5_", "5x", `b\c`, "it's", "", "ﬁn", "FIN",
		"København", "KOBENHAVN", "line\nbreak", "$1",
	}
	patterns = []string{"a%", "%a", "_", "5\\_", "5_", "50\\%", "%s%", "%SS%", "%ß%", "", "%", `b\\c`, "_B", "%o_os", "f__", "f_", "k%n"}
	numbers3 = []string{"-1", "0", "1", "2", "2.5", "1.0", "1e0", "0.1", ".5", "1e400", "-1e400", "9223372036854775807", "9223372036854775808", "1e15"}
	uuids    = []string{"00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"}
	moments  = []string{"2020-01-01T00:00:00Z", "2020-01-01T12:30:00.25Z", "2020-01-02T00:00:00Z", "2020-01-03T23:59:59.999999Z", "1999-12-31T00:00:00Z", "9999-12-31T23:59:59Z"}
	days     = []string{"2020-01-01", "2020-01-02", "2020-01-03", "2020-01-04", "1999-12-31", "9999-12-31"}
	grid     = []float64{-180, -170, 0, 1, 2, 3, 170, 180}
)

func number(s string) float64 {
	v, _ := strconv.ParseFloat(s, 64)
	return v
}

var testQueryables = map[string]Queryable{
	"s": {Name: "s", Type: StringType, SQL: "t.s"}, "s2": {Name: "s2", Type: StringType, SQL: "t.s2"},
	"n": {Name: "n", Type: IntegerType, SQL: "t.n"}, "n2": {Name: "n2", Type: IntegerType, SQL: "t.n2"},
	"f": {Name: "f", Type: NumberType, SQL: "t.f"}, "b": {Name: "b", Type: BooleanType, SQL: "t.b"},
	"ts": {Name: "ts", Type: TimestampType, SQL: "t.ts"}, "ts2": {Name: "ts2", Type: TimestampType, SQL: "t.ts2"},
	"d": {Name: "d", Type: DateType, SQL: "t.d"}, "u": {Name: "u", Type: UUIDType, SQL: "t.u"},
	"g": {Name: "g", Type: GeometryType, SQL: "t.g", Points: true},
	"i": {Name: "i", Type: IntervalType, Start: "t.ts", End: "t.d", EndType: DateType},
	"c": {Name: "c", Type: StringType, Coded: &Coded{Key: "t.code", Table: "codes k", TableKey: "k.key", Value: "k.v", Unique: true}},
	"o": {Name: "o", Type: StringType, Coded: &Coded{Key: "t.code", Table: "codes k", TableKey: "k.key", Value: "k.other"}},
	"m": {Name: "m", Type: StringType, Coded: &Coded{Key: "t.code", Table: "codes k", TableKey: "k.key", Value: "k.maybe", Nullable: true}},
}

const testTable = `
create table codes (key int primary key, v text not null unique, other text not null, maybe text);
create table t (id int primary key, s text, s2 text, n int, n2 bigint, f float8, b boolean, ts timestamptz, ts2 timestamptz, d date, u uuid,
	g geometry(Point, 4326), code int references codes);
create index on t using gist (g);`

// pick returns one of the items, or null now and then.
func pick[T any](r *rand.Rand, items []T) any {
	if r.IntN(6) == 0 {
		return nil
	}
	return items[r.IntN(len(items))]
}

func fill(t *testing.T, pool *pgxpool.Pool, r *rand.Rand, n int) []record {
	t.Helper()
	pgtest.Run(t, pool, testTable)
	others, maybe := []string{"x", "X", "y"}, []any{nil, "X", "y"}
	for i, w := range words {
		pgtest.Run(t, pool, "insert into codes values ($1, $2, $3, $4)", i, w, others[i%3], maybe[i%3])
	}
	var records []record
	for id := range n {
		integers := []float64{-1, 0, 1, 2, 3, 1e9}
		row := record{
			"s": pick(r, words), "s2": pick(r, words), "n": pick(r, integers), "n2": pick(r, integers), "f": pick(r, []float64{-1, 0, 0.1, 0.5, 1, 2.5, 1e300}),
			"b": pick(r, []bool{true, false}), "u": pick(r, uuids),
		}
		when := func(v any, layout string) any {
			if v == nil {
				return nil
			}
			parsed, err := time.Parse(layout, v.(string))
			if err != nil {
				t.Fatal(err)
			}
			return parsed
		}
		ts, ts2, d := when(pick(r, moments), timestampLayout), when(pick(r, moments), timestampLayout), when(pick(r, days), dateLayout)
		row["ts"], row["ts2"] = ts, ts2
		if d != nil {
			row["d"] = day(d.(time.Time))
		}
		row["i"] = span{ts, row["d"]}
		var lon, lat any
		if x := pick(r, grid); x != nil {
			lon, lat = x, grid[2+r.IntN(4)]
			row["g"] = orb.Point{lon.(float64), lat.(float64)}
		}
		var code any
		if r.IntN(6) > 0 {
			k := r.IntN(len(words))
			code, row["c"], row["o"], row["m"] = k, words[k], others[k%3], maybe[k%3]
		}
		whole := func(v any) any {
			if v == nil {
				return nil
			}
			return int64(v.(float64))
		}
		pgtest.Run(t, pool, `insert into t values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, ST_SetSRID(ST_Point($12, $13), 4326), $14)`, id, row["s"], row["s2"],
			whole(row["n"]), whole(row["n2"]), row["f"], row["b"], ts, ts2, d, row["u"], lon, lat, code)
		records = append(records, row)
	}
	return records
}

// generator makes random filters of the right types.
type generator struct{ *rand.Rand }

func (g generator) one(items []string) string { return items[g.IntN(len(items))] }

func (g generator) condition(depth int) Expr {
	if depth > 0 {
		switch g.IntN(5) {
		case 0:
			return And{g.conditions(depth - 1)}
		case 1:
			return Or{g.conditions(depth - 1)}
		case 2:
			return Not{g.condition(depth - 1)}
		}
	}
	switch g.IntN(12) {
	case 0, 1, 2:
		return g.comparison()
	case 3, 4:
		return Like{g.texts(), g.foldedLike()}
	case 5:
		return Between{g.number(), g.number(), g.number()}
	case 6, 7:
		return g.in()
	case 8:
		if depth > 0 && g.IntN(3) == 0 {
			return IsNull{g.condition(depth - 1)}
		}
		if g.IntN(4) == 0 {
			return IsNull{g.arithmetic(1)}
		}
		return IsNull{Property{Name: g.one([]string{"s", "n", "f", "b", "ts", "d", "u", "g", "i", "c", "o", "m"})}}
	case 9, 10:
		return g.temporal()
	}
	return g.spatial()
}

func (g generator) conditions(depth int) (all []Expr) {
	for range 2 + g.IntN(2) {
		all = append(all, g.condition(depth))
	}
	return all
}

func (g generator) operator() Operator {
	return []Operator{Equal, NotEqual, Less, LessOrEqual, Greater, GreaterOrEqual}[g.IntN(6)]
}

func (g generator) texts() Expr {
	var e Expr = Property{Name: g.one([]string{"s", "s", "s2", "c", "c", "o", "m"})}
	if g.IntN(4) == 0 {
		e = String{Value: g.one(words)}
	}
	return g.fold(e)
}

func (g generator) fold(e Expr) Expr {
	switch g.IntN(6) {
	case 0:
		return Casei{Arg: e}
	case 1:
		return Accenti{Arg: e}
	case 2:
		return Accenti{Arg: Casei{Arg: e}}
	}
	return e
}

func (g generator) foldedLike() Expr { return g.fold(String{Value: g.one(patterns)}) }

func (g generator) number() Expr {
	switch g.IntN(8) {
	case 0, 1:
		return g.arithmetic(1 + g.IntN(2))
	case 2:
		return Call{Function: Functions[g.IntN(len(Functions))].Name, Arg: g.instant()}
	case 3, 4, 5:
		return Number{Text: g.one(numbers3)}
	}
	return Property{Name: g.one([]string{"n", "n2", "f"})}
}

// arithmetic stays where double precision is exact enough, and defined.
func (g generator) arithmetic(depth int) Expr {
	if depth == 0 {
		return []Expr{Property{Name: "n"}, Property{Name: "n2"}, Number{Text: g.one([]string{"-1", "0", "1", "2", "7"})}}[g.IntN(3)]
	}
	op := []ArithmeticOperator{Add, Subtract, Multiply, Divide, Div, Modulo, Power}[g.IntN(7)]
	left, right := g.arithmetic(depth-1), g.arithmetic(depth-1)
	switch op {
	case Power:
		right = Number{Text: g.one([]string{"0", "1", "2"})}
	case Div, Modulo:
		left, right = g.arithmetic(0), g.arithmetic(0)
	}
	return Arithmetic{Op: op, Left: left, Right: right}
}

func (g generator) instant() Expr {
	switch g.IntN(3) {
	case 0:
		return instant(g.one(moments), Position{}, "TIMESTAMP")
	case 1:
		return instant(g.one(days), Position{}, "DATE")
	}
	return Property{Name: g.one([]string{"ts", "ts2", "d"})}
}

func (g generator) comparison() Expr {
	switch g.IntN(6) {
	case 0:
		return Compare{g.operator(), g.number(), g.number()}
	case 1:
		return Compare{g.operator(), Property{Name: "b"}, Bool{Value: g.IntN(2) == 0}}
	case 2:
		return Compare{g.operator(), g.instant(), g.instant()}
	case 3:
		return Compare{[]Operator{Equal, NotEqual}[g.IntN(2)], Property{Name: "u"}, String{Value: g.one(uuids)}}
	case 4: // a text is read as what it is compared with
		return Compare{g.operator(), g.instant(), g.instant()}
	}
	return Compare{g.operator(), g.texts(), g.texts()}
}

func (g generator) in() Expr {
	item := g.texts
	value := g.texts
	switch g.IntN(4) {
	case 0:
		item, value = func() Expr { return Number{Text: g.one(numbers3)} }, func() Expr { return Property{Name: g.one([]string{"n", "n2", "f"})} }
	case 1:
		item, value = g.instant, g.instant
	case 2:
		item, value = func() Expr { return String{Value: g.one(uuids)} }, func() Expr { return Property{Name: "u"} }
	}
	e := In{Value: value()}
	for range 1 + g.IntN(4) {
		e.Items = append(e.Items, item())
	}
	return e
}

func (g generator) interval() Expr {
	for {
		ends := [2]Expr{g.instant(), g.instant()}
		for i := range ends {
			if g.IntN(5) == 0 {
				ends[i] = Unbounded{}
			}
		}
		if e := intervalOrNil(ends[0], ends[1]); e != nil {
			return e
		}
		if _, ok := ends[0].(Unbounded); ok {
			return Interval{Start: ends[0], End: ends[1]}
		}
	}
}

// intervalOrNil returns nil for an interval that ends before it begins.
func intervalOrNil(start, end Expr) (e Expr) {
	var err error
	defer catch(&err)
	return interval(start, end, Position{})
}

func (g generator) temporal() Expr {
	names := []TemporalOperator{
		TAfter, TBefore, TDisjoint, TEquals, TIntersects,
		TContains, TDuring, TFinishedBy, TFinishes, TMeets, TMetBy, TOverlappedBy, TOverlaps, TStartedBy, TStarts,
	}
	op := names[g.IntN(len(names))]
	arg := func() Expr {
		switch n := g.IntN(3); {
		case n == 0:
			return Property{Name: "i"}
		case n == 1 && !temporalOperators[op].intervals:
			return g.instant()
		}
		return g.interval()
	}
	return Temporal{op, arg(), arg()}
}

func (g generator) point() orb.Point { return orb.Point{grid[2+g.IntN(4)], grid[2+g.IntN(4)]} }

func (g generator) spatial() Expr {
	op := []SpatialOperator{SIntersects, SIntersects, SDisjoint, SWithin, STouches, SEquals, SContains, SCrosses, SOverlaps}[g.IntN(9)]
	var right Expr
	switch g.IntN(5) {
	case 0:
		right = Geometry{Shape: geomOf(g.point())}
	case 1:
		right = Geometry{Shape: geomOf(orb.MultiPoint{g.point(), g.point()})}
	case 2:
		right = Geometry{Shape: geomOf(orb.Polygon{{{0, 0}, {3, 0}, {1, 2}, {0, 0}}})}
	case 3:
		if op != SIntersects && op != SDisjoint {
			op = SIntersects
		}
		right = Geometry{Shape: geomOf(orb.Collection{g.point(), orb.Polygon{{{0, 0}, {3, 0}, {1, 2}, {0, 0}}}})}
	default:
		b := BBox{Min: orb.Point{grid[g.IntN(8)], grid[2+g.IntN(2)]}, Max: orb.Point{grid[g.IntN(8)], grid[4+g.IntN(2)]}}
		if (b.Min[0] == 180 || b.Max[0] == -180) && op != SIntersects && op != SDisjoint {
			b.Min[0], b.Max[0] = 0, 2 // evaluate does not know the border of what has two parts, one of them without width
		}
		right = b
	}
	return Spatial{op, Property{Name: "g"}, right}
}

// TestSQLAgrees: random filters over random rows are true for the same rows in PostGIS and in evaluate, through text and tree.
func TestSQLAgrees(t *testing.T) {
	t.Parallel()
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 6))
	pool := pgtest.Pool(t)
	records := fill(t, pool, r, 150)
	g := generator{r}
	for n := range 600 {
		tree := g.condition(n % 5)
		read, err := ParseText(text(tree))
		if err != nil {
			t.Fatalf("%s: %v", text(tree), err)
		}
		if text(read) != text(tree) {
			t.Fatalf("%s is read as %s", text(tree), text(read))
		}
		options := Options{First: 2}
		if n%2 == 0 {
			options.Keys = func(query string, args []any) ([]any, error) {
				rows, err := pool.Query(context.Background(), query, args...)
				if err != nil {
					return nil, err
				}
				return pgx.CollectRows(rows, pgx.RowTo[any])
			}
		}
		condition, err := Compile(read, testQueryables, options)
		if err != nil {
			t.Fatalf("%s: %v", text(tree), err)
		}
		var want []int
		for id, row := range records {
			if evaluate(tree, row) == isTrue {
				want = append(want, id)
			}
		}
		got, err := matching(pool, condition)
		if err != nil {
			t.Fatalf("%s\n%.2000s\n%v", text(tree), condition.Text, err)
		}
		if !slices.Equal(got, want) {
			for _, id := range slices.Concat(got, want) {
				if slices.Contains(got, id) != slices.Contains(want, id) {
					t.Fatalf("%s\n%.2000s %v\nrow %d: %v; SQL %v", text(tree), condition.Text, condition.Args, id, records[id], slices.Contains(got, id))
				}
			}
		}
	}
}

func matching(pool *pgxpool.Pool, condition SQL) ([]int, error) {
	rows, err := pool.Query(context.Background(), "select id from t where id > $1::int and "+condition.Text+" order by id", append([]any{-1}, condition.Args...)...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[int])
}
