package model

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
)

// decode reads JSON that a person wrote by hand, whom its errors help. whole names the value as a whole in errors.
func decode(data []byte, into any, whole string) error {
	err := json.Unmarshal(data, into)
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		before := data[:max(syntax.Offset-1, 0)]
		return fmt.Errorf("line %d is no JSON: %w", 1+bytes.Count(before, []byte("\n")), err)
	case errors.As(err, &kind):
		return fmt.Errorf("%s is %s: %s is needed", cmp.Or(kind.Field, whole), written(kind.Value), needed(kind))
	}
	return err
}

// written names the value in the JSON; value is a kind, or such as `number 1.5`.
func written(value string) string {
	switch value {
	case "array":
		return "a list"
	case "object":
		return "an object"
	case "bool":
		return "true or false"
	}
	if number, ok := strings.CutPrefix(value, "number "); ok {
		return number
	}
	return "a " + value
}

// needed names the kind of value that the field takes.
func needed(err *json.UnmarshalTypeError) string {
	isNumber := strings.HasPrefix(err.Value, "number ")
	switch kind := err.Type.Kind(); {
	case kind == reflect.Int && isNumber:
		return "a whole number"
	case kind == reflect.Float64 && isNumber:
		return "a smaller number"
	case kind == reflect.Int || kind == reflect.Float64:
		return "a number"
	case kind == reflect.Bool:
		return "true or false"
	case kind == reflect.Slice:
		return "a list"
	case kind == reflect.String:
		return "a string"
	}
	return "an object"
}
