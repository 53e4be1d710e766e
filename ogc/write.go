package ogc

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/geojson"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/sql"
)

// Writer changes observation records (OGC 20-002). Records are JSON objects with the members of the API; errors name them.
// ETags of conditions are those that Create, Replace, Update and ETag returned.
type Writer interface {
	// Authorized lets requests through that may write.
	Authorized(next httpapi.HandlerFunc) httpapi.HandlerFunc
	// Create stores a record; created is false when the same request had stored it before.
	Create(ctx context.Context, object []byte) (id uuid.UUID, etag string, created bool, err error)
	// Replace gives a record new content.
	Replace(ctx context.Context, id uuid.UUID, object []byte, conditions httpapi.Conditions) (etag string, err error)
	// Update applies a merge patch.
	Update(ctx context.Context, id uuid.UUID, patch []byte, conditions httpapi.Conditions) (etag string, err error)
	// Delete removes a record.
	Delete(ctx context.Context, id uuid.UUID, conditions httpapi.Conditions) error
	// ETag returns the ETag of a record.
	ETag(ctx context.Context, id uuid.UUID) (string, error)
}

// Conformance classes of writing, a draft (OGC 20-002).
var writeClasses = []string{
	"http://www.opengis.net/spec/ogcapi-features-4/1.0/conf/create-replace-delete",
	"http://www.opengis.net/spec/ogcapi-features-4/1.0/conf/update",
	"http://www.opengis.net/spec/ogcapi-features-4/1.0/conf/optimistic-locking-etags",
	"http://www.opengis.net/spec/ogcapi-features-4/1.0/conf/features",
}

const mediaMergePatch = "application/merge-patch+json"

// writes are the operations that change records; there are none without a Writer.
func (o *OGC) writes() []httpapi.Route {
	w := o.options.Writer
	if w == nil {
		return nil
	}
	var routes []httpapi.Route
	for _, c := range o.collections {
		if !c.writable {
			continue
		}
		items := "/collections/{collection:" + c.id + "}/items" // before those of any collection, with what those have
		routes = append(routes,
			httpapi.Route{Method: http.MethodGet, Path: items, Name: "getItems", Handler: o.getItems, Light: true},
			httpapi.Route{Method: http.MethodPost, Path: items, Name: "createItem", Handler: w.Authorized(o.createItem)},
			httpapi.Route{Method: http.MethodGet, Path: items + "/{item}", Name: "getItem", Handler: o.getItem},
			httpapi.Route{Method: http.MethodPut, Path: items + "/{item}", Name: "replaceItem", Handler: w.Authorized(o.replaceItem)},
			httpapi.Route{Method: http.MethodPatch, Path: items + "/{item}", Name: "updateItem", Handler: w.Authorized(o.updateItem)},
			httpapi.Route{Method: http.MethodDelete, Path: items + "/{item}", Name: "deleteItem", Handler: w.Authorized(o.deleteItem)},
		)
	}
	return routes
}

func (o *OGC) createItem(w http.ResponseWriter, r *http.Request) error {
	c, err := o.writable(r)
	if err != nil {
		return err
	}
	record, err := o.readFeature(w, r, c, false, geojson.ContentType, mediaJSON)
	if err != nil {
		return err
	}
	id, etag, created, err := o.options.Writer.Create(r.Context(), record)
	if err != nil {
		return inFeature(err)
	}
	h := w.Header()
	h.Set("Location", address(r, "collections", c.id, "items", id.String()))
	h.Set("ETag", etag)
	status := http.StatusOK
	if created {
		status = http.StatusCreated
	}
	w.WriteHeader(status)
	return nil
}

func (o *OGC) replaceItem(w http.ResponseWriter, r *http.Request) error {
	return o.changeItem(w, r, false, o.options.Writer.Replace, geojson.ContentType, mediaJSON)
}

func (o *OGC) updateItem(w http.ResponseWriter, r *http.Request) error {
	return o.changeItem(w, r, true, o.options.Writer.Update, mediaMergePatch, geojson.ContentType, mediaJSON)
}

func (o *OGC) changeItem(w http.ResponseWriter, r *http.Request, patch bool,
	change func(ctx context.Context, id uuid.UUID, object []byte, conditions httpapi.Conditions) (string, error), media ...string,
) error {
	c, err := o.writable(r)
	if err != nil {
		return err
	}
	id, err := itemID(r)
	if err != nil {
		return err
	}
	record, err := o.readFeature(w, r, c, patch, media...)
	if err != nil {
		return err
	}
	etag, err := change(r.Context(), id, record, httpapi.ConditionsOf(r))
	if err != nil {
		return inFeature(err)
	}
	w.Header().Set("ETag", etag)
	w.WriteHeader(http.StatusNoContent)
	return nil
}

func (o *OGC) deleteItem(w http.ResponseWriter, r *http.Request) error {
	if _, err := o.writable(r); err != nil {
		return err
	}
	id, err := itemID(r)
	if err != nil {
		return err
	}
	if err := o.options.Writer.Delete(r.Context(), id, httpapi.ConditionsOf(r)); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// writable returns the collection that a path names. No operation of writing has parameters.
func (o *OGC) writable(r *http.Request) (*collection, error) {
	c, err := o.find(r)
	if err != nil {
		return nil, err
	}
	p := httpapi.Query(r)
	known(r, p)
	return c, refuse(p)
}

func itemID(r *http.Request) (uuid.UUID, error) {
	id, ok := parseValue(kindUUID, httpapi.Var(r, "item"))
	if parsed, isUUID := id.(uuid.UUID); ok && isUUID {
		return parsed, nil
	}
	return uuid.UUID{}, httpapi.NotFound("Feature not found")
}

// readFeature reads a GeoJSON feature, in a patch a part of one, and returns the record that it says.
func (o *OGC) readFeature(w http.ResponseWriter, r *http.Request, c *collection, patch bool, media ...string) ([]byte, error) {
	body, err := httpapi.ReadBody(w, r, httpapi.MaxJSONBody, media...)
	if err != nil {
		return nil, err
	}
	system, err := o.contentCRS(r)
	if err != nil {
		return nil, err
	}
	feature, err := httpapi.ParseObject(body)
	if err != nil {
		return nil, err
	}
	record := map[string]json.RawMessage{}
	feature.Known("links", "bbox") // which features carry when they are read
	o.readType(feature, patch)
	readID(r, feature, record)
	readValues(feature, c, patch, record)
	if err := o.readPlace(r.Context(), feature, patch, system, record); err != nil {
		return nil, err
	}
	if err := feature.Err(); err != nil {
		return nil, err
	}
	return json.Marshal(record)
}

// contentCRS is the CRS of the geometry that is sent: the header Content-Crs, CRS84 without it (18-058r1, 20-002).
func (o *OGC) contentCRS(r *http.Request) (crs, error) {
	uri := strings.Trim(r.Header.Get("Content-Crs"), "<> ")
	if uri == "" {
		return crs84, nil
	}
	found, ok, err := o.register.find(r.Context(), uri)
	if err == nil && !ok {
		err = httpapi.BadRequest("Content-Crs " + quoted(uri) + " is not a coordinate reference system that this server knows")
	}
	return found, err
}

func (o *OGC) readType(feature *httpapi.Object, patch bool) {
	const code, message = "not_a_feature", "type must be Feature"
	if kind := feature.Text("type", len("Feature")); kind != nil && *kind == "Feature" || patch && !feature.Has("type") && !feature.IsNull("type") {
		return
	}
	feature.Fail("type", code, message)
}

// readID takes the id of a new feature as its own, and holds that of another against the path.
func readID(r *http.Request, feature *httpapi.Object, record map[string]json.RawMessage) {
	raw := feature.Raw("id")
	if raw == nil {
		return
	}
	path := httpapi.Var(r, "item")
	if path == "" {
		record["id"] = raw
		return
	}
	var id string
	if json.Unmarshal(raw, &id) != nil || !strings.EqualFold(id, path) {
		feature.Fail("id", "disagrees", "id is another than that of the path")
	}
}

// readValues takes the properties that a client may write. Those that the server works out may be sent and are not read: programs
// send whole features back.
func readValues(feature *httpapi.Object, c *collection, patch bool, record map[string]json.RawMessage) {
	if patch && !feature.Has("properties") && !feature.IsNull("properties") {
		return
	}
	feature.Require("properties")
	properties := feature.Object("properties")
	if properties == nil {
		return
	}
	for _, f := range c.fields {
		raw := properties.Raw(f.name)
		switch {
		case f.derived:
		case raw != nil:
			record[f.name] = raw
		case patch && properties.IsNull(f.name):
			record[f.name] = json.RawMessage("null")
		}
	}
}

// point is a GeoJSON point.
type point struct {
	Type        string    `json:"type"`
	Coordinates []float64 `json:"coordinates"`
}

// readPlace takes the geometry, a point, into longitude and latitude.
func (o *OGC) readPlace(ctx context.Context, feature *httpapi.Object, patch bool, system crs, record map[string]json.RawMessage) error {
	if patch && !feature.Has("geometry") && !feature.IsNull("geometry") {
		return nil
	}
	feature.Require("geometry")
	raw := feature.Raw("geometry")
	if raw == nil {
		return nil
	}
	var p point
	valid := json.Unmarshal(raw, &p) == nil && p.Type == "Point" && len(p.Coordinates) == 2
	if !valid {
		feature.Fail("geometry", "not_a_point", "geometry must be a Point of two coordinates")
		return nil
	}
	x, y := p.Coordinates[0], p.Coordinates[1]
	if system.coordinates.Swapped {
		x, y = y, x
	}
	if system.srid != storageSRID {
		lon, lat, ok, err := o.store.place(ctx, x, y, system)
		if err != nil {
			return err
		}
		if !ok {
			feature.Fail("geometry", "out_of_range", "geometry lies outside its coordinate reference system")
			return nil
		}
		x, y = lon, lat
	}
	location, err := json.Marshal(map[string]float64{"lng": x, "lat": y})
	record["location"] = location
	return err
}

// How far off a place may come back from longitude and latitude: in degrees, and in metres or feet.
const (
	degreesOff = 1e-6
	metresOff  = 1
)

var placeQuery = sql.Get("ogc/place.sql")

// place returns longitude and latitude of a point in another CRS; ok is false where that has none.
func (s store) place(ctx context.Context, x, y float64, system crs) (lon, lat float64, ok bool, err error) {
	var off float64
	err = s.db.QueryRow(ctx, placeQuery.String(), pgx.StrictNamedArgs{"x": x, "y": y, "srid": system.srid}).Scan(&lon, &lat, &off)
	tolerance := float64(metresOff)
	if system.isGeographic() {
		tolerance = degreesOff
	}
	if isTransformError(err) {
		return 0, 0, false, nil
	}
	if err != nil {
		return 0, 0, false, fmt.Errorf("find a place: %w", err)
	}
	return lon, lat, off <= tolerance, nil
}

// inFeature turns the names of a record's members into those of the feature that it came in.
func inFeature(err error) error {
	var e *httpapi.Error
	if !errors.As(err, &e) || len(e.Fields) == 0 {
		return err
	}
	shown := *e
	shown.Fields = slices.Clone(e.Fields)
	for i, f := range shown.Fields {
		if len(f.Loc) < 2 || f.Loc[0] != "body" || f.Loc[1] == "id" {
			continue
		}
		if f.Loc[1] == "location" {
			shown.Fields[i].Loc = []string{"body", "geometry"}
		} else {
			shown.Fields[i].Loc = append([]string{"body", "properties"}, f.Loc[1:]...)
		}
	}
	return &shown
}

// itemETag is the ETag of a feature that can be changed, "" of another. It is weak, because a feature has one whatever its format.
func (o *OGC) itemETag(r *http.Request, c *collection) (string, error) {
	if o.options.Writer == nil || !c.writable {
		return "", nil
	}
	id, err := itemID(r)
	if err != nil {
		return "", err
	}
	etag, err := o.options.Writer.ETag(r.Context(), id)
	if err != nil {
		return "", err
	}
	return "W/" + etag, nil
}
