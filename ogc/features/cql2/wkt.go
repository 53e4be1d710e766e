package cql2

import (
	"strings"

	"github.com/twpayne/go-geom"
)

// geometry reads a geometry in WKT. Points have two numbers, or a third for the elevation, with or without Z.
//
// go-geom's encoding/wkt is not used. Its errors do not say where in the text they are. It takes what the grammar of CQL2 does
// not have: EMPTY, M, and collections inside each other. It refuses what the grammar has: a coordinate with a plus sign, and
// points with and without an elevation in one geometry.
func (p *textParser) geometry() (geom.T, error) {
	t := p.take()
	p.accept("Z")
	for _, kind := range geometryTypes {
		if strings.EqualFold(kind.name, t.text) {
			shape := &positions{geometryType: kind}
			if err := p.positions(shape, max(kind.depth, 1)); err != nil {
				return nil, err
			}
			return shape.geometry(), nil
		}
	}
	members := geom.NewGeometryCollection()
	err := p.list(func() error {
		if t := p.peek(); !isGeometry(t.text) || t.is(collectionType) {
			return p.expected("POINT, LINESTRING, POLYGON or a MULTI of them")
		}
		member, err := p.geometry()
		if err == nil {
			members.MustPush(member)
		}
		return err
	}, 0)
	return members, err
}

// positions reads the positions of a shape, in parentheses so many deep. A point has one; points of a MULTIPOINT may have
// parentheses of their own.
func (p *textParser) positions(shape *positions, depth int) error {
	at, limit := p.peek().at, 0
	if shape.depth == 0 || depth == 0 {
		limit = 1
	}
	err := p.list(func() error {
		if depth > 1 || shape.name == "MultiPoint" && depth == 1 && p.peek().is("(") {
			return p.positions(shape, depth-1)
		}
		return p.position(shape)
	}, limit)
	if err != nil {
		return err
	}
	return shape.end(depth, at)
}

// list reads (item, item, ...), limit items at most; 0 is no limit.
func (p *textParser) list(item func() error, limit int) error {
	if err := p.expect("("); err != nil {
		return err
	}
	for n := 1; ; n++ {
		if err := item(); err != nil {
			return err
		}
		if n == limit || !p.accept(",") {
			return p.expect(")")
		}
	}
}

func (p *textParser) position(shape *positions) error {
	if msg := p.budget.vertex(); msg != "" {
		return p.peek().at.fail(msg)
	}
	x, err := p.coordinate()
	if err != nil {
		return err
	}
	y, err := p.coordinate()
	if err != nil {
		return err
	}
	if !p.peek().is(",") && !p.peek().is(")") {
		if _, err := p.coordinate(); err != nil {
			return err
		}
	}
	shape.add(x, y)
	return nil
}

func (p *textParser) coordinate() (float64, error) {
	t := p.peek()
	if (t.is("-") || t.is("+")) && p.ahead().kind == kindNumber || t.kind == kindNumber {
		n, err := p.number()
		if err != nil {
			return 0, err
		}
		return coordinate(n.(Number).Text, t.at)
	}
	return 0, p.expected("a coordinate")
}

func (p *textParser) bbox() (Expr, error) {
	t := p.take()
	var n []float64
	err := p.list(func() error {
		if len(n) == 6 {
			return p.expected("')'")
		}
		v, err := p.coordinate()
		n = append(n, v)
		return err
	}, 0)
	if err != nil {
		return nil, err
	}
	return box(n, t.at)
}
