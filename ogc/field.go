package ogc

import (
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/skeeter-surveillance/skeeter/internal/cql2"
	"github.com/skeeter-surveillance/skeeter/internal/lang"
	"github.com/skeeter-surveillance/skeeter/internal/lookup"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
)

// field is a property of a collection's features.
type field struct {
	name        string
	title       string
	description string // with the unit where there is one
	kind        kind
	column      string // trusted SQL over what the collection reads: the value, or the key of named
	// named gives the text of a key from memory, "" for none. Nil: the column is the value.
	named func(names *lookup.Snapshot, c lang.Code, key []byte) string
	keyed kind // of the key that named takes
	// coded says where conditions find the keys of a text. A field that is named and not coded is no queryable.
	coded    *cql2.Coded
	enum     []string // all values; nil if there may be any
	derived  bool     // the server computes it from other properties
	sortable bool     // there is an index, or the table is small; never null
}

// queryable says whether conditions may name the field.
func (f *field) queryable() bool { return f.named == nil || f.coded != nil }

// asQueryable is the field as conditions see it.
func (f *field) asQueryable() cql2.Queryable {
	q := cql2.Queryable{Name: f.name, Type: types[f.kind].cql, SQL: f.column, Coded: f.coded}
	if f.coded != nil {
		q.SQL = ""
	}
	return q
}

// sortKey is what features are ordered by.
type sortKey struct {
	field *field
	desc  bool
}

// kind is what values a field has.
type kind int

const (
	kindText kind = iota
	kindInteger
	kindNumber
	kindTime // RFC 3339, UTC
	kindDate // a UTC day
	kindUUID
)

// types of the kinds in conditions, JSON Schema and PostgreSQL.
var types = map[kind]struct {
	cql          cql2.Type
	json, format string
	columns      []uint32 // OIDs of the types that a column of the kind may have
}{
	kindText:    {cql2.StringType, "string", "", postgres.TextTypes},
	kindInteger: {cql2.IntegerType, "integer", "", postgres.IntegerTypes},
	kindNumber:  {cql2.NumberType, "number", "", []uint32{pgtype.Float8OID}},
	kindTime:    {cql2.TimestampType, "string", "date-time", []uint32{pgtype.TimestamptzOID}},
	kindDate:    {cql2.DateType, "string", "date", []uint32{pgtype.DateOID}},
	kindUUID:    {cql2.UUIDType, "string", "uuid", []uint32{pgtype.UUIDOID}},
}

// columnTypes are the OIDs of the types that the field's column may have.
func (f *field) columnTypes() []uint32 {
	if f.named != nil {
		return types[f.keyed].columns
	}
	return types[f.kind].columns
}

// schema is the field's JSON Schema.
func (f *field) schema() map[string]any {
	t := types[f.kind]
	s := map[string]any{"title": f.title, "description": f.description, "type": t.json}
	if t.format != "" {
		s["format"] = t.format
	}
	if f.enum != nil {
		s["enum"] = f.enum
	}
	if f.derived {
		s["readOnly"] = true
	}
	return s
}
