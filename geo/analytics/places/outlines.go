package places

import (
	"encoding/binary"
	"encoding/json"
	"math"

	"github.com/twpayne/go-geom"
	geomwkb "github.com/twpayne/go-geom/encoding/wkb"

	"github.com/skeeter-surveillance/skeeter/internal/geojson"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/internal/wkb"
)

// Outlines says whether places have their outlines, and how exact these are.
type Outlines struct {
	Wanted   bool
	Decimals int // of the coordinates in degrees, geojson.DegreeDecimals at most
}

// Outlined are Parts that have outlines.
type Outlined interface {
	Parts
	// Touching lists the parts whose box touches another; nil: all.
	Touching(box *surveillance.BBox) []ID
}

// of is the shape of WKB as a GeoJSON geometry; nil where no outline is wanted.
func (o Outlines) of(shape []byte) any {
	if !o.Wanted || shape == nil {
		return nil
	}
	// What is smaller than a step is written with smaller ones.
	decimals, coarse := o.Decimals, shape
	for ; decimals < geojson.DegreeDecimals; decimals++ {
		if part := rounded(shape, decimals); part != nil {
			coarse = part
			break
		}
	}
	outline, err := geojson.Coordinates{Decimals: decimals}.AppendGeometry(nil, coarse)
	if err != nil {
		return nil // it was parsed before
	}
	return json.RawMessage(outline)
}

// fewest are the positions of a ring that encloses something, the last of which is the first.
const fewest = 4

// rounded returns a shape without the positions that repeat the one before when they are rounded, and without the rings that then enclose
// nothing; nil where no ring is left. Neighbours share their positions, so that no gap opens between them.
func rounded(shape []byte, decimals int) []byte {
	decoded, err := wkb.Decode(shape)
	if err != nil {
		return nil
	}
	all, ok := decoded.(*geom.MultiPolygon)
	if !ok {
		return nil
	}
	out := geom.NewMultiPolygon(geom.XY)
	for i := range all.NumPolygons() {
		polygon := geom.NewPolygon(geom.XY)
		for j := range all.Polygon(i).NumLinearRings() {
			ring := roundedRing(all.Polygon(i).LinearRing(j).FlatCoords(), decimals)
			if len(ring) < 2*fewest {
				if j == 0 {
					break
				}
				continue
			}
			_ = polygon.Push(geom.NewLinearRingFlat(geom.XY, ring)) // layouts are the same
		}
		if polygon.NumLinearRings() > 0 {
			_ = out.Push(polygon)
		}
	}
	if out.NumPolygons() == 0 {
		return nil
	}
	encoded, err := geomwkb.Marshal(out, binary.LittleEndian)
	if err != nil {
		return nil // to memory
	}
	return encoded
}

// roundedRing returns the rounded coordinates of a ring without positions that lie on a straight line between their neighbours, or on one of
// them.
func roundedRing(ring []float64, decimals int) (out []float64) {
	steps := math.Pow10(decimals)
	for i := 0; i+1 < len(ring); i += 2 {
		x, y := math.Round(ring[i]*steps), math.Round(ring[i+1]*steps)
		n := len(out)
		if n >= 4 && (x-out[n-4])*(out[n-1]-out[n-3]) == (out[n-2]-out[n-4])*(y-out[n-3]) {
			out = out[:n-2] // the last one lies between, is one of both, or is the end of a spike
		}
		if n = len(out); n == 0 || out[n-2] != x || out[n-1] != y {
			out = append(out, x, y)
		}
	}
	for i := range out {
		out[i] /= steps
	}
	return out
}
