package ogc

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/sql"
)

// query asks for a page of a collection's features.
type query struct {
	collection *collection
	fields     []*field
	shapes     bool // the geometry is asked for
	crs        crs  // of the geometry
	conditions []condition
	order      []sortKey // the last is the collection's key
	after      []any     // values of order: the position that the page begins behind; nil is the beginning
	back       bool      // the page ends before the position; its features come in reverse
	limit      int       // 0: all
}

// Names of the composed queries, beside those of the files of sql/ogc.
const (
	itemsName = "ogc/items"
	countName = "ogc/count"
	keysName  = "ogc/keys"
)

// condition writes a predicate with the parameters that it needs.
type condition func(s *statement) (string, error)

// statement is SQL with its parameters. Its text is trusted; values of clients are parameters.
type statement struct {
	text strings.Builder
	args []any
}

// arg adds a parameter and returns its placeholder.
func (s *statement) arg(v any) string {
	s.args = append(s.args, v)
	return "$" + strconv.Itoa(len(s.args))
}

// layout says where the values of a row are: first those of order, then the geometry, then the fields.
type layout struct {
	collection *collection
	order      []sortKey
	fields     []*field
	columns    []int    // of each field
	labels     []string // of each field: its name and a colon, as JSON
	crs        crs
	shapes     bool // there is a geometry
}

// check holds that the columns have the types of their fields.
func (l *layout) check(c *postgres.Columns) {
	for i, k := range l.order {
		c.Expect(i, k.field.columnTypes()...)
	}
	if l.shapes {
		c.Expect(len(l.order), pgtype.ByteaOID)
	}
	for i, f := range l.fields {
		c.Expect(l.columns[i], f.columnTypes()...)
	}
}

// key returns the id's value, which is the last of order.
func (l *layout) key(row postgres.Row) []byte { return row[len(l.order)-1] }

// wkb returns the geometry, nil when there is none.
func (l *layout) wkb(row postgres.Row) []byte {
	if !l.shapes {
		return nil
	}
	return row[len(l.order)]
}

// isPoint says whether there is a geometry that is a point.
func (l *layout) isPoint() bool { return l.shapes && l.collection.geometry == "point" }

// value returns the value of the i-th field.
func (l *layout) value(row postgres.Row, i int) []byte { return row[l.columns[i]] }

// write returns the statement of a query and the layout of its rows.
func (q *query) write(ctx context.Context) (*statement, *layout, error) {
	s, err := q.begin(ctx)
	if err != nil {
		return nil, nil, err
	}
	l := &layout{collection: q.collection, order: q.order, fields: q.fields, shapes: q.shapes, crs: q.crs}
	var columns []string
	for _, k := range q.order {
		columns = append(columns, k.field.column)
	}
	if l.shapes {
		columns = append(columns, "ST_AsBinary("+q.place(s)+", 'NDR')")
	}
	for _, f := range q.fields {
		i := slices.Index(columns, f.column)
		if i < 0 {
			i = len(columns)
			columns = append(columns, f.column)
		}
		l.columns = append(l.columns, i)
		l.labels = append(l.labels, `"`+f.name+`":`)
	}
	conditions, err := q.written(s)
	if err != nil {
		return nil, nil, err
	}
	s.text.WriteString(sql.Named(itemsName, q.rows(s, "select "+strings.Join(columns, ", ")+"\n"+q.collection.from.String(), conditions)))
	return s, l, nil
}

// rows writes the query of the page's rows. That of a later page joins the parts of what comes after the position.
func (q *query) rows(s *statement, all string, conditions []string) string {
	limit := ""
	if q.limit > 0 {
		limit = "\nlimit " + s.arg(q.limit)
	}
	read := func(beyond ...string) string {
		return all + where(slices.Concat(conditions, beyond)) + q.ordered(func(i int) string { return q.order[i].field.column }) + limit
	}
	if q.after == nil {
		return read()
	}
	parts := q.beyond(s)
	if len(parts) == 1 {
		return read(parts[0])
	}
	for i, part := range parts {
		parts[i] = "(" + read(part) + ")"
	}
	return strings.Join(parts, "\nunion all\n") + q.ordered(func(i int) string { return strconv.Itoa(i + 1) }) + limit
}

// ordered writes the order of a page's rows. columnOf names the column of a key.
func (q *query) ordered(columnOf func(i int) string) string {
	var out strings.Builder
	for i, k := range q.order {
		out.WriteString([]string{"\norder by ", ", "}[min(i, 1)] + columnOf(i))
		if k.desc != q.back {
			out.WriteString(" desc")
		}
	}
	return out.String()
}

// count returns the statement of how many features a query has on all pages.
func (q *query) count(ctx context.Context) (*statement, error) {
	s, err := q.begin(ctx)
	if err != nil {
		return nil, err
	}
	conditions, err := q.written(s)
	if err != nil {
		return nil, err
	}
	s.text.WriteString(sql.Named(countName, "select count(*)\n"+q.collection.from.String()+where(conditions)))
	return s, nil
}

// begin returns a statement with the values of the placeholders in the collection's own text.
func (q *query) begin(ctx context.Context) (s *statement, err error) {
	s = &statement{}
	if q.collection.args != nil {
		s.args, err = q.collection.args(ctx)
	}
	return s, err
}

// place is the geometry in the CRS that is asked for.
func (q *query) place(s *statement) string {
	if q.crs.srid == storageSRID {
		return q.collection.place
	}
	return "ST_Transform(" + q.collection.place + ", " + s.arg(q.crs.srid) + "::int)"
}

// written returns the texts of the conditions.
func (q *query) written(s *statement) (all []string, err error) {
	for _, c := range q.conditions {
		text, err := c(s)
		if err != nil {
			return nil, err
		}
		all = append(all, "("+text+")")
	}
	return all, nil
}

func where(conditions []string) string {
	if len(conditions) == 0 {
		return ""
	}
	return "where " + strings.Join(conditions, "\n  and ")
}

// beyond returns the conditions of what comes after the position, one for each key of order: rows that equal the position in the
// keys before it and lie beyond the position in this key. Each part starts to read the index at the position. One condition for
// all of them would read every row that equals the position in the first key. An equality is written with an array of one:
// for a plain one the planner would take the key for constant and would not see that the index has the order of the page. The
// first part comes first because its comparison tells PostgreSQL the type of the value.
func (q *query) beyond(s *statement) (parts []string) {
	equal := ""
	for i, k := range q.order {
		than, at := " > ", s.arg(q.after[i])
		if k.desc != q.back {
			than = " < "
		}
		parts = append(parts, equal+k.field.column+than+at)
		equal += k.field.column + " = any(array[" + at + "]) and "
	}
	return parts
}
