package cql2

import (
	"math"
	"strconv"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/encoding/wkb"
)

// place is an operand of a spatial function: a property, or a shape in the CRS of the storage.
type place struct {
	at     Position
	sql    string // of a property
	points bool   // Queryable.Points
	shape  orb.Geometry
	boxes  []orb.Bound // the shape is these, and nothing else
}

func (c *compiler) spatial(e Spatial) (string, error) {
	l, err := c.place(e.Left)
	if err != nil {
		return "", err
	}
	r, err := c.place(e.Right)
	if err != nil {
		return "", err
	}
	if crossings(l.shape, r.shape) > MaxCrossings {
		return "", r.at.failf("the lines of the geometries cross each other more than %d times", MaxCrossings)
	}
	switch e.Op {
	case SIntersects:
		return c.intersects(l, r), nil
	case SDisjoint:
		return "not " + c.intersects(l, r), nil
	}
	if never := e.Op == SCrosses || e.Op == SOverlaps; never && (l.points || r.points) {
		return nullOrFalse(l, r), nil // PostGIS would look at each
	}
	for _, p := range []*place{&l, &r} {
		collection, ok := p.shape.(orb.Collection)
		if ok && p.boxes == nil {
			return "", p.at.failf("%s is not defined for a GEOMETRYCOLLECTION of %d kinds of geometries", e.Op, len(collection))
		}
		if ok { // a box and, on the other side of the antimeridian, one without width
			p.shape = collection[len(collection)-1]
		}
	}
	left := c.geometry(l.sql, l.shape)
	return spatialOperators[e.Op] + "(" + left + ", " + c.geometry(r.sql, r.shape) + ")", nil
}

// nullOrFalse is null where one of the properties is, else false.
func nullOrFalse(places ...place) string {
	var parts []string
	for _, p := range places {
		if p.shape == nil {
			parts = append(parts, p.sql+" is null")
		}
	}
	return "(" + disjunction(parts) + " and null::boolean)"
}

// intersects compares points with boxes as numbers, because && compares boxes of single precision; as `::int <> 0`, which the
// planner takes for nearly always true, so that its estimate is the one of &&.
func (c *compiler) intersects(l, r place) string {
	if r.points && l.boxes != nil {
		l, r = r, l
	}
	var parts []string
	if l.points && r.boxes != nil {
		for _, b := range r.boxes {
			west, south := c.param(b.Min[0], "double precision"), c.param(b.Min[1], "double precision")
			east, north := c.param(b.Max[0], "double precision"), c.param(b.Max[1], "double precision")
			parts = append(parts, "("+l.sql+" && ST_MakeEnvelope("+west+", "+south+", "+east+", "+north+", "+strconv.Itoa(c.options.StorageSRID)+
				") and (ST_Y("+l.sql+") between "+south+" and "+north+" and ST_X("+l.sql+") between "+west+" and "+east+")::int <> 0)")
		}
		return disjunction(parts)
	}
	for _, left := range members(l) {
		for _, right := range members(r) {
			sql := c.geometry(l.sql, left)
			parts = append(parts, "ST_Intersects("+sql+", "+c.geometry(r.sql, right)+")")
		}
	}
	return disjunction(parts)
}

// members are the shapes that PostGIS' relations take, one for each kind of geometry.
func members(p place) []orb.Geometry {
	if collection, ok := p.shape.(orb.Collection); ok {
		return collection
	}
	return []orb.Geometry{p.shape}
}

func disjunction(parts []string) string {
	if len(parts) == 1 {
		return parts[0]
	}
	out := "(" + parts[0]
	for _, part := range parts[1:] {
		out += " or " + part
	}
	return out + ")"
}

// geometry writes a property, or a shape as an argument. A polygon that crosses itself is the area that it goes around, and what
// has no area meets nothing.
func (c *compiler) geometry(sql string, shape orb.Geometry) string {
	if shape == nil {
		return sql
	}
	out := "ST_GeomFromWKB(" + c.param(wkb.MustMarshal(shape), "bytea") + ", " + strconv.Itoa(c.options.StorageSRID) + ")"
	switch shape.(type) {
	case orb.Polygon, orb.MultiPolygon:
		return "ST_CollectionExtract(ST_MakeValid(" + out + "), 3)"
	}
	return out
}

func (c *compiler) place(e Expr) (place, error) {
	switch e := e.(type) {
	case Property:
		q, err := c.queryable(e)
		if err == nil && q.Type != GeometryType {
			err = e.At.failf("%s is %s; a spatial function needs a geometry", e.Name, q.Type)
		}
		return place{at: e.At, sql: q.value(), points: q.Points}, err
	case Geometry:
		shape := c.turned(e.Shape)
		if err := c.inside(shape, e.At); err != nil {
			return place{}, err
		}
		shape, err := c.transformed(shape, e.At)
		return place{at: e.At, shape: sorted(shape)}, err
	case BBox:
		return c.box(e)
	}
	o, err := c.operand(e)
	if err != nil {
		return place{}, err
	}
	return place{}, o.at.failf("%s is %s; a spatial function needs a geometry", o.name, o.typ)
}

// box makes one shape of a box, or two on both sides of the antimeridian.
func (c *compiler) box(e BBox) (place, error) {
	b := orb.Bound{Min: e.Min, Max: e.Max}
	if c.options.SwapAxes {
		b.Min[0], b.Min[1], b.Max[0], b.Max[1] = b.Min[1], b.Min[0], b.Max[1], b.Max[0]
	}
	if err := c.inside(orb.MultiPoint{b.Min, b.Max}, e.At); err != nil {
		return place{}, err
	}
	if b.Min[1] > b.Max[1] || b.Min[0] > b.Max[0] && !c.options.Geographic {
		return place{}, e.At.fail("the corners of the BBOX are not the lower and the upper one")
	}
	straight := c.options.Box != nil
	if straight {
		var err error
		if b, err = c.options.Box(b); err != nil {
			return place{}, e.At.fail(err.Error())
		}
	}
	p := place{at: e.At, boxes: []orb.Bound{b}}
	if b.Min[0] > b.Max[0] {
		p.boxes = []orb.Bound{{Min: b.Min, Max: orb.Point{180, b.Max[1]}}, {Min: orb.Point{-180, b.Min[1]}, Max: b.Max}}
	}
	shapes := make(orb.Collection, len(p.boxes))
	for i, b := range p.boxes {
		shapes[i] = boxShape(b)
	}
	if straight {
		p.shape = sorted(shapes)
		return p, nil
	}
	shape, err := c.transformed(shapes, e.At)
	p.shape = sorted(shape)
	if c.options.FilterSRID != c.options.StorageSRID {
		p.boxes = nil
	}
	return p, err
}

// boxShape is a polygon, or what is left of it without width or height.
func boxShape(b orb.Bound) orb.Geometry {
	switch {
	case b.Min == b.Max:
		return b.Min
	case b.Min[0] == b.Max[0] || b.Min[1] == b.Max[1]:
		return orb.LineString{b.Min, b.Max}
	}
	return b.ToPolygon()
}

// transformed brings a shape to the CRS of the storage.
func (c *compiler) transformed(shape orb.Geometry, at Position) (orb.Geometry, error) {
	if c.options.FilterSRID == c.options.StorageSRID {
		return shape, nil
	}
	out, err := c.options.Transform(shape)
	if err != nil {
		return nil, at.fail(err.Error())
	}
	finite := true
	eachPoint(out, func(p *orb.Point) {
		if math.IsNaN(p[0]+p[1]) || math.IsInf(p[0], 0) || math.IsInf(p[1], 0) {
			finite = false
		}
	})
	if !finite {
		return nil, at.fail("the geometry is outside of the area of its CRS")
	}
	return out, nil
}

// turned returns a shape with its axes in the order of PostGIS.
func (c *compiler) turned(shape orb.Geometry) orb.Geometry {
	if !c.options.SwapAxes {
		return shape
	}
	shape = orb.Clone(shape)
	eachPoint(shape, func(p *orb.Point) { p[0], p[1] = p[1], p[0] })
	if p, ok := shape.(orb.Point); ok {
		return orb.Point{p[1], p[0]}
	}
	return shape
}

// inside checks that degrees are degrees.
func (c *compiler) inside(shape orb.Geometry, at Position) error {
	if !c.options.Geographic {
		return nil
	}
	var err error
	eachPoint(shape, func(p *orb.Point) {
		if err == nil && (math.Abs(p[0]) > 180 || math.Abs(p[1]) > 90) {
			err = at.failf("the coordinates %v %v are not on the earth: longitudes are from -180 to 180, latitudes from -90 to 90", p[0], p[1])
		}
	})
	return err
}
