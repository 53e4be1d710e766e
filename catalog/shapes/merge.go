package shapes

import (
	"errors"
	"fmt"
	"math"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/planar"
)

// merge unfolds the polygons of one country, and joins those that border on each
// other into one: Baikonur with the rest of Kazakhstan, the parts of Cyprus. Left
// side by side they would be no valid multipolygon, and a repair by the even-odd
// rule would turn a polygon inside another's hole into the hole.
func (m *mesh) merge(polygons []arcPolygon) ([]orb.Polygon, error) {
	users := make(map[int][]int) // polygons by the arcs that they use
	for i, polygon := range polygons {
		for _, ring := range polygon {
			for _, index := range ring {
				n := arcNumber(index)
				users[n] = append(users[n], i)
			}
		}
	}
	merged := make([]orb.Polygon, 0, len(polygons))
	for _, group := range groups(len(polygons), users) {
		var polygon orb.Polygon
		var err error
		if len(group) == 1 {
			polygon, err = m.polygon(polygons[group[0]])
		} else {
			polygon, err = m.dissolve(polygons, group, users)
		}
		if err != nil {
			return nil, fmt.Errorf("polygon %d: %w", group[0], err)
		}
		merged = append(merged, polygon)
	}
	return merged, nil
}

// groups sorts n polygons into those that hang together by common arcs, each group
// in ascending order.
func groups(n int, users map[int][]int) [][]int {
	leader := make([]int, n)
	for i := range leader {
		leader[i] = i
	}
	find := func(i int) int {
		for leader[i] != i {
			leader[i] = leader[leader[i]]
			i = leader[i]
		}
		return i
	}
	for _, polygons := range users {
		for _, other := range polygons[1:] {
			a, b := find(polygons[0]), find(other)
			leader[max(a, b)] = min(a, b)
		}
	}
	members := make([][]int, n)
	for i := range n {
		members[find(i)] = append(members[find(i)], i)
	}
	grouped := members[:0]
	for _, group := range members {
		if len(group) > 0 {
			grouped = append(grouped, group)
		}
	}
	return grouped
}

// dissolve joins a group of polygons: the arcs that only one of them uses are its
// border. The ring with the greatest area is the exterior, the others are holes.
func (m *mesh) dissolve(polygons []arcPolygon, group []int, users map[int][]int) (orb.Polygon, error) {
	var border []int
	from := make(map[position][]int) // arcs of the border by where they begin
	for _, i := range group {
		for _, ring := range polygons[i] {
			for _, index := range ring {
				if len(users[arcNumber(index)]) == 1 {
					border = append(border, index)
					begin, _ := m.ends(index)
					from[begin] = append(from[begin], index)
				}
			}
		}
	}
	var joined orb.Polygon
	exterior, greatest := 0, 0.0
	walked := make(map[int]bool, len(border))
	for _, first := range border {
		if walked[first] {
			continue
		}
		indexes, err := m.walk(first, from, walked)
		if err != nil {
			return nil, err
		}
		ring, err := m.ring(indexes)
		if err != nil {
			return nil, err
		}
		flatRing, err := unwrap(ring)
		if err != nil {
			return nil, err
		}
		if area := math.Abs(planar.Area(flatRing)); area > greatest {
			exterior, greatest = len(joined), area
		}
		joined = append(joined, ring)
	}
	if len(joined) == 0 {
		return nil, errors.New("its polygons cover each other")
	}
	joined[0], joined[exterior] = joined[exterior], joined[0]
	return joined, nil
}

// walk follows the border from one arc to the next until it is back.
func (m *mesh) walk(first int, from map[position][]int, walked map[int]bool) ([]int, error) {
	start, at := m.ends(first)
	indexes := []int{first}
	walked[first] = true
	for at != start {
		next, found := 0, false
		for _, index := range from[at] {
			if !walked[index] {
				next, found = index, true
				break
			}
		}
		if !found {
			return nil, errors.New("its border does not close")
		}
		walked[next] = true
		indexes = append(indexes, next)
		_, at = m.ends(next)
	}
	return indexes, nil
}
