package ogc

import (
	"net/http"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/jsontext"
)

// schemaFormats write JSON Schemas.
var schemaFormats = []documentFormat{
	{described{"json", mediaSchema, "JSON Schema"}, func(w http.ResponseWriter, _ *http.Request, document any) error {
		return writeAs(w, mediaSchema, document)
	}},
	{html, writeHTML},
}

// draft is the version of JSON Schema.
const draft = "https://json-schema.org/draft/2020-12/schema"

// geometryProperty names the geometry in conditions and schemas.
const geometryProperty = "geometry"

func (c *collection) geometrySchema() object {
	return object{"title": "Geometry", "description": c.placeDescription, "format": "geometry-" + c.geometry, "x-ogc-role": "primary-geometry"}
}

// identified are the schemas of what every feature has: id and geometry.
func (c *collection) identified() (properties jsontext.Object) {
	properties.Add("id", roled(c.key.schema(), "id"))
	properties.Add(geometryProperty, c.geometrySchema())
	return properties
}

// getSchema describes the features (23-058r1, clause 9).
func (o *OGC) getSchema(w http.ResponseWriter, r *http.Request) error {
	return o.writeSchema(w, r, "What the features have", func(c *collection) jsontext.Object {
		properties := c.identified()
		for i, f := range c.fields {
			s := f.schema()
			s["x-ogc-propertySeq"] = i + 1
			if role := c.role(f); role != "" {
				roled(s, role)
			}
			properties.Add(f.name, s)
		}
		return properties
	})
}

// getFeatureSchema describes the features as they are in GeoJSON: GDAL takes types from it.
func (o *OGC) getFeatureSchema(w http.ResponseWriter, r *http.Request) error {
	return o.writeSchema(w, r, "A feature in GeoJSON", func(c *collection) (feature jsontext.Object) {
		var properties jsontext.Object
		for _, f := range c.fields {
			properties.Add(f.name, f.schema())
		}
		feature.Add("type", object{"type": "string", "enum": []string{"Feature"}})
		feature.Add("id", object{"type": "string"})
		feature.Add("geometry", object{"type": "object", "nullable": true})
		feature.Add("properties", object{"type": "object", "properties": properties})
		feature.Add("links", object{"type": "array", "items": object{"type": "object"}})
		return feature
	})
}

// role is the part that a field has among a feature's properties (23-058r1, 8.4).
func (c *collection) role(f *field) string {
	switch f.name {
	case c.begins:
		if c.ends == "" {
			return "primary-instant"
		}
		return "primary-interval-start"
	case c.ends:
		return "primary-interval-end"
	}
	return ""
}

func roled(schema object, role string) object {
	schema["x-ogc-role"] = role
	return schema
}

// getQueryables names what conditions may use (19-079r2, clause 6).
func (o *OGC) getQueryables(w http.ResponseWriter, r *http.Request) error {
	return o.writeSchema(w, r, "What a filter may name", func(c *collection) jsontext.Object {
		properties := c.identified()
		for _, f := range c.fields {
			if f.queryable() {
				properties.Add(f.name, f.schema())
			}
		}
		return properties
	})
}

// getSortables names what sortby may use.
func (o *OGC) getSortables(w http.ResponseWriter, r *http.Request) error {
	return o.writeSchema(w, r, "What sortby may name", func(c *collection) (properties jsontext.Object) {
		for _, f := range c.all() {
			if f.sortable {
				properties.Add(f.name, f.schema())
			}
		}
		return properties
	})
}

func (o *OGC) writeSchema(w http.ResponseWriter, r *http.Request, description string, properties func(*collection) jsontext.Object) error {
	c, err := o.find(r)
	if err != nil {
		return err
	}
	p := httpapi.Query(r)
	format := choose(w, r, p, schemaFormats)
	known(r, p, "f", "lang")
	if err := refuse(p); err != nil {
		return err
	}

	return format.write(w, r, object{
		"$schema": draft, "$id": httpapi.BaseURL(r) + r.URL.EscapedPath(), "type": "object", "title": c.title, "description": description,
		"properties": properties(c), "additionalProperties": false,
	})
}
