package model

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// unknownFields says which fields of input and output are none: a typo would else pass in silence, and the model answer wrongly.
func unknownFields(data []byte) (warnings []string) {
	var said struct {
		Input  map[string]json.RawMessage `json:"input"`
		Output map[string]json.RawMessage `json:"output"`
	}
	if json.Unmarshal(data, &said) != nil {
		return nil // Parse says why
	}
	for _, part := range []struct {
		name   string
		fields map[string]json.RawMessage
		known  reflect.Type
	}{
		{"input", said.Input, reflect.TypeFor[Input]()},
		{"output", said.Output, reflect.TypeFor[Output]()},
	} {
		for _, field := range slices.Sorted(maps.Keys(part.fields)) {
			if isField(field, part.known) {
				continue
			}
			warning := part.name + "." + field + " is no field"
			if strings.EqualFold(field, "color_order") {
				warning += ": it is spelled colour_order"
			}
			warnings = append(warnings, warning)
		}
	}
	return warnings
}

// isField says whether encoding/json finds a field of a struct for a name. The type of the numbers is often written down too; the
// network says it itself.
func isField(name string, of reflect.Type) bool {
	for i := range of.NumField() {
		if strings.EqualFold(name, of.Field(i).Tag.Get("json")) {
			return true
		}
	}
	return strings.EqualFold(name, "type")
}
