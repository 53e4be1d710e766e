package ogc

import (
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/geojson"
)

// writeOperations adds the operations that change a collection's features to its paths in the API document.
func (o *OGC) writeOperations(c *collection, items, item object) {
	if o.options.Writer == nil || !c.writable {
		return
	}
	anything := object{"schema": object{"type": "object"}}
	feature := object{"required": true, "content": object{geojson.ContentType: anything, mediaJSON: anything}}
	part := object{"required": true, "content": object{mediaMergePatch: object{"schema": object{"type": "object"}}}}
	id := object{"name": "item", "in": "path", "required": true, "description": c.key.description, "schema": plainSchema(c.key)}
	system := header("Content-Crs", "The coordinate reference system of the geometry, between < and >; without it longitude and latitude")
	match := header("If-Match", "The ETag of the feature that is to be changed; another answers 412")
	about := "Properties that the server works out are not read: " + strings.Join(c.derived(), ", ")

	post := writing("create"+c.id, "Add a feature", about, "201", feature, system)
	location := object{"Location": object{"description": "The address of the feature", "schema": object{"type": "string", "format": "uri"}}}
	post["responses"].(object)["201"] = object{"description": "It is stored", "headers": location}
	post["responses"].(object)["200"] = object{"description": "It was stored before, by the same request", "headers": location}
	items["post"] = post
	item["put"] = writing("replace"+c.id, "Replace a feature. What features do not show stays", about, "204", feature, id, system, match)
	item["patch"] = writing("update"+c.id, "Change a part of a feature (RFC 7396)", about, "204", part, id, system, match)
	item["delete"] = writing("delete"+c.id, "Delete a feature", "One that was imported comes back with the next import of its file", "204", nil, id, match)
}

func header(name, description string) object {
	return object{"name": name, "in": "header", "required": false, "description": description, "schema": object{"type": "string"}}
}

func writing(id, summary, description, status string, body object, parameters ...object) object {
	op := object{
		"operationId": id, "summary": summary, "description": description, "parameters": parameters, "security": []object{{"token": []string{}}},
		"responses": object{status: object{"description": "It is done"}, "default": object{"$ref": "#/components/responses/Error"}},
	}
	if body != nil {
		op["requestBody"] = body
	}
	return op
}
