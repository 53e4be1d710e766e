package postgres_test

import (
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
)

// everyColumn has a row of values and a row of nulls.
const everyColumn = `select * from (values
	(1, '6f1c1f8e-52a4-4a32-8f0a-0a3d5a3c1a11'::uuid, -7, 5000000000::bigint, true, 2.5::float8, 'a "b"'::text, '{"c":1}'::json,
		timestamptz '1850-02-03 04:05:06.7+01', date '1850-02-03', 3::smallint),
	(2, null, null, null, null, null, null, null, null, null, null)) v (n, id, i4, i8, b, f8, t, j, ts, d, i2) order by n`

func TestEachRow(t *testing.T) {
	t.Parallel()
	type values struct {
		id         [16]byte
		i4         int32
		i8         int64
		b          bool
		f8         float64
		text, json string
		at, day    time.Time
		i2         int64
		null       bool
	}
	var (
		id     postgres.UUIDColumn
		i4     postgres.Int4Column
		i8     postgres.Int8Column
		b      postgres.BoolColumn
		f8     postgres.Float8Column
		tt, j  postgres.TextColumn
		at     postgres.TimestampColumn
		day    postgres.DateColumn
		second = 10
		got    []values
	)
	rows, err := pgtest.Pool(t).Query(t.Context(), everyColumn)
	if err != nil {
		t.Fatal(err)
	}
	err = postgres.EachRow(rows, func(c *postgres.Columns) {
		id, i4, i8, b, f8 = c.UUID("id"), c.Int4("i4"), c.Int8("i8"), c.Bool("b"), c.Float8("f8")
		tt, j, at, day = c.Text("t"), c.Text("j"), c.Timestamp("ts"), c.Date("d")
		c.Expect(second, postgres.IntegerTypes...)
	}, func(r postgres.Row) error {
		got = append(got, values{
			id.Of(r), i4.Of(r), i8.Of(r), b.Of(r), f8.Of(r), tt.Of(r), j.Of(r), at.Of(r), day.Of(r), postgres.Integer(r[second]), tt.IsNull(r),
		})
		return nil
	})
	if err != nil || len(got) != 2 {
		t.Fatalf("%v, %v", got, err)
	}
	want := values{
		[16]byte{0x6f, 0x1c, 0x1f, 0x8e, 0x52, 0xa4, 0x4a, 0x32, 0x8f, 0x0a, 0x0a, 0x3d, 0x5a, 0x3c, 0x1a, 0x11}, -7, 5_000_000_000, true, 2.5,
		`a "b"`, `{"c":1}`, time.Date(1850, 2, 3, 3, 5, 6, 700_000_000, time.UTC), time.Date(1850, 2, 3, 0, 0, 0, 0, time.UTC), 3, false,
	}
	if got[0] != want {
		t.Errorf("the row is %+v, want %+v", got[0], want)
	}
	if !math.IsNaN(got[1].f8) {
		t.Errorf("null is the number %g", got[1].f8)
	}
	got[1].f8 = 0
	if null := (values{null: true, at: time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)}); got[1] != null {
		t.Errorf("nulls are %+v, want %+v", got[1], null)
	}
}

// TestColumnsRefuse: a query that is not the one that was meant is an error, before a row is read.
func TestColumnsRefuse(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	for want, bind := range map[string]func(*postgres.Columns){
		"the query has no column nobody":       func(c *postgres.Columns) { c.Int4("nobody") },
		"column i8 has the type with OID 20":   func(c *postgres.Columns) { c.Int4("i8") },
		"column t has the type with OID 25":    func(c *postgres.Columns) { c.UUID("t") },
		"column ts has the type with OID 1184": func(c *postgres.Columns) { c.Date("ts") },
		"column d has the type":                func(c *postgres.Columns) { c.Int4("i4"); c.Timestamp("d"); c.Text("t") },
		"column i4 has the type with OID 23":   func(c *postgres.Columns) { c.Expect(2, pgtype.ByteaOID) },
		"11 columns, and not a column 11":      func(c *postgres.Columns) { c.Expect(11, pgtype.Int4OID) },
	} {
		rows, err := db.Query(t.Context(), everyColumn)
		if err != nil {
			t.Fatal(err)
		}
		err = postgres.EachRow(rows, bind, func(postgres.Row) error {
			t.Errorf("%s: a row is read", want)
			return nil
		})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	rows, err := db.Query(t.Context(), everyColumn, pgx.QueryExecModeSimpleProtocol)
	if err != nil {
		t.Fatal(err)
	}
	err = postgres.EachRow(rows, func(c *postgres.Columns) { c.Text("t"); c.Int4("i4") }, func(postgres.Row) error { return nil })
	if err == nil || err.Error() != "column i4 is not in binary format" {
		t.Errorf("a number as text: %v", err)
	}
}

// TestEachRowEnds: the visitor's error and that of the query come back, and the connection can be used again.
func TestEachRowEnds(t *testing.T) {
	t.Parallel()
	conn, err := pgtest.Pool(t).Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Release()
	nothing := func(*postgres.Columns) {}
	stop := errors.New("enough")
	rows, err := conn.Query(t.Context(), "select generate_series(1, 100)")
	if err != nil {
		t.Fatal(err)
	}
	if err := postgres.EachRow(rows, nothing, func(postgres.Row) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("the visitor's error is %v", err)
	}
	rows, err = conn.Query(t.Context(), "select 1 / (3 - n) from generate_series(1, 5) n")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	if err := postgres.EachRow(rows, nothing, func(postgres.Row) error { n++; return nil }); err == nil || n != 2 {
		t.Errorf("%d rows before a division by zero, then %v", n, err)
	}
}
