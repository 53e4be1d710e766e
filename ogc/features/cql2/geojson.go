package cql2

import (
	"github.com/twpayne/go-geom"
)

// geometry reads a GeoJSON geometry (RFC 7946). Positions have two numbers, or a third for the elevation.
//
// go-geom's encoding/geojson is not used. Its errors do not say where in the filter they are, it takes null for a coordinate and
// shapes that are not valid, and it refuses geometries with some elevations.
func (p *jsonParser) geometry(object map[string]any, path string) geom.T {
	name, _ := object["type"].(string)
	if name == collectionType {
		members := geom.NewGeometryCollection()
		eachOf(object["geometries"], below(path, "geometries"), func(v any, path string) { members.MustPush(p.member(v, path)) })
		return members
	}
	for _, kind := range geometryTypes {
		if kind.name == name {
			shape := &positions{geometryType: kind}
			p.positions(shape, kind.depth, object["coordinates"], below(path, "coordinates"))
			return shape.geometry()
		}
	}
	panic(at(below(path, "type")).fail("expected the type of a GeoJSON geometry"))
}

func (p *jsonParser) member(v any, path string) geom.T {
	object, ok := v.(map[string]any)
	if !ok || object["type"] == collectionType {
		panic(at(path).fail("expected a GeoJSON geometry that is no collection"))
	}
	return p.geometry(object, path)
}

// eachOf reads an array that is not empty.
func eachOf(v any, path string, read func(v any, path string)) {
	list, ok := v.([]any)
	if !ok || len(list) == 0 {
		panic(at(path).fail("expected an array that is not empty"))
	}
	for i, item := range list {
		read(item, below(path, i))
	}
}

// positions reads the positions of a shape, in arrays so many deep.
func (p *jsonParser) positions(shape *positions, depth int, v any, path string) {
	if depth == 0 {
		p.position(shape, v, path)
		return
	}
	eachOf(v, path, func(v any, path string) { p.positions(shape, depth-1, v, path) })
	shape.end(depth, at(path))
}

func (p *jsonParser) position(shape *positions, v any, path string) {
	p.vertex(at(path))
	n := numbers(v, path)
	if len(n) != 2 && len(n) != 3 {
		panic(at(path).fail("a position has two or three numbers"))
	}
	shape.add(n[0], n[1])
}
