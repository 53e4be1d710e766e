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
	times      []int // columns of Collection.TimeFields, -1 for none
	degrees    int   // column of the geometry in degrees
}

// Layout returns the layout of the query's rows.
func (q *Query) Layout() *Layout {
	l := &Layout{Collection: q.Collection, Order: q.Order, Fields: q.Fields, Geometries: q.Geometries, CRS: q.CRS}
	for _, k := range q.Order {
		l.Columns = append(l.Columns, k.Field.Column)
	}
	if l.Geometries {
		l.degrees = len(l.Columns)
		l.Columns = append(l.Columns, q.Collection.GeometryColumn)
	}
	for _, f := range q.Fields {
		l.columns = append(l.columns, l.column(f))
		l.labels = append(l.labels, `"`+f.Name+`":`)
	}
	if q.Times {
		for _, f := range q.Collection.TimeFields() {
			l.times = append(l.times, l.column(f))
		}
	}
	if q.Geometries && q.Degrees && q.CRS.SRID != crs.StorageSRID {
		l.degrees = len(l.Columns)
		l.Columns = append(l.Columns, q.Collection.GeometryColumn)
	}
	return l
}

// column returns the column of a field, -1 for no field. It adds one that is not there yet.
func (l *Layout) column(f *collection.Field) int {
	if f == nil {
		return -1
	}
	i := slices.Index(l.Columns, f.Column)
	if i < 0 {
		i = len(l.Columns)
		l.Columns = append(l.Columns, f.Column)
	}
	return i
}

// check holds that the columns have the types of their fields.
func (l *Layout) check(c *postgres.Columns) {
	for i, k := range l.Order {
		c.Expect(i, k.Field.ColumnTypes()...)
	}
	if l.Geometries {
		c.Expect(len(l.Order), pgtype.ByteaOID)
		c.Expect(l.degrees, pgtype.ByteaOID)
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

// Degrees returns the geometry in degrees, longitude first, nil when there is none. It needs Query.Degrees.
func (l *Layout) Degrees(row postgres.Row) []byte {
	if !l.Geometries {
		return nil
	}
	return row[l.degrees]
}

// Time returns the value of the i-th of Collection.TimeFields, nil for null and where there is no such field. It needs Query.Times.
func (l *Layout) Time(row postgres.Row, i int) []byte {
	if l.times[i] < 0 {
		return nil
	}
	return row[l.times[i]]
}

// Value returns the value of the i-th field.
func (l *Layout) Value(row postgres.Row, i int) []byte { return row[l.columns[i]] }

// Label returns the name of the i-th field and a colon, as JSON.
func (l *Layout) Label(i int) string { return l.labels[i] }

// IsPoint says whether there is a geometry that is a point.
func (l *Layout) IsPoint() bool { return l.Geometries && l.Collection.Geometry == collection.Point }
