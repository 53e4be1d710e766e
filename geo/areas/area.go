package areas

import (
	"encoding/json"
	"math"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/geojson"
)

// Area is an area as the API shows it.
type Area struct {
	ID        string     `json:"id"`
	AreaKM2   float64    `json:"area_km2"` // on the ellipsoid
	Repaired  bool       `json:"repaired"` // the geometry that was sent was not valid
	BBox      [4]float64 `json:"bbox"`     // west, south, east, north
	Set       *string    `json:"set"`
	Name      *string    `json:"name"`
	ExpiresAt *time.Time `json:"expires_at"` // unless it is used; null for an area of a set, or of a rule of alerts
}

// unusedFor is how long a drawn area is kept that nobody uses. Queries in sql/areas and sql/lookup/areas.sql have the same number of days.
const unusedFor = 30 * 24 * time.Hour

// record holds the columns of sql/fragment/area_columns.sql.
type record struct {
	ID       string    `db:"id"`
	Set      *string   `db:"set"`
	Name     *string   `db:"name"`
	AreaKM2  float64   `db:"area_km2"`
	Repaired bool      `db:"repaired"`
	West     float64   `db:"west"`
	South    float64   `db:"south"`
	East     float64   `db:"east"`
	North    float64   `db:"north"`
	UsedAt   time.Time `db:"used_at"`
	Kept     bool      `db:"kept"` // in a set, or used by a rule of alerts
}

// squareMetres of a square kilometre: sizes are rounded to one.
const squareMetres = 1e6

func (r record) area() Area {
	a := Area{
		ID: r.ID, AreaKM2: math.Round(r.AreaKM2*squareMetres) / squareMetres, Repaired: r.Repaired, BBox: [4]float64{r.West, r.South, r.East, r.North},
		Set: r.Set, Name: r.Name,
	}
	if !r.Kept {
		a.ExpiresAt = new(r.UsedAt.UTC().Truncate(time.Second).Add(unusedFor))
	}
	return a
}

// feature is an area in GeoJSON.
type feature struct {
	Type       string          `json:"type"`
	ID         string          `json:"id"`
	BBox       [4]float64      `json:"bbox"`
	Geometry   json.RawMessage `json:"geometry"`
	Properties properties      `json:"properties"`
}

// properties leave out two members of an Area: a nil of the same name in JSON hides them.
type properties struct {
	Area
	ID   *struct{} `json:"id,omitempty"`
	BBox *struct{} `json:"bbox,omitempty"`
}

func newFeature(a Area, wkb []byte) (feature, error) {
	geometry, err := geojson.Coordinates{Decimals: geojson.DegreeDecimals}.AppendGeometry(nil, wkb)
	return feature{Type: "Feature", ID: a.ID, BBox: a.BBox, Geometry: geometry, Properties: properties{Area: a}}, err
}
