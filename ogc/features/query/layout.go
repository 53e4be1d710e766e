package query

import (
	"slices"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/ogc/features/collection"
	"github.com/skeeter-surveillance/skeeter/ogc/features/crs"
)

// Layout says in which column of a row what stands: first the values of Order, then the geometry, then the fields.
type Layout struct {
	Collection *collection.Collection
	Order      []collection.SortKey
	Fields     []*collection.Field
	CRS        crs.System
	Geometries bool     // there is a geometry
	Columns    []string // of the collection's table, each once; the geometry as it is stored
	columns    []int    // of the fields
	labels     []string
}

// Layout returns the layout of the query's rows.
func (q *Query) Layout() *Layout {
	l := &Layout{Collection: q.Collection, Order: q.Order, Fields: q.Fields, Geometries: q.Geometries, CRS: q.CRS}
	for _, k := range q.Order {
		l.Columns = append(l.Columns, k.Field.Column)
	}
	if l.Geometries {
		l.Columns = append(l.Columns, q.Collection.GeometryColumn)
	}
	for _, f := range q.Fields {
		i := slices.Index(l.Columns, f.Column)
		if i < 0 {
			i = len(l.Columns)
			l.Columns = append(l.Columns, f.Column)
		}
		l.columns = append(l.columns, i)
		l.labels = append(l.labels, `"`+f.Name+`":`)
	}
	return l
}

// check holds that the columns have the types of their fields.
func (l *Layout) check(c *postgres.Columns) {
	for i, k := range l.Order {
		c.Expect(i, k.Field.ColumnTypes()...)
	}
	if l.Geometries {
		c.Expect(len(l.Order), pgtype.ByteaOID)
	}
	for i, f := range l.Fields {
		c.Expect(l.columns[i], f.ColumnTypes()...)
	}
}

// Key returns the id's value, which is the last of Order.
func (l *Layout) Key(row postgres.Row) []byte { return row[len(l.Order)-1] }

// WKB returns the geometry, nil when there is none.
func (l *Layout) WKB(row postgres.Row) []byte {
	if !l.Geometries {
		return nil
	}
	return row[len(l.Order)]
}

// Value returns the value of the i-th field.
func (l *Layout) Value(row postgres.Row, i int) []byte { return row[l.columns[i]] }

// Label returns the name of the i-th field and a colon, as JSON.
func (l *Layout) Label(i int) string { return l.labels[i] }

// IsPoint says whether there is a geometry that is a point.
func (l *Layout) IsPoint() bool { return l.Geometries && l.Collection.Geometry == collection.Point }
