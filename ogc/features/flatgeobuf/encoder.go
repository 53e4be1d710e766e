// Package flatgeobuf writes FlatGeobuf 3 (flatgeobuf.org, schemas header.fbs and feature.fbs) by appending bytes: a header, then
// one feature after the other. A dataset of any size is written as a stream (New) without an index, which would need all features first. NewIndexed
// writes a file with a packed Hilbert R-tree, by which readers find the features of a box. The Go library of the format's makers keeps an object of each
// feature in memory; here it is 24 bytes. The package imports internal/wkb and internal/table.
package flatgeobuf

import (
	"encoding/binary"
	"fmt"
	"math"
	"time"

	flatbuffers "github.com/google/flatbuffers/go"
)

// ContentType of FlatGeobuf: the one that QGIS looks for in a collection's links.
const ContentType = "application/flatgeobuf"

// Encoder appends one dataset. Callers give a feature its values and its geometry, in any order, and then call AppendFeature. A
// column without a value is null. An Encoder is for one goroutine.
type Encoder struct {
	header     Header
	builder    *flatbuffers.Builder
	properties []byte
	geometry   flatbuffers.UOffsetT // 0 for none
	parts      []flatbuffers.UOffsetT
	err        error // of the feature
}

// NewEncoder returns the Encoder of a dataset.
func NewEncoder(h Header) (*Encoder, error) {
	if len(h.Columns) > math.MaxUint16 {
		return nil, fmt.Errorf("flatgeobuf: %d columns are more than %d", len(h.Columns), math.MaxUint16)
	}
	const initialBytes = 4 << 10
	return &Encoder{header: h, builder: flatbuffers.NewBuilder(initialBytes)}, nil
}

// magic are the first bytes of a file: the name, the major version of the format, and its patch level.
var magic = []byte{'f', 'g', 'b', 3, 'f', 'g', 'b', 1}

// AppendHeader appends the beginning of a dataset, before its first feature.
func (e *Encoder) AppendHeader(b []byte) []byte {
	return e.finish(append(b, magic...), e.header.write(e.builder))
}

// finish appends a table with its size and makes room for the next.
func (e *Encoder) finish(b []byte, table flatbuffers.UOffsetT) []byte {
	e.builder.FinishSizePrefixed(table)
	b = append(b, e.builder.FinishedBytes()...)
	e.builder.Reset()
	return b
}

// property begins the value of a column: its number, if the column has that type.
func (e *Encoder) property(column int, t ColumnType) bool {
	switch {
	case column < 0 || column >= len(e.header.Columns):
		e.fail(fmt.Errorf("flatgeobuf: there is no column %d", column))
		return false
	case e.header.Columns[column].Type != t:
		e.fail(fmt.Errorf("flatgeobuf: column %s is of another type", e.header.Columns[column].Name))
		return false
	}
	e.properties = binary.LittleEndian.AppendUint16(e.properties, uint16(column))
	return true
}

func (e *Encoder) fail(err error) {
	if e.err == nil {
		e.err = err
	}
}

// Bool sets a column of type Bool.
func (e *Encoder) Bool(column int, v bool) {
	if !e.property(column, Bool) {
		return
	}
	value := byte(0)
	if v {
		value = 1
	}
	e.properties = append(e.properties, value)
}

// Long sets a column of type Long.
func (e *Encoder) Long(column int, v int64) {
	if e.property(column, Long) {
		e.properties = binary.LittleEndian.AppendUint64(e.properties, uint64(v))
	}
}

// Double sets a column of type Double.
func (e *Encoder) Double(column int, v float64) {
	if e.property(column, Double) {
		e.properties = binary.LittleEndian.AppendUint64(e.properties, math.Float64bits(v))
	}
}

// Text sets a column of type String to a text in UTF-8.
func (e *Encoder) Text(column int, v []byte) {
	if e.property(column, String) {
		e.properties = binary.LittleEndian.AppendUint32(e.properties, uint32(len(v)))
		e.properties = append(e.properties, v...)
	}
}

// Time sets a column of type DateTime to an instant, in UTC.
func (e *Encoder) Time(column int, t time.Time) { e.formatted(column, t, time.RFC3339Nano) }

// Date sets a column of type DateTime to a day.
func (e *Encoder) Date(column int, t time.Time) { e.formatted(column, t, time.DateOnly) }

func (e *Encoder) formatted(column int, t time.Time, layout string) {
	if !e.property(column, DateTime) {
		return
	}
	at := len(e.properties)
	e.properties = t.UTC().AppendFormat(append(e.properties, 0, 0, 0, 0), layout)
	binary.LittleEndian.PutUint32(e.properties[at:], uint32(len(e.properties)-at-4))
}

// AppendFeature appends the feature, or returns b as it was and what was wrong with its values.
func (e *Encoder) AppendFeature(b []byte) ([]byte, error) {
	err, geometry := e.err, e.geometry
	e.err, e.geometry = nil, 0
	if err != nil {
		e.builder.Reset()
		e.properties = e.properties[:0]
		return b, err
	}
	var properties flatbuffers.UOffsetT
	if len(e.properties) > 0 {
		properties = e.builder.CreateByteVector(e.properties)
		e.properties = e.properties[:0]
	}
	const fields = 3
	e.builder.StartObject(fields)
	e.builder.PrependUOffsetTSlot(0, geometry, 0)
	e.builder.PrependUOffsetTSlot(1, properties, 0)
	return e.finish(b, e.builder.EndObject()), nil
}
