package flatgeobuf

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	flatbuffers "github.com/google/flatbuffers/go"
)

// Fields of the table Geometry in feature.fbs.
const (
	geometryEnds   = 0
	geometryXY     = 1
	geometryType   = 6
	geometryParts  = 7
	geometryFields = 8
)

// Point gives the feature a point.
func (e *Encoder) Point(x, y float64) {
	b := e.builder
	const size, numbers = 8, 2
	b.StartVector(size, numbers, size)
	b.PlaceFloat64(y)
	b.PlaceFloat64(x)
	xy := b.EndVector(numbers)
	b.StartObject(geometryFields)
	b.PrependUOffsetTSlot(geometryXY, xy, 0)
	b.PrependByteSlot(geometryType, byte(Point), 0)
	e.geometry = b.EndObject()
}

// WKB gives the feature the geometry that two-dimensional WKB says (OGC 06-103r4, section 8): a point, polygon or
// multipolygon. PostGIS' ST_AsBinary writes it. Anything else fails the feature.
func (e *Encoder) WKB(geometry []byte) {
	in := wkb{rest: geometry}
	kind := in.begin()
	switch {
	case in.err != nil:
	case kind == Point:
		x, y := in.float(), in.float()
		if in.err == nil {
			e.Point(x, y)
		}
	case kind == Polygon:
		e.geometry = e.polygon(&in)
	case kind == MultiPolygon:
		e.geometry = e.multiPolygon(&in)
	default:
		in.err = fmt.Errorf("geometry type %d is not written", kind)
	}
	if in.err == nil && len(in.rest) > 0 {
		in.err = errors.New("something follows the geometry")
	}
	if in.err != nil {
		e.fail(fmt.Errorf("flatgeobuf: read WKB: %w", in.err))
	}
}

func (e *Encoder) multiPolygon(in *wkb) flatbuffers.UOffsetT {
	e.parts = e.parts[:0]
	for n := in.count(); n > 0 && in.err == nil; n-- {
		if kind := in.begin(); kind != Polygon && in.err == nil {
			in.err = fmt.Errorf("geometry type %d is in a multipolygon", kind)
		}
		e.parts = append(e.parts, e.polygon(in))
	}
	if in.err != nil {
		return 0
	}
	b := e.builder
	parts := b.CreateVectorOfTables(e.parts)
	b.StartObject(geometryFields)
	b.PrependByteSlot(geometryType, byte(MultiPolygon), 0)
	b.PrependUOffsetTSlot(geometryParts, parts, 0)
	return b.EndObject()
}

// polygon adds the rings as one run of coordinates, and where each ends.
func (e *Encoder) polygon(in *wkb) flatbuffers.UOffsetT {
	e.ends, e.xy = e.ends[:0], e.xy[:0]
	for n := in.count(); n > 0 && in.err == nil; n-- {
		for points := in.count(); points > 0 && in.err == nil; points-- {
			e.xy = append(e.xy, in.float(), in.float())
		}
		e.ends = append(e.ends, uint32(len(e.xy)/2))
	}
	if in.err != nil {
		return 0
	}
	b := e.builder
	xy := doubles(b, e.xy)
	var ends flatbuffers.UOffsetT
	if len(e.ends) > 1 { // a single ring ends with the coordinates
		const size = 4
		b.StartVector(size, len(e.ends), size)
		for i := len(e.ends) - 1; i >= 0; i-- {
			b.PlaceUint32(e.ends[i])
		}
		ends = b.EndVector(len(e.ends))
	}
	b.StartObject(geometryFields)
	b.PrependUOffsetTSlot(geometryEnds, ends, 0)
	b.PrependUOffsetTSlot(geometryXY, xy, 0)
	b.PrependByteSlot(geometryType, byte(Polygon), 0)
	return b.EndObject()
}

// wkb reads well-known binary. After an error it reads zeros.
type wkb struct {
	rest  []byte
	order binary.ByteOrder
	err   error
}

// take returns the next bytes, nil when there are too few.
func (g *wkb) take(n int) []byte {
	if g.err == nil && len(g.rest) < n {
		g.err = errors.New("it ends too early")
	}
	if g.err != nil {
		return nil
	}
	b := g.rest[:n]
	g.rest = g.rest[n:]
	return b
}

// begin reads the byte order and type of a geometry.
func (g *wkb) begin() GeometryType {
	b := g.take(1)
	switch {
	case b == nil:
		return Unknown
	case b[0] == 0:
		g.order = binary.BigEndian
	case b[0] == 1:
		g.order = binary.LittleEndian
	default:
		g.err = fmt.Errorf("byte order %d is unknown", b[0])
		return Unknown
	}
	kind := g.count()
	if kind > math.MaxUint8 && g.err == nil {
		g.err = fmt.Errorf("geometry type %d is not written", kind)
	}
	return GeometryType(kind)
}

func (g *wkb) count() uint32 {
	const size = 4
	b := g.take(size)
	if b == nil {
		return 0
	}
	return g.order.Uint32(b)
}

func (g *wkb) float() float64 {
	const size = 8
	b := g.take(size)
	if b == nil {
		return 0
	}
	return math.Float64frombits(g.order.Uint64(b))
}
