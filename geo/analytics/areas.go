package analytics

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"strconv"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/geojson"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	setQuery        = sql.Get("analytics/set.sql")
	setVersionQuery = sql.Get("analytics/set_version.sql")
)

// MaxSetVertices is how many vertices the areas of a set may have that part an answer.
const MaxSetVertices = 2_000_000

// areaParts are the areas that part results.
type areaParts struct {
	areas []surveillance.Area
	names []string          // of the areas, "" for none
	sizes []float64         // of the areas of a set, km2
	near  map[int32][]int32 // numbers of the areas, from 1, whose box touches a square of one degree
}

// newAreaParts returns parts of the results by areas.
func newAreaParts(areas []surveillance.Area, names []string) *areaParts {
	p := &areaParts{areas: areas, names: names, near: map[int32][]int32{}}
	for i, area := range areas {
		s := area.Shape
		for lat := math.Floor(s.South); lat <= math.Floor(s.North); lat++ {
			for lon := math.Floor(s.West); lon <= math.Floor(s.East); lon++ {
				at := square(lon, lat)
				p.near[at] = append(p.near[at], int32(i+1))
			}
		}
	}
	return p
}

// square numbers the square of one degree whose south-western corner is at whole degrees.
func square(lon, lat float64) int32 { return int32(lat+90)*361 + int32(lon+180) }

// id returns the id of an area by its number, from 1.
func (p *areaParts) id(number int32) string { return p.areas[number-1].ID }

// outline is an area as a GeoJSON geometry.
func (p *areaParts) outline(number int32) any {
	outline, err := geojson.Coordinates{Decimals: geojson.DegreeDecimals}.AppendGeometry(nil, p.areas[number-1].WKB)
	if err != nil {
		return nil // its WKB was parsed before
	}
	return json.RawMessage(outline)
}

// locate returns the numbers of the areas that a place in degrees lies in.
func (p *areaParts) locate(lon, lat float64) (inside []partID) {
	for _, number := range p.near[square(math.Floor(lon), math.Floor(lat))] {
		if p.areas[number-1].Shape.Covers(lon, lat) {
			inside = append(inside, partID(number))
		}
	}
	return inside
}

// areaParts returns the areas of a set, else those of the Filter.
func (a *Analytics) areaParts(ctx context.Context, q *question, set string) (*areaParts, error) {
	if set == "" {
		if len(q.filter.Areas) == 0 {
			return nil, httpapi.Invalid(httpapi.FieldError{Loc: []string{"query", "set"}, Type: "missing",
				Msg: "set is required: the name of a set of areas; or area, with the ids of some"})
		}
		return newAreaParts(q.filter.Areas, make([]string, len(q.filter.Areas))), nil
	}
	rows, err := postgres.All[struct {
		ID   string  `db:"id"`
		Name string  `db:"name"`
		KM2  float64 `db:"area_km2"`
		WKB  []byte  `db:"wkb"`
	}](ctx, a.db, setQuery, pgx.StrictNamedArgs{"set": set, "room": MaxSetVertices})
	if err != nil {
		return nil, fmt.Errorf("read the set of areas %s: %w", set, err)
	}
	if len(rows) == 0 {
		return nil, httpapi.Invalid(httpapi.FieldError{Loc: []string{"query", "set"}, Type: "unknown_set", Msg: fmt.Sprintf("there is no set of areas %q", set)})
	}
	areas, names, sizes := make([]surveillance.Area, len(rows)), make([]string, len(rows)), make([]float64, len(rows))
	for i, r := range rows {
		if r.WKB == nil {
			return nil, httpapi.Invalid(httpapi.FieldError{Loc: []string{"query", "set"}, Type: "too_large",
				Msg: "the areas of the set have more than " + strconv.Itoa(MaxSetVertices) + " vertices together"})
		}
		if areas[i], err = surveillance.NewArea(r.ID, r.WKB); err != nil {
			return nil, err
		}
		names[i], sizes[i] = r.Name, r.KM2
	}
	parts := newAreaParts(areas, names)
	parts.sizes = sizes
	return parts, nil
}

// setVersion names the state of a set of areas; "" for no set.
func (a *Analytics) setVersion(ctx context.Context, set string) (version string, err error) {
	if set == "" {
		return "", nil
	}
	if err := a.db.QueryRow(ctx, setVersionQuery.String(), pgx.StrictNamedArgs{"set": set}).Scan(&version); err != nil {
		return "", fmt.Errorf("find the version of the set of areas %s: %w", set, err)
	}
	return version, nil
}
