// Package jsontext writes JSON (RFC 8259): texts by appending bytes, objects whose members keep their order, and any other value
// as encoding/json does, but without escaping <, > and &, so that addresses stay readable. It imports nothing of the project.
package jsontext

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Marshal returns v as JSON.
func Marshal(v any) ([]byte, error) { return appendValue(nil, v) }

// appendValue appends a value as JSON. encoding/json would copy and check each Object again at each level.
func appendValue(b []byte, v any) ([]byte, error) {
	switch v := v.(type) {
	case nil:
		return append(b, "null"...), nil
	case Object:
		return v.append(b)
	case []Object:
		return appendList(b, v)
	case string:
		return AppendString(b, strings.ToValidUTF8(v, "\uFFFD")), nil
	case *string:
		return appendPointer(b, v)
	case bool:
		return strconv.AppendBool(b, v), nil
	case int:
		return strconv.AppendInt(b, int64(v), 10), nil
	case int64:
		return strconv.AppendInt(b, v, 10), nil
	case *int64:
		return appendPointer(b, v)
	case float64:
		return appendNumber(b, v)
	case *float64:
		return appendPointer(b, v)
	}
	var other bytes.Buffer
	enc := json.NewEncoder(&other)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return append(b, bytes.TrimSuffix(other.Bytes(), []byte("\n"))...), err
}

func appendPointer[T any](b []byte, v *T) ([]byte, error) {
	if v == nil {
		return append(b, "null"...), nil
	}
	return appendValue(b, *v)
}

func appendList(b []byte, list []Object) ([]byte, error) {
	if list == nil {
		return append(b, "null"...), nil
	}
	b = append(b, '[')
	for i, o := range list {
		if i > 0 {
			b = append(b, ',')
		}
		var err error
		if b, err = o.append(b); err != nil {
			return nil, err
		}
	}
	return append(b, ']'), nil
}

// Numbers from minPlain to below maxPlain are written without an exponent, as in ECMAScript.
const (
	minPlain = 1e-6
	maxPlain = 1e21
)

func appendNumber(b []byte, v float64) ([]byte, error) {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil, fmt.Errorf("JSON has no number %v", v)
	}
	if size := math.Abs(v); size == 0 || size >= minPlain && size < maxPlain {
		return strconv.AppendFloat(b, v, 'f', -1, 64), nil
	}
	b = strconv.AppendFloat(b, v, 'e', -1, 64)
	if n := len(b); b[n-4] == 'e' && b[n-2] == '0' { // e-09 is e-9
		b = append(b[:n-2], b[n-1])
	}
	return b, nil
}

// Object is a JSON object whose members keep their order. Those of a map would be sorted by name.
type Object []Member

// Member is a member of an Object.
type Member struct {
	Name  string
	Value any
}

// Add adds a member behind the others. Its name is not looked for among them.
func (o *Object) Add(name string, value any) { *o = append(*o, Member{name, value}) }

// MarshalJSON implements json.Marshaler.
func (o Object) MarshalJSON() ([]byte, error) { return o.append(nil) }

func (o Object) append(b []byte) (_ []byte, err error) {
	b = append(b, '{')
	for i, m := range o {
		if i > 0 {
			b = append(b, ',')
		}
		if b, err = appendValue(append(AppendString(b, m.Name), ':'), m.Value); err != nil {
			return nil, err
		}
	}
	return append(b, '}'), nil
}

// AppendString appends a JSON string. s is valid UTF-8, as texts in PostgreSQL are.
func AppendString[T string | []byte](b []byte, s T) []byte {
	const hex = "0123456789abcdef"
	b = append(b, '"')
	start := 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= ' ' && c != '"' && c != '\\' {
			continue
		}
		b = append(b, s[start:i]...)
		switch c {
		case '"', '\\':
			b = append(b, '\\', c)
		case '\n':
			b = append(b, '\\', 'n')
		case '\t':
			b = append(b, '\\', 't')
		default:
			b = append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&0xf])
		}
		start = i + 1
	}
	b = append(b, s[start:]...)
	return append(b, '"')
}
