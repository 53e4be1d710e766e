package cql2

import (
	"github.com/paulmach/orb"
)

// geometry reads a GeoJSON geometry (RFC 7946). Positions have two numbers, or a third for the elevation.
func (p *jsonParser) geometry(object map[string]any, path string) (Expr, error) {
	shape, err := p.shape(object, path)
	if err != nil {
		return nil, err
	}
	return Geometry{shape, at(path)}, nil
}

func (p *jsonParser) shape(object map[string]any, path string) (orb.Geometry, error) {
	coordinates, in := object["coordinates"], below(path, "coordinates")
	switch kind, _ := object["type"].(string); kind {
	case "Point":
		return p.point(coordinates, in)
	case "MultiPoint":
		points, err := each(coordinates, in, p.point)
		return orb.MultiPoint(points), err
	case "LineString":
		return p.line(coordinates, in)
	case "MultiLineString":
		lines, err := each(coordinates, in, p.line)
		return orb.MultiLineString(lines), err
	case "Polygon":
		return p.polygon(coordinates, in)
	case "MultiPolygon":
		polygons, err := each(coordinates, in, p.polygon)
		return orb.MultiPolygon(polygons), err
	case "GeometryCollection":
		members, err := each(object["geometries"], below(path, "geometries"), p.member)
		return orb.Collection(members), err
	}
	return nil, at(below(path, "type")).fail("expected the type of a GeoJSON geometry")
}

// each reads an array that is not empty.
func each[T any](v any, path string, read func(any, string) (T, error)) ([]T, error) {
	list, ok := v.([]any)
	if !ok || len(list) == 0 {
		return nil, at(path).fail("expected an array that is not empty")
	}
	var all []T
	for i, item := range list {
		one, err := read(item, below(path, i))
		if err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, nil
}

func (p *jsonParser) point(v any, path string) (orb.Point, error) {
	if msg := p.budget.vertex(); msg != "" {
		return orb.Point{}, at(path).fail(msg)
	}
	n, err := numbers(v, path)
	if err != nil {
		return orb.Point{}, err
	}
	if len(n) != 2 && len(n) != 3 {
		return orb.Point{}, at(path).fail("a position has two or three numbers")
	}
	return orb.Point{n[0], n[1]}, nil
}

func (p *jsonParser) line(v any, path string) (orb.LineString, error) {
	points, err := each(v, path, p.point)
	if err != nil {
		return nil, err
	}
	return points, checkLine(points, at(path))
}

func (p *jsonParser) polygon(v any, path string) (orb.Polygon, error) {
	return each(v, path, func(v any, path string) (orb.Ring, error) {
		points, err := each(v, path, p.point)
		if err != nil {
			return nil, err
		}
		return points, checkRing(points, at(path))
	})
}

func (p *jsonParser) member(v any, path string) (orb.Geometry, error) {
	object, ok := v.(map[string]any)
	if !ok || object["type"] == "GeometryCollection" {
		return nil, at(path).fail("expected a GeoJSON geometry that is no collection")
	}
	return p.shape(object, path)
}
