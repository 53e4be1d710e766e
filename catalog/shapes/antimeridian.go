package shapes

import (
	"errors"
	"fmt"
	"math"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/clip/smartclip"
	"github.com/paulmach/orb/planar"
)

// halfTurn is the longitude of the antimeridian, and the longest step that an edge
// can make without being read as one that crosses it.
const halfTurn = 180.0

// poleLat is the latitude of the north pole, and less its sign the south pole's.
const poleLat = 90.0

// areaTolerance is by how much the parts of a polygon may differ from the whole, in
// square degrees (1e-6 is about 100 m by 100 m): the rounding of interpolated
// positions, no more.
const areaTolerance = 1e-6

// splitAntimeridian cuts a polygon whose edges cross the antimeridian into polygons
// that end there, and closes one that runs around a pole at the pole. Exteriors come
// out counter-clockwise and holes clockwise (RFC 7946).
func splitAntimeridian(polygon orb.Polygon) (orb.MultiPolygon, error) {
	unwrapped := make(orb.Polygon, 0, len(polygon))
	for i, ring := range polygon {
		u, err := unwrap(ring)
		if err != nil {
			return nil, fmt.Errorf("ring %d: %w", i, err)
		}
		if i > 0 {
			exterior := unwrapped[0].Bound()
			moveInto(u, exterior)
			if hole := u.Bound(); !exterior.Contains(hole.Min) || !exterior.Contains(hole.Max) {
				return nil, fmt.Errorf("ring %d is a hole that reaches out of its exterior", i)
			}
		}
		orient(u, i == 0)
		unwrapped = append(unwrapped, u)
	}
	bound := unwrapped.Bound()
	if bound.Min[0] >= -halfTurn && bound.Max[0] <= halfTurn {
		return orb.MultiPolygon{unwrapped}, nil
	}
	parts := cut(unwrapped, bound)
	if b := parts.Bound(); b.Min[0] < -halfTurn || b.Max[0] > halfTurn || b.Min[1] < -poleLat || b.Max[1] > poleLat {
		return nil, errors.New("a ring without an area cannot be cut")
	}
	if whole, sum := planar.Area(unwrapped), planar.Area(parts); math.Abs(whole-sum) > areaTolerance {
		return nil, fmt.Errorf("%g square degrees became %g: a ring crosses itself", whole, sum)
	}
	return parts, nil
}

// cut clips a polygon to every turn of the world that it reaches into, and moves each
// part back to the first turn.
func cut(polygon orb.Polygon, bound orb.Bound) orb.MultiPolygon {
	var parts orb.MultiPolygon
	for turn := math.Floor((bound.Min[0] + halfTurn) / 360); turn*360-halfTurn < bound.Max[0]; turn++ {
		world := orb.Bound{
			Min: orb.Point{turn*360 - halfTurn, -90},
			Max: orb.Point{turn*360 + halfTurn, poleLat},
		}
		for _, part := range smartclip.Polygon(world, polygon.Clone(), orb.CCW) {
			for _, ring := range part {
				shift(ring, -turn*360)
			}
			parts = append(parts, part)
		}
	}
	return parts
}

// unwrap lets longitudes run on beyond 180 degrees, so that no edge of the ring is
// longer than half a turn.
func unwrap(ring orb.Ring) (orb.Ring, error) {
	if len(ring) == 0 {
		return nil, errors.New("it is empty")
	}
	out := make(orb.Ring, 0, len(ring))
	turns := 0.0
	for i, p := range ring {
		if i > 0 {
			switch step := p[0] - ring[i-1][0]; {
			case step > halfTurn:
				turns--
			case step < -halfTurn:
				turns++
			}
		}
		p[0] += turns * 360
		// The same place written as 180 and as -180 is one position.
		if len(out) == 0 || out[len(out)-1] != p {
			out = append(out, p)
		}
	}
	if turns == 0 {
		return out, nil
	}
	return closeAtPole(ring)
}

// closeAtPole closes a ring that runs around a pole: along the antimeridian to the
// pole, through it, and back on the other side. The pole is the one of the
// hemisphere that the crossing lies in.
func closeAtPole(ring orb.Ring) (orb.Ring, error) {
	crossing := 0
	for i := 1; i < len(ring); i++ {
		if math.Abs(ring[i][0]-ring[i-1][0]) <= halfTurn {
			continue
		}
		if crossing > 0 {
			return nil, errors.New("it runs around a pole and crosses the antimeridian more than once")
		}
		crossing = i
	}
	from, to := ring[crossing-1], ring[crossing]
	fromSide, toSide := math.Copysign(halfTurn, from[0]), math.Copysign(halfTurn, to[0])
	// How far along the edge the antimeridian is; an edge from 180 to -180 has no length.
	share, width := 0.0, math.Abs(fromSide-from[0])+math.Abs(toSide-to[0])
	if width > 0 {
		share = math.Abs(fromSide-from[0]) / width
	}
	lat := from[1] + share*(to[1]-from[1])
	pole := math.Copysign(poleLat, lat)

	out := make(orb.Ring, 0, len(ring)+4)
	push := func(p orb.Point) {
		if len(out) == 0 || out[len(out)-1] != p {
			out = append(out, p)
		}
	}
	push(orb.Point{toSide, lat})
	for _, p := range ring[crossing:] {
		push(p)
	}
	for _, p := range ring[1:crossing] {
		push(p)
	}
	push(orb.Point{fromSide, lat})
	push(orb.Point{fromSide, pole})
	push(orb.Point{toSide, pole})
	push(orb.Point{toSide, lat})
	return out, nil
}

// moveInto shifts a hole by the turns that put it into its exterior's bound.
func moveInto(hole orb.Ring, exterior orb.Bound) {
	center := hole.Bound().Center()[0]
	shift(hole, 360*math.Round((exterior.Center()[0]-center)/360))
}

func shift(ring orb.Ring, degrees float64) {
	for i := range ring {
		ring[i][0] += degrees
	}
}

// orient turns an exterior counter-clockwise and a hole clockwise.
func orient(ring orb.Ring, exterior bool) {
	want := orb.CW
	if exterior {
		want = orb.CCW
	}
	if got := ring.Orientation(); got != 0 && got != want {
		ring.Reverse()
	}
}
