package postgres

import (
	"context"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"sync"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var areasQuery = sql.Get("lookup/areas.sql")

// maxCachedVertices bounds the areas in memory, at about 250 bytes a vertex. One more empties the cache.
const maxCachedVertices = 400_000

// areaCache keeps areas that were asked for, until names or areas change.
type areaCache struct {
	mu       sync.Mutex
	byID     map[string]surveillance.Area
	vertices int
	cleared  int // how often
}

func (c *areaCache) clear() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.byID, c.vertices = nil, 0
	c.cleared++
}

// get returns the areas of ids, without those that do not exist. The error is a *surveillance.ValueError when they have too many
// vertices together.
func (c *areaCache) get(ctx context.Context, db Querier, ids []string) (map[string]surveillance.Area, error) {
	found, vertices := make(map[string]surveillance.Area, len(ids)), 0
	var missing []string
	c.mu.Lock()
	cleared := c.cleared
	for _, id := range ids {
		if area, ok := c.byID[id]; ok {
			found[id] = area
			vertices += area.Shape.Vertices()
		} else {
			missing = append(missing, id)
		}
	}
	c.mu.Unlock()
	if missing != nil {
		read, err := readAreas(ctx, db, missing, surveillance.MaxAreaVertices-vertices)
		if err != nil {
			return nil, err
		}
		for _, area := range read {
			found[area.ID] = area
			vertices += area.Shape.Vertices()
		}
		c.add(read, cleared)
	}
	if vertices > surveillance.MaxAreaVertices {
		return nil, tooManyVertices()
	}
	return found, nil
}

// add keeps areas, unless the cache was emptied since they were read.
func (c *areaCache) add(areas []surveillance.Area, cleared int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.cleared != cleared {
		return
	}
	for _, area := range areas {
		if c.vertices += area.Shape.Vertices(); c.byID == nil || c.vertices > maxCachedVertices {
			c.byID, c.vertices = map[string]surveillance.Area{}, area.Shape.Vertices()
		}
		c.byID[area.ID] = area
	}
}

func tooManyVertices() error {
	return &surveillance.ValueError{
		Code: "too_large", Message: fmt.Sprintf("area: the areas have more than %d vertices together", surveillance.MaxAreaVertices),
	}
}

// readAreas reads areas that have no more vertices together than room.
func readAreas(ctx context.Context, db Querier, ids []string, room int) ([]surveillance.Area, error) {
	rows, err := All[struct {
		ID  string `db:"id"`
		WKB []byte `db:"wkb"`
	}](ctx, db, areasQuery, pgx.StrictNamedArgs{"ids": ids, "room": room})
	if err != nil {
		return nil, fmt.Errorf("look for areas: %w", err)
	}
	areas := make([]surveillance.Area, len(rows))
	for i, r := range rows {
		if r.WKB == nil {
			return nil, tooManyVertices()
		}
		if areas[i], err = surveillance.NewArea(r.ID, r.WKB); err != nil {
			return nil, err
		}
	}
	return areas, nil
}

// PostGIS' extended WKB has the SRID behind the type. The polygons of a MultiPolygon follow their number.
const (
	ewkbMultiPolygon = 6 | 0x20000000
	degreesSRID      = 4326
	wkbCount         = 5 // where a MultiPolygon in WKB has the number of its polygons
	wkbPolygons      = wkbCount + 4
)

// hexEWKB returns one MultiPolygon of the polygons of all areas, which may overlap.
func hexEWKB(areas surveillance.Areas) string {
	n, out := uint32(0), []byte{1} // little-endian
	for i := range areas {
		n += binary.LittleEndian.Uint32(areas[i].WKB[wkbCount:])
	}
	for _, head := range []uint32{ewkbMultiPolygon, degreesSRID, n} {
		out = binary.LittleEndian.AppendUint32(out, head)
	}
	for i := range areas {
		out = append(out, areas[i].WKB[wkbPolygons:]...)
	}
	return hex.EncodeToString(out)
}
