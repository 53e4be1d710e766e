package tiles

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"sync"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/encoding/mvt"
	"github.com/paulmach/orb/encoding/wkb"
	"github.com/paulmach/orb/geojson"

	"github.com/skeeter-surveillance/skeeter/internal/lang"
	ourmvt "github.com/skeeter-surveillance/skeeter/internal/mvt"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/internal/vectortile"
	"github.com/skeeter-surveillance/skeeter/ogc/features/collection"
	"github.com/skeeter-surveillance/skeeter/ogc/features/format"
	"github.com/skeeter-surveillance/skeeter/ogc/features/query"
	"github.com/skeeter-surveillance/skeeter/sql"
)

// areas draws the tiles of a collection of polygons.
type areas struct {
	*Tiles
	collection *collection.Collection
	conditions []query.Condition
	predicate  *postgres.Predicate // of the conditions
	names      *surveillance.Names
	lang       lang.Code
}

func (a areas) draw(ctx context.Context, at address) (vectortile.Drawing, error) {
	if a.collection.Refresh != nil {
		if err := a.collection.Refresh(ctx); err != nil {
			return vectortile.Drawing{}, err
		}
	}
	name := a.collection.ID + "-" + a.Version() + "-" + a.names.Version() + "-" + string(a.lang) + "-" + at.String()
	if a.predicate != nil {
		name += "-" + a.predicate.Key()
	}
	return vectortile.Drawing{Name: name, Keys: []string{a.collection.ID}, Make: func(ctx context.Context) ([]byte, error) { return a.make(ctx, at) }}, nil
}

func (a areas) make(ctx context.Context, at address) ([]byte, error) {
	shapes, err := a.outlines.of(ctx, a.collection, min(collection.Zoom(at.z)+1, collection.WholePolygons))
	if err != nil {
		return nil, err
	}
	within := map[string]orb.MultiPolygon{}
	for id, parts := range shapes {
		if placed, err := parts.in(at); err != nil {
			return nil, err
		} else if len(placed) > 0 {
			within[id] = placed
		}
	}
	if len(within) == 0 {
		return nil, nil
	}
	properties, err := a.properties(ctx)
	if err != nil {
		return nil, err
	}
	return a.encode(ctx, within, properties)
}

// properties returns those of the features that are chosen, by id.
func (a areas) properties(ctx context.Context) (map[string]geojson.Properties, error) {
	c := a.collection
	q := query.Query{Collection: c, Fields: c.Fields, Conditions: a.conditions, Order: []collection.SortKey{{Field: c.Key}}}
	st, err := q.Write(ctx)
	if err != nil {
		return nil, err
	}
	l, encoder, all := q.Layout(), format.NewEncoder(a.names, a.lang), map[string]geojson.Properties{}
	err = query.Read(ctx, a.DB, st, l, func(row postgres.Row) error {
		id := string(l.Key(row))
		properties := geojson.Properties{"id": id}
		for i, f := range l.Fields {
			value := l.Value(row, i)
			if value == nil {
				continue
			}
			if f.TextOf == nil && f.Kind == collection.KindInteger {
				properties[f.Name] = uint64(postgres.Integer(value))
			} else if text := encoder.AppendText(nil, f, value); len(text) > 0 {
				properties[f.Name] = string(text)
			}
		}
		all[id] = properties
		return nil
	})
	return all, err
}

var tileAreasQuery = sql.Get("ogc/tile_areas.sql")

// encode returns the tile of polygons in its units.
func (a areas) encode(ctx context.Context, within map[string]orb.MultiPolygon, properties map[string]geojson.Properties) ([]byte, error) {
	var ids []string
	var shapes [][]byte
	for id, shape := range within {
		if properties[id] == nil {
			continue
		}
		encoded, err := wkb.Marshal(shape, binary.LittleEndian)
		if err != nil {
			return nil, err
		}
		ids, shapes = append(ids, id), append(shapes, encoded)
	}
	if ids == nil {
		return nil, nil
	}
	cut, err := a.cut(ctx, ids, shapes)
	if err != nil || len(cut) == 0 {
		return nil, err
	}
	layer := &mvt.Layer{Name: a.collection.ID, Version: 2, Extent: ourmvt.Extent}
	for _, piece := range cut {
		shape, err := wkb.Unmarshal(piece.Shape)
		if err != nil {
			return nil, fmt.Errorf("read the polygons of a tile: %w", err)
		}
		feature := geojson.NewFeature(shape)
		feature.Properties = properties[piece.ID]
		layer.Features = append(layer.Features, feature)
	}
	return mvt.Marshal(mvt.Layers{layer})
}

type piece struct {
	ID    string `db:"id"`
	Shape []byte `db:"shape"`
}

func (a areas) cut(ctx context.Context, ids []string, shapes [][]byte) ([]piece, error) {
	pieces, err := postgres.All[piece](ctx, a.DB, tileAreasQuery, postgres.Args{"ids": ids, "shapes": shapes, "low": -buffer, "high": ourmvt.Extent + buffer})
	if err != nil {
		return nil, fmt.Errorf("cut the polygons of a tile: %w", err)
	}
	return pieces, nil
}

// outlines has the polygons of collections at zooms, by what a tile looks for. It is safe for concurrent use.
type outlines struct{ known sync.Map }

// parts are the polygons of a feature.
type parts []part

// part is a polygon in little-endian WKB, and the box that holds it, in degrees.
type part struct {
	bound orb.Bound
	shape []byte
}

type outlineKey struct {
	collection string
	zoom       collection.Zoom
}

// of returns the polygons of the features of a collection, by id.
func (o *outlines) of(ctx context.Context, c *collection.Collection, z collection.Zoom) (map[string]parts, error) {
	key := outlineKey{c.ID, z}
	if known, ok := o.known.Load(key); ok {
		return known.(map[string]parts), nil
	}
	made, err := c.Outlines(ctx, z)
	if err != nil {
		return nil, err
	}
	all := make(map[string]parts, len(made.IDs))
	for i, id := range made.IDs {
		all[id] = partsOf(made.Shapes[i])
	}
	o.known.Store(key, all)
	return all, nil
}

// partsOf returns the polygons of a little-endian MultiPolygon of two dimensions, which share its memory.
func partsOf(multi []byte) (all parts) {
	const header, count, position = 5, 4, 16
	next := header + count
	for range binary.LittleEndian.Uint32(multi[header:]) {
		begin := next
		rings := binary.LittleEndian.Uint32(multi[begin+header:])
		next += header + count
		bound := orb.Bound{Min: orb.Point{math.Inf(1), math.Inf(1)}, Max: orb.Point{math.Inf(-1), math.Inf(-1)}}
		for range rings {
			positions := int(binary.LittleEndian.Uint32(multi[next:]))
			next += count
			for range positions {
				bound = bound.Extend(orb.Point{float(multi[next:]), float(multi[next+position/2:])})
				next += position
			}
		}
		all = append(all, part{bound, multi[begin:next]})
	}
	return all
}

func float(b []byte) float64 { return math.Float64frombits(binary.LittleEndian.Uint64(b)) }

// farSouth is a latitude beyond the buffer of any tile. Antarctica goes on to the pole, which Web Mercator does not have.
const farSouth = -87

// in returns the polygons that may lie in a tile or its buffer, in the units of the tile.
func (p parts) in(at address) (placed orb.MultiPolygon, err error) {
	place := func(p orb.Point) orb.Point {
		x, y := at.place(p[0], max(p[1], farSouth))
		return orb.Point{x, y}
	}
	for _, part := range p {
		northWest, southEast := place(part.bound.LeftTop()), place(part.bound.RightBottom())
		if southEast[0] < -buffer || northWest[0] > ourmvt.Extent+buffer || southEast[1] < -buffer || northWest[1] > ourmvt.Extent+buffer {
			continue
		}
		shape, err := wkb.Unmarshal(part.shape)
		if err != nil {
			return nil, fmt.Errorf("read a polygon: %w", err)
		}
		polygon, ok := shape.(orb.Polygon)
		if !ok {
			return nil, fmt.Errorf("%s is no polygon", shape.GeoJSONType())
		}
		for _, ring := range polygon {
			for i := range ring {
				ring[i] = place(ring[i])
			}
		}
		placed = append(placed, polygon)
	}
	return placed, nil
}
