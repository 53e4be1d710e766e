package analytics

import (
	"context"
	"fmt"
	"strconv"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/geo/analytics/places"
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

// areaParts returns the areas of a set that the Filter may find records in, else those of the Filter.
func (a *Analytics) areaParts(ctx context.Context, q *question, set string) (*places.Areas, error) {
	if set != "" {
		areas, err := a.areasOf(ctx, set, q.filter.BBox, q.filter.Countries)
		return newAreas(areas, q), err
	}
	if len(q.filter.Areas) == 0 {
		return nil, httpapi.Invalid(httpapi.FieldError{Loc: []string{"query", "set"}, Type: "missing",
			Msg: "set is required: the name of a set of areas; or area, with the ids of some"})
	}
	var areas []places.Area
	for _, area := range q.filter.Areas {
		areas = append(areas, places.Area{Area: area})
	}
	return newAreas(areas, q), nil
}

// AreasOf returns the areas of a set. The error is a 422 when there is no such set, or when it has too many vertices.
func (a *Analytics) AreasOf(ctx context.Context, set string) ([]places.Area, error) {
	return a.areasOf(ctx, set, nil, nil)
}

// areasOf returns the areas of a set that touch a box; of a built-in set those of some countries. nil sets no condition.
func (a *Analytics) areasOf(ctx context.Context, set string, box *surveillance.BBox, countries []string) (areas []places.Area, err error) {
	args := postgres.Args{"set": set, "room": MaxSetVertices, "countries": nil, "west": nil, "south": nil, "east": nil, "north": nil}
	if countries != nil {
		args["countries"] = countries
	}
	if box != nil {
		args["west"], args["south"], args["east"], args["north"] = box.West, box.South, box.East, box.North
	}
	rows, err := postgres.All[struct {
		ID   string  `db:"id"`
		Name string  `db:"name"`
		KM2  float64 `db:"area_km2"`
		WKB  []byte  `db:"wkb"`
	}](ctx, a.db, setQuery, args)
	if err != nil {
		return nil, fmt.Errorf("read the set of areas %s: %w", set, err)
	}
	if len(rows) == 0 {
		if version, err := a.setVersion(ctx, set); err != nil || version != noVersion {
			return nil, err // no area of the set is there
		}
		return nil, httpapi.Invalid(httpapi.FieldError{Loc: []string{"query", "set"}, Type: "unknown_set", Msg: fmt.Sprintf("there is no set of areas %q", set)})
	}
	for _, r := range rows {
		if r.WKB == nil {
			return nil, httpapi.Invalid(httpapi.FieldError{Loc: []string{"query", "set"}, Type: "too_large",
				Msg: "the areas of the set have more than " + strconv.Itoa(MaxSetVertices) + " vertices together"})
		}
		area, err := surveillance.NewArea(r.ID, r.WKB)
		if err != nil {
			return nil, err
		}
		areas = append(areas, places.Area{Area: area, Name: r.Name, KM2: r.KM2})
	}
	return areas, nil
}

func newAreas(areas []places.Area, q *question) *places.Areas {
	parts := places.NewAreas(areas)
	parts.Outlines = places.Outlines{Wanted: q.format == formatGeoJSON, Decimals: geojson.DegreeDecimals}
	return parts
}

// noVersion is that of a set that there is none of.
const noVersion = "0"

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
