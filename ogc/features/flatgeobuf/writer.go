package flatgeobuf

import (
	"fmt"
	"io"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/table"
)

// types are those of the columns of tables.
var types = map[table.Type]ColumnType{
	table.Text: String, table.Integer: Long, table.Number: Double, table.Boolean: Bool, table.Time: DateTime, table.Date: DateTime,
}

// writer writes a table as it comes, without an index.
type writer struct {
	schema  table.Schema
	out     io.Writer
	encoder *Encoder
	buf     []byte
}

// New begins a dataset of the rows of a table.
func New(w io.Writer, s table.Schema) (table.Writer, error) {
	e, err := NewEncoder(headerOf(s))
	if err != nil {
		return nil, err
	}
	out := &writer{schema: s, out: w, encoder: e}
	return out, out.write(e.AppendHeader(nil))
}

func headerOf(s table.Schema) Header {
	h := Header{Name: s.Name, Title: s.Title, Description: s.Description}
	if g := s.Geometry; g != nil {
		h.Geometry, h.CRS = Point, CRS{Authority: "EPSG", Code: g.SRID}
		if g.Polygons {
			h.Geometry = MultiPolygon
		}
	}
	for _, c := range s.Columns {
		h.Columns = append(h.Columns, Column{Name: c.Name, Title: c.Title, Description: c.Description, Type: types[c.Type], Key: c.Key})
	}
	return h
}

// Write implements table.Writer.
func (w *writer) Write(row *table.Row) error {
	w.buf = w.buf[:0]
	if err := w.append(row); err != nil {
		return err
	}
	return w.write(w.buf)
}

// append appends the feature of a row to the buffer.
func (w *writer) append(row *table.Row) (err error) {
	for i, v := range row.Values {
		w.set(i, v)
	}
	if row.WKB != nil {
		w.encoder.WKB(row.WKB)
	}
	w.buf, err = w.encoder.AppendFeature(w.buf)
	return err
}

// set sets a column, unless the value is null.
func (w *writer) set(column int, v table.Value) {
	if !v.Valid {
		return
	}
	switch w.schema.Columns[column].Type {
	case table.Boolean:
		w.encoder.Bool(column, v.Bits != 0)
	case table.Integer:
		w.encoder.Long(column, v.Bits)
	case table.Number:
		w.encoder.Double(column, v.Number)
	case table.Time:
		w.encoder.Time(column, time.UnixMicro(v.Bits))
	case table.Date:
		w.encoder.Date(column, time.Unix(0, 0).UTC().AddDate(0, 0, int(v.Bits)))
	default:
		w.encoder.Text(column, v.Text)
	}
}

func (w *writer) write(b []byte) error {
	if _, err := w.out.Write(b); err != nil {
		return fmt.Errorf("write FlatGeobuf: %w", err)
	}
	return nil
}

// Discard implements table.Writer.
func (w *writer) Discard() {}

// Close implements table.Writer. A dataset ends with its last feature.
func (w *writer) Close() error { return nil }
