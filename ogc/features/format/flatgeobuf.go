package format

import (
	"fmt"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/ogc/features/collection"
	"github.com/skeeter-surveillance/skeeter/ogc/features/flatgeobuf"
	"github.com/skeeter-surveillance/skeeter/ogc/features/query"
	"github.com/skeeter-surveillance/skeeter/ogc/resource"
)

// flatGeobuf writes features as FlatGeobuf. Without limit it is the whole result, for programs that copy it. With a limit it is a
// page, whose neighbours the header Link names: QGIS reads it that way.
var flatGeobuf = Format{
	Format:  resource.Format{Name: "fgb", ContentType: flatgeobuf.ContentType, Title: "FlatGeobuf", Alias: "application/vnd.flatgeobuf"},
	Whole:   true,
	Begin:   func(b []byte, l *query.Layout) []byte { return newFlatGeobuf(l).AppendHeader(b) },
	Feature: appendFlatGeobuf,
}

// newFlatGeobuf returns the encoder of a layout. The id is the first column.
func newFlatGeobuf(l *query.Layout) *flatgeobuf.Encoder {
	c := l.Collection
	h := flatgeobuf.Header{Name: c.ID, Title: c.Title, Description: c.Description, CRS: flatgeobuf.CRS{Authority: "EPSG", Code: l.CRS.SRID}}
	if l.Geometries {
		h.Geometry = flatgeobuf.Point
		if c.Geometry == collection.MultiPolygon {
			h.Geometry = flatgeobuf.MultiPolygon
		}
	}
	h.Columns = append(h.Columns, flatgeobuf.Column{Name: c.Key.Name, Title: c.Key.Title, Description: c.Key.Description, Type: columnType(c.Key), Key: true})
	for _, f := range l.Fields {
		h.Columns = append(h.Columns, flatgeobuf.Column{Name: f.Name, Title: f.Title, Description: f.Description, Type: columnType(f)})
	}
	e, err := flatgeobuf.NewEncoder(h)
	if err != nil {
		panic(fmt.Sprintf("format: collection %s: %v", c.ID, err)) // a collection with too many fields is a mistake in the code
	}
	return e
}

func columnType(f *collection.Field) flatgeobuf.ColumnType {
	switch f.Kind {
	case collection.KindInteger:
		return flatgeobuf.Long
	case collection.KindBoolean:
		return flatgeobuf.Bool
	case collection.KindNumber:
		return flatgeobuf.Double
	case collection.KindTime, collection.KindDate:
		return flatgeobuf.DateTime
	default:
		return flatgeobuf.String
	}
}

// appendFlatGeobuf appends a feature. The encoder keeps what the features of one answer share.
func appendFlatGeobuf(b []byte, e *Encoder, l *query.Layout, row postgres.Row) ([]byte, error) {
	if e.flatGeobuf == nil {
		e.flatGeobuf = newFlatGeobuf(l)
	}
	e.setFlatGeobuf(0, l.Collection.Key, l.Key(row))
	for i, f := range l.Fields {
		e.setFlatGeobuf(i+1, f, l.Value(row, i))
	}
	if place := l.WKB(row); place != nil {
		e.flatGeobuf.WKB(place)
	}
	return e.flatGeobuf.AppendFeature(b)
}

// setFlatGeobuf sets a column, unless the value is null.
func (e *Encoder) setFlatGeobuf(column int, f *collection.Field, raw []byte) {
	if raw == nil {
		return
	}
	out := e.flatGeobuf
	switch f.Kind {
	case collection.KindBoolean:
		out.Bool(column, boolean(raw))
	case collection.KindInteger:
		out.Long(column, postgres.Integer(raw))
	case collection.KindNumber:
		out.Double(column, postgres.Float8(raw))
	case collection.KindTime:
		out.Time(column, timestamp(raw))
	case collection.KindDate:
		out.Date(column, date(raw))
	default:
		if e.scratch = e.AppendText(e.scratch[:0], f, raw); len(e.scratch) > 0 || f.TextOf == nil {
			out.Text(column, e.scratch)
		}
	}
}
