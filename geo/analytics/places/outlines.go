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
	c := geojson.Coordinates{Decimals: o.Decimals}
	coarse := shape
	if o.Decimals < geojson.DegreeDecimals {
		if coarse = o.coarse(shape); coarse == nil { // smaller than a step
			coarse, c.Decimals = shape, geojson.DegreeDecimals
		}
	}
	outline, err := c.AppendGeometry(nil, coarse)
	if err != nil {
		return nil // it was parsed before
	}
	return json.RawMessage(outline)
}

// fewest are the positions of a ring that encloses something, the last of which is the first.
const fewest = 4

// coarse returns a shape without the positions that repeat the one before when they are rounded, and without the rings that then enclose
// nothing; nil where no ring is left. Neighbours share their positions, so that no gap opens between them.
func (o Outlines) coarse(shape []byte) []byte {
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
			ring := o.rounded(all.Polygon(i).LinearRing(j).FlatCoords())
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

// rounded returns the coordinates of a ring without those that repeat the ones before when they are rounded.
func (o Outlines) rounded(ring []float64) (out []float64) {
	steps := math.Pow10(o.Decimals)
	for i := 0; i+1 < len(ring); i += 2 {
		x, y := math.Round(ring[i]*steps)/steps, math.Round(ring[i+1]*steps)/steps
		if n := len(out); n == 0 || out[n-2] != x || out[n-1] != y {
			out = append(out, x, y)
		}
	}
	return out
}
