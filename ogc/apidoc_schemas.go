package ogc

import "maps"

// Names of schemas in the API document. Those of features have the collection's name before them.
const (
	landingPageSchema    = "landingPage"
	conformanceSchema    = "conformance"
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
func (c *collection) featureSchema() string  { return c.id + "Feature" }
func (c *collection) featuresSchema() string { return c.id + "Features" }

func schemaNamed(name string) object { return object{"$ref": "#/components/schemas/" + name} }

// schemas are what the JSON documents of the API look like.
func (o *OGC) schemas() object {
	all := maps.Clone(documentSchemas)
	for _, c := range o.collections {
		all[c.featureSchema()] = having(c.featureMembers(), "type", "id", "geometry", "properties")
		all[c.featuresSchema()] = having(object{
			"type":           choiceOf("FeatureCollection"),
			"features":       listOf(schemaNamed(c.featureSchema())),
			"links":          linksSchema,
			"numberReturned": aCount,
			"numberMatched":  aCount,
			"timeStamp":      object{"type": "string", "format": "date-time"},
		}, "type", "features", "links", "numberReturned", "timeStamp")
	}
	return all
}

// featureMembers are the members of one of the collection's features. Any property may be null, or not asked for.
func (c *collection) featureMembers() object {
	properties := object{}
	for _, f := range c.fields {
		s := f.schema()
		s["nullable"] = true
		if f.enum != nil {
			choices := []any{nil}
			for _, value := range f.enum {
				choices = append(choices, value)
			}
			s["enum"] = choices
		}
		properties[f.name] = s
	}
	return object{
		"type":       choiceOf("Feature"),
		"id":         plainSchema(c.key),
		"geometry":   geometrySchemas[c.geometry],
		"properties": object{"type": "object", "properties": properties, "additionalProperties": false},
		"links":      linksSchema,
	}
}

// having is the schema of an object with these members, of which some are always there.
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
)

// geometrySchemas are those of a collection's geometries, by its kind. skipGeometry makes them null.
var geometrySchemas = map[string]object{
	"point": nullable(having(object{"type": choiceOf("Point"), "coordinates": aPosition}, "type", "coordinates")),
	"multipolygon": nullable(having(object{
		"type": choiceOf("Polygon", "MultiPolygon"), "coordinates": listOf(object{"type": "array", "items": object{}}),
	}, "type", "coordinates")),
}

func nullable(schema object) object {
	schema["nullable"] = true
	return schema
}

// documentSchemas are those of the resources that are no features.
var documentSchemas = object{
	linkSchema: having(object{"href": aText, "rel": aText, "type": aText, "title": aText, "templated": object{"type": "boolean"}}, "href", "rel"),
	errorSchema: having(object{
		"detail": aText, "type": aText, "errors": listOf(having(object{"loc": listOf(aText), "msg": aText, "type": aText}, "loc", "msg", "type")),
	}, "detail", "type"),

	landingPageSchema: having(object{"title": aText, "description": aText, "links": linksSchema}, "title", "links"),
	conformanceSchema: having(object{"conformsTo": listOf(aText), "links": linksSchema}, "conformsTo"),
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
	}, "id", "links", "itemType", "crs", "storageCrs"),
	jsonSchemaSchema: having(object{"$schema": aText, "$id": aText, "type": choiceOf("object"), "title": aText, "description": aText,
		"properties": object{"type": "object"}, "additionalProperties": object{"type": "boolean"}}, "$schema", "$id", "type", "properties"),
	openAPISchema: having(object{"openapi": object{"type": "string", "pattern": `^3\.0\.`}, "info": object{"type": "object"}, "paths": object{"type": "object"}},
		"openapi", "info", "paths"),

	tileSetsSchema: having(object{"tilesets": listOf(schemaNamed(tileSetSchema)), "links": linksSchema}, "tilesets"),
	tileSetSchema: having(object{
		"title": aText, "description": aText, "dataType": choiceOf("vector"), "crs": aText, "tileMatrixSetURI": aText, "links": linksSchema,
		"tileMatrixSetLimits": listOf(having(object{"tileMatrix": aText, "minTileRow": aCount, "maxTileRow": aCount, "minTileCol": aCount, "maxTileCol": aCount},
			"tileMatrix", "minTileRow", "maxTileRow", "minTileCol", "maxTileCol")),
		"layers": listOf(having(object{"id": aText, "dataType": aText}, "id", "dataType")),
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
