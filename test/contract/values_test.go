package contract_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/google/uuid"
)

// dice draws values; the same seed draws the same.
type dice struct{ *rand.Rand }

func newDice(seed, stream uint64) dice { return dice{rand.New(rand.NewPCG(seed, stream))} }

// chance is true in so many of a hundred draws.
func (d dice) chance(percent int) bool { return d.IntN(100) < percent }

func pick[T any](d dice, list []T) T { return list[d.IntN(len(list))] }

// some are a few of a list, in the order of the draw.
func some[T any](d dice, list []T, most int) (out []T) {
	for range 1 + d.IntN(most) {
		out = append(out, pick(d, list))
	}
	return out
}

// hostile are texts that no client should send: syntax of other languages, edges of numbers, texts that are no text.
var hostile = []string{
	"", " ", "\t", "0", "-1", "1e999", "-0", "NaN", "Infinity", "0x7", "1_0", "9223372036854775807", "9223372036854775808", "-9223372036854775809",
	"99999999999999999999999999", "1.5", "1e-400", "4.9e-324", "2147483648", "१२", "null", "undefined", "true", "[]", "{}", "[object Object]",
	"'", `"`, "''", "';--", "' or '1'='1", "'; drop table observations; --", `"; drop schema public cascade; --`, "1); select pg_sleep(5); --",
	"$1", "@species", "%", "_", `\`, `%' escape '`, "*/ union select usename from pg_user /*", "admin'/*", "E'\\x27'", "$$", "$(id)", "`id`", "|id", ";id",
	"../../../../etc/passwd", "..%2f..%2f", `..\..\`, "/etc/passwd", "file:///etc/passwd", "//elsewhere.example/", "http://169.254.169.254/",
	"a\r\nX-Injected: yes", "a\nX-Injected: yes", "%0d%0aX-Injected:%20yes", "<script>alert(1)</script>", `"><img src=x onerror=alert(1)>`,
	"javascript:alert(1)", "{{7*7}}", "${7*7}", "#{7*7}", "%s%n%x", "\x00", "a\x00b", "\xff\xfe", "\xc0\xaf", "\xed\xa0\x80", "\ufeff", "\u202e", "\u2028",
	"e\u0301", "ﷺ", "İ", "ß", "𝔸edes", "🦟", "\U0010ffff", "2024-02-30", "0000-00-00", "9999-12-31", "10000-01-01", "2024-1-1", "2024-06-01T00:00:00Z", "-0001-01-01",
	",", ",,,", ";", "&", "=", "a=b&c=d", "%", "%zz", "#", "?", "0,0,0,0", "180,-90,-180,90", "NaN,NaN,NaN,NaN", "-180,-90,180,90,0,0", "1e308,0,-1e308,0",
	strings.Repeat("x", 9000), strings.Repeat("a,", 600), strings.Repeat("(", 2000), strings.Repeat("'", 1001), strings.Repeat("🦟", 2000),
}

// mangled is a text with some of its bytes lost, doubled or changed.
func (d dice) mangled(s string) string {
	b := []byte(s)
	for range 1 + d.IntN(3) {
		if len(b) == 0 {
			return pick(d, hostile)
		}
		at := d.IntN(len(b))
		switch d.IntN(4) {
		case 0:
			b = slices.Delete(b, at, at+1)
		case 1:
			b = slices.Insert(b, at, b[at])
		case 2:
			b[at] = byte(d.IntN(256))
		case 3:
			b = slices.Insert(b, at, pick(d, []byte(",.-+:/'\"%() \x00\xff0A")))
		}
	}
	return string(b)
}

// word is a text without a meaning to the service.
func (d dice) word() string {
	letters := []rune("abcdefghij éñßжщ漢字🦟-_. '")
	out := make([]rune, 1+d.IntN(12))
	for i := range out {
		out[i] = pick(d, letters)
	}
	return "w" + string(out)
}

func (d dice) date() string {
	return time.Date(1990, 1, 1+d.IntN(13000), 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
}

func (d dice) uuid() string {
	var id uuid.UUID
	for i := range id {
		id[i] = byte(d.IntN(256))
	}
	id[6], id[8] = id[6]&0x0f|0x40, id[8]&0x3f|0x80
	return id.String()
}

// between is a number of [low, high], the ends more often than their share.
func (d dice) between(low, high float64) float64 {
	switch d.IntN(8) {
	case 0:
		return low
	case 1:
		return high
	}
	return low + d.Float64()*(high-low)
}

// box is a bbox that the documentation allows, some across the antimeridian.
func (d dice) box() string {
	w, h := d.Float64()*90, d.Float64()*40
	west, south := d.between(-180, 180), d.between(-90, 90-h)
	return fmt.Sprintf("%.4f,%.4f,%.4f,%.4f", west, south, west+w, south+h)
}

// valid is a value as a schema wants it, in the way encoding/json reads it. Whole numbers without a limit end at 1000.
func (d dice) valid(s *openapi3.Schema) any {
	is := func(name string) bool { return s.Type != nil && s.Type.Includes(name) }
	switch {
	case len(s.Enum) > 0:
		return pick(d, s.Enum)
	case is("null") && d.chance(15):
		return nil
	case is("boolean"):
		return d.chance(50)
	case is("integer"):
		low, high := ends(s, 0, 1000)
		return math.Floor(d.between(math.Ceil(low), high))
	case is("number"):
		low, high := ends(s, -1000, 1000)
		return d.between(low, high)
	case is("array"):
		var out []any
		for range 1 + d.IntN(3) {
			out = append(out, d.valid(s.Items.Value))
		}
		return out
	case is("object"):
		out := map[string]any{}
		for range d.IntN(4) {
			out[d.word()] = pick(d, []any{nil, true, 1.5, "text", []any{1.0, "two"}, map[string]any{"three": 3.0}})
		}
		return out
	}
	switch s.Format {
	case "date":
		return d.date()
	case "date-time":
		return d.date() + "T12:30:00Z"
	case "uuid":
		return d.uuid()
	case "uri", "uri-reference":
		return "https://example.org/" + strconv.Itoa(d.IntN(100))
	}
	text := []rune(d.word())
	if s.MaxLength != nil && len(text) > int(*s.MaxLength) {
		text = text[:*s.MaxLength]
	}
	return string(text)
}

func ends(s *openapi3.Schema, low, high float64) (float64, float64) {
	if s.Min != nil {
		low, high = *s.Min, max(high, *s.Min+1000)
	}
	if s.Max != nil {
		high = *s.Max
	}
	return low, high
}

// wrong is a JSON value of any kind, most often not the one that is meant.
func (d dice) wrong() any {
	switch d.IntN(5) {
	case 0:
		return pick(d, []any{nil, true, false, 0.0, -1.0, 1.5, 1e300, -1e300, 1e-300, 2147483648.0, 9007199254740993.0})
	case 1:
		return pick(d, []any{[]any{}, map[string]any{}, []any{nil, []any{[]any{}}}, map[string]any{"": map[string]any{"a": nil}}})
	}
	return strings.ToValidUTF8(pick(d, hostile), "\ufffd")
}
