package httpapi

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/skeeter-surveillance/skeeter/internal/lang"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// MaxParam is the length limit of one query parameter, in bytes.
const MaxParam = 8000

// Params reads a query string and collects the errors of all parameters. A parameter given twice is an error; a list may be
// given several times, and its items are joined. A parameter that no method was called for is an error too: nothing that a client
// asks is ignored silently.
type Params struct {
	values url.Values
	part   string         // of the request that they come in, as errors name it
	long   map[string]int // those that may have more bytes than MaxParam, and how many
	asked  []string       // parameters that a method was called for
	fields []FieldError
	bad    *Error // a 400, which takes precedence over fields
}

// Query returns the reader of a request's query string.
func Query(r *http.Request) *Params {
	p := &Params{part: "query"}
	var err error
	if p.values, err = url.ParseQuery(r.URL.RawQuery); err != nil {
		p.Bad("The query string is malformed")
	}
	return p
}

// Sent returns the reader of parameters that came in the body of a request. Those in long may have that many bytes, the others MaxParam.
func Sent(values url.Values, long map[string]int) *Params {
	return &Params{values: values, part: "body", long: long}
}

// Values returns the parameters as they were given. The caller does not change them.
func (p *Params) Values() url.Values { return p.values }

// Without returns a reader that ignores some parameters.
func (p *Params) Without(names ...string) *Params {
	out := *p
	out.values = maps.Clone(p.values)
	out.asked = slices.Concat(p.asked, names)
	for _, name := range names {
		out.values.Del(name)
	}
	return &out
}

// With returns a reader in which some parameters have one value each.
func (p *Params) With(values map[string]string) *Params {
	out := *p
	out.values = maps.Clone(p.values)
	for name, value := range values {
		out.values.Set(name, value)
	}
	return &out
}

// Fail records a field error of a parameter.
func (p *Params) Fail(name, code, msg string) {
	p.fields = append(p.fields, FieldError{Loc: []string{p.part, name}, Msg: msg, Type: code})
}

// failValue records the error of a parameter's text, with its code if it is a *surveillance.ValueError.
func (p *Params) failValue(name string, err error) {
	wrong := &surveillance.ValueError{Code: "invalid", Message: err.Error()}
	errors.As(err, &wrong)
	p.Fail(name, wrong.Code, wrong.Message)
}

// Bad records a 400 for the request as a whole.
func (p *Params) Bad(detail string) {
	if p.bad == nil {
		p.bad = BadRequest(detail)
	}
}

// Err returns the 400 if one was recorded, else a 422 with all field errors, else nil. Every parameter that the operation has must
// have been asked for before: the others are unknown.
func (p *Params) Err() error {
	if p.bad != nil {
		return p.bad
	}
	return Invalid(slices.Concat(p.fields, p.unknown())...)
}

// Known marks parameters that the caller reads otherwise or ignores.
func (p *Params) Known(names ...string) { p.asked = append(p.asked, names...) }

// given returns the values of a parameter, and marks it as known.
func (p *Params) given(name string) []string {
	p.Known(name)
	return p.values[name]
}

// Has reports whether a parameter was given, even if empty.
func (p *Params) Has(name string) bool { return len(p.given(name)) > 0 }

// Given returns the text of a parameter; ok is false when it is absent or invalid.
func (p *Params) Given(name string) (v string, ok bool) {
	values := p.given(name)
	if len(values) == 0 {
		return "", false
	}
	if len(values) > 1 {
		p.Fail(name, "repeated", fmt.Sprintf("%s is given %d times", name, len(values)))
		return "", false
	}
	return values[0], p.checkText(name, values[0])
}

func (p *Params) checkText(name, v string) bool {
	most := cmp.Or(p.long[name], MaxParam)
	switch {
	case len(v) > most:
		p.Fail(name, "too_long", fmt.Sprintf("%s is longer than %d bytes", name, most))
	case !utf8.ValidString(v) || strings.ContainsRune(v, 0):
		p.Fail(name, "invalid_text", name+" is not valid text")
	default:
		return true
	}
	return false
}

// Text returns the text of a parameter, "" when it is absent or invalid.
func (p *Params) Text(name string) string {
	v, ok := p.Given(name)
	if !ok {
		return ""
	}
	return v
}

// List returns the items of a comma-separated parameter without blanks and empty items; nil when there are none.
func (p *Params) List(name string) []string {
	var items []string
	for _, v := range p.given(name) {
		if !p.checkText(name, v) {
			return nil
		}
		for item := range strings.SplitSeq(v, ",") {
			if item = strings.TrimSpace(item); item != "" {
				items = append(items, item)
			}
		}
	}
	return items
}

// Int returns a whole number in [low, high], or fallback when absent.
func (p *Params) Int(name string, fallback, low, high int) int {
	v, ok := p.Given(name)
	if !ok {
		return fallback
	}
	n, err := strconv.Atoi(v)
	switch {
	case err != nil:
		p.Fail(name, "not_an_integer", name+" must be a whole number")
	case n < low:
		p.Fail(name, "too_small", fmt.Sprintf("%s must be at least %d", name, low))
	case n > high:
		p.Fail(name, "too_large", fmt.Sprintf("%s must be at most %d", name, high))
	default:
		return n
	}
	return fallback
}

// Float returns a finite number in [low, high], or nil when absent.
func (p *Params) Float(name string, low, high float64) *float64 {
	v, ok := p.Given(name)
	if !ok {
		return nil
	}
	n, err := surveillance.ParseNumberIn(name, v, low, high)
	if err != nil {
		p.failValue(name, err)
		return nil
	}
	return &n
}

// OneOf returns a parameter that has a fixed set of values, or fallback when absent.
func (p *Params) OneOf(name, fallback string, allowed ...string) string {
	v, ok := p.Given(name)
	if !ok {
		return fallback
	}
	if slices.Contains(allowed, v) {
		return v
	}
	p.Fail(name, "not_allowed", fmt.Sprintf("%s must be one of %s", name, strings.Join(allowed, ", ")))
	return fallback
}

// Bool returns a parameter that is 1, true, 0 or false; false when absent.
func (p *Params) Bool(name string) bool {
	v := p.OneOf(name, "0", "0", "1", "false", "true")
	return v == "1" || v == "true"
}

// Lang returns the language of the answer, English for an unknown one.
func (p *Params) Lang() lang.Code { return lang.Parse(p.values.Get("lang")) }

// Limit reads limit, from 1 on, or returns fallback when it is absent. More than high is read as high, also a number that no
// integer holds.
func (p *Params) Limit(fallback, high int) int {
	const digits = 18 // that every integer holds
	if v := p.given("limit"); len(v) == 1 && len(v[0]) > digits && strings.Trim(v[0], "0123456789") == "" {
		return high
	}
	return min(p.Int("limit", fallback, 1, math.MaxInt), high)
}

// Page is the part of a list that a request asks for.
type Page struct {
	Limit  int // 0 is all
	Offset int
}

// MaxOffset bounds offset. Paging by keyset (`next`) has no bound.
const MaxOffset = 100_000_000

// Page reads limit, from 1 to high, and offset.
func (p *Params) Page(fallback, high int) Page {
	return Page{Limit: p.Int("limit", fallback, 1, high), Offset: p.Int("offset", 0, 0, MaxOffset)}
}
