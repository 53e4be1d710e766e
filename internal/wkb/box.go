package wkb

import "math"

// Box is the smallest box that holds geometries: west, south, east, north.
type Box [4]float64

// NoBox is the Box of nothing.
var NoBox = Box{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}

// BoxOf returns the Box of a geometry, NoBox for an empty one.
func BoxOf(b []byte) (Box, error) {
	if x, y, ok := Point(b); ok {
		return NoBox.with(x, y), nil
	}
	shape, err := Decode(b)
	if err != nil {
		return NoBox, err
	}
	box, flat := NoBox, shape.FlatCoords()
	for i := 0; i+1 < len(flat); i += shape.Stride() {
		box = box.with(flat[i], flat[i+1])
	}
	return box, nil
}

// With returns the Box of both.
func (a Box) With(b Box) Box {
	return Box{min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])}
}

// with adds a position; those of empty points are no numbers.
func (a Box) with(x, y float64) Box {
	if math.IsNaN(x) || math.IsNaN(y) {
		return a
	}
	return a.With(Box{x, y, x, y})
}
