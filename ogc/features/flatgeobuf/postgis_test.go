package flatgeobuf

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strconv"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/internal/geojson"
	"github.com/skeeter-surveillance/skeeter/internal/jsontext"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m, nil)) }

// makeSample fills a table with rows like observations. No column is called id: ST_FromFlatGeobufToTable adds one of that name.
const makeSample = `create table sample as
select 'f47ac10b-58cc-4372-a567-' || lpad(n::text, 12, '0') as record, 'Aedes aegypti' as name,
    n::bigint * n as total, n / 7.0::float8 as accuracy, timestamptz '2020-01-01' + n * interval '1 hour' as observed_at,
    ST_SetSRID(ST_MakePoint(n %% 360 - 180, n %% 180 - 90), 4326) as geom
from generate_series(1, %d) n`

const readSample = `select record, name, total, accuracy, observed_at, ST_X(geom), ST_Y(geom) from sample order by total`

var sampleHeader = Header{
	Name: "sample", Geometry: Point, CRS: CRS{"EPSG", 4326},
	Columns: []Column{
		{Name: "record", Type: String}, {Name: "name", Type: String}, {Name: "total", Type: Long},
		{Name: "accuracy", Type: Double}, {Name: "observed_at", Type: DateTime},
	},
}

func postgis(t testing.TB, rows int) *pgxpool.Pool {
	t.Helper()
	db := pgtest.Pool(t)
	pgtest.Run(t, db, fmt.Sprintf(makeSample, rows))
	return db
}

// flushBytes is how much is gathered before it is sent.
const flushBytes = 64 << 10

// writeSample streams the table, as a server would.
func writeSample(t testing.TB, db *pgxpool.Pool, out io.Writer) {
	t.Helper()
	rows, err := db.Query(t.Context(), readSample)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	e := newEncoder(t, sampleHeader)
	buf := e.AppendHeader(make([]byte, 0, 2*flushBytes))
	for rows.Next() {
		v := rows.RawValues()
		e.Text(0, v[0])
		e.Text(1, v[1])
		e.Long(2, postgres.Integer(v[2]))
		e.Double(3, postgres.Float8(v[3]))
		e.Time(4, postgres.Timestamp(postgres.Integer(v[4])))
		e.Point(postgres.Float8(v[5]), postgres.Float8(v[6]))
		if buf, err = e.AppendFeature(buf); err != nil {
			t.Fatal(err)
		}
		if len(buf) >= flushBytes {
			_, _ = out.Write(buf)
			buf = buf[:0]
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	_, _ = out.Write(buf)
}

// TestPostGISReadsItsOwnRows holds the writer against a second reader.
func TestPostGISReadsItsOwnRows(t *testing.T) {
	t.Parallel()
	db := postgis(t, 1000)
	var file bytes.Buffer
	writeSample(t, db, &file)
	pgtest.Run(t, db, "select ST_FromFlatGeobufToTable('public', 'read_back', $1)", file.Bytes())
	rows := pgtest.Value[[]int](t, db, `with read_back as (select * from ST_FromFlatGeobuf(null::public.read_back, $1))
		select array[(select count(*) from read_back), (select count(*) from (
			select record, name, total, accuracy, observed_at, ST_AsText(geom) from sample
			except all select record, name, total, accuracy, observed_at, ST_AsText(geom) from read_back) x)]`, file.Bytes())
	if rows[0] != 1000 || rows[1] != 0 {
		t.Errorf("%d rows, %d of the table's are not among them", rows[0], rows[1])
	}
}

const benchmarkRows = 100_000

// The three benchmarks send the same rows out of PostGIS: features a second and megabytes a second.
func benchmark(b *testing.B, send func(db *pgxpool.Pool, out io.Writer)) {
	db := postgis(b, benchmarkRows)
	var out counter
	for b.Loop() {
		out = 0
		send(db, &out)
	}
	b.SetBytes(int64(out))
	b.ReportMetric(float64(benchmarkRows)*float64(b.N)/b.Elapsed().Seconds(), "features/s")
	b.ReportMetric(float64(out)/benchmarkRows, "B/feature")
}

type counter int64

func (c *counter) Write(b []byte) (int, error) {
	*c += counter(len(b))
	return len(b), nil
}

func BenchmarkEncoder(b *testing.B) {
	benchmark(b, func(db *pgxpool.Pool, out io.Writer) { writeSample(b, db, out) })
}

func BenchmarkSTAsFlatGeobuf(b *testing.B) {
	benchmark(b, func(db *pgxpool.Pool, out io.Writer) {
		rows, err := db.Query(b.Context(), "select ST_AsFlatGeobuf(s, false, 'geom') from (select * from sample order by total) s")
		if err != nil {
			b.Fatal(err)
		}
		defer rows.Close()
		for rows.Next() {
			_, _ = out.Write(rows.RawValues()[0])
		}
		if err := rows.Err(); err != nil {
			b.Fatal(err)
		}
	})
}

func BenchmarkGeoJSON(b *testing.B) {
	benchmark(b, func(db *pgxpool.Pool, out io.Writer) {
		rows, err := db.Query(b.Context(), readSample)
		if err != nil {
			b.Fatal(err)
		}
		defer rows.Close()
		buf := make([]byte, 0, 2*flushBytes)
		for rows.Next() {
			if buf = appendGeoJSON(buf, rows.RawValues()); len(buf) >= flushBytes {
				_, _ = out.Write(buf)
				buf = buf[:0]
			}
		}
		if err := rows.Err(); err != nil {
			b.Fatal(err)
		}
		_, _ = out.Write(buf)
	})
}

func appendGeoJSON(b []byte, v [][]byte) []byte {
	b = append(b, `{"type":"Feature","geometry":{"type":"Point","coordinates":[`...)
	b = append(geojson.AppendDegrees(b, postgres.Float8(v[5])), ',')
	b = append(geojson.AppendDegrees(b, postgres.Float8(v[6])), `]},"properties":{"id":`...)
	b = append(jsontext.AppendString(b, v[0]), `,"name":`...)
	b = append(jsontext.AppendString(b, v[1]), `,"total":`...)
	b = append(strconv.AppendInt(b, postgres.Integer(v[2]), 10), `,"accuracy":`...)
	b = append(strconv.AppendFloat(b, postgres.Float8(v[3]), 'f', -1, 64), `,"observed_at":"`...)
	return append(geojson.AppendTime(b, postgres.Timestamp(postgres.Integer(v[4]))), "\"}},\n"...)
}
