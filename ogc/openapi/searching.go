package openapi

import (
	"fmt"
	"maps"

	"github.com/skeeter-surveillance/skeeter/ogc/features"
	"github.com/skeeter-surveillance/skeeter/ogc/features/collection"
	"github.com/skeeter-surveillance/skeeter/ogc/features/cql2"
)

// searchDescription says what a search has beside the parameters of items.
var searchDescription = fmt.Sprintf("The parameters of items as members of a JSON object or as fields of a form, at most %d bytes. A filter may have %d bytes: a text in CQL2 text, "+
	"or an object in CQL2 JSON. Links to other pages have the method POST and the members that change.", features.MaxSearchBody, cql2.MaxLength)

// searchBody is the body of a search of a collection.
func searchBody(c *collection.Collection) object {
	members := object{}
	for _, p := range itemsParameters(c, features.SearchFormats) {
		p = resolved(p)
		name, _ := p["name"].(string)
		schema, _ := p["schema"].(object)
		schema = maps.Clone(schema)
		schema["description"] = p["description"]
		members[name] = schema
	}
	form := object{"type": "object", "properties": maps.Clone(members), "additionalProperties": false}
	form["properties"].(object)["filter"] = object{"type": "string", "maxLength": cql2.MaxLength, "description": "A condition in CQL2"}
	members["filter"] = object{"description": "A condition in CQL2: text, or JSON", "oneOf": []object{{"type": "string", "maxLength": cql2.MaxLength}, {"type": "object"}}}
	return object{"required": true, "content": object{
		features.MediaSearch: object{"schema": object{"type": "object", "properties": members, "additionalProperties": false}},
		features.MediaForm:   object{"schema": form},
	}}
}
