package model

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// unknownFields warns of unknown fields of input, output and reject. A typo there would go unnoticed and make the model answer wrongly.
func unknownFields(data []byte) (warnings []string) {
	var given struct {
		Input  map[string]json.RawMessage `json:"input"`
		Output map[string]json.RawMessage `json:"output"`
		Reject map[string]json.RawMessage `json:"reject"`
	}
	if json.Unmarshal(data, &given) != nil {
		return nil // Parse returns the error
	}
	for _, part := range []struct {
		name   string
		fields map[string]json.RawMessage
		known  reflect.Type
	}{
		{"input", given.Input, reflect.TypeFor[Input]()},
		{"output", given.Output, reflect.TypeFor[Output]()},
		{"reject", given.Reject, reflect.TypeFor[Reject]()},
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

// isField reports whether encoding/json finds a field of a struct for a name. It allows `type`: many descriptions state the type of
// the numbers, which the network states too.
func isField(name string, of reflect.Type) bool {
	for i := range of.NumField() {
		if strings.EqualFold(name, of.Field(i).Tag.Get("json")) {
			return true
		}
	}
	return strings.EqualFold(name, "type")
}
