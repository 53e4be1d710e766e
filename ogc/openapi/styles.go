package openapi

import (
	"github.com/skeeter-surveillance/skeeter/ogc/html"

	"github.com/skeeter-surveillance/skeeter/ogc/styles"
)

// Names of the schemas of styles.
const (
	stylesSchema        = "styles"
	styleSchema         = "style"
	styleMetadataSchema = "styleMetadata"
)

// stylePaths are the paths of the styles.
func stylePaths() object {
	of := func(op object) object {
		get := op["get"].(object)
		get["parameters"] = append([]object{{"name": "style", "in": "path", "required": true, "description": "Id of a style", "schema": choiceOf(styles.IDs()...)}},
			get["parameters"].([]object)...)
		get["responses"].(object)["404"] = errorResponse
		return op
	}
	return object{
		"/styles":                  documentPath("getStyles", "Map styles", stylesSchema, html.Documents),
		"/styles/{style}":          of(object{"get": operation("getStyle", "A map style, for web maps or for QGIS", "", styleSchema, styles.Formats, formatParameter(styles.Formats), reference("lang"))}),
		"/styles/{style}/metadata": of(documentPath("getStyleMetadata", "About a map style", styleMetadataSchema, html.Documents)),
	}
}

// styleSchemas are the documents of the styles.
var styleSchemas = object{
	stylesSchema: having(object{"title": aText, "default": aText, "links": linksSchema,
		"styles": listOf(having(object{"id": aText, "title": aText, "links": linksSchema}, "id", "links"))}, "styles"),
	styleSchema: having(object{"version": anInteger, "name": aText, "sources": object{"type": "object"}, "layers": listOf(object{"type": "object"})}, "version", "sources", "layers"),
	styleMetadataSchema: having(object{
		"id": aText, "title": aText, "description": aText, "keywords": listOf(aText), "scope": choiceOf("style"), "links": linksSchema,
		"stylesheets": listOf(having(object{"title": aText, "version": aText, "specification": aText, "native": object{"type": "boolean"}, "link": schemaNamed(linkSchema)}, "link")),
		"layers": listOf(having(object{"id": aText, "description": aText, "dataType": choiceOf("vector"), "geometryType": choiceOf("points"),
			"propertiesSchema": object{"type": "object"}, "sampleData": schemaNamed(linkSchema)}, "id")),
	}, "id"),
}
