package openapi

import (
	"maps"
	"net/http"
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/ogc/features"
	"github.com/skeeter-surveillance/skeeter/ogc/features/collection"
	"github.com/skeeter-surveillance/skeeter/ogc/features/flatgeobuf"
	"github.com/skeeter-surveillance/skeeter/ogc/html"
	"github.com/skeeter-surveillance/skeeter/ogc/resource"
)

// object is a JSON object.
type object = map[string]any

// document is the API document.
type document object

func (o *OpenAPI) document(r *http.Request) document {
	paths := object{
		"/":            documentPath("getLandingPage", "The landing page", landingPageSchema, html.Documents),
		"/api":         documentPath("getAPI", "This document", openAPISchema, Formats),
		"/conformance": documentPath("getConformance", "Conformance classes", conformanceSchema, html.Documents),
		"/functions":   documentPath("getFunctions", "Functions that a filter may call", functionsSchema, html.Documents),
		"/collections": documentPath("getCollections", "The collections", collectionsSchema, html.Documents),
	}
	for _, c := range o.Collections {
		maps.Copy(paths, o.collectionPaths(c))
	}
	maps.Copy(paths, o.tilePaths())
	maps.Copy(paths, stylePaths())
	components := object{
		"parameters": sharedParameters,
		"schemas":    o.schemas(),
		"responses": object{"Error": object{"description": "What is wrong with the request",
			"content": errorContent}},
	}
	if o.Writable {
		components["securitySchemes"] = object{"token": object{"type": "http", "scheme": "bearer"}}
	}
	return document{
		"openapi":    "3.0.3",
		"info":       object{"title": o.AppName, "description": "Records of mosquitoes for GIS clients, by OGC API - Features", "version": "1.0"},
		"servers":    []object{{"url": httpapi.BaseURL(r) + resource.Path}},
		"paths":      paths,
		"components": components,
	}
}

// collectionPaths are the paths of a collection, without those of its tiles.
func (o *OpenAPI) collectionPaths(c *collection.Collection) object {
	of, name := "/collections/"+c.ID, strings.ToUpper(c.ID[:1])+c.ID[1:]
	items := object{"get": operation("get"+name, c.Title, c.Description, featuresSchema(c), features.Formats, itemsParameters(c, features.Formats)...)}
	items["get"].(object)["responses"].(object)["206"] = object{"description": "The bytes of a FlatGeobuf file that the header Range asks for", "content": object{
		flatgeobuf.ContentType: object{"schema": object{"type": "string", "format": "binary"}}}}
	items["get"].(object)["responses"].(object)["416"] = object{"description": "The header Range asks for bytes that are not there", "content": errorContent}
	getItem := operation("get"+name+"Item", "One of "+c.Title, "", featureSchema(c), features.ItemFormats,
		append(append(zoomParameters(c), countParameters(c)...), itemParameter(c), reference("crs"), formatParameter(features.ItemFormats), reference("profile"), reference("lang"))...)
	getItem["responses"].(object)["404"] = errorResponse
	item := object{"get": getItem}
	if o.Writable && c.Writable {
		addWriting(c, items, item)
	}
	search := operation("search"+name, c.Title+", of parameters in a body", searchDescription, featuresSchema(c), features.SearchFormats, parameter("cursor", "A position, as the header Link carries it", aText))
	search["requestBody"] = searchBody(c)
	for status, description := range map[string]string{"413": "The body is too large", "415": "The body is neither JSON nor a form"} {
		search["responses"].(object)[status] = object{"description": description, "content": errorContent}
	}
	schemaPath := func(id, summary string) object {
		parameters := append(dimensionsParameters(c), formatParameter(features.SchemaFormats), reference("lang"))
		return object{"get": operation(id, summary, "", jsonSchemaSchema, features.SchemaFormats, parameters...)}
	}
	return object{
		of + "/search":         object{"post": search},
		of:                     documentPath("get"+name+"Collection", c.Title, collectionSchema, html.Documents),
		of + "/queryables":     schemaPath("get"+name+"Queryables", "What a filter may name"),
		of + "/sortables":      schemaPath("get"+name+"Sortables", "What sortby may name"),
		of + "/schema/feature": schemaPath("get"+name+"FeatureSchema", "A feature in GeoJSON"),
		of + "/schema":         schemaPath("get"+name+"Schema", "What the features have"),
		of + "/items":          items,
		of + "/items/{item}":   item,
	}
}

// documentPath is the path of a document without parameters of its own. schema names what it is in JSON.
func documentPath(id, summary, schema string, formats []resource.DocumentFormat) object {
	return object{"get": operation(id, summary, "", schema, formats, formatParameter(formats), reference("lang"))}
}

func operation[F resource.Described](id, summary, description, schema string, formats []F, parameters ...object) object {
	content := object{}
	for _, f := range formats {
		media := f.Described().Media()
		content[media] = object{"schema": contentSchema(media, schema)}
	}
	op := object{
		"operationId": id, "summary": summary, "parameters": parameters,
		"responses": object{
			"200":     object{"description": summary, "content": content},
			"400":     errorResponse,
			"default": errorResponse,
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

// errorContent is what an answer to such a request holds.
var errorContent = object{resource.MediaJSON: object{"schema": schemaNamed(errorSchema)}}

// errorResponse is the answer to a request that something is wrong with.
var errorResponse = object{"$ref": "#/components/responses/Error"}
