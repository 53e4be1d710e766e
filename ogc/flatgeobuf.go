package ogc

import (
	"fmt"

	"github.com/skeeter-surveillance/skeeter/internal/flatgeobuf"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
)

// flatGeobuf writes features as FlatGeobuf. Without limit the answer is the whole result, for programs that copy it. With limit it is
// a page, and the header Link names its neighbours, as QGIS reads it.
var flatGeobuf = itemFormat{
	described: described{"fgb", flatgeobuf.ContentType, "FlatGeobuf"},
	whole:     true,
	begin:     func(b []byte, l *layout) []byte { return newFlatGeobuf(l).AppendHeader(b) },
	feature:   appendFlatGeobuf,
}

// newFlatGeobuf describes a layout: the id is the first column.
func newFlatGeobuf(l *layout) *flatgeobuf.Encoder {
	c := l.collection
	h := flatgeobuf.Header{Name: c.id, Title: c.title, Description: c.description, CRS: flatgeobuf.CRS{Authority: "EPSG", Code: l.crs.srid}}
	if l.shapes {
		h.Geometry = flatgeobuf.Point
		if c.geometry == "multipolygon" {
			h.Geometry = flatgeobuf.MultiPolygon
		}
	}
	h.Columns = append(h.Columns, flatgeobuf.Column{Name: c.key.name, Title: c.key.title, Description: c.key.description, Type: columnType(c.key), Key: true})
	for _, f := range l.fields {
		h.Columns = append(h.Columns, flatgeobuf.Column{Name: f.name, Title: f.title, Description: f.description, Type: columnType(f)})
	}
	e, err := flatgeobuf.NewEncoder(h)
	if err != nil {
		panic(fmt.Sprintf("ogc: collection %s: %v", c.id, err)) // more fields than the format has is a mistake of the code
	}
	return e
}

func columnType(f *field) flatgeobuf.ColumnType {
	switch f.kind {
	case kindInteger:
		return flatgeobuf.Long
	case kindNumber:
		return flatgeobuf.Double
	case kindTime, kindDate:
		return flatgeobuf.DateTime
	default:
		return flatgeobuf.String
	}
}

// appendFlatGeobuf appends a feature. The encoder keeps what the features of one answer share.
func appendFlatGeobuf(b []byte, e *encoder, l *layout, row postgres.Row) ([]byte, error) {
	if e.flatGeobuf == nil {
		e.flatGeobuf = newFlatGeobuf(l)
	}
	e.setFlatGeobuf(0, l.collection.key, l.key(row))
	for i, f := range l.fields {
		e.setFlatGeobuf(i+1, f, l.value(row, i))
	}
	if place := l.wkb(row); place != nil {
		e.flatGeobuf.WKB(place)
	}
	return e.flatGeobuf.AppendFeature(b)
}

// setFlatGeobuf sets a column, unless the value is null.
func (e *encoder) setFlatGeobuf(column int, f *field, raw []byte) {
	if raw == nil {
		return
	}
	out := e.flatGeobuf
	switch f.kind {
	case kindInteger:
		out.Long(column, postgres.Integer(raw))
	case kindNumber:
		out.Double(column, postgres.Float8(raw))
	case kindTime:
		out.Time(column, timestamp(raw))
	case kindDate:
		out.Date(column, date(raw))
	default:
		if e.scratch = e.appendText(e.scratch[:0], f, raw); len(e.scratch) > 0 || f.named == nil {
			out.Text(column, e.scratch)
		}
	}
}
