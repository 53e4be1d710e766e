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
	anything := object{"schema": object{"type": "object"}}
	feature := object{"required": true, "content": object{geojson.ContentType: anything, resource.MediaJSON: anything}}
	part := object{"required": true, "content": object{features.MediaMergePatch: anything}}
	id := itemParameter(c)
	system := header("Content-Crs", "The coordinate reference system of the geometry, between < and >; without it longitude and latitude")
	match := header("If-Match", "The ETag of the feature that is to be changed; another answers 412")
	about := "Properties that the server works out are not read: " + strings.Join(collection.Names(c.DerivedFields()), ", ")

	post := writing("create"+c.ID, "Add a feature", about, "201", feature, system)
	location := object{"Location": object{"description": "The address of the feature", "schema": object{"type": "string", "format": "uri"}}}
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

func writing(id, summary, description, status string, body object, parameters ...object) object {
	op := object{
		"operationId": id, "summary": summary, "description": description, "parameters": parameters, "security": []object{{"token": []string{}}},
		"responses": object{status: object{"description": "It is done"}, "default": errorResponse},
	}
	if body != nil {
		op["requestBody"] = body
	}
	return op
}
