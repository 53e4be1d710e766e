package collection

import (
	"github.com/skeeter-surveillance/skeeter/internal/lang"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/ogc/features/cql2"
)

// Field is a property of a collection's features.
type Field struct {
	Name        string
	Title       string
	Description string // with the unit where there is one
	Kind        Kind
	Column      string // trusted SQL over Collection.From: the value, or the key of TextOf
	// TextOf returns the text of a key, which is Column's binary value, "" for none. Nil: Column is the value.
	TextOf  func(names *surveillance.Names, c lang.Code, key []byte) string
	KeyKind Kind // of the key that TextOf takes
	// Coded says where conditions find the keys of a text. A field with TextOf and without Coded is no queryable.
	Coded   *cql2.Coded
	Group   *cql2.Group // of a field that features do not have
	Enum    []string    // every value that there may be, nil for any
	Derived bool        // worked out by the server from other properties
	// Known returns the condition, trusted SQL, under which the year, the month or the week of a time is known. Nil: it always is.
	Known func(unit string) string
	// Sortable says that an index serves the order, or that the table is small; then the value is never null. The order by another field reads everything
	// that matches.
	Sortable bool
	Nullable bool // of what sortby may name: the value may be null, which comes after all others
}

// sortKey returns the field that features are ordered by: of a field whose column is a key, the text that the key has. It is nil for a text that
// only the server's memory has.
func (f *Field) sortKey() *Field {
	switch {
	case f.Sortable:
		return f
	case f.TextOf == nil:
		return &Field{Name: f.Name, Title: f.Title, Description: f.Description, Kind: f.Kind, Column: f.Column, Enum: f.Enum, Nullable: true}
	case f.Coded == nil:
		return nil
	}
	c := f.Coded
	return &Field{Name: f.Name, Title: f.Title, Description: f.Description, Kind: f.Kind, Enum: f.Enum, Nullable: true,
		Column: "(select " + c.Value + " from " + c.Table + " where " + c.TableKey + " = " + c.Key + ")"}
}

// queryable returns the field as conditions see it.
func (f *Field) queryable() cql2.Queryable {
	q := cql2.Queryable{Name: f.Name, Type: types[f.Kind].cql, SQL: f.Column, Coded: f.Coded, Group: f.Group, Known: f.Known}
	if f.Coded != nil {
		q.SQL = ""
	}
	return q
}

// ColumnTypes returns the OIDs of the types that Column may have.
func (f *Field) ColumnTypes() []uint32 {
	if f.TextOf != nil {
		return types[f.KeyKind].columns
	}
	return types[f.Kind].columns
}

// Schema returns the field's JSON Schema.
func (f *Field) Schema() map[string]any {
	s := f.ValueSchema()
	s["title"], s["description"] = f.Title, f.Description
	if f.Derived {
		s["readOnly"] = true
	}
	return s
}

// ValueSchema returns the JSON Schema of the field's values, without title and description.
func (f *Field) ValueSchema() map[string]any {
	t := types[f.Kind]
	s := map[string]any{"type": t.json}
	if t.format != "" {
		s["format"] = t.format
	}
	if f.Enum != nil {
		s["enum"] = f.Enum
	}
	return s
}
