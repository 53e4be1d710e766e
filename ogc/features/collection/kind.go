package collection

import (
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/ogc/features/cql2"
)

// Kind is what values a field has.
type Kind int

// The kinds of values.
const (
	KindText Kind = iota
	KindInteger
	KindNumber
	KindTime // RFC 3339, UTC
	KindDate // a UTC day
	KindBoolean
	KindUUID
)

// types are the kinds in conditions, in JSON Schema and in PostgreSQL.
var types = map[Kind]struct {
	cql          cql2.Type
	json, format string
	columns      []uint32 // OIDs of the types that a column of the kind may have
}{
	KindText:    {cql2.StringType, "string", "", postgres.TextTypes},
	KindInteger: {cql2.IntegerType, "integer", "", postgres.IntegerTypes},
	KindNumber:  {cql2.NumberType, "number", "", []uint32{pgtype.Float8OID}},
	KindTime:    {cql2.TimestampType, "string", "date-time", []uint32{pgtype.TimestamptzOID}},
	KindDate:    {cql2.DateType, "string", "date", []uint32{pgtype.DateOID}},
	KindBoolean: {cql2.BooleanType, "boolean", "", []uint32{pgtype.BoolOID}},
	KindUUID:    {cql2.UUIDType, "string", "uuid", []uint32{pgtype.UUIDOID}},
}

// String names the kind in a sentence: "count must be an integer".
func (k Kind) String() string { return types[k].cql.String() }

// Parse reads a text as a value of the kind, to be an argument of SQL.
func (k Kind) Parse(text string) (any, bool) {
	var v any
	var err error
	switch k {
	case KindInteger:
		v, err = strconv.ParseInt(text, 10, 64)
	case KindNumber:
		n, ok := surveillance.ParseNumber(text)
		return n, ok
	case KindTime:
		var t time.Time
		t, err = time.Parse(time.RFC3339, text)
		return t, err == nil && t.Year() > 0 && t.Year() <= 9999
	case KindDate:
		v, err = time.Parse(time.DateOnly, text)
	case KindBoolean:
		truth, ok := cql2.ParseBool(text)
		return truth, ok
	case KindUUID:
		v, err = uuid.Parse(text)
	default:
		return text, utf8.ValidString(text) && !strings.ContainsRune(text, 0) // PostgreSQL takes no other text
	}
	return v, err == nil
}
