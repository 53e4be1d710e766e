package observe

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// form is a request body with the writable fields of a record. In a merge patch, a member that is not given keeps its value, and null
// removes an optional one. In a new record null means that the member is not given.
type form struct {
	*httpapi.Object
	location *surveillance.Location // the place, where it is not among the members
	patch    bool
	now      time.Time
	// warnings are what the answer to a create says of how the form was read; nil where an answer has no place for them.
	warnings *[]string
}

// given says whether one of the members is there, null included, and marks all of them as read.
func (f form) given(names ...string) bool {
	f.Known(names...)
	return slices.ContainsFunc(names, func(name string) bool { return f.Has(name) || f.IsNull(name) })
}

// kept says whether a member that cannot be removed has a value; null in a patch is an error.
func (f form) kept(name string) bool {
	if f.given(name) && f.patch && f.IsNull(name) {
		f.Fail(name, "missing", name+" cannot be removed")
	}
	return f.Has(name)
}

// required says whether a member that every record has is given; a new record cannot go without.
func (f form) required(name string) bool {
	if !f.patch {
		f.Require(name)
	}
	return f.kept(name)
}

// plain returns a string member as it is, and "" for anything else, which the caller reports.
func (f form) plain(name string) string {
	var s string
	_ = json.Unmarshal(f.Raw(name), &s) // leaves s empty when it fails
	return s
}

// checked returns a text that PostgreSQL can store; nil when absent, null, blank or wrong.
func (f form) checked(name string, limit int) *string {
	if err := checkEscapes(f.Raw(name)); err != nil {
		f.Fail(name, "invalid_text", name+" "+err.Error())
		return nil
	}
	return f.Text(name, limit)
}

// text reads an optional text into a field; a blank one becomes nil.
func (f form) text(name string, limit int, field **string) {
	if f.given(name) {
		*field = f.checked(name, limit)
	}
}

func (f form) float(name string, low, high float64, field **float64) {
	if f.given(name) {
		*field = f.Float(name, low, high)
	}
}

func (f form) uuid(name string, field **uuid.UUID) {
	if f.given(name) {
		*field = f.UUID(name)
	}
}

// oneOf returns a member that has a fixed set of values, "" when it has none of them.
func (f form) oneOf(name string, allowed []string) string {
	s := f.plain(name)
	if slices.Contains(allowed, s) {
		return s
	}
	f.Fail(name, "not_allowed", name+" must be one of "+strings.Join(allowed, ", "))
	return ""
}

// name reads a scientific name or an id of one, without blanks around it.
func (f form) name(name string) *string {
	if !f.kept(name) {
		return nil
	}
	s := f.checked(name, maxName)
	if s == nil {
		var blank string
		if json.Unmarshal(f.Raw(name), &blank) == nil && strings.TrimSpace(blank) == "" {
			f.Fail(name, "missing", name+" must not be blank")
		}
		return nil
	}
	return new(strings.TrimSpace(*s))
}

// either reads a number of degrees that has two names. When both are given, they have to be equal.
func (f form) either(name, other string, low, high float64, field *float64) {
	_, _ = f.kept(name), f.kept(other)
	a, b := f.degrees(name, low, high), f.degrees(other, low, high)
	switch {
	case a != nil && b != nil && *a != *b:
		f.Fail(other, "disagrees", other+" and "+name+" are two names for the same and disagree")
	case a != nil:
		*field = *a
	case b != nil:
		*field = *b
	case !f.patch && !f.Has(name) && !f.Has(other):
		f.Require(name)
	}
}

// degrees returns a coordinate with 7 decimals, about a centimetre.
func (f form) degrees(name string, low, high float64) *float64 {
	v := f.Float(name, low, high)
	if v == nil {
		return nil
	}
	return new(surveillance.RoundDegrees(*v))
}
