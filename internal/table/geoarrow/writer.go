// Package geoarrow writes tables as a stream of Arrow IPC with the geometry in WKB (GeoArrow 0.2, extension geoarrow.wkb), through
// github.com/apache/arrow-go. Rows go out in batches, so that a stream takes the memory of a batch. The package imports internal/table.
package geoarrow

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strconv"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"github.com/skeeter-surveillance/skeeter/internal/table"
)

// ContentType of the format.
const ContentType = "application/vnd.apache.arrow.stream"

// Limits of a batch of rows.
const (
	batchRows  = 16 << 10
	batchBytes = 16 << 20 // of texts and geometries
)

type writer struct {
	schema table.Schema
	ipc    *ipc.Writer
	batch  *array.RecordBuilder
	rows   int
	bytes  int
}

// New begins a stream.
func New(w io.Writer, s table.Schema) (table.Writer, error) {
	schema := schemaOf(s)
	return &writer{schema: s, ipc: ipc.NewWriter(w, ipc.WithSchema(schema)), batch: array.NewRecordBuilder(memory.DefaultAllocator, schema)}, nil
}

func schemaOf(s table.Schema) *arrow.Schema {
	fields := make([]arrow.Field, 0, len(s.Columns)+1)
	for _, c := range s.Columns {
		fields = append(fields, arrow.Field{Name: c.Name, Type: typeOf(c.Type), Nullable: true})
	}
	if s.Geometry != nil {
		fields = append(fields, arrow.Field{
			Name: table.GeometryName, Type: arrow.BinaryTypes.Binary, Nullable: true,
			Metadata: arrow.MetadataFrom(map[string]string{"ARROW:extension:name": "geoarrow.wkb", "ARROW:extension:metadata": metadata(*s.Geometry)}),
		})
	}
	return arrow.NewSchema(fields, nil)
}

func typeOf(t table.Type) arrow.DataType {
	switch t {
	case table.Integer:
		return arrow.PrimitiveTypes.Int64
	case table.Number:
		return arrow.PrimitiveTypes.Float64
	case table.Boolean:
		return arrow.FixedWidthTypes.Boolean
	case table.Time:
		return arrow.FixedWidthTypes.Timestamp_us
	case table.Date:
		return arrow.FixedWidthTypes.Date32
	}
	return arrow.BinaryTypes.String
}

// metadata names the CRS by its register and code. Longitude comes first, which is OGC:CRS84.
func metadata(g table.Geometry) string {
	code := "OGC:CRS84"
	if g.SRID != table.WGS84 {
		code = "EPSG:" + strconv.Itoa(g.SRID)
	}
	b, err := json.Marshal(map[string]string{"crs": code, "crs_type": "authority_code"})
	if err != nil {
		panic("geoarrow: encode the metadata: " + err.Error()) // it holds texts
	}
	return string(b)
}

// Write implements table.Writer.
func (w *writer) Write(row *table.Row) error {
	for i, v := range row.Values {
		w.bytes += len(v.Text)
		appendValue(w.batch.Field(i), v)
	}
	if w.schema.Geometry != nil {
		w.bytes += len(row.WKB)
		places := w.batch.Field(len(row.Values)).(*array.BinaryBuilder)
		if row.WKB == nil {
			places.AppendNull()
		} else {
			places.Append(row.WKB)
		}
	}
	w.rows++
	if w.rows < batchRows && w.bytes < batchBytes {
		return nil
	}
	return w.flush()
}

func appendValue(b array.Builder, v table.Value) {
	if !v.Valid {
		b.AppendNull()
		return
	}
	switch b := b.(type) {
	case *array.Int64Builder:
		b.Append(v.Bits)
	case *array.Float64Builder:
		b.Append(v.Number)
	case *array.BooleanBuilder:
		b.Append(v.Bits != 0)
	case *array.TimestampBuilder:
		b.Append(arrow.Timestamp(v.Bits))
	case *array.Date32Builder:
		b.Append(arrow.Date32(min(max(v.Bits, math.MinInt32), math.MaxInt32)))
	case *array.StringBuilder:
		b.BinaryBuilder.Append(v.Text)
	}
}

func (w *writer) flush() error {
	batch := w.batch.NewRecordBatch()
	defer batch.Release()
	w.rows, w.bytes = 0, 0
	if err := w.ipc.Write(batch); err != nil {
		return fmt.Errorf("write Arrow: %w", err)
	}
	return nil
}

// Discard implements table.Writer. The memory is Go's own.
func (w *writer) Discard() {}

// Close implements table.Writer. A stream without rows has one empty batch, which says the schema.
func (w *writer) Close() error {
	if err := w.flush(); err != nil {
		return err
	}
	if err := w.ipc.Close(); err != nil {
		return fmt.Errorf("write Arrow: %w", err)
	}
	return nil
}
