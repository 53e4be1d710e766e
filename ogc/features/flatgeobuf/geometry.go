package flatgeobuf

import (
	"fmt"
	"slices"

	flatbuffers "github.com/google/flatbuffers/go"
	"github.com/twpayne/go-geom"

	"github.com/skeeter-surveillance/skeeter/internal/wkb"
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
	xy := doubles(b, []float64{x, y})
	b.StartObject(geometryFields)
	b.PrependUOffsetTSlot(geometryXY, xy, 0)
	b.PrependByteSlot(geometryType, byte(Point), 0)
	e.geometry = b.EndObject()
}

// WKB gives the feature the geometry of two-dimensional WKB (OGC 06-103r4, section 8): a point, polygon or multipolygon.
// Anything else fails the feature.
func (e *Encoder) WKB(geometry []byte) {
	if x, y, ok := wkb.Point(geometry); ok {
		e.Point(x, y)
		return
	}
	shape, err := wkb.Decode(geometry)
	if err != nil {
		e.fail(fmt.Errorf("flatgeobuf: %w", err))
		return
	}
	switch g := shape.(type) {
	case *geom.Point:
		e.Point(g.X(), g.Y())
	case *geom.Polygon:
		e.geometry = e.polygon(g)
	case *geom.MultiPolygon:
		e.geometry = e.multiPolygon(g)
	}
}

func (e *Encoder) multiPolygon(g *geom.MultiPolygon) flatbuffers.UOffsetT {
	e.parts = e.parts[:0]
	for i := range g.NumPolygons() {
		e.parts = append(e.parts, e.polygon(g.Polygon(i)))
	}
	b := e.builder
	parts := b.CreateVectorOfTables(e.parts)
	b.StartObject(geometryFields)
	b.PrependByteSlot(geometryType, byte(MultiPolygon), 0)
	b.PrependUOffsetTSlot(geometryParts, parts, 0)
	return b.EndObject()
}

// polygon adds the rings as one run of coordinates, and where each ends.
func (e *Encoder) polygon(g *geom.Polygon) flatbuffers.UOffsetT {
	b := e.builder
	xy := doubles(b, g.FlatCoords())
	var ends flatbuffers.UOffsetT
	if rings := g.Ends(); len(rings) > 1 { // a single ring ends with the coordinates
		const size = 4
		b.StartVector(size, len(rings), size)
		for _, end := range slices.Backward(rings) {
			b.PlaceUint32(uint32(end / g.Stride()))
		}
		ends = b.EndVector(len(rings))
	}
	b.StartObject(geometryFields)
	b.PrependUOffsetTSlot(geometryEnds, ends, 0)
	b.PrependUOffsetTSlot(geometryXY, xy, 0)
	b.PrependByteSlot(geometryType, byte(Polygon), 0)
	return b.EndObject()
}

// doubles adds a vector of numbers.
func doubles(b *flatbuffers.Builder, values []float64) flatbuffers.UOffsetT {
	const size = 8
	b.StartVector(size, len(values), size)
	for _, v := range slices.Backward(values) {
		b.PlaceFloat64(v)
	}
	return b.EndVector(len(values))
}
