package shapes

import (
	"encoding/json"
	"errors"
	"fmt"
)

// feature is one geometry of a topology, with what names it.
type feature struct {
	id, name string
	polygons []arcPolygon
}

// arcPolygon is a polygon by the arcs of its rings, the exterior first. A negative
// index stands for the arc whose index has the inverted bits, backwards.
type arcPolygon [][]int

// topology is a quantized TopoJSON document, as far as countries need it
// (https://github.com/topojson/topojson-specification).
type topology struct {
	Type      string                `json:"type"`
	Transform *transform            `json:"transform"`
	Arcs      []json.RawMessage     `json:"arcs"`
	Objects   map[string]collection `json:"objects"`
}

// transform turns a quantized position into degrees.
type transform struct {
	Scale     [2]float64 `json:"scale"`
	Translate [2]float64 `json:"translate"`
}

type collection struct {
	Type       string     `json:"type"`
	Geometries []geometry `json:"geometries"`
}

type geometry struct {
	Type       string          `json:"type"`
	ID         string          `json:"id"`
	Arcs       json.RawMessage `json:"arcs"`
	Properties struct {
		Name string `json:"name"`
	} `json:"properties"`
}

// decodeTopology reads the polygons of one object of a quantized TopoJSON document,
// and the mesh of arcs that they are made of.
func decodeTopology(data []byte, object string) (*mesh, []feature, error) {
	var t topology
	if err := json.Unmarshal(data, &t); err != nil {
		return nil, nil, fmt.Errorf("parse topology: %w", err)
	}
	if t.Type != "Topology" {
		return nil, nil, fmt.Errorf("type is %q, not \"Topology\"", t.Type)
	}
	if t.Transform == nil {
		return nil, nil, errors.New("the topology is not quantized: it has no transform")
	}
	c, ok := t.Objects[object]
	if !ok {
		return nil, nil, fmt.Errorf("the topology has no object %q", object)
	}
	if c.Type != "GeometryCollection" {
		return nil, nil, fmt.Errorf("object %q is a %q, not a \"GeometryCollection\"", object, c.Type)
	}
	arcs, err := decodeArcs(t.Arcs)
	if err != nil {
		return nil, nil, err
	}
	features := make([]feature, 0, len(c.Geometries))
	for i, g := range c.Geometries {
		polygons, err := decodePolygons(g, len(arcs))
		if err != nil {
			return nil, nil, fmt.Errorf("object %q: geometry %d (%q): %w", object, i, g.Properties.Name, err)
		}
		features = append(features, feature{id: g.ID, name: g.Properties.Name, polygons: polygons})
	}
	return &mesh{arcs: arcs, transform: *t.Transform, left: maxPositions}, features, nil
}

// decodeArcs sums the deltas that an arc is stored as.
func decodeArcs(raw []json.RawMessage) ([][]position, error) {
	arcs := make([][]position, len(raw))
	var line [][]int32 // one buffer for every arc: half a million positions are many small slices
	for i := range raw {
		if err := json.Unmarshal(raw[i], &line); err != nil {
			return nil, fmt.Errorf("parse arc %d: %w", i, err)
		}
		if len(line) < 2 {
			return nil, fmt.Errorf("arc %d has %d positions: at least 2 are needed", i, len(line))
		}
		arc := make([]position, len(line))
		var at position
		for j, delta := range line {
			if len(delta) < 2 {
				return nil, fmt.Errorf("arc %d: position %d has %d numbers: at least 2 are needed", i, j, len(delta))
			}
			at.x += int64(delta[0])
			at.y += int64(delta[1])
			arc[j] = at
		}
		arcs[i] = arc
	}
	return arcs, nil
}

// decodePolygons reads the arc indexes of a geometry, each of which must be one of
// the topology's arcs.
func decodePolygons(g geometry, arcs int) ([]arcPolygon, error) {
	var polygons []arcPolygon
	switch g.Type {
	case "Polygon":
		polygons = make([]arcPolygon, 1)
		if err := json.Unmarshal(g.Arcs, &polygons[0]); err != nil {
			return nil, fmt.Errorf("parse arcs: %w", err)
		}
	case "MultiPolygon":
		if err := json.Unmarshal(g.Arcs, &polygons); err != nil {
			return nil, fmt.Errorf("parse arcs: %w", err)
		}
	default:
		return nil, fmt.Errorf("type is %q, neither \"Polygon\" nor \"MultiPolygon\"", g.Type)
	}
	for i, polygon := range polygons {
		if len(polygon) == 0 {
			return nil, fmt.Errorf("polygon %d has no ring", i)
		}
		for j, ring := range polygon {
			if len(ring) == 0 {
				return nil, fmt.Errorf("polygon %d: ring %d has no arcs", i, j)
			}
			for _, index := range ring {
				if arcNumber(index) >= arcs {
					return nil, fmt.Errorf("polygon %d: ring %d: arc %d does not exist: there are %d", i, j, index, arcs)
				}
			}
		}
	}
	return polygons, nil
}

// arcNumber is the arc that an index stands for, in whichever direction.
func arcNumber(index int) int {
	if index < 0 {
		return ^index
	}
	return index
}
