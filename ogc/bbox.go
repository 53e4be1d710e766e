package ogc

import (
	"strconv"
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/cql2"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// bbox reads bbox and bbox-crs.
func (r *conditionsReader) bbox() error {
	system, err := r.register.read(r.ctx, r.p, "bbox-crs")
	if err != nil || !r.p.Has("bbox") {
		return err
	}
	asked := system
	corners, ok := parseCorners(r.p.Text("bbox"))
	if ok && system.srid == mercatorSRID {
		if ok = corners[0] <= corners[2] && corners[1] <= corners[3]; ok {
			corners = mercatorDegrees(corners)
			system = crs84
		}
	}
	if ok && system.srid == storageSRID {
		if system.coordinates.Swapped {
			corners = [4]float64{corners[1], corners[0], corners[3], corners[2]}
		}
		var box surveillance.BBox
		if box, ok = surveillance.ParseBBox(joined(corners)); ok && r.choice.counted != nil && box != surveillance.World {
			r.choice.counted.filter.BBox = &box
		}
		corners = [4]float64{box.West, box.South, box.East, box.North}
		system = crs84
	} else if ok {
		ok = corners[0] <= corners[2] && corners[1] <= corners[3]
		r.choice.counted = nil
	}
	if !ok {
		r.p.Fail("bbox", "invalid_bbox", "bbox must be four numbers, the lower corner before the upper, or six with heights; each corner is "+
			asked.axes()+" here"+latitudes(asked))
		return nil
	}
	r.add(cql2.Spatial{Op: cql2.SIntersects, Left: cql2.Property{Name: geometryProperty},
		Right: cql2.BBox{Min: [2]float64(corners[:2]), Max: [2]float64(corners[2:])}}, "bbox", r.options(system))
	return nil
}

// latitudes says what they may be where there are any.
func latitudes(c crs) string {
	if c.isGeographic() {
		return ", latitudes from -90 to 90"
	}
	return ""
}

// parseCorners reads four numbers, or six of which the third and the sixth are heights, which do not count.
func parseCorners(s string) (corners [4]float64, ok bool) {
	parts := strings.Split(s, ",")
	keep := []int{0, 1, 2, 3}
	switch len(parts) {
	case 4:
	case 6:
		keep = []int{0, 1, 3, 4}
	default:
		return corners, false
	}
	numbers := make([]float64, len(parts))
	for i, part := range parts {
		if numbers[i], ok = surveillance.ParseNumber(strings.TrimSpace(part)); !ok {
			return corners, false
		}
	}
	for i, at := range keep {
		corners[i] = numbers[at]
	}
	return corners, len(parts) == 4 || numbers[2] <= numbers[5]
}

func joined(corners [4]float64) string {
	parts := make([]string, len(corners))
	for i, n := range corners {
		parts[i] = strconv.FormatFloat(n, 'f', -1, 64)
	}
	return strings.Join(parts, ",")
}
