package ogc

import (
	"math"

	"github.com/skeeter-surveillance/skeeter/internal/cql2"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// Web Mercator, whose boxes are boxes in degrees too. Map clients send those that they show, which may reach beyond the antimeridian.
const (
	mercatorSRID   = 3857
	mercatorRadius = 6378137.0                // metres
	mercatorEdge   = math.Pi * mercatorRadius // metres of the antimeridian from the prime meridian
)

// mercatorDegrees returns the corners of a box in longitude and latitude; longitudes may lie beyond 180.
func mercatorDegrees(c [4]float64) [4]float64 {
	longitude := func(x float64) float64 { return x / mercatorEdge * 180 }
	latitude := func(y float64) float64 { return math.Atan(math.Sinh(y/mercatorRadius)) * 180 / math.Pi }
	return [4]float64{longitude(c[0]), latitude(c[1]), longitude(c[2]), latitude(c[3])}
}

// mercatorBox brings a box to degrees, as cql2.Options.Box asks.
func mercatorBox(b cql2.BBox) (cql2.BBox, error) {
	box, ok := surveillance.ParseBBox(joined(mercatorDegrees([4]float64{b.Min[0], b.Min[1], b.Max[0], b.Max[1]})))
	if !ok {
		return b, errNoPlace
	}
	return cql2.BBox{Min: [2]float64{box.West, box.South}, Max: [2]float64{box.East, box.North}}, nil
}
