package postgres

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"
)

// Row holds the values of a row in PostgreSQL's binary format, as pgx.Rows.RawValues returns them; nil is null. It is valid
// until the next row.
type Row [][]byte

// EachRow visits the rows of a query and closes them. Before the first row, bind finds the columns that visit reads; what
// it does not find is an error. For queries of few rows All is simpler; pgx takes about ten times as long to scan a row.
func EachRow(rows pgx.Rows, bind func(*Columns), visit func(Row) error) error {
	defer rows.Close()
	for bound := false; rows.Next(); {
		if !bound {
			columns := NewColumns(rows.FieldDescriptions())
			if bind(columns); columns.Err() != nil {
				return columns.Err()
			}
			bound = true
		}
		if err := visit(rows.RawValues()); err != nil {
			return err
		}
	}
	return rows.Err()
}

// Columns finds the columns of a query by name. It collects as errors the columns that are not there and those of another type
// than asked for, so that a query that changes is refused rather than misread.
type Columns struct {
	fields []pgconn.FieldDescription
	err    error
}

// NewColumns returns the columns that a query describes.
func NewColumns(fields []pgconn.FieldDescription) *Columns { return &Columns{fields: fields} }

// Err returns what was not found.
func (c *Columns) Err() error { return c.err }

func (c *Columns) find(name string, types ...uint32) Column {
	i := slices.IndexFunc(c.fields, func(f pgconn.FieldDescription) bool { return f.Name == name })
	if i < 0 {
		c.err = errors.Join(c.err, fmt.Errorf("the query has no column %s", name))
		return 0
	}
	c.Expect(i, types...)
	return Column(i)
}

// Expect says which types, by their OIDs, the i-th column may have.
func (c *Columns) Expect(i int, types ...uint32) {
	if i >= len(c.fields) {
		c.err = errors.Join(c.err, fmt.Errorf("the query has %d columns, and not a column %d", len(c.fields), i))
		return
	}
	f := c.fields[i]
	if !slices.Contains(types, f.DataTypeOID) {
		c.err = errors.Join(c.err, fmt.Errorf("column %s has the type with OID %d; expected %v", f.Name, f.DataTypeOID, types))
	} else if f.Format != pgtype.BinaryFormatCode && !slices.Contains(TextTypes, f.DataTypeOID) {
		c.err = errors.Join(c.err, fmt.Errorf("column %s is not in binary format", f.Name))
	}
}

// TextTypes are the OIDs of types whose binary format is their text.
var TextTypes = []uint32{pgtype.TextOID, pgtype.VarcharOID, pgtype.BPCharOID, pgtype.NameOID, pgtype.JSONOID}

// IntegerTypes are the OIDs of types that Integer reads.
var IntegerTypes = []uint32{pgtype.Int2OID, pgtype.Int4OID, pgtype.Int8OID}

// Int2 finds a smallint column.
func (c *Columns) Int2(name string) Int2Column { return Int2Column{c.find(name, pgtype.Int2OID)} }

// Int4 finds an integer column.
func (c *Columns) Int4(name string) Int4Column { return Int4Column{c.find(name, pgtype.Int4OID)} }

// Int8 finds a bigint column.
func (c *Columns) Int8(name string) Int8Column { return Int8Column{c.find(name, pgtype.Int8OID)} }

// Bool finds a boolean column.
func (c *Columns) Bool(name string) BoolColumn { return BoolColumn{c.find(name, pgtype.BoolOID)} }

// Float8 finds a double precision column.
func (c *Columns) Float8(name string) Float8Column {
	return Float8Column{c.find(name, pgtype.Float8OID)}
}

// Text finds a column of a type whose binary format is its text.
func (c *Columns) Text(name string) TextColumn { return TextColumn{c.find(name, TextTypes...)} }

// UUID finds a uuid column.
func (c *Columns) UUID(name string) UUIDColumn { return UUIDColumn{c.find(name, pgtype.UUIDOID)} }

// Timestamp finds a timestamptz column.
func (c *Columns) Timestamp(name string) TimestampColumn {
	return TimestampColumn{c.find(name, pgtype.TimestamptzOID)}
}

// Date finds a date column.
func (c *Columns) Date(name string) DateColumn { return DateColumn{c.find(name, pgtype.DateOID)} }

// Column is a column's place in a Row.
type Column int

// Raw returns the value's bytes, nil for null.
func (c Column) Raw(r Row) []byte { return r[c] }

// IsNull says whether the value is null.
func (c Column) IsNull(r Row) bool { return r[c] == nil }

// Columns of one type. Of returns a row's value.
type (
	Int2Column      struct{ Column }
	Int4Column      struct{ Column }
	Int8Column      struct{ Column }
	BoolColumn      struct{ Column }
	Float8Column    struct{ Column }
	TextColumn      struct{ Column }
	UUIDColumn      struct{ Column }
	TimestampColumn struct{ Column }
	DateColumn      struct{ Column }
)

// Of returns the value, 0 for null.
func (c Int2Column) Of(r Row) int16 {
	if raw := r[c.Column]; len(raw) == 2 {
		return int16(binary.BigEndian.Uint16(raw))
	}
	return 0
}

// Of returns the value, 0 for null.
func (c Int4Column) Of(r Row) int32 {
	if raw := r[c.Column]; len(raw) == 4 {
		return int32(binary.BigEndian.Uint32(raw))
	}
	return 0
}

// Of returns the value, 0 for null.
func (c Int8Column) Of(r Row) int64 { return int8(r[c.Column]) }

// Of returns the value, false for null.
func (c BoolColumn) Of(r Row) bool { b := r[c.Column]; return b != nil && b[0] != 0 }

// Of returns the value, NaN for null.
func (c Float8Column) Of(r Row) float64 { return Float8(r[c.Column]) }

// Of returns the value, "" for null.
func (c TextColumn) Of(r Row) string { return string(r[c.Column]) }

// Of returns the value, zeros for null.
func (c UUIDColumn) Of(r Row) (id [16]byte) {
	if raw := r[c.Column]; len(raw) == len(id) {
		return [16]byte(raw)
	}
	return id
}

// Micros returns microseconds since 2000-01-01 UTC, 0 for null.
func (c TimestampColumn) Micros(r Row) int64 { return int8(r[c.Column]) }

// Of returns the value in UTC, 2000-01-01 for null.
func (c TimestampColumn) Of(r Row) time.Time { return Timestamp(c.Micros(r)) }

// Of returns midnight UTC of the day, the zero time for null.
func (c DateColumn) Of(r Row) time.Time {
	if c.IsNull(r) {
		return time.Time{}
	}
	return Date(int32(Integer(r[c.Column])))
}

func int8(raw []byte) int64 {
	if len(raw) != 8 {
		return 0
	}
	return int64(binary.BigEndian.Uint64(raw))
}

// Integer reads a smallint, integer or bigint; null is 0.
func Integer(raw []byte) int64 {
	switch len(raw) {
	case 0:
		return 0
	case 2:
		return int64(int16(binary.BigEndian.Uint16(raw)))
	case 4:
		return int64(int32(binary.BigEndian.Uint32(raw)))
	default:
		return int8(raw)
	}
}

// Float8 reads a double precision; null is NaN.
func Float8(raw []byte) float64 {
	if len(raw) != 8 {
		return math.NaN()
	}
	return math.Float64frombits(binary.BigEndian.Uint64(raw))
}

// Timestamp is the time that PostgreSQL keeps as microseconds since 2000-01-01 UTC.
func Timestamp(micros int64) time.Time { return time.UnixMicro(pgEpochMicros + micros).UTC() }

// Local returns an instant on a clock that is some minutes ahead of UTC, so that it is written with the day that the clock showed.
func Local(at time.Time, utcOffset int16) time.Time {
	if utcOffset == 0 {
		return at
	}
	return at.In(time.FixedZone("", int(utcOffset)*60))
}

// Date is the day that PostgreSQL keeps as days since 2000-01-01, at midnight UTC.
func Date(days int32) time.Time {
	return time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, int(days))
}
