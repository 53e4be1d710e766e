package condition

import (
	"context"
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/ogc/features/collection"
	"github.com/skeeter-surveillance/skeeter/ogc/features/cql2"
	"github.com/skeeter-surveillance/skeeter/ogc/features/crs"
)

// bbox reads bbox and bbox-crs.
func (r *reading) bbox(ctx context.Context) error {
	box, system, ok, err := r.box(ctx)
	if err != nil || !ok {
		return err
	}
	r.require(ctx, cql2.Spatial{Op: cql2.SIntersects, Left: cql2.Property{Name: collection.GeometryProperty}, Right: box}, "bbox", system)
	return nil
}

// box returns the box of a request, in degrees where it was in degrees or in metres of the web's maps. given is false without one, and after an error.
func (r *reading) box(ctx context.Context) (box cql2.BBox, system crs.System, given bool, err error) {
	system, err = r.Register.Read(ctx, r.p, "bbox-crs")
	if err != nil || !r.p.Has("bbox") {
		return box, system, false, err
	}
	box, ok := parseCorners(r.p.Text("bbox"))
	if ok && system.SRID == crs.StorageSRID {
		if system.Coordinates.Swapped {
			box = cql2.BBox{Min: [2]float64{box.Min[1], box.Min[0]}, Max: [2]float64{box.Max[1], box.Max[0]}}
		}
		var degrees surveillance.BBox
		degrees, ok = surveillance.NewBBox(box.Min[0], box.Min[1], box.Max[0], box.Max[1])
		box = cql2.BBox{Min: [2]float64{degrees.West, degrees.South}, Max: [2]float64{degrees.East, degrees.North}}
	} else if ok = ok && box.Min[0] <= box.Max[0] && box.Min[1] <= box.Max[1]; ok && system.SRID == crs.MercatorSRID {
		box, err = crs.MercatorBox(box)
		ok = err == nil
	}
	if !ok {
		r.p.Fail("bbox", "invalid_bbox", "bbox must be four numbers, the lower corner before the upper, or six with heights; each corner is "+
			system.Axes()+" here"+latitudes(system))
		return box, system, false, nil
	}
	if system.SRID == crs.StorageSRID || system.SRID == crs.MercatorSRID {
		system = crs.CRS84 // box is in degrees now
	}
	return box, system, true, nil
}

// latitudes says what they may be in a system that has latitudes.
func latitudes(s crs.System) string {
	if s.IsGeographic() {
		return ", latitudes from -90 to 90"
	}
	return ""
}

// parseCorners reads four numbers, or six of which the third and the sixth are heights, which do not count.
func parseCorners(s string) (box cql2.BBox, ok bool) {
	parts := strings.Split(s, ",")
	numbers := make([]float64, len(parts))
	for i, part := range parts {
		if numbers[i], ok = surveillance.ParseNumber(strings.TrimSpace(part)); !ok {
			return box, false
		}
	}
	switch n := numbers; len(n) {
	case 4:
		return cql2.BBox{Min: [2]float64{n[0], n[1]}, Max: [2]float64{n[2], n[3]}}, true
	case 6:
		return cql2.BBox{Min: [2]float64{n[0], n[1]}, Max: [2]float64{n[3], n[4]}}, n[2] <= n[5]
	}
	return box, false
}
