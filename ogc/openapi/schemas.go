package openapi

import (
	"maps"

	"github.com/skeeter-surveillance/skeeter/ogc/features/collection"
)

// Names of schemas in the API document. Those of features have the collection's name before them.
const (
	landingPageSchema    = "landingPage"
	conformanceSchema    = "conformance"
	functionsSchema      = "functions"
	collectionsSchema    = "collections"
	collectionSchema     = "collection"
	jsonSchemaSchema     = "jsonSchema"
	tileSetsSchema       = "tileSets"
	tileSetSchema        = "tileSet"
	tileJSONSchema       = "tileJSON"
	tileMatrixSetsSchema = "tileMatrixSets"
	tileMatrixSetSchema  = "tileMatrixSet"
	linkSchema           = "link"
	errorSchema          = "error"
	openAPISchema        = "openAPI"
)

// featureSchema and featuresSchema name what a feature and a page of them are.
func featureSchema(c *collection.Collection) string  { return c.ID + "Feature" }
func featuresSchema(c *collection.Collection) string { return c.ID + "Features" }

// newFeatureSchema and featurePatchSchema name what clients send.
func newFeatureSchema(c *collection.Collection) string   { return c.ID + "NewFeature" }
func featurePatchSchema(c *collection.Collection) string { return c.ID + "FeaturePatch" }

func schemaNamed(name string) object { return object{"$ref": "#/components/schemas/" + name} }

// schemas are the JSON documents of the API.
func (o *OpenAPI) schemas() object {
	all := maps.Clone(documentSchemas)
	maps.Copy(all, styleSchemas)
	maps.Copy(all, o.writingSchemas())
	for _, c := range o.Collections {
		all[featureSchema(c)] = having(featureMembers(c), "type", "id", "geometry", "properties")
		all[featuresSchema(c)] = having(object{
			"type":       choiceOf("FeatureCollection"),
			"conformsTo": listOf(aText), "featureType": aText, "featureSchema": aText, "coordRefSys": aText, "geometryDimension": anInteger, // of JSON-FG
			"features":       listOf(schemaNamed(featureSchema(c))),
			"links":          linksSchema,
			"numberReturned": aCount,
			"numberMatched":  aCount,
			"timeStamp":      object{"type": "string", "format": "date-time"},
		}, "type", "features", "links", "numberReturned", "timeStamp")
	}
	return all
}

// featureMembers are the members of a feature. Any property may be null, or absent because it was not asked for.
func featureMembers(c *collection.Collection) object {
	properties := object{}
	for _, f := range c.Fields {
		s := f.Schema()
		s["nullable"] = true
		if f.Enum != nil {
			choices := []any{nil}
			for _, value := range f.Enum {
				choices = append(choices, value)
			}
			s["enum"] = choices
		}
		properties[f.Name] = s
	}
	return object{
		"type":       choiceOf("Feature"),
		"id":         c.Key.ValueSchema(),
		"geometry":   geometrySchemas[c.Geometry],
		"properties": object{"type": "object", "properties": properties, "additionalProperties": false},
		"links":      linksSchema,
		"conformsTo": listOf(aText), "featureType": aText, "featureSchema": aText, "coordRefSys": aText, // of JSON-FG
		"place": geometrySchemas[c.Geometry],
		"time": nullable(object{"type": "object", "properties": object{
			"date": object{"type": "string", "format": "date"}, "timestamp": object{"type": "string", "format": "date-time"},
			"interval": object{"type": "array", "minItems": 2, "maxItems": 2, "items": aText},
		}}),
	}
}

// having is the schema of an object with these members, some of which are required.
func having(members object, required ...string) object {
	return object{"type": "object", "properties": members, "required": required}
}

var (
	aText       = object{"type": "string"}
	anInteger   = object{"type": "integer"}
	aCount      = object{"type": "integer", "minimum": 0}
	aNumber     = object{"type": "number"}
	linksSchema = listOf(schemaNamed(linkSchema))
	aPosition   = object{"type": "array", "minItems": 2, "maxItems": 2, "items": aNumber}
	aRing       = object{"type": "array", "minItems": 4, "items": aPosition}
)

// geometrySchemas are the geometries by their kind. With skipGeometry they are null.
var geometrySchemas = map[string]object{
	"":                      nullable(object{"type": "object", "maxProperties": 0}), // always null
	collection.Point:        nullable(having(object{"type": choiceOf("Point"), "coordinates": aPosition}, "type", "coordinates")),
	collection.MultiPolygon: nullable(having(object{"type": choiceOf("MultiPolygon"), "coordinates": listOf(listOf(aRing))}, "type", "coordinates")),
}

func nullable(schema object) object {
	schema["nullable"] = true
	return schema
}

// tileBoxSchema is a box in degrees.
var tileBoxSchema = having(object{"lowerLeft": aPosition, "upperRight": aPosition, "crs": aText}, "lowerLeft", "upperRight")

// documentSchemas are the resources that are not features.
var documentSchemas = object{
	linkSchema: having(object{"href": aText, "rel": aText, "type": aText, "title": aText, "templated": object{"type": "boolean"},
		"method": choiceOf("POST"), "body": object{"type": "object"}, "merge": object{"type": "boolean"}}, "href", "rel"),
	errorSchema: having(object{
		"detail": aText, "type": aText, "errors": listOf(having(object{"loc": listOf(aText), "msg": aText, "type": aText}, "loc", "msg", "type")),
	}, "detail", "type"),

	landingPageSchema: having(object{"title": aText, "description": aText, "links": linksSchema}, "title", "links"),
	conformanceSchema: having(object{"conformsTo": listOf(aText), "links": linksSchema}, "conformsTo"),
	functionsSchema: having(object{"functions": listOf(having(object{"name": aText, "description": aText, "returns": listOf(aText),
		"arguments": listOf(having(object{"title": aText, "type": listOf(aText)}, "type"))}, "name", "returns")), "links": linksSchema}, "functions"),
	collectionsSchema: having(object{"links": linksSchema, "collections": listOf(schemaNamed(collectionSchema)), "crs": listOf(aText)}, "links", "collections"),
	collectionSchema: having(object{
		"id": aText, "title": aText, "description": aText, "attribution": aText, "itemType": choiceOf("feature"),
		"links": linksSchema, "crs": listOf(aText), "storageCrs": aText,
		"extent": object{"type": "object", "properties": object{
			"spatial": having(object{"bbox": listOf(object{"type": "array", "minItems": 4, "maxItems": 4, "items": aNumber}), "crs": aText}, "bbox", "crs"),
			"temporal": having(object{
				"interval": listOf(object{"type": "array", "minItems": 2, "maxItems": 2, "items": object{"type": "string", "format": "date-time"}}), "trs": aText,
			}, "interval", "trs"),
		}},
	}, "id", "links", "itemType"),
	jsonSchemaSchema: having(object{"$schema": aText, "$id": aText, "type": choiceOf("object"), "title": aText, "description": aText,
		"properties": object{"type": "object"}, "additionalProperties": object{"type": "boolean"}}, "$schema", "$id", "type", "properties"),
	openAPISchema: having(object{"openapi": object{"type": "string", "pattern": `^3\.0\.`}, "info": object{"type": "object"}, "paths": object{"type": "object"}},
		"openapi", "info", "paths"),

	tileSetsSchema: having(object{"tilesets": listOf(schemaNamed(tileSetSchema)), "links": linksSchema}, "tilesets"),
	tileSetSchema: having(object{
		"title": aText, "description": aText, "dataType": choiceOf("vector"), "crs": aText, "tileMatrixSetURI": aText, "tileMatrixSetId": aText, "links": linksSchema,
		"tileMatrixSetLimits": listOf(having(object{"tileMatrix": aText, "minTileRow": aCount, "maxTileRow": aCount, "minTileCol": aCount, "maxTileCol": aCount},
			"tileMatrix", "minTileRow", "maxTileRow", "minTileCol", "maxTileCol")),
		"boundingBox": tileBoxSchema,
		"layers": listOf(having(object{
			"id": aText, "title": aText, "description": aText, "dataType": choiceOf("vector"), "geometryDimension": object{"type": "integer", "enum": []int{0, 2}},
			"minTileMatrix": aText, "maxTileMatrix": aText, "boundingBox": tileBoxSchema, "links": linksSchema,
			"propertiesSchema": having(object{"type": choiceOf("object"), "properties": object{"type": "object"}}, "type", "properties"),
		}, "id", "dataType", "geometryDimension", "propertiesSchema")),
	}, "dataType", "crs", "links"),
	tileJSONSchema: having(object{"tilejson": aText, "tiles": listOf(aText), "vector_layers": listOf(object{"type": "object"}), "minzoom": aCount, "maxzoom": aCount,
		"bounds": listOf(aNumber)}, "tilejson", "tiles", "vector_layers"),
	tileMatrixSetsSchema: having(object{"tileMatrixSets": listOf(having(object{"id": aText, "title": aText, "uri": aText, "crs": aText, "links": linksSchema}, "links")),
		"links": linksSchema}, "tileMatrixSets"),
	tileMatrixSetSchema: having(object{
		"id": aText, "title": aText, "uri": aText, "crs": aText, "orderedAxes": listOf(aText), "wellKnownScaleSet": aText, "links": linksSchema,
		"tileMatrices": listOf(having(object{
			"id": aText, "scaleDenominator": aNumber, "cellSize": aNumber, "cornerOfOrigin": aText, "pointOfOrigin": aPosition,
			"tileWidth": anInteger, "tileHeight": anInteger, "matrixWidth": anInteger, "matrixHeight": anInteger,
		}, "id", "scaleDenominator", "cellSize", "pointOfOrigin", "tileWidth", "tileHeight", "matrixWidth", "matrixHeight")),
	}, "crs", "tileMatrices"),
}
