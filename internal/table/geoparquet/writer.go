// Package geoparquet writes tables as GeoParquet 1.1 (geoparquet.org), through github.com/parquet-go/parquet-go: geometries in WKB, each with
// its box, by which readers skip what is elsewhere. Rows go out in groups, so that a file takes the memory of a group. A table without
// places is plain Parquet. The package imports internal/table and internal/wkb.
package geoparquet

import (
	"fmt"
	"io"
	"math"

	"github.com/parquet-go/parquet-go"

	"github.com/skeeter-surveillance/skeeter/internal/table"
	"github.com/skeeter-surveillance/skeeter/internal/wkb"
)

// ContentType of the format.
const ContentType = "application/vnd.apache.parquet"

// Limits of a group of rows. Its columns are in memory until it is written.
const (
	groupRows  = 64 << 10
	groupBytes = 32 << 20 // of texts and geometries
)

type writer struct {
	schema  table.Schema
	parquet *parquet.GenericWriter[any]
	row     parquet.Row
	bytes   int // of the group
	rows    int // of the group
	box     wkb.Box
}

// New begins a file.
func New(w io.Writer, s table.Schema) (table.Writer, error) {
	to := parquet.NewGenericWriter[any](w, schemaOf(s), parquet.Compression(&parquet.Zstd), parquet.CreatedBy("skeeter", "", ""),
		parquet.SkipPageBounds(table.GeometryName), parquet.SkipPageStatistics(table.GeometryName)) // of whole geometries: readers look at the boxes
	return &writer{schema: s, box: wkb.NoBox, parquet: to}, nil
}

// Write implements table.Writer.
func (w *writer) Write(row *table.Row) error {
	w.row = w.row[:0]
	for i, c := range w.schema.Columns {
		w.add(valueOf(c.Type, row.Values[i]))
		w.bytes += len(row.Values[i].Text)
	}
	if w.schema.Geometry != nil {
		if err := w.place(row.WKB); err != nil {
			return err
		}
	}
	if _, err := w.parquet.WriteRows([]parquet.Row{w.row}); err != nil {
		return fmt.Errorf("write Parquet: %w", err)
	}
	w.rows++
	if w.rows < groupRows && w.bytes < groupBytes {
		return nil
	}
	w.rows, w.bytes = 0, 0
	if err := w.parquet.Flush(); err != nil {
		return fmt.Errorf("write Parquet: %w", err)
	}
	return nil
}

// add adds a value of the next column; all columns are optional.
func (w *writer) add(v parquet.Value) {
	level := 1
	if v.IsNull() {
		level = 0
	}
	w.row = append(w.row, v.Level(0, level, len(w.row)))
}

// place adds the geometry and its box. An empty geometry has none, and no box is written for it.
func (w *writer) place(geometry []byte) error {
	var values [4]parquet.Value
	w.bytes += len(geometry)
	if geometry == nil {
		w.add(parquet.NullValue())
	} else {
		w.add(parquet.ByteArrayValue(geometry))
		box, err := wkb.BoxOf(geometry)
		if err != nil {
			return err
		}
		if box != wkb.NoBox {
			w.box = w.box.With(box)
			for i, v := range box {
				values[i] = parquet.DoubleValue(v)
			}
		}
	}
	for _, v := range values {
		w.add(v)
	}
	return nil
}

func valueOf(t table.Type, v table.Value) parquet.Value {
	switch {
	case !v.Valid:
		return parquet.NullValue()
	case t == table.Text:
		return parquet.ByteArrayValue(v.Text)
	case t == table.Number:
		return parquet.DoubleValue(v.Number)
	case t == table.Boolean:
		return parquet.BooleanValue(v.Bits != 0)
	case t == table.Date:
		return parquet.Int32Value(int32(min(max(v.Bits, math.MinInt32), math.MaxInt32)))
	}
	return parquet.Int64Value(v.Bits)
}

// Discard implements table.Writer.
func (w *writer) Discard() {}

// Close implements table.Writer.
func (w *writer) Close() error {
	if w.schema.Geometry != nil {
		w.parquet.SetKeyValueMetadata("geo", metadata(*w.schema.Geometry, w.box))
	}
	if err := w.parquet.Close(); err != nil {
		return fmt.Errorf("write Parquet: %w", err)
	}
	return nil
}
