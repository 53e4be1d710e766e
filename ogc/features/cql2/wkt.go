package cql2

import (
	"strings"

	"github.com/twpayne/go-geom"
)

// geometry reads a geometry in WKT. Points have two numbers, or a third for the elevation, with or without Z.
//
// go-geom's encoding/wkt is not used. Its errors do not say where in the text they are, it takes EMPTY, M and collections inside
// each other, and it refuses coordinates with a plus sign and geometries with some elevations.
func (p *textParser) geometry() geom.T {
	t := p.take()
	p.accept("Z")
	for _, kind := range geometryTypes {
		if strings.EqualFold(kind.name, t.text) {
			shape := &positions{geometryType: kind}
			p.positions(shape, max(kind.depth, 1))
			return shape.geometry()
		}
	}
	members := geom.NewGeometryCollection()
	p.list(func() {
		if t := p.peek(); !isGeometry(t.text) || t.is(collectionType) {
			panic(p.expected("POINT, LINESTRING, POLYGON or a MULTI of them"))
		}
		members.MustPush(p.geometry())
	}, 0)
	return members
}

// positions reads the positions of a shape, in parentheses so many deep. A point has one; points of a MULTIPOINT may have
// parentheses of their own.
func (p *textParser) positions(shape *positions, depth int) {
	at, limit := p.peek().at, 0
	if shape.depth == 0 || depth == 0 {
		limit = 1
	}
	p.list(func() {
		if depth > 1 || shape.name == "MultiPoint" && depth == 1 && p.peek().is("(") {
			p.positions(shape, depth-1)
		} else {
			p.position(shape)
		}
	}, limit)
	shape.end(depth, at)
}

// list reads (item, item, ...), limit items at most; 0 is no limit.
func (p *textParser) list(item func(), limit int) {
	p.expect("(")
	item()
	for n := 1; n != limit && p.accept(","); n++ {
		item()
	}
	p.expect(")")
}

func (p *textParser) position(shape *positions) {
	p.vertex(p.peek().at)
	x := p.coordinate()
	y := p.coordinate()
	if !p.peek().is(",") && !p.peek().is(")") {
		p.coordinate() // the elevation
	}
	shape.add(x, y)
}

func (p *textParser) coordinate() float64 {
	if !p.numberFollows() {
		panic(p.expected("a coordinate"))
	}
	n := p.number()
	return coordinate(n.Text, n.Position)
}

func (p *textParser) bbox() BBox {
	t := p.take()
	var n []float64
	p.list(func() {
		if len(n) == 6 {
			panic(p.expected("')'"))
		}
		n = append(n, p.coordinate())
	}, 0)
	return box(n, t.at)
}
