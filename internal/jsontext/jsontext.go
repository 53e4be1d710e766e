// Package jsontext writes JSON (RFC 8259): texts by appending bytes, objects whose members keep their order, and any other value
// as encoding/json does, but without escaping <, > and &, so that addresses stay readable. It imports nothing of the project.
package jsontext

import (
	"bytes"
	"encoding/json"
)

// Marshal returns v as JSON.
func Marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
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
func (o Object) MarshalJSON() ([]byte, error) {
	b := []byte{'{'}
	for i, m := range o {
		if i > 0 {
			b = append(b, ',')
		}
		value, err := Marshal(m.Value)
		if err != nil {
			return nil, err
		}
		b = append(append(AppendString(b, m.Name), ':'), value...)
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
