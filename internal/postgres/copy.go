package postgres

import (
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// CopyRows builds rows in COPY's binary format (PostgreSQL manual, COPY, Binary Format). Callers call Begin with the number of
// columns, then one method for each column.
type CopyRows struct {
	b []byte
}

// copyChunk is how many bytes of rows go to the server together.
const copyChunk = 256 << 10

var (
	copyHeader  = []byte("PGCOPY\n\xff\r\n\x00\x00\x00\x00\x00\x00\x00\x00\x00")
	copyTrailer = []byte{0xff, 0xff}
)

// Begin starts a row.
func (c *CopyRows) Begin(columns int) {
	c.b = binary.BigEndian.AppendUint16(c.b, uint16(columns))
}

// Null appends null.
func (c *CopyRows) Null() { c.b = append(c.b, 0xff, 0xff, 0xff, 0xff) }

func (c *CopyRows) length(n int) {
	c.b = binary.BigEndian.AppendUint32(c.b, uint32(n))
}

// Text appends a text; "" is null.
func (c *CopyRows) Text(s string) {
	if s == "" {
		c.Null()
		return
	}
	c.length(len(s))
	c.b = append(c.b, s...)
}

// Texts appends a text[]; nil is an empty one.
func (c *CopyRows) Texts(list []string) {
	const textOID = 25
	dimensions, bytes := uint32(0), 12
	if len(list) > 0 {
		dimensions, bytes = 1, 20
	}
	for _, s := range list {
		bytes += 4 + len(s)
	}
	c.length(bytes)
	for _, n := range [...]uint32{dimensions, 0, textOID} { // without nulls
		c.b = binary.BigEndian.AppendUint32(c.b, n)
	}
	if len(list) > 0 {
		c.b = binary.BigEndian.AppendUint32(c.b, uint32(len(list)))
		c.b = binary.BigEndian.AppendUint32(c.b, 1) // the first index
	}
	for _, s := range list {
		c.length(len(s))
		c.b = append(c.b, s...)
	}
}

// JSONB appends encoded JSON as jsonb.
func (c *CopyRows) JSONB(encoded []byte) {
	c.length(len(encoded) + 1)
	c.b = append(c.b, 1) // version
	c.b = append(c.b, encoded...)
}

// Bool appends a boolean.
func (c *CopyRows) Bool(v bool) {
	c.length(1)
	if v {
		c.b = append(c.b, 1)
	} else {
		c.b = append(c.b, 0)
	}
}

// Int2 appends a smallint.
func (c *CopyRows) Int2(n int16) {
	c.length(2)
	c.b = binary.BigEndian.AppendUint16(c.b, uint16(n))
}

// Int4 appends an integer.
func (c *CopyRows) Int4(n int32) {
	c.length(4)
	c.b = binary.BigEndian.AppendUint32(c.b, uint32(n))
}

// Float8 appends a double precision; nil is null.
func (c *CopyRows) Float8(v *float64) {
	if v == nil {
		c.Null()
		return
	}
	c.length(8)
	c.b = binary.BigEndian.AppendUint64(c.b, math.Float64bits(*v))
}

// UUID appends a uuid.
func (c *CopyRows) UUID(id [16]byte) {
	c.length(16)
	c.b = append(c.b, id[:]...)
}

// Timestamp appends a timestamptz, to the microsecond.
func (c *CopyRows) Timestamp(t time.Time) {
	c.length(8)
	micros := t.UnixMicro() - pgEpochMicros
	c.b = binary.BigEndian.AppendUint64(c.b, uint64(micros))
}

// Date appends the UTC day of a time; the zero time is null.
func (c *CopyRows) Date(t time.Time) {
	if t.IsZero() {
		c.Null()
		return
	}
	days := math.Floor(float64(t.Unix()-pgEpochMicros/1e6) / 86400)
	c.Int4(int32(days))
}

// pgEpochMicros is 2000-01-01 in Unix microseconds.
const pgEpochMicros = 946_684_800_000_000

// Point appends a point in EPSG:4326. Longitude and latitude are in degrees.
func (c *CopyRows) Point(lon, lat float64) { c.PointIn(wgs84, lon, lat) }

// wgs84 is the SRID of EPSG:4326.
const wgs84 = 4326

// PointIn appends a point in a reference system as EWKB. go-geom would allocate for each record.
func (c *CopyRows) PointIn(srid uint32, x, y float64) {
	c.length(25)
	c.b = append(c.b, 1, 0x01, 0, 0, 0x20) // little endian, point with SRID
	c.b = binary.LittleEndian.AppendUint32(c.b, srid)
	c.b = binary.LittleEndian.AppendUint64(c.b, math.Float64bits(x))
	c.b = binary.LittleEndian.AppendUint64(c.b, math.Float64bits(y))
}

// Copy streams rows into a `COPY ... FROM STDIN (FORMAT binary)`. next adds one or more rows, or returns io.EOF; any other
// error ends the COPY and is returned.
func Copy(ctx context.Context, conn *pgconn.PgConn, statement string, next func(*CopyRows) error) (int64, error) {
	source := &copySource{next: next, rows: CopyRows{b: append(make([]byte, 0, copyChunk*2), copyHeader...)}}
	tag, err := conn.CopyFrom(ctx, source, statement)
	if source.err != nil {
		return 0, source.err
	}
	if err != nil {
		return 0, fmt.Errorf("copy rows: %w", err)
	}
	return tag.RowsAffected(), nil
}

type copySource struct {
	next func(*CopyRows) error
	rows CopyRows
	sent int
	done bool
	err  error
}

func (s *copySource) Read(p []byte) (int, error) {
	if s.sent == len(s.rows.b) {
		if s.err != nil {
			return 0, s.err
		}
		if s.done {
			return 0, io.EOF
		}
		s.rows.b, s.sent = s.rows.b[:0], 0
	}
	for !s.done && len(s.rows.b) < copyChunk {
		switch err := s.next(&s.rows); err {
		case nil:
		case io.EOF: //nolint:errorlint // next returns it as it is
			s.done = true
			s.rows.b = append(s.rows.b, copyTrailer...)
		default:
			s.err = err
			return 0, err
		}
	}
	n := copy(p, s.rows.b[s.sent:])
	s.sent += n
	return n, nil
}
