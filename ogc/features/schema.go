package features

import (
	"net/http"
	"strconv"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/jsontext"
	"github.com/skeeter-surveillance/skeeter/ogc/features/collection"
	"github.com/skeeter-surveillance/skeeter/ogc/html"
	"github.com/skeeter-surveillance/skeeter/ogc/resource"
)

// SchemaFormats are the formats of JSON Schemas.
var SchemaFormats = html.DocumentsAs(resource.JSONFormat(resource.MediaSchema, "JSON Schema"))

// dialect is the version of JSON Schema.
const dialect = "https://json-schema.org/draft/2020-12/schema"

type object = map[string]any

// getSchema describes the features (23-058r1, clause 9).
func (s *Features) getSchema(w http.ResponseWriter, r *http.Request) error {
	return s.sendSchema(w, r, "What the features have", func(c *collection.Collection) jsontext.Object {
		properties := idAndGeometry(c)
		for i, f := range c.Fields {
			schema := f.Schema()
			schema["x-ogc-propertySeq"] = i + 1
			switch f.Name {
			case c.Begins:
				schema["x-ogc-role"] = "primary-interval-start"
			case c.Ends:
				schema["x-ogc-role"] = "primary-interval-end"
			}
			properties = append(properties, jsontext.Member{Name: f.Name, Value: schema})
		}
		return properties
	})
}

// getFeatureSchema describes the features as they are in GeoJSON: GDAL takes types from it.
func (s *Features) getFeatureSchema(w http.ResponseWriter, r *http.Request) error {
	return s.sendSchema(w, r, "A feature in GeoJSON", func(c *collection.Collection) jsontext.Object {
		return jsontext.Object{
			{Name: "type", Value: object{"type": "string", "enum": []string{"Feature"}}},
			{Name: "id", Value: object{"type": "string"}},
			{Name: "geometry", Value: object{"type": "object", "nullable": true}},
			{Name: "properties", Value: object{"type": "object", "properties": schemasOf(c.Fields)}},
			{Name: "links", Value: object{"type": "array", "items": object{"type": "object"}}},
		}
	})
}

// getQueryables describes what conditions may name (19-079r2, clause 6).
func (s *Features) getQueryables(w http.ResponseWriter, r *http.Request) error {
	return s.sendSchema(w, r, "What a filter may name", func(c *collection.Collection) jsontext.Object {
		return append(idAndGeometry(c), schemasOf(append(c.QueryableFields()[1:], c.Groups...))...) // the first is the id
	})
}

// getSortables describes what sortby may name.
func (s *Features) getSortables(w http.ResponseWriter, r *http.Request) error {
	return s.sendSchema(w, r, "What sortby may name; without an index for the order, at most "+strconv.Itoa(MaxSorted)+" features may match", func(c *collection.Collection) jsontext.Object { return schemasOf(c.SortableFields()) })
}

func (s *Features) sendSchema(w http.ResponseWriter, r *http.Request, description string, properties func(*collection.Collection) jsontext.Object) error {
	c, err := s.collection(r)
	if err != nil {
		return err
	}
	p := httpapi.Query(r)
	chosen := resource.Choose(w, r, p, SchemaFormats)
	if c.CountBy != nil {
		c = readCounts(p, c)
	}
	if err := resource.Refuse(p); err != nil {
		return err
	}

	return chosen.Write(w, r, object{
		"$schema": dialect, "$id": httpapi.BaseURL(r) + r.URL.EscapedPath(), "type": "object", "title": c.Title, "description": description,
		"properties": properties(c), "additionalProperties": false,
	})
}

func schemasOf(fields []*collection.Field) (properties jsontext.Object) {
	for _, f := range fields {
		properties = append(properties, jsontext.Member{Name: f.Name, Value: f.Schema()})
	}
	return properties
}

// idAndGeometry describes what every feature has, or has where it has a place, with its role (23-058r1, 8.4).
func idAndGeometry(c *collection.Collection) jsontext.Object {
	id := c.Key.Schema()
	id["x-ogc-role"] = "id"
	if c.Geometry == "" {
		return jsontext.Object{{Name: "id", Value: id}}
	}
	return jsontext.Object{{Name: "id", Value: id}, {Name: collection.GeometryProperty, Value: object{
		"title": "Geometry", "description": c.GeometryDescription, "format": "geometry-" + c.Geometry, "x-ogc-role": "primary-geometry",
	}}}
}
