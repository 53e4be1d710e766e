package cql2

import (
	"strings"

	"github.com/paulmach/orb"
)

// geometry reads a geometry in WKT. Points have two numbers, or a third for the elevation, with or without Z.
func (p *textParser) geometry() (orb.Geometry, error) {
	t := p.take()
	p.accept("Z")
	switch name := strings.ToUpper(t.text); name {
	case "POINT":
		var point orb.Point
		err := p.list(func() (err error) { point, err = p.point(); return err }, 1)
		return point, err
	case "LINESTRING":
		points, err := p.line()
		return orb.LineString(points), err
	case "POLYGON":
		return p.polygon()
	case "MULTIPOINT":
		points, err := many(p, p.multiPoint)
		return orb.MultiPoint(points), err
	case "MULTILINESTRING":
		lines, err := many(p, func() (orb.LineString, error) { points, err := p.line(); return points, err })
		return orb.MultiLineString(lines), err
	case "MULTIPOLYGON":
		polygons, err := many(p, p.polygon)
		return orb.MultiPolygon(polygons), err
	}
	members, err := many(p, func() (orb.Geometry, error) {
		if t := p.peek(); !isGeometry(t.text) || t.is("GEOMETRYCOLLECTION") {
			return nil, p.expected("POINT, LINESTRING, POLYGON or a MULTI of them")
		}
		return p.geometry()
	})
	return orb.Collection(members), err
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

func many[T any](p *textParser, item func() (T, error)) (all []T, err error) {
	err = p.list(func() error {
		one, err := item()
		all = append(all, one)
		return err
	}, 0)
	return all, err
}

func (p *textParser) point() (orb.Point, error) {
	if msg := p.budget.vertex(); msg != "" {
		return orb.Point{}, p.peek().at.fail(msg)
	}
	x, err := p.coordinate()
	if err != nil {
		return orb.Point{}, err
	}
	y, err := p.coordinate()
	if err != nil {
		return orb.Point{}, err
	}
	if !p.peek().is(",") && !p.peek().is(")") {
		if _, err := p.coordinate(); err != nil {
			return orb.Point{}, err
		}
	}
	return orb.Point{x, y}, nil
}

// multiPoint reads a point of a MULTIPOINT, in parentheses or without.
func (p *textParser) multiPoint() (point orb.Point, err error) {
	if !p.peek().is("(") {
		return p.point()
	}
	err = p.list(func() (err error) { point, err = p.point(); return err }, 1)
	return point, err
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

func (p *textParser) line() ([]orb.Point, error) {
	at := p.peek().at
	points, err := many(p, p.point)
	if err != nil {
		return nil, err
	}
	return points, checkLine(points, at)
}

func (p *textParser) polygon() (orb.Polygon, error) {
	return many(p, func() (orb.Ring, error) {
		at := p.peek().at
		points, err := many(p, p.point)
		if err != nil {
			return nil, err
		}
		return points, checkRing(points, at)
	})
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
