// Package query writes the one statement that reads a page of features, and runs it. Pages are found by keyset: a page begins beside a
// position in the order of the features, so that every page takes as long as the first. It imports ogc/features/collection,
// ogc/features/crs and internal/postgres.
package query

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/ogc/features/collection"
	"github.com/skeeter-surveillance/skeeter/ogc/features/crs"
	"github.com/skeeter-surveillance/skeeter/sql"
)

// Query asks for a page of a collection's features.
type Query struct {
	Collection *collection.Collection
	Fields     []*collection.Field
	Times      bool            // rows have the fields of Collection.TimeFields, beside those that features have
	Geometries bool            // features have their geometry
	Degrees    bool            // rows have the geometry in degrees, too
	CRS        crs.System      // of the geometry
	Zoom       collection.Zoom // of the geometry, where the collection has Outlines
	Conditions []Condition
	Counted    surveillance.Filter  // which observations are counted, where the collection is counts
	Order      []collection.SortKey // the last is the collection's key
	After      []any                // values of Order, nil for null: the position beside which the page lies; nil is the beginning
	Back       bool                 // the page lies before the position; its features come in reverse
	Limit      int                  // 0: all
}

// Names of the composed statements, beside those of the files of sql/ogc.
const (
	itemsName = "ogc/items"
	countName = "ogc/count"
	keysName  = "ogc/keys"
)

// Condition writes a predicate, and adds its arguments to the statement.
type Condition func(ctx context.Context, s *Statement) (string, error)

// Statement is a text of SQL with its arguments. Its text is trusted; what a client sent is an argument.
type Statement struct {
	text strings.Builder
	Args []any
}

// String returns the text.
func (s *Statement) String() string { return s.text.String() }

// Arg adds an argument and returns its placeholder.
func (s *Statement) Arg(v any) string {
	s.Args = append(s.Args, v)
	return "$" + strconv.Itoa(len(s.Args))
}

// Write returns the statement of the page. Its rows have the query's Layout.
func (q *Query) Write(ctx context.Context) (*Statement, error) {
	s, err := q.begin(ctx)
	if err != nil {
		return nil, err
	}
	l := q.Layout()
	columns := l.Columns
	if q.Geometries {
		stored, err := q.geometry(ctx, s)
		if err != nil {
			return nil, err
		}
		columns[l.degrees] = "ST_AsBinary(" + stored + ", 'NDR')"
		if q.CRS.SRID != crs.StorageSRID {
			columns[len(q.Order)] = "ST_AsBinary(ST_Transform(" + stored + ", " + s.Arg(q.CRS.SRID) + "::int), 'NDR')"
		}
	}
	conditions, err := q.conditions(ctx, s)
	if err != nil {
		return nil, err
	}
	s.text.WriteString(sql.Named(itemsName, q.rows(s, "select "+strings.Join(columns, ", ")+"\n"+q.Collection.From.String(), conditions)))
	return s, nil
}

// writeCount returns the statement that counts the features of all pages, no more than so many; 0 is all.
func (q *Query) writeCount(ctx context.Context, most int) (*Statement, error) {
	s, err := q.begin(ctx)
	if err != nil {
		return nil, err
	}
	conditions, err := q.conditions(ctx, s)
	if err != nil {
		return nil, err
	}
	rows := q.Collection.From.String() + where(conditions)
	if most > 0 {
		rows = "from (select\n" + rows + "\nlimit " + s.Arg(most) + ") counted"
	}
	s.text.WriteString(sql.Named(countName, "select count(*)\n"+rows))
	return s, nil
}

// begin returns a statement that holds the values of the collection's own placeholders.
func (q *Query) begin(ctx context.Context) (s *Statement, err error) {
	s = &Statement{}
	if q.Collection.Args != nil {
		s.Args, err = q.Collection.Args(ctx, q.Counted)
	}
	return s, err
}

// geometry is the geometry at the zoom that is asked for, as it is stored.
func (q *Query) geometry(ctx context.Context, s *Statement) (string, error) {
	geometry := q.Collection.GeometryColumn
	if q.Collection.Outlines != nil && q.Zoom <= collection.MaxZoom {
		outlines, err := q.Collection.Outlines(ctx, q.Zoom)
		if err != nil {
			return "", err
		}
		geometry = "(select ST_GeomFromWKB(outline.shape, " + strconv.Itoa(crs.StorageSRID) + ") from unnest(" + s.Arg(outlines.IDs) + "::text[], " +
			s.Arg(outlines.Shapes) + "::bytea[]) outline (id, shape) where outline.id = " + q.Collection.Key.Column + ")"
	}
	return geometry, nil
}

// conditions returns the texts of the conditions.
func (q *Query) conditions(ctx context.Context, s *Statement) (all []string, err error) {
	for _, c := range q.Conditions {
		text, err := c(ctx, s)
		if err != nil {
			return nil, err
		}
		all = append(all, "("+text+")")
	}
	return all, nil
}

// rows writes what reads the rows of the page: the select without conditions, with the page's own. A page beside a position is the
// union of the parts that beyond returns.
func (q *Query) rows(s *Statement, all string, conditions []string) string {
	limit := ""
	if q.Limit > 0 {
		limit = "\nlimit " + s.Arg(q.Limit)
	}
	read := func(beyond ...string) string {
		return all + where(slices.Concat(conditions, beyond)) + q.orderBy(func(i int) string { return q.Order[i].Field.Column }) + limit
	}
	if q.After == nil {
		return read()
	}
	parts := q.beyond(s)
	if len(parts) == 1 {
		return read(parts[0])
	}
	for i, part := range parts {
		parts[i] = "(" + read(part) + ")"
	}
	return strings.Join(parts, "\nunion all\n") + q.orderBy(func(i int) string { return strconv.Itoa(i + 1) }) + limit
}

// orderBy writes the order of the page's rows. columnOf names the column of the i-th key.
func (q *Query) orderBy(columnOf func(i int) string) string {
	var out strings.Builder
	for i, k := range q.Order {
		out.WriteString([]string{"\norder by ", ", "}[min(i, 1)] + columnOf(i))
		if k.Descending != q.Back {
			out.WriteString(" desc")
		}
	}
	return out.String()
}

func where(conditions []string) string {
	if len(conditions) == 0 {
		return ""
	}
	return "where " + strings.Join(conditions, "\n  and ")
}

// beyond returns the conditions of what comes after the position, a part for each key of Order: rows that equal the position in the
// keys before it and lie beyond it in this one. An index in that order starts each part where the part begins. With a single
// condition it would read all rows that equal the position in the first key. `= any(array[...])` keeps a key in the order that the
// planner looks for in an index; a plain `=` makes it a constant, which the planner drops from that order. The first part tells PostgreSQL
// the type of the value.
func (q *Query) beyond(s *Statement) (parts []string) {
	equal := ""
	for i, k := range q.Order {
		column, down := k.Field.Column, k.Descending != q.Back
		if q.After[i] == nil { // PostgreSQL has null after all values, and before them in a descending order
			if down {
				parts = append(parts, equal+column+" is not null")
			}
			equal += column + " is null and "
			continue
		}
		at := s.Arg(q.After[i])
		beyond := column + " > " + at
		if down {
			beyond = column + " < " + at
		} else if k.Field.Nullable {
			beyond = "(" + beyond + " or " + column + " is null)"
		}
		parts = append(parts, equal+beyond)
		equal += column + " = any(array[" + at + "]) and "
	}
	return parts
}
