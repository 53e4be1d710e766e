package export

import (
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
)

// parseMembers reads a JSON object as it is. It is not ok for anything else, and for texts that cannot be stored.
func parseMembers(object string) (members map[string]any, ok bool) {
	decoder := json.NewDecoder(strings.NewReader(object))
	decoder.UseNumber()
	if decoder.Decode(&members) != nil || members == nil {
		return nil, false
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, false
	}
	return members, !strings.Contains(object, `\u0000`) || !holdsZero(members)
}

// holdsZero reports whether a text of a JSON value holds the character zero, which PostgreSQL does not store.
func holdsZero(value any) bool {
	switch value := value.(type) {
	case string:
		return strings.IndexByte(value, 0) >= 0
	case []any:
		return slices.ContainsFunc(value, holdsZero)
	case map[string]any:
		for key, member := range value {
			if strings.IndexByte(key, 0) >= 0 || holdsZero(member) {
				return true
			}
		}
	}
	return false
}
