package cql2

import (
	"math"
	"strconv"
	"strings"

	"github.com/twpayne/go-geom"
	"github.com/twpayne/go-geom/encoding/wkb"
)

// place is an operand of a spatial function: a property, or a shape in the CRS of the storage.
type place struct {
	at     Position
	sql    string // of a property
	points bool   // Queryable.Points
	shape  geom.T
	boxes  []BBox // the boxes that the shape consists of; nil if it is no box
}

func (c *compiler) spatial(e Spatial) string {
	l, r := c.place(e.Left), c.place(e.Right)
	if crossings(l.shape, r.shape) > MaxCrossings {
		panic(r.at.failf("the lines of the geometries cross each other more than %d times", MaxCrossings))
	}
	switch e.Op {
	case SIntersects:
		return c.intersects(l, r)
	case SDisjoint:
		return "not " + c.intersects(l, r)
	}
	if never := e.Op == SCrosses || e.Op == SOverlaps; never && (l.points || r.points) {
		return nullOrFalse(l, r) // never true of a point; PostGIS would test every record
	}
	for _, p := range []*place{&l, &r} {
		collection, ok := p.shape.(*geom.GeometryCollection)
		if ok && p.boxes == nil {
			panic(p.at.failf("%s is not defined for a GEOMETRYCOLLECTION of %d kinds of geometries", e.Op, collection.NumGeoms()))
		}
		if ok { // a box and, on the other side of the antimeridian, one without width
			p.shape = collection.Geom(collection.NumGeoms() - 1)
		}
	}
	return c.call(spatialOperators[e.Op], l, r)
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

// intersects compares points with boxes by && for the index and then as numbers, because && rounds to single precision. The
// numbers are compared as `::int <> 0`, which the planner expects to be true, so that it estimates by && alone.
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
			parts = append(parts, c.call("ST_Intersects", left, right))
		}
	}
	return disjunction(parts)
}

// call writes a relation of PostGIS.
func (c *compiler) call(relation string, l, r place) string {
	return relation + "(" + c.geometry(l) + ", " + c.geometry(r) + ")"
}

// members are what PostGIS' relations take: one place for each kind of geometry.
func members(p place) []place {
	collection, ok := p.shape.(*geom.GeometryCollection)
	if !ok {
		return []place{p}
	}
	var out []place
	for _, shape := range collection.Geoms() {
		out = append(out, place{shape: shape})
	}
	return out
}

func disjunction(parts []string) string {
	if len(parts) == 1 {
		return parts[0]
	}
	return "(" + strings.Join(parts, " or ") + ")"
}

// geometry writes a property, or a shape as an argument. A polygon that crosses itself becomes the area inside of it. A polygon
// without an area becomes empty.
func (c *compiler) geometry(p place) string {
	if p.shape == nil {
		return p.sql
	}
	out := "ST_GeomFromWKB(" + c.param(encode(p.shape), "bytea") + ", " + strconv.Itoa(c.options.StorageSRID) + ")"
	switch p.shape.(type) {
	case *geom.Polygon, *geom.MultiPolygon:
		return "ST_CollectionExtract(ST_MakeValid(" + out + "), 3)"
	}
	return out
}

func (c *compiler) place(e Expr) place {
	switch e := e.(type) {
	case Property:
		if q := c.queryable(e); q.Type == GeometryType {
			return place{at: e.Position, sql: q.value(), points: q.Points}
		}
	case Geometry:
		shape := c.turned(e.Shape)
		c.inside(shape, e.Position)
		return place{at: e.Position, shape: sorted(c.transformed(shape, e.Position))}
	case BBox:
		return c.box(e)
	}
	o := c.operand(e)
	panic(o.at.failf("%s is %s; a spatial function needs a geometry", o.name, o.typ))
}

// box makes one shape of a box, or two on both sides of the antimeridian.
func (c *compiler) box(b BBox) place {
	at := b.Position
	if c.options.SwapAxes {
		b.Min[0], b.Min[1], b.Max[0], b.Max[1] = b.Min[1], b.Min[0], b.Max[1], b.Max[0]
	}
	c.inside(geom.NewMultiPointFlat(geom.XY, []float64{b.Min[0], b.Min[1], b.Max[0], b.Max[1]}), at)
	if b.Min[1] > b.Max[1] || b.Min[0] > b.Max[0] && !c.options.Geographic {
		panic(at.fail("the corners of the BBOX are not the lower and the upper one"))
	}
	straight := c.options.Box != nil
	if straight {
		var err error
		if b, err = c.options.Box(b); err != nil {
			panic(at.fail(err.Error()))
		}
	}
	p := place{at: at, boxes: []BBox{b}}
	if b.Min[0] > b.Max[0] {
		p.boxes = []BBox{{Min: b.Min, Max: [2]float64{180, b.Max[1]}}, {Min: [2]float64{-180, b.Min[1]}, Max: b.Max}}
	}
	shapes := geom.NewGeometryCollection()
	for _, b := range p.boxes {
		shapes.MustPush(boxShape(b))
	}
	if straight {
		p.shape = sorted(shapes)
		return p
	}
	p.shape = sorted(c.transformed(shapes, at))
	if c.options.FilterSRID != c.options.StorageSRID {
		p.boxes = nil
	}
	return p
}

// boxShape returns a box as a polygon; without width or height as a line, without both as a point.
func boxShape(b BBox) geom.T {
	west, south, east, north := b.Min[0], b.Min[1], b.Max[0], b.Max[1]
	switch {
	case b.Min == b.Max:
		return geom.NewPointFlat(geom.XY, []float64{west, south})
	case west == east || south == north:
		return geom.NewLineStringFlat(geom.XY, []float64{west, south, east, north})
	}
	ring := []float64{west, south, east, south, east, north, west, north, west, south}
	return geom.NewPolygonFlat(geom.XY, ring, []int{len(ring)})
}

// transformed brings a shape to the CRS of the storage.
func (c *compiler) transformed(shape geom.T, at Position) geom.T {
	if c.options.FilterSRID == c.options.StorageSRID {
		return shape
	}
	out, err := c.options.Transform(shape)
	if err != nil {
		panic(at.fail(err.Error()))
	}
	eachPoint(out, func(p []float64) {
		if math.IsNaN(p[0]+p[1]) || math.IsInf(p[0], 0) || math.IsInf(p[1], 0) {
			panic(at.fail("the geometry is outside of the area of its CRS"))
		}
	})
	return out
}

// turned returns a shape with its axes in the order of PostGIS.
func (c *compiler) turned(shape geom.T) geom.T {
	if !c.options.SwapAxes {
		return shape
	}
	shape = geom.Must(wkb.Unmarshal(encode(shape))) // a copy: the tree stays as it is
	eachPoint(shape, func(p []float64) { p[0], p[1] = p[1], p[0] })
	return shape
}

// encode writes a shape as WKB, which fails for kinds that no filter has.
func encode(shape geom.T) []byte {
	b, err := wkb.Marshal(shape, wkb.NDR)
	if err != nil {
		panic("cql2: " + err.Error())
	}
	return b
}

// inside checks that degrees are degrees.
func (c *compiler) inside(shape geom.T, at Position) {
	if !c.options.Geographic {
		return
	}
	eachPoint(shape, func(p []float64) {
		if math.Abs(p[0]) > 180 || math.Abs(p[1]) > 90 {
			panic(at.failf("the coordinates %v %v are not on the earth: longitudes are from -180 to 180, latitudes from -90 to 90", p[0], p[1]))
		}
	})
}
