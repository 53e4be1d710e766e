package ogc

import (
	"maps"
	"net/http"
	"strconv"
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/cql2"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
)

// object is a JSON object of the API document.
type object = map[string]any

var openAPI = described{"json", mediaOpenAPI, "OpenAPI 3.0"}

// apiFormats write the API document.
var apiFormats = []documentFormat{
	{openAPI, func(w http.ResponseWriter, _ *http.Request, document any) error {
		return writeAs(w, mediaOpenAPI, document)
	}},
	{html, writeAPIPage},
}

// getAPI describes what there is under Path, in OpenAPI 3.0: QGIS and GDAL read limits from it.
func (o *OGC) getAPI(w http.ResponseWriter, r *http.Request) error {
	p := httpapi.Query(r)
	format := choose(w, r, p, apiFormats)
	known(r, p, "f", "lang")
	if err := refuse(p); err != nil {
		return err
	}
	return format.write(w, r, o.apiDocument(r))
}

func (o *OGC) apiDocument(r *http.Request) object {
	paths := object{
		"/":            documented("getLandingPage", "The landing page", landingPageSchema, documentFormats),
		"/api":         documented("getAPI", "This document", openAPISchema, apiFormats),
		"/conformance": documented("getConformance", "Conformance classes", conformanceSchema, documentFormats),
		"/collections": documented("getCollections", "The collections", collectionsSchema, documentFormats),
	}
	for _, c := range o.collections {
		of, name := "/collections/"+c.id, strings.ToUpper(c.id[:1])+c.id[1:]
		paths[of] = documented("get"+name+"Collection", c.title, collectionSchema, documentFormats)
		paths[of+"/queryables"] = documented("get"+name+"Queryables", "What a filter may name", jsonSchemaSchema, schemaFormats)
		paths[of+"/sortables"] = documented("get"+name+"Sortables", "What sortby may name", jsonSchemaSchema, schemaFormats)
		paths[of+"/schema/feature"] = documented("get"+name+"FeatureSchema", "A feature in GeoJSON", jsonSchemaSchema, schemaFormats)
		paths[of+"/schema"] = documented("get"+name+"Schema", "What the features have", jsonSchemaSchema, schemaFormats)
		items := object{"get": operation("get"+name, c.title, c.description, c.featuresSchema(), itemFormats, c.itemsParameters()...)}
		item := operation("get"+name+"Item", "One of "+c.title, "", c.featureSchema(), featureFormats,
			object{"name": "item", "in": "path", "required": true, "description": c.key.description, "schema": plainSchema(c.key)},
			reference("crs"), parameter("f", "The format; else Accept says it", choiceOf(names(featureFormats)...)), reference("lang"))
		item["responses"].(object)["404"] = object{"$ref": "#/components/responses/Error"}
		single := object{"get": item}
		o.writeOperations(c, items, single)
		paths[of+"/items"], paths[of+"/items/{item}"] = items, single
	}
	maps.Copy(paths, o.tilePaths())
	document := object{
		"openapi": "3.0.3",
		"info":    object{"title": o.options.AppName, "description": "Records of mosquitoes for GIS clients, by OGC API - Features", "version": "1.0"},
		"servers": []object{{"url": httpapi.BaseURL(r) + Path}},
		"paths":   paths,
		"components": object{
			"parameters": sharedParameters,
			"schemas":    o.schemas(),
			"responses": object{"Error": object{"description": "What is wrong with the request",
				"content": object{mediaJSON: object{"schema": schemaNamed(errorSchema)}}}},
		},
	}
	if o.options.Writer != nil {
		document["components"].(object)["securitySchemes"] = object{"token": object{"type": "http", "scheme": "bearer"}}
	}
	return document
}

// documented is the path of a resource without parameters of its own. schema names what it is in JSON.
func documented[F format](id, summary, schema string, formats []F) object {
	return object{"get": operation(id, summary, "", schema, formats, parameter("f", "The format; else Accept says it", choiceOf(names(formats)...)), reference("lang"))}
}

func operation[F format](id, summary, description, schema string, formats []F, parameters ...object) object {
	content := object{}
	for _, f := range formats {
		content[f.media()] = object{"schema": contentSchema(f.media(), schema)}
	}
	op := object{
		"operationId": id, "summary": summary, "parameters": parameters,
		"responses": object{
			"200":     object{"description": summary, "content": content},
			"400":     object{"$ref": "#/components/responses/Error"},
			"default": object{"$ref": "#/components/responses/Error"},
		},
	}
	if description != "" {
		op["description"] = description
	}
	return op
}

// contentSchema is what an answer of a media type is: in JSON what the name says.
func contentSchema(media, name string) object {
	switch {
	case strings.HasSuffix(media, "json"):
		return schemaNamed(name)
	case strings.HasPrefix(media, "text/"), strings.HasSuffix(media, "-seq"):
		return object{"type": "string"}
	}
	return object{"type": "string", "format": "binary"}
}

// itemsParameters are those of a collection's items: the shared ones, the formats, and one for each queryable.
func (c *collection) itemsParameters() []object {
	out := []object{parameter("f", "The format; else Accept says it", choiceOf(names(itemFormats)...))}
	for _, name := range []string{"limit", "bbox", "bbox-crs", "datetime", "filter", "filter-lang", "filter-crs", "skipGeometry", "crs", "cursor", "lang"} {
		out = append(out, reference(name))
	}
	out = append(out,
		parameter("properties", "The properties that features have", listOf(choiceOf(c.names()...))),
		parameter("sortby", "What features are ordered by, each with + or - before it", object{
			"type": "array", "minItems": 1, "items": object{"type": "string", "pattern": "[+-]?(" + strings.Join(c.sortables(), "|") + ")"}}))
	for _, f := range c.all() {
		if f.queryable() {
			out = append(out, parameter(f.name, f.title+": "+f.description, plainSchema(f)))
		}
	}
	return out
}

func reference(name string) object { return object{"$ref": "#/components/parameters/" + name} }

func parameter(name, description string, schema object) object {
	return object{"name": name, "in": "query", "required": false, "style": "form", "explode": false, "description": description, "schema": schema}
}

func choiceOf(values ...string) object { return object{"type": "string", "enum": values} }

func listOf(items object) object { return object{"type": "array", "items": items} }

func plainSchema(f *field) object {
	s := f.schema()
	delete(s, "title")
	delete(s, "description")
	delete(s, "readOnly")
	return s
}

// sharedParameters are the parameters that mean the same everywhere.
var sharedParameters = object{
	"limit": parameter("limit", "Features of a page. More than the maximum is read as the maximum. Without it a page for people has "+strconv.Itoa(htmlLimit)+", FlatGeobuf everything.",
		object{"type": "integer", "minimum": 1, "maximum": MaxLimit, "default": DefaultLimit}),
	"bbox": parameter("bbox", "Only features that intersect the box. In degrees, west > east crosses the antimeridian. Heights do not count.",
		object{"type": "array", "minItems": 4, "maxItems": 6, "oneOf": []object{{"minItems": 4, "maxItems": 4}, {"minItems": 6, "maxItems": 6}}, "items": object{"type": "number"}}),
	"bbox-crs": parameter("bbox-crs", "The coordinate reference system of bbox", object{"type": "string", "format": "uri", "default": crs84.uri}),
	"datetime": parameter("datetime", "Only features whose time has an instant in common: an RFC 3339 date-time or a date, or START/END, both inclusive, of which one may be '..'. Features without a time match.",
		object{"type": "string"}),
	"filter":       parameter("filter", "A condition in CQL2", object{"type": "string", "maxLength": min(httpapi.MaxParam, cql2.MaxLength)}),
	"filter-lang":  parameter("filter-lang", "The language of filter", object{"type": "string", "enum": []string{cqlText, cqlJSON}, "default": cqlText}),
	"filter-crs":   parameter("filter-crs", "The coordinate reference system of geometries in filter", object{"type": "string", "format": "uri", "default": crs84.uri}),
	"skipGeometry": parameter("skipGeometry", "Features without their geometries", object{"type": "boolean", "default": false}),
	"crs": parameter("crs", "The coordinate reference system of the answer; of the EPSG register those that PostGIS knows, too",
		object{"type": "string", "format": "uri", "default": crs84.uri}),
	"cursor": parameter("cursor", "A position, as links to other pages carry it", object{"type": "string"}),
	"lang":   parameter("lang", "The language of names: en, es, ru, fr or pt. Anything else is English.", object{"type": "string", "default": "en"}),
}
