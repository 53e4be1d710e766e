package areas

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/twpayne/go-geom"
	"github.com/twpayne/go-geom/encoding/wkb"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// refuse returns why a geometry is refused.
func refuse(code, format string, args ...any) error {
	return &surveillance.ValueError{Code: code, Message: fmt.Sprintf(format, args...)}
}

// geometry is a Geometry or a Feature as it was sent.
type geometry struct {
	Type        string          `json:"type"`
	Coordinates json.RawMessage `json:"coordinates"`
	Geometry    *geometry       `json:"geometry"`
	CRS         *system         `json:"crs"`
}

// parseDrawn reads the body of a request. The error is a 422.
func parseDrawn(body []byte) (*geom.MultiPolygon, error) {
	body = bytes.TrimPrefix(body, []byte("\ufeff"))
	if _, err := httpapi.ParseObject(body); err != nil {
		return nil, err
	}
	loc := []string{"body"}
	var sent geometry
	if err := json.Unmarshal(body, &sent); err != nil {
		return nil, invalid(refuse("malformed", "the body must be a GeoJSON Polygon or MultiPolygon, or a Feature with one"), "body", "coordinates")
	}
	err := sent.CRS.check()
	if sent.Type == "Feature" && sent.Geometry != nil {
		sent, loc = *sent.Geometry, append(loc, "geometry")
		err = cmp.Or(err, sent.CRS.check())
	}
	if err != nil {
		return nil, invalid(err, append(loc, "crs")...)
	}
	if len(sent.Coordinates) > MaxBytes {
		return nil, invalid(refuse("too_large", "the coordinates are longer than %d bytes", MaxBytes), append(loc, "coordinates")...)
	}
	shape, err := sent.shape(MaxVertices)
	if err == nil && crossings(shape, MaxCrossings) > MaxCrossings {
		err = refuse("too_many_crossings", "the edges cross each other more than %d times", MaxCrossings)
	}
	return shape, invalid(err, append(loc, "coordinates")...)
}

// invalid returns the 422 of a refusal, and other errors as they are.
func invalid(err error, loc ...string) error {
	if why := new(surveillance.ValueError); errors.As(err, &why) {
		return httpapi.Invalid(httpapi.FieldError{Loc: loc, Msg: why.Message, Type: why.Code})
	}
	return err
}

// shape returns the polygons with coordinates rounded to 7 decimals, without rings that shrink to nothing thereby.
func (g geometry) shape(maxVertices int) (*geom.MultiPolygon, error) {
	var polygons [][][]position
	var err error
	switch g.Type {
	case "Polygon":
		polygons = make([][][]position, 1)
		err = json.Unmarshal(orNull(g.Coordinates), &polygons[0])
	case "MultiPolygon":
		err = json.Unmarshal(orNull(g.Coordinates), &polygons)
	default:
		return nil, refuse("not_a_polygon", "the type must be Polygon or MultiPolygon, or Feature with such a geometry")
	}
	if err != nil {
		return nil, malformed()
	}
	var flat []float64
	var endss [][]int
	vertices := 0
	for i, rings := range polygons {
		if rings == nil && g.Type == "MultiPolygon" {
			return nil, malformed() // null
		}
		var ends []int
		for j, ring := range rings {
			if vertices += len(ring); vertices > maxVertices {
				return nil, refuse("too_many_vertices", "there are more than %d vertices", maxVertices)
			}
			before := len(flat)
			if flat, err = appendRing(flat, ring, fmt.Sprintf("ring %d of polygon %d", j+1, i+1)); err != nil {
				return nil, err
			}
			if len(flat) == before && j == 0 {
				break // a polygon without its outer ring is nothing
			}
			if len(flat) > before {
				ends = append(ends, len(flat))
			}
		}
		if ends != nil {
			endss = append(endss, ends)
		}
	}
	switch {
	case vertices == 0:
		return nil, refuse("empty", "there are no coordinates")
	case endss == nil:
		return nil, noArea()
	}
	return geom.NewMultiPolygonFlat(geom.XY, flat, endss), nil
}

func malformed() error {
	return refuse("malformed", "the coordinates must be rings of positions, and each position [longitude, latitude], perhaps with a height: two or three numbers")
}

func noArea() error { return refuse("no_area", "the polygon has no area") }

// orNull returns JSON that can be read where there is none.
func orNull(raw json.RawMessage) json.RawMessage {
	if raw == nil {
		return json.RawMessage("null")
	}
	return raw
}

// position is a longitude and a latitude.
type position [2]float64

// UnmarshalJSON reads two or three numbers, of which the third is a height. A null is no number.
func (p *position) UnmarshalJSON(b []byte) error {
	var numbers []*float64
	if err := json.Unmarshal(b, &numbers); err != nil {
		return err
	}
	if len(numbers) < 2 || len(numbers) > 3 || slices.Contains(numbers, nil) {
		return malformed()
	}
	p[0], p[1] = *numbers[0], *numbers[1]
	return nil
}

// minRing is how many positions a ring has at least; the last one is the first.
const minRing = 4

// appendRing appends the coordinates of a ring, each different from the one before. It appends nothing of a ring that has no area after
// rounding. name is that of the ring in errors.
func appendRing(flat []float64, ring []position, name string) ([]float64, error) {
	if len(ring) < minRing {
		return flat, refuse("too_few_positions", "%s has %d positions; it needs %d at least, and the last is the first", name, len(ring), minRing)
	}
	begin := len(flat)
	for _, position := range ring {
		lon, lat := position[0], position[1]
		if lon < -180 || lon > 180 || lat < -90 || lat > 90 {
			return flat, refuse("out_of_range", "%s: [%s, %s] is outside of the world; longitudes are -180 to 180, latitudes -90 to 90",
				name, surveillance.NumberText(lon), surveillance.NumberText(lat))
		}
		lon, lat = surveillance.RoundDegrees(lon), surveillance.RoundDegrees(lat)
		if n := len(flat); n == begin || flat[n-2] != lon || flat[n-1] != lat {
			flat = append(flat, lon, lat)
		}
	}
	first, last := ring[0], ring[len(ring)-1]
	if first != last {
		return flat, refuse("not_closed", "%s is not closed: its last position must be its first", name)
	}
	if len(flat)-begin < 2*minRing {
		return flat[:begin], nil
	}
	return flat, nil
}

// encode returns the WKB of a shape.
func encode(shape *geom.MultiPolygon) ([]byte, error) {
	b, err := wkb.Marshal(shape, wkb.NDR)
	if err != nil {
		return nil, fmt.Errorf("encode a geometry: %w", err)
	}
	return b, nil
}
