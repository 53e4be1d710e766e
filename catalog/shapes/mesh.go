package shapes

import (
	"errors"
	"fmt"
	"math"

	"github.com/paulmach/orb"
)

// maxPositions bounds what a mesh may unfold to: a ring names an arc in a few bytes
// however long the arc is, and may name it again and again. The countries at 1:10m
// unfold to half a million positions.
const maxPositions = 4_000_000

// mesh is the arcs that the polygons of a topology share.
type mesh struct {
	arcs      [][]position
	transform transform
	left      int // positions that may still be unfolded
}

// position is a quantized position: whole steps of the transform.
type position struct{ x, y int64 }

// polygon unfolds the rings of a polygon. An edge that crosses the antimeridian
// jumps from one end of the world to the other.
func (m *mesh) polygon(rings arcPolygon) (orb.Polygon, error) {
	polygon := make(orb.Polygon, 0, len(rings))
	for i, indexes := range rings {
		ring, err := m.ring(indexes)
		if err != nil {
			return nil, fmt.Errorf("ring %d: %w", i, err)
		}
		polygon = append(polygon, ring)
	}
	return polygon, nil
}

// ring joins arcs end to end; the position where two arcs meet is stored in both.
func (m *mesh) ring(indexes []int) (orb.Ring, error) {
	size := 0
	for _, index := range indexes {
		if size += len(m.arcs[arcNumber(index)]); size > m.left {
			return nil, fmt.Errorf("the topology unfolds to more than %d positions", maxPositions)
		}
	}
	m.left -= size
	ring := make([]position, 0, size)
	for _, index := range indexes {
		if from, _ := m.ends(index); len(ring) > 0 && ring[len(ring)-1] != from {
			return nil, fmt.Errorf("arc %d does not begin where the one before it ends", index)
		}
		arc := m.arcs[arcNumber(index)]
		for i := range arc {
			p := arc[i]
			if index < 0 {
				p = arc[len(arc)-1-i]
			}
			if len(ring) == 0 || ring[len(ring)-1] != p {
				ring = append(ring, p)
			}
		}
	}
	if ring[0] != ring[len(ring)-1] {
		return nil, errors.New("it is not closed")
	}
	return m.degrees(ring)
}

// ends returns where an arc begins and ends in the direction of its index.
func (m *mesh) ends(index int) (from, to position) {
	arc := m.arcs[arcNumber(index)]
	if index < 0 {
		return arc[len(arc)-1], arc[0]
	}
	return arc[0], arc[len(arc)-1]
}

// degrees places a quantized ring on the globe. A ring that quantization flattened
// to a line or a point becomes the box of what it was flattened from: its bound,
// half a step wider on every side. So the Vatican, an islet, and the hole in the
// country around them keep their place instead of vanishing.
func (m *mesh) degrees(ring []position) (orb.Ring, error) {
	out := make(orb.Ring, 0, len(ring))
	for _, p := range ring {
		lon := float64(p.x)*m.transform.Scale[0] + m.transform.Translate[0]
		lat := float64(p.y)*m.transform.Scale[1] + m.transform.Translate[1]
		// Written so that NaN fails as well.
		if !(math.Abs(lon) <= halfTurn && math.Abs(lat) <= poleLat) {
			return nil, fmt.Errorf("position (%g, %g) is not on the globe", lon, lat)
		}
		out = append(out, orb.Point{lon, lat})
	}
	if !flat(ring) {
		return out, nil
	}
	bound := out.Bound()
	if bound.Max[0]-bound.Min[0] > halfTurn {
		return nil, errors.New("it is a line across the antimeridian")
	}
	halfLon, halfLat := math.Abs(m.transform.Scale[0])/2, math.Abs(m.transform.Scale[1])/2
	return orb.Bound{
		Min: orb.Point{
			math.Max(bound.Min[0]-halfLon, -halfTurn),
			math.Max(bound.Min[1]-halfLat, -poleLat),
		},
		Max: orb.Point{
			math.Min(bound.Max[0]+halfLon, halfTurn),
			math.Min(bound.Max[1]+halfLat, poleLat),
		},
	}.ToRing(), nil
}

// flat says whether a closed ring encloses nothing. The area is summed in whole
// steps, so that zero means zero.
func flat(ring []position) bool {
	var twice int64
	for i := 1; i < len(ring); i++ {
		a, b := ring[i-1], ring[i]
		twice += (a.x-ring[0].x)*(b.y-ring[0].y) - (b.x-ring[0].x)*(a.y-ring[0].y)
	}
	return twice == 0
}
