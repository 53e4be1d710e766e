package cql2

import (
	"github.com/twpayne/go-geom"
)

// geometry reads a GeoJSON geometry (RFC 7946). Positions have two numbers, or a third for the elevation.
//
// go-geom's encoding/geojson is not used. Its errors do not say where in the filter they are. It takes null for a coordinate,
// lines of one point, rings that are not closed, positions of five numbers, and collections inside each other. It
// refuses positions with and without an elevation in one geometry.
func (p *jsonParser) geometry(object map[string]any, path string) (Expr, error) {
	shape, err := p.shape(object, path)
	if err != nil {
		return nil, err
	}
	return Geometry{shape, at(path)}, nil
}

func (p *jsonParser) shape(object map[string]any, path string) (geom.T, error) {
	name, _ := object["type"].(string)
	if name == collectionType {
		members := geom.NewGeometryCollection()
		err := each(object["geometries"], below(path, "geometries"), func(v any, path string) error {
			member, err := p.member(v, path)
			if err == nil {
				members.MustPush(member)
			}
			return err
		})
		return members, err
	}
	kind, ok := findGeometryType(name)
	if !ok {
		return nil, at(below(path, "type")).fail("expected the type of a GeoJSON geometry")
	}
	shape := &positions{geometryType: kind}
	if err := p.positions(shape, kind.depth, object["coordinates"], below(path, "coordinates")); err != nil {
		return nil, err
	}
	return shape.geometry(), nil
}

func (p *jsonParser) member(v any, path string) (geom.T, error) {
	object, ok := v.(map[string]any)
	if !ok || object["type"] == collectionType {
		return nil, at(path).fail("expected a GeoJSON geometry that is no collection")
	}
	return p.shape(object, path)
}

// each reads an array that is not empty.
func each(v any, path string, read func(v any, path string) error) error {
	list, ok := v.([]any)
	if !ok || len(list) == 0 {
		return at(path).fail("expected an array that is not empty")
	}
	for i, item := range list {
		if err := read(item, below(path, i)); err != nil {
			return err
		}
	}
	return nil
}

// positions reads the positions of a shape, in arrays so many deep.
func (p *jsonParser) positions(shape *positions, depth int, v any, path string) error {
	if depth == 0 {
		return p.position(shape, v, path)
	}
	err := each(v, path, func(v any, path string) error { return p.positions(shape, depth-1, v, path) })
	if err != nil {
		return err
	}
	return shape.end(depth, at(path))
}

func (p *jsonParser) position(shape *positions, v any, path string) error {
	if msg := p.budget.vertex(); msg != "" {
		return at(path).fail(msg)
	}
	n, err := numbers(v, path)
	if err != nil {
		return err
	}
	if len(n) != 2 && len(n) != 3 {
		return at(path).fail("a position has two or three numbers")
	}
	shape.add(n[0], n[1])
	return nil
}
