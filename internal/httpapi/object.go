package httpapi

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// Object reads the members of a JSON object and collects the errors of all of them. A member that no method was called for is
// an error too: nothing that a client sent is dropped silently.
type Object struct {
	members map[string]json.RawMessage
	asked   map[string]bool // members that a method was called for
	loc     []string
	fields  *[]FieldError // shared with nested objects
	nested  []*Object
}

// Fail records a field error of a member.
func (o *Object) Fail(name, code, msg string) {
	*o.fields = append(*o.fields, FieldError{Loc: append(slices.Clone(o.loc), name), Msg: msg, Type: code})
}

// FailBody records a field error of a member of the whole body, of which o may be a part.
func (o *Object) FailBody(name, code, msg string) {
	*o.fields = append(*o.fields, FieldError{Loc: []string{o.loc[0], name}, Msg: msg, Type: code})
}

// Err returns a 422 with every error, those of unknown members included, or nil.
func (o *Object) Err() error {
	o.failUnknown()
	return Invalid(*o.fields...)
}

func (o *Object) failUnknown() {
	var unknown []string
	for name := range o.members {
		if !o.asked[name] {
			unknown = append(unknown, name)
		}
	}
	slices.Sort(unknown)
	for _, name := range unknown {
		o.Fail(name, "unknown_field", "Unknown field "+name)
	}
	for _, n := range o.nested {
		n.failUnknown()
	}
}

// Has reports whether a member is present and not null.
func (o *Object) Has(name string) bool {
	raw, ok := o.members[name]
	return ok && string(bytes.TrimSpace(raw)) != "null"
}

// IsNull reports whether a member is present and null.
func (o *Object) IsNull(name string) bool {
	raw, ok := o.members[name]
	return ok && string(bytes.TrimSpace(raw)) == "null"
}

// Require records an error when a member is missing or null.
func (o *Object) Require(names ...string) {
	for _, name := range names {
		if !o.Has(name) {
			o.Known(name)
			o.Fail(name, "missing", name+" is required")
		}
	}
}

// Names returns the names of the members, in order.
func (o *Object) Names() []string { return slices.Sorted(maps.Keys(o.members)) }

// Known marks members that the caller reads otherwise or ignores.
func (o *Object) Known(names ...string) {
	for _, name := range names {
		o.asked[name] = true
	}
}

// Raw returns the JSON of a member as sent; nil when absent or null.
func (o *Object) Raw(name string) json.RawMessage {
	o.asked[name] = true
	if !o.Has(name) {
		return nil
	}
	return o.members[name]
}

// Text returns a string of at most limit characters without control characters other than tab and line ends. It returns nil
// when the member is absent, null or blank.
func (o *Object) Text(name string, limit int) *string {
	raw := o.Raw(name)
	if raw == nil {
		return nil
	}
	var s string
	switch {
	case json.Unmarshal(raw, &s) != nil:
		o.Fail(name, "not_a_string", name+" must be a string")
	case utf8.RuneCountInString(s) > limit:
		o.Fail(name, "too_long", fmt.Sprintf("%s must be at most %d characters", name, limit))
	case strings.ContainsFunc(s, isControl):
		o.Fail(name, "invalid_text", name+" must not contain control characters")
	case strings.TrimSpace(s) == "":
		return nil
	default:
		return &s
	}
	return nil
}

func isControl(r rune) bool {
	return r < ' ' && r != '\n' && r != '\r' && r != '\t' || r == 0x7f
}

// Float returns a finite number in [low, high]; nil when absent or null.
func (o *Object) Float(name string, low, high float64) *float64 {
	raw := o.Raw(name)
	if raw == nil {
		return nil
	}
	var n float64
	switch {
	case json.Unmarshal(raw, &n) != nil || math.IsInf(n, 0) || math.IsNaN(n):
		o.Fail(name, "not_a_number", name+" must be a number")
	case n < low || n > high:
		o.Fail(name, "out_of_range", fmt.Sprintf("%s must be between %s and %s", name, surveillance.NumberText(low), surveillance.NumberText(high)))
	default:
		return &n
	}
	return nil
}

// Int returns a whole number in [low, high], 3.0 too; nil when absent or null.
func (o *Object) Int(name string, low, high int) *int {
	raw := o.Raw(name)
	if raw == nil {
		return nil
	}
	var n float64
	switch {
	case json.Unmarshal(raw, &n) != nil || n != math.Trunc(n):
		o.Fail(name, "not_an_integer", name+" must be a whole number")
	case n < float64(low) || n > float64(high):
		o.Fail(name, "out_of_range", fmt.Sprintf("%s must be between %d and %d", name, low, high))
	default:
		return new(int(n))
	}
	return nil
}

// Object returns a nested object; nil when absent, null or not an object.
func (o *Object) Object(name string) *Object {
	raw := o.Raw(name)
	if raw == nil {
		return nil
	}
	n := &Object{asked: map[string]bool{}, loc: append(slices.Clone(o.loc), name), fields: o.fields}
	if err := json.Unmarshal(raw, &n.members); err != nil || n.members == nil {
		o.Fail(name, "not_an_object", name+" must be an object")
		return nil
	}
	o.nested = append(o.nested, n)
	return n
}

// UUID returns a UUID in its form with hyphens; nil when absent or null.
func (o *Object) UUID(name string) *uuid.UUID {
	raw := o.Raw(name)
	if raw == nil {
		return nil
	}
	var s string
	if json.Unmarshal(raw, &s) == nil {
		if id, ok := ParseUUID(s); ok {
			return &id
		}
	}
	o.Fail(name, "not_a_uuid", name+" must be a UUID")
	return nil
}

// ParseUUID reads the one form with hyphens. uuid.Parse also takes braces and a URN.
func ParseUUID(s string) (uuid.UUID, bool) {
	const hyphenated = 36
	if len(s) != hyphenated {
		return uuid.UUID{}, false
	}
	id, err := uuid.Parse(s)
	return id, err == nil
}

// Part returns an object of some of the members, for another reader. Its errors join those of o and have the same places; its
// members are known to o.
func (o *Object) Part(names ...string) *Object {
	o.Known(names...)
	part := &Object{members: map[string]json.RawMessage{}, asked: map[string]bool{}, loc: o.loc, fields: o.fields}
	for _, name := range names {
		if raw, ok := o.members[name]; ok {
			part.members[name] = raw
		}
	}
	return part
}
