package coverage

import (
	"cmp"
	"slices"
	"sort"
)

// segment is a straight piece of a line. Its first point is the western one.
type segment struct {
	arc, at    int // it begins with the at-th point of the line
	p, q       int32
	xy         [2]point
	low, high  int32 // latitudes
	simplified bool  // points were left out between its ends
	fresh      bool  // it was not there in the round before
}

// fresh says of some arcs at which of their points the segments begin that a round made. Of all others it is known that they are apart.
type fresh map[int]map[int]bool

// separate gives points back to the segments that cross or touch others, and to those that jumped over points of others, until there are none. A round
// compares the segments that the one before made with all others.
func (c *Coverage) separate(lines []line) {
	for made, some := c.separated(lines, nil); some; {
		made, some = c.separated(lines, made)
	}
}

// separated is one round. last are the segments that are new to it, nil for all; some is false when nothing had to be given back.
func (c *Coverage) separated(lines []line, last fresh) (made fresh, some bool) {
	segments := c.segments(lines, last)
	others := segments // that a segment which was there before may have jumped over
	if last != nil {
		others = slices.DeleteFunc(slices.Clone(segments), func(s segment) bool { return !s.fresh })
	}
	split := map[[2]int]bool{}
	mark := func(s *segment) {
		if s.simplified {
			split[[2]int{s.arc, s.at}] = true
		}
	}
	for i := range segments {
		a := &segments[i]
		for j := i + 1; j < len(segments) && segments[j].xy[0][0] <= a.xy[1][0]; j++ {
			b := &segments[j]
			if (a.fresh || b.fresh) && (a.simplified || b.simplified) && a.high >= b.low && b.high >= a.low && a.meets(b) {
				mark(a)
				mark(b)
			}
		}
	}
	for i := range segments {
		s := &segments[i]
		if s.fresh && s.simplified && c.jumps(s, lines[s.arc], segments) || !s.fresh && s.simplified && c.jumps(s, lines[s.arc], others) {
			mark(s)
		}
	}
	made = fresh{}
	for place := range split {
		made[place[0]] = map[int]bool{}
	}
	for i := range made {
		var out line
		for at, point := range lines[i] {
			out = append(out, point)
			if split[[2]int{i, at}] {
				back, _ := c.farthest(c.arcs[i], point, lines[i][at+1])
				out = append(out, back)
				made[i][point], made[i][back] = true, true
			}
		}
		lines[i] = out
	}
	return made, len(split) > 0
}

// segments returns the pieces of all lines from west to east. Those of last are fresh, of nil all.
func (c *Coverage) segments(lines []line, last fresh) (all []segment) {
	for i, l := range lines {
		begun := last[i]
		for at := range max(0, len(l)-1) {
			p, q := c.arcs[i].points[l[at]], c.arcs[i].points[l[at+1]]
			if c.points[q][0] < c.points[p][0] {
				p, q = q, p
			}
			s := segment{arc: i, at: at, p: p, q: q, xy: [2]point{c.points[p], c.points[q]}, simplified: l[at+1]-l[at] > 1, fresh: last == nil || begun[l[at]]}
			s.low, s.high = min(s.xy[0][1], s.xy[1][1]), max(s.xy[0][1], s.xy[1][1])
			all = append(all, s)
		}
	}
	slices.SortFunc(all, func(a, b segment) int { return cmp.Compare(a.xy[0][0], b.xy[0][0]) })
	return all
}

// meets says whether two segments have more in common than an end.
func (s *segment) meets(o *segment) bool {
	switch {
	case s.p == o.p && s.q == o.q, s.p == o.q && s.q == o.p:
		return true
	case s.p == o.p:
		return overlap(s.xy[0], s.xy[1], o.xy[1])
	case s.q == o.q:
		return overlap(s.xy[1], s.xy[0], o.xy[0])
	case s.p == o.q:
		return overlap(s.xy[0], s.xy[1], o.xy[0])
	case s.q == o.p:
		return overlap(s.xy[1], s.xy[0], o.xy[1])
	}
	a, b := side(s.xy, o.xy[0]), side(s.xy, o.xy[1])
	if a == 0 && b == 0 { // on one line, and the boxes have something in common
		return true
	}
	return a*b <= 0 && side(o.xy, s.xy[0])*side(o.xy, s.xy[1]) <= 0
}

// overlap says whether two segments from one point lie over each other.
func overlap(from, a, b point) bool {
	return side([2]point{from, a}, b) == 0 && minus(a[0], from[0])*minus(b[0], from[0])+minus(a[1], from[1])*minus(b[1], from[1]) > 0
}

// side says on which side of a line a point lies, 0 on the line. The products are below 2^63: longitudes differ by 360 degrees at most,
// latitudes by 180.
func side(s [2]point, p point) int {
	return cmp.Compare(minus(s[1][0], s[0][0])*minus(p[1], s[0][1]), minus(s[1][1], s[0][1])*minus(p[0], s[0][0]))
}

func minus(a, b int32) int64 { return int64(a) - int64(b) }

// jumps says whether an end of another segment lies between a segment and what it stands for: a bay was closed over an island.
func (c *Coverage) jumps(s *segment, l line, segments []segment) bool {
	left := c.arcs[s.arc].points[l[s.at] : l[s.at+1]+1]
	west, east, south, north := s.xy[0][0], s.xy[1][0], s.low, s.high
	for _, id := range left {
		p := c.points[id]
		west, east, south, north = min(west, p[0]), max(east, p[0]), min(south, p[1]), max(north, p[1])
	}
	for i := sort.Search(len(segments), func(i int) bool { return segments[i].xy[0][0] >= west }); i < len(segments); i++ {
		o := &segments[i]
		at := o.xy[0]
		if at[0] > east {
			break
		}
		if at[1] >= south && at[1] <= north && o.p != s.p && o.p != s.q && c.holds(left, at) {
			return true
		}
	}
	return false
}

// holds says whether a closed line goes around a point.
func (c *Coverage) holds(ring []int32, at point) (inside bool) {
	for i, id := range ring {
		p, q := c.points[id], c.points[ring[(i+1)%len(ring)]]
		if p[1] > q[1] {
			p, q = q, p
		}
		if p[1] <= at[1] && at[1] < q[1] && side([2]point{p, q}, at) > 0 {
			inside = !inside
		}
	}
	return inside
}
