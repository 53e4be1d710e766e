package crs

import (
	"math"

	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/ogc/features/cql2"
)

// MercatorSRID is the SRID of Web Mercator. Its boxes are boxes in degrees too. Map clients send the boxes that they show, which
// may reach beyond the antimeridian.
const MercatorSRID = 3857

const (
	mercatorRadius = 6378137.0 // metres
	// MercatorEdge is how far the antimeridian lies from the prime meridian, in metres of Web Mercator.
	MercatorEdge = math.Pi * mercatorRadius
)

// MercatorBox returns the box in degrees of a box in Web Mercator. West > east crosses the antimeridian. The error is ErrNoPlace.
func MercatorBox(b cql2.BBox) (cql2.BBox, error) {
	longitude := func(x float64) float64 { return x / MercatorEdge * 180 }
	latitude := func(y float64) float64 { return math.Atan(math.Sinh(y/mercatorRadius)) * 180 / math.Pi }
	box, ok := surveillance.NewBBox(longitude(b.Min[0]), latitude(b.Min[1]), longitude(b.Max[0]), latitude(b.Max[1]))
	if !ok {
		return b, ErrNoPlace
	}
	return cql2.BBox{Min: [2]float64{box.West, box.South}, Max: [2]float64{box.East, box.North}}, nil
}
