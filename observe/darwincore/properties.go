package darwincore

import (
	"encoding/json"
	"errors"
	"io"
	"strings"
)

// dynamicProperties makes the members of a JSON object metadata of their own.
func (b *builder) dynamicProperties(text string) {
	members, ok := parseObject(text)
	if !ok {
		b.warn.add("dynamicProperties is not a JSON object, kept as text", b.line)
		b.keep("dynamicProperties", text)
		return
	}
	for key := range members {
		if _, taken := b.record.Metadata[key]; taken {
			b.warn.add("dynamicProperties repeats a column, kept as text", b.line)
			b.keep("dynamicProperties", text)
			return
		}
	}
	for key, value := range members {
		b.keep(key, value)
	}
}

// parseObject reads a JSON object and cleans its texts. It is not ok for anything else, for an empty
// key, and for keys that become equal.
func parseObject(text string) (map[string]any, bool) {
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	var members map[string]any
	if err := decoder.Decode(&members); err != nil || members == nil {
		return nil, false
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, false
	}
	cleaned, ok := cleanJSON(members).(map[string]any)
	return cleaned, ok && len(cleaned) == len(members)
}

// cleanJSON cleans all texts of a JSON value: escapes can hold what the row itself did not.
func cleanJSON(value any) any {
	switch value := value.(type) {
	case string:
		return clean(value)
	case []any:
		for i := range value {
			value[i] = cleanJSON(value[i])
		}
	case map[string]any:
		cleaned := make(map[string]any, len(value))
		for key, member := range value {
			cleaned[clean(key)] = cleanJSON(member)
		}
		return cleaned
	}
	return value
}
