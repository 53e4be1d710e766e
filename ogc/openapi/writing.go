package openapi

import (
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/geojson"
	"github.com/skeeter-surveillance/skeeter/ogc/features"
	"github.com/skeeter-surveillance/skeeter/ogc/features/collection"
	"github.com/skeeter-surveillance/skeeter/ogc/resource"
)

// addWriting adds the operations that change a collection's features to the paths of its items and of one item.
func addWriting(c *collection.Collection, items, item object) {
	whole, changed := object{"schema": schemaNamed(newFeatureSchema(c))}, object{"schema": schemaNamed(featurePatchSchema(c))}
	feature := object{"required": true, "content": object{geojson.ContentType: whole, resource.MediaJSON: whole}}
	part := object{"required": true, "content": object{features.MediaMergePatch: changed, geojson.ContentType: changed, resource.MediaJSON: changed}}
	id := itemParameter(c)
	system := header("Content-Crs", "The coordinate reference system of the geometry, between < and >; without it longitude and latitude")
	match := header("If-Match", "The ETag of the feature that is to be changed; another answers 412")
	about := "Properties that the server works out are not read: " + strings.Join(collection.Names(c.DerivedFields()), ", ")

	post := writing("create"+c.ID, "Add a feature", about, "201", feature, system)
	location := object{"Location": object{"description": "The address of the feature", "schema": object{"type": "string", "format": "uri"}}, "ETag": etagHeader}
	post["responses"].(object)["201"] = object{"description": "It is stored", "headers": location}
	post["responses"].(object)["200"] = object{"description": "It was stored before, by the same request", "headers": location}
	items["post"] = post
	item["put"] = writing("replace"+c.ID, "Replace a feature. What features do not show stays", about, "204", feature, id, system, match)
	item["patch"] = writing("update"+c.ID, "Change a part of a feature (RFC 7396)", about, "204", part, id, system, match)
	item["delete"] = writing("delete"+c.ID, "Delete a feature", "One that was imported comes back with the next import of its file", "204", nil, id, match)
}

func header(name, description string) object {
	return object{"name": name, "in": "header", "required": false, "description": description, "schema": object{"type": "string"}}
}

// etagHeader is the header of the answer to a change.
var etagHeader = object{"description": "The ETag of the feature, for If-Match", "schema": aText}

// writing is an operation that writes. Its answers have no content.
func writing(id, summary, description, status string, body object, parameters ...object) object {
	done := object{"description": "It is done"}
	if body != nil {
		done["headers"] = object{"ETag": etagHeader}
	}
	responses := object{status: done, "default": errorResponse}
	for _, refused := range []string{"400", "401", "403", "404", "409", "412", "413", "415", "422"} {
		responses[refused] = errorResponse
	}
	op := object{
		"operationId": id, "summary": summary, "description": description, "parameters": parameters, "security": []object{{"token": []string{}}},
		"responses": responses,
	}
	if body != nil {
		op["requestBody"] = body
	}
	return op
}

// writingSchemas are what clients send, of the collections that can be changed.
func (o *OpenAPI) writingSchemas() object {
	all := object{}
	for _, c := range o.Collections {
		if !o.Writable || !c.Writable {
			continue
		}
		all[newFeatureSchema(c)] = sentFeature(c, "type", "geometry", "properties")
		all[featurePatchSchema(c)] = sentFeature(c)
	}
	return all
}

// sentFeature is a feature as clients send it. Programs send back what they read: members that the server works out are taken and not read.
func sentFeature(c *collection.Collection, required ...string) object {
	members := featureMembers(c)
	properties := members["properties"].(object)["properties"].(object)
	for _, f := range c.Fields {
		schema := properties[f.Name].(object)
		if schema["format"] == "date-time" {
			delete(schema, "format") // a day will do
		}
		delete(schema, "readOnly")
	}
	members["geometry"] = having(object{"type": choiceOf("Point"), "coordinates": aPosition}, "type", "coordinates")
	for _, name := range []string{"links", "bbox"} {
		members[name] = object{"description": "As it was read. The server takes anything and does not look at it."}
	}
	schema := object{"type": "object", "properties": members, "additionalProperties": false}
	if len(required) > 0 { // null is no list
		schema["required"] = required
	}
	return schema
}
