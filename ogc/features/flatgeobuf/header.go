package flatgeobuf

import (
	flatbuffers "github.com/google/flatbuffers/go"

	"github.com/skeeter-surveillance/skeeter/internal/wkb"
)

// GeometryType of a dataset, by its number in WKB.
type GeometryType byte

// The geometries that can be written. Unknown is of a dataset whose features have none.
const (
	Unknown      GeometryType = 0
	Point        GeometryType = 1
	Polygon      GeometryType = 3
	MultiPolygon GeometryType = 6
)

// ColumnType of a column, by its number in header.fbs.
type ColumnType byte

// The types of columns that can be written.
const (
	Bool     ColumnType = 2
	Long     ColumnType = 7 // 64 bits, signed
	Double   ColumnType = 10
	String   ColumnType = 11 // UTF-8
	DateTime ColumnType = 13 // ISO 8601
)

// Column describes the values that features may have.
type Column struct {
	Name        string
	Title       string // "" for none
	Description string // "" for none
	Type        ColumnType
	Key         bool // identifies a feature: never null, no two alike
}

// CRS is a coordinate reference system by authority and code, such as EPSG and 4326. Coordinates are written as easting (or
// longitude) and northing (or latitude), whatever order of axes the authority defines. The zero value is an unknown one.
type CRS struct {
	Authority string
	Code      int
}

// Header describes a dataset.
type Header struct {
	Name        string
	Title       string // "" for none
	Description string // "" for none
	Geometry    GeometryType
	Columns     []Column // at most 65,535
	CRS         CRS
	Features    int      // 0: not known
	Box         *wkb.Box // of all features; nil: not known
	Indexed     bool     // an index stands between the header and the features
}

// write adds the header's table.
func (h Header) write(b *flatbuffers.Builder) flatbuffers.UOffsetT {
	columns := make([]flatbuffers.UOffsetT, len(h.Columns))
	for i, c := range h.Columns {
		columns[i] = c.write(b)
	}
	columnsVector := b.CreateVectorOfTables(columns)
	crs := h.CRS.write(b)
	name, title, description := text(b, h.Name), text(b, h.Title), text(b, h.Description)
	var box flatbuffers.UOffsetT
	if h.Box != nil {
		box = doubles(b, h.Box[:])
	}
	node := uint16(0) // no index
	if h.Indexed {
		node = nodeSize
	}

	const fields = 14
	b.StartObject(fields)
	b.PrependUOffsetTSlot(0, name, 0)
	b.PrependUOffsetTSlot(1, box, 0)
	b.PrependByteSlot(2, byte(h.Geometry), 0)
	b.PrependUOffsetTSlot(7, columnsVector, 0)
	b.PrependUint64Slot(8, uint64(h.Features), 0)
	b.PrependUint16Slot(9, node, nodeSize)
	b.PrependUOffsetTSlot(10, crs, 0)
	b.PrependUOffsetTSlot(11, title, 0)
	b.PrependUOffsetTSlot(12, description, 0)
	return b.EndObject()
}

func (c Column) write(b *flatbuffers.Builder) flatbuffers.UOffsetT {
	name, title, description := b.CreateString(c.Name), text(b, c.Title), text(b, c.Description)
	const fields = 11
	b.StartObject(fields)
	b.PrependUOffsetTSlot(0, name, 0)
	b.PrependByteSlot(1, byte(c.Type), 0)
	b.PrependUOffsetTSlot(2, title, 0)
	b.PrependUOffsetTSlot(3, description, 0)
	b.PrependBoolSlot(7, !c.Key, true)
	b.PrependBoolSlot(8, c.Key, false)
	b.PrependBoolSlot(9, c.Key, false)
	return b.EndObject()
}

func (c CRS) write(b *flatbuffers.Builder) flatbuffers.UOffsetT {
	if c == (CRS{}) {
		return 0
	}
	authority := text(b, c.Authority)
	const fields = 6
	b.StartObject(fields)
	b.PrependUOffsetTSlot(0, authority, 0)
	b.PrependInt32Slot(1, int32(c.Code), 0)
	return b.EndObject()
}

// text adds a string, unless it is empty.
func text(b *flatbuffers.Builder, s string) flatbuffers.UOffsetT {
	if s == "" {
		return 0
	}
	return b.CreateString(s)
}
