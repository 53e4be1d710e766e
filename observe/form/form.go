// Package form reads the body of a request that creates or changes a record: its members with their rules, in a new record and in a merge
// patch (RFC 7396), with every error collected. It imports internal packages and observe/darwincore/dates.
package form

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// Form is a request body with the writable fields of a record. In a merge patch, a member that is not given keeps its value, and null
// removes an optional one. In a new record null means that the member is not given.
type Form struct {
	*httpapi.Object
	Location *surveillance.Location // the place, where it is not among the members
	Patch    bool
	Now      time.Time
	// Warnings are what the answer to a create says of how the form was read; nil where an answer has no place for them.
	Warnings *[]string
}

// Given says whether one of the members is there, null included, and marks all of them as read.
func (f Form) Given(names ...string) bool {
	f.Known(names...)
	return slices.ContainsFunc(names, func(name string) bool { return f.Has(name) || f.IsNull(name) })
}

// Kept says whether a member that cannot be removed has a value; null in a patch is an error.
func (f Form) Kept(name string) bool {
	if f.Given(name) && f.Patch && f.IsNull(name) {
		f.Fail(name, "missing", name+" cannot be removed")
	}
	return f.Has(name)
}

// Required says whether a member that every record has is given; a new record cannot go without.
func (f Form) Required(name string) bool {
	if !f.Patch {
		f.Require(name)
	}
	return f.Kept(name)
}

// Plain returns a string member as it is, and "" for anything else, which the caller reports.
func (f Form) Plain(name string) string {
	var s string
	_ = json.Unmarshal(f.Raw(name), &s) // leaves s empty when it fails
	return s
}

// Checked returns a text that PostgreSQL can store; nil when absent, null, blank or wrong.
func (f Form) Checked(name string, limit int) *string {
	if err := checkEscapes(f.Raw(name)); err != nil {
		f.Fail(name, "invalid_text", name+" "+err.Error())
		return nil
	}
	return f.Text(name, limit)
}

// SetText reads an optional text into a field; a blank one becomes nil.
func (f Form) SetText(name string, limit int, field **string) {
	if f.Given(name) {
		*field = f.Checked(name, limit)
	}
}

// SetFloat reads an optional number in [low, high] into a field.
func (f Form) SetFloat(name string, low, high float64, field **float64) {
	if f.Given(name) {
		*field = f.Float(name, low, high)
	}
}

// SetUUID reads an optional UUID into a field.
func (f Form) SetUUID(name string, field **uuid.UUID) {
	if f.Given(name) {
		*field = f.UUID(name)
	}
}

// SetBool reads an optional boolean into a field.
func (f Form) SetBool(name string, field **bool) {
	if !f.Given(name) {
		return
	}
	*field = nil
	if !f.Has(name) {
		return
	}
	var b bool
	if json.Unmarshal(f.Raw(name), &b) != nil {
		f.Fail(name, "not_a_boolean", name+" must be true or false")
		return
	}
	*field = &b
}

// SetTexts reads an optional array of at most most texts, none blank or longer than limit characters, into a field.
func (f Form) SetTexts(name string, limit, most int, field *[]string) {
	if !f.Given(name) {
		return
	}
	*field = []string{}
	if !f.Has(name) {
		return
	}
	var texts []*string // a nil is a null
	raw := f.Raw(name)
	switch err := checkEscapes(raw); {
	case err != nil:
		f.Fail(name, "invalid_text", name+" "+err.Error())
	case json.Unmarshal(raw, &texts) != nil:
		f.Fail(name, "not_an_array", name+" must be an array of strings")
	case len(texts) > most:
		f.Fail(name, "too_many", fmt.Sprintf("%s must have at most %d items", name, most))
	case slices.ContainsFunc(texts, func(t *string) bool { return !isLine(t, limit) }):
		f.Fail(name, "invalid_text", fmt.Sprintf("%s must hold texts of 1 to %d characters, without control characters", name, limit))
	default:
		for _, t := range texts {
			*field = append(*field, strings.TrimSpace(*t))
		}
	}
}

func isLine(t *string, limit int) bool {
	return t != nil && strings.TrimSpace(*t) != "" && utf8.RuneCountInString(*t) <= limit && !strings.ContainsFunc(*t, unicode.IsControl)
}

// OneOf returns a member that has a fixed set of values, "" when it has none of them.
func (f Form) OneOf(name string, allowed []string) string {
	s := f.Plain(name)
	if slices.Contains(allowed, s) {
		return s
	}
	f.Fail(name, "not_allowed", name+" must be one of "+strings.Join(allowed, ", "))
	return ""
}

// Name reads a scientific name or an id of one, without blanks around it.
func (f Form) Name(name string, limit int) *string {
	if !f.Kept(name) {
		return nil
	}
	s := f.Checked(name, limit)
	if s == nil {
		if f.isBlank(name) {
			f.Fail(name, "missing", name+" must not be blank")
		}
		return nil
	}
	return new(strings.TrimSpace(*s))
}

// SetKey reads a text by which a record is known into a field, in its canonical spelling. A patch may repeat it.
func (f Form) SetKey(name string, limit int, canonical func(string) string, field *string) {
	if !f.Required(name) {
		return
	}
	was := *field
	switch s := f.Checked(name, limit); {
	case s != nil:
		*field = canonical(*s)
	case f.isBlank(name): // what else is wrong is reported already
		f.Fail(name, "missing", name+" must not be blank")
	}
	if f.Patch && *field != was {
		f.Fail(name, "read_only", name+" says which record it is and cannot change")
	}
}

func (f Form) isBlank(name string) bool {
	var s string
	return json.Unmarshal(f.Raw(name), &s) == nil && strings.TrimSpace(s) == ""
}

// SetPlace reads the member location, or takes Location; its members may be called lat and lng, or latitude and longitude.
func (f Form) SetPlace(field *surveillance.Location) {
	if f.Location != nil {
		*field = *f.Location
		return
	}
	if !f.Required("location") {
		return
	}
	o := f.Object.Object("location")
	if o == nil {
		return
	}
	nested := Form{Object: o, Patch: f.Patch, Now: f.Now}
	nested.either("lat", "latitude", -90, 90, &field.Lat)
	nested.either("lng", "longitude", -180, 180, &field.Lng)
}

// either reads a number of degrees that has two names. When both are given, they have to be equal.
func (f Form) either(name, other string, low, high float64, field *float64) {
	_, _ = f.Kept(name), f.Kept(other)
	a, b := f.degrees(name, low, high), f.degrees(other, low, high)
	switch {
	case a != nil && b != nil && *a != *b:
		f.Fail(other, "disagrees", other+" and "+name+" are two names for the same and disagree")
	case a != nil:
		*field = *a
	case b != nil:
		*field = *b
	case !f.Patch && !f.Has(name) && !f.Has(other):
		f.Require(name)
	}
}

// degrees returns a coordinate with 7 decimals, about a centimetre.
func (f Form) degrees(name string, low, high float64) *float64 {
	v := f.Float(name, low, high)
	if v == nil {
		return nil
	}
	return new(surveillance.RoundDegrees(*v))
}
