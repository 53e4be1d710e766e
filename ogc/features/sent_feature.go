package features

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"strings"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/ogc/features/collection"
	"github.com/skeeter-surveillance/skeeter/ogc/features/crs"
	"github.com/skeeter-surveillance/skeeter/ogc/resource"
)

// sentFeature is a GeoJSON feature that a client sent, or the part of one in a patch.
type sentFeature struct {
	id         *uuid.UUID             // of a new feature, when the client chose it
	location   *surveillance.Location // nil in a patch that does not move the feature
	properties *httpapi.Object        // those that a client may write, to be read by the Writer
}

// readFeature reads the body of a request. It returns what is wrong with the feature as a whole; the Writer finds what is wrong with
// the properties.
func (s *Features) readFeature(w http.ResponseWriter, r *http.Request, c *collection.Collection, patch bool, media ...string) (sent sentFeature, err error) {
	body, err := httpapi.ReadBody(w, r, httpapi.MaxJSONBody, media...)
	if err != nil {
		return sent, err
	}
	system, err := s.contentCRS(r)
	if err != nil {
		return sent, err
	}
	feature, err := httpapi.ParseObject(body)
	if err != nil {
		return sent, err
	}
	feature.Known("links", "bbox") // features that clients read and send back have them
	readType(feature, patch)
	sent.id = readID(feature, httpapi.Var(r, "item"))
	sent.properties = writableProperties(feature, c, patch)
	if sent.location, err = s.readLocation(r.Context(), feature, patch, system); err != nil {
		return sent, err
	}
	return sent, feature.Err()
}

// contentCRS returns the CRS of the geometry that is sent: the header Content-Crs, CRS84 without it (18-058r1, 20-002).
func (s *Features) contentCRS(r *http.Request) (crs.System, error) {
	uri := strings.Trim(r.Header.Get("Content-Crs"), "<> ")
	if uri == "" {
		return crs.CRS84, nil
	}
	found, ok, err := s.register.Find(r.Context(), uri)
	if err == nil && !ok {
		err = httpapi.BadRequest("Content-Crs " + resource.Quoted(uri) + " is not a coordinate reference system that this server knows")
	}
	return found, err
}

func readType(feature *httpapi.Object, patch bool) {
	if kind := feature.Text("type", len("Feature")); kind != nil && *kind == "Feature" || patch && isAbsent(feature, "type") {
		return
	}
	feature.Fail("type", "not_a_feature", "type must be Feature")
}

func isAbsent(feature *httpapi.Object, member string) bool {
	return !feature.Has(member) && !feature.IsNull(member)
}

// readID returns the id that a client chose for a new feature. The id of another feature has to be that of the path.
func readID(feature *httpapi.Object, path string) *uuid.UUID {
	if path == "" {
		return feature.UUID("id")
	}
	var id string
	if raw := feature.Raw("id"); raw != nil && (json.Unmarshal(raw, &id) != nil || !strings.EqualFold(id, path)) {
		feature.Fail("id", "disagrees", "id is another than that of the path")
	}
	return nil
}

// writableProperties returns the properties that a client may write. Those that the server works out may be sent and are not read:
// programs send whole features back.
func writableProperties(feature *httpapi.Object, c *collection.Collection, patch bool) *httpapi.Object {
	if patch && isAbsent(feature, "properties") {
		return feature.Part()
	}
	feature.Require("properties")
	properties := feature.Object("properties")
	if properties == nil {
		return nil
	}
	var writable []string
	for _, f := range c.Fields {
		if f.Derived {
			properties.Known(f.Name)
		} else {
			writable = append(writable, f.Name)
		}
	}
	return properties.Part(writable...)
}

// readLocation takes the geometry, a point, to longitude and latitude.
func (s *Features) readLocation(ctx context.Context, feature *httpapi.Object, patch bool, system crs.System) (*surveillance.Location, error) {
	if patch && isAbsent(feature, "geometry") {
		return nil, nil
	}
	feature.Require("geometry")
	raw := feature.Raw("geometry")
	if raw == nil {
		return nil, nil
	}
	var point struct {
		Type        string
		Coordinates []float64
	}
	isPoint := json.Unmarshal(raw, &point) == nil && point.Type == "Point" && len(point.Coordinates) == 2
	if !isPoint {
		feature.Fail("geometry", "not_a_point", "geometry must be a Point of two coordinates")
		return nil, nil
	}
	x, y := point.Coordinates[0], point.Coordinates[1]
	if system.Coordinates.Swapped {
		x, y = y, x
	}
	lng, lat, ok, err := s.register.Degrees(ctx, x, y, system)
	if err != nil {
		return nil, err
	}
	if !ok {
		feature.Fail("geometry", "out_of_range", "geometry lies outside its coordinate reference system")
		return nil, nil
	}
	for _, axis := range []struct {
		name         string
		value, limit float64
	}{{"lat", lat, 90}, {"lng", lng, 180}} {
		if math.Abs(axis.value) > axis.limit {
			feature.Fail("geometry", "out_of_range", fmt.Sprintf("%s must be between %g and %g", axis.name, -axis.limit, axis.limit))
		}
	}
	return &surveillance.Location{Lat: surveillance.RoundDegrees(lat), Lng: surveillance.RoundDegrees(lng)}, nil
}
