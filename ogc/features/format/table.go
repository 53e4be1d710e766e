package format

import (
	"bytes"
	"context"
	"io"
	"os"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/table"
	"github.com/skeeter-surveillance/skeeter/internal/table/geoarrow"
	"github.com/skeeter-surveillance/skeeter/internal/table/geopackage"
	"github.com/skeeter-surveillance/skeeter/internal/table/geoparquet"
	"github.com/skeeter-surveillance/skeeter/internal/table/workbook"
	"github.com/skeeter-surveillance/skeeter/ogc/features/collection"
	"github.com/skeeter-surveillance/skeeter/ogc/features/flatgeobuf"
	"github.com/skeeter-surveillance/skeeter/ogc/features/query"
	"github.com/skeeter-surveillance/skeeter/ogc/resource"
)

// Formats of typed columns. Without limit each is the whole result, for programs that copy it. With a limit it is a page, whose
// neighbours the header Link names: QGIS reads FlatGeobuf that way.
var (
	flatGeobuf = withIndex(ofTable(flatGeobufFormat, "fgb", flatgeobuf.New))
	geoParquet = ofTable(resource.Format{Name: "parquet", ContentType: geoparquet.ContentType, Title: "GeoParquet"}, "parquet", geoparquet.New)
	arrow      = ofTable(resource.Format{Name: "arrow", ContentType: geoarrow.ContentType, Title: "Arrow IPC stream"}, "arrows", geoarrow.New)
	geoPackage = ofTable(resource.Format{Name: "gpkg", ContentType: geopackage.ContentType, Title: "GeoPackage"}, "gpkg", geopackage.New)
	xlsx       = withMaxRows(ofTable(resource.Format{Name: "xlsx", ContentType: workbook.ContentType, Title: "Excel workbook"}, "xlsx", workbook.New), workbook.MaxRows)
)

var flatGeobufFormat = resource.Format{Name: "fgb", ContentType: flatgeobuf.ContentType, Title: "FlatGeobuf", Alias: "application/vnd.flatgeobuf"}

func withIndex(f Format) Format {
	f.Indexed = func(ctx context.Context, file *os.File) Format {
		return ofTable(f.Format, f.Extension, func(_ io.Writer, s table.Schema) (table.Writer, error) { return flatgeobuf.NewIndexed(ctx, file, s) })
	}
	return f
}

func withMaxRows(f Format, n int64) Format {
	f.MaxRows = n
	return f
}

// tableEncoder is what the features of one answer share.
type tableEncoder struct {
	writer table.Writer
	out    bytes.Buffer // what the writer wrote and no answer took, where the answer is appended
	row    table.Row
	texts  []byte // of the row
}

func ofTable(f resource.Format, extension string, open table.Open) Format {
	return Format{
		Format: f, Whole: true, Extension: extension,
		Begin: func(b []byte, e *Encoder, l *query.Layout) (_ []byte, err error) {
			s := schemaOf(l)
			e.Discard()
			e.table = tableEncoder{row: table.Row{Values: make([]table.Value, len(s.Columns))}}
			out := e.out
			if out == nil {
				out = &e.table.out
			}
			e.table.writer, err = open(out, s)
			return e.table.take(b), err
		},
		Feature: func(b []byte, e *Encoder, l *query.Layout, row postgres.Row) ([]byte, error) {
			e.setRow(l, row)
			err := e.table.writer.Write(&e.table.row)
			return e.table.take(b), err
		},
		End: func(b []byte, e *Encoder, _ Envelope) ([]byte, error) {
			err := e.table.writer.Close()
			return e.table.take(b), err
		},
	}
}

// take appends what the writer wrote.
func (t *tableEncoder) take(b []byte) []byte {
	b = append(b, t.out.Bytes()...)
	t.out.Reset()
	return b
}

// schemaOf describes the features of a layout. The id is the first column.
func schemaOf(l *query.Layout) table.Schema {
	c := l.Collection
	s := table.Schema{Name: c.ID, Title: c.Title, Description: c.Description, Columns: []table.Column{columnOf(c.Key)}}
	s.Columns[0].Key = true
	for _, f := range l.Fields {
		s.Columns = append(s.Columns, columnOf(f))
	}
	if l.Geometries {
		s.Geometry = &table.Geometry{Polygons: c.Geometry == collection.MultiPolygon, SRID: l.CRS.SRID, WKT: l.CRS.WKT}
	}
	return s
}

func columnOf(f *collection.Field) table.Column {
	c := table.Column{Name: f.Name, Title: f.Title, Description: f.Description}
	switch f.Kind {
	case collection.KindInteger:
		c.Type = table.Integer
	case collection.KindNumber:
		c.Type = table.Number
	case collection.KindBoolean:
		c.Type = table.Boolean
	case collection.KindTime:
		c.Type = table.Time
	case collection.KindDate:
		c.Type = table.Date
	}
	return c
}

// setRow makes the row of a feature.
func (e *Encoder) setRow(l *query.Layout, row postgres.Row) {
	t := &e.table
	t.texts = t.texts[:0]
	t.row.Values[0] = e.tableValue(l.Collection.Key, l.Key(row))
	for i, f := range l.Fields {
		t.row.Values[i+1] = e.tableValue(f, l.Value(row, i))
	}
	t.row.WKB = l.WKB(row)
}

// tableValue returns the value of a field. A key without a text has none.
func (e *Encoder) tableValue(f *collection.Field, raw []byte) table.Value {
	if raw == nil {
		return table.Value{}
	}
	switch f.Kind {
	case collection.KindInteger:
		return table.Value{Valid: true, Bits: postgres.Integer(raw)}
	case collection.KindNumber:
		return table.Value{Valid: true, Number: postgres.Float8(raw)}
	case collection.KindBoolean:
		v := table.Value{Valid: true}
		if boolean(raw) {
			v.Bits = 1
		}
		return v
	case collection.KindTime:
		return table.Value{Valid: true, Bits: timestamp(raw).UnixMicro()}
	case collection.KindDate:
		const secondsOfDay = 24 * 60 * 60
		return table.Value{Valid: true, Bits: date(raw).Unix() / secondsOfDay}
	}
	from := len(e.table.texts)
	e.table.texts = e.AppendText(e.table.texts, f, raw)
	text := e.table.texts[from:len(e.table.texts):len(e.table.texts)]
	return table.Value{Valid: len(text) > 0 || f.TextOf == nil, Text: text}
}
