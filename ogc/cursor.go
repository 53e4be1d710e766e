package ogc

import (
	"encoding/base64"
	"encoding/json"
	"hash/fnv"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// cursor is a position in the order of a collection: beside the feature with these values, the last being its id. It holds when
// features come and go.
type cursor struct {
	Back   bool     `json:"b,omitempty"` // the page lies before it
	Query  uint64   `json:"q,string"`    // of the query that it belongs to
	Values []string `json:"v"`
}

// String returns the text of the cursor: base64 of JSON, opaque to clients.
func (c cursor) String() string {
	b, err := json.Marshal(c)
	if err != nil {
		panic("ogc: encode a cursor: " + err.Error()) // it holds texts and a number
	}
	return base64.RawURLEncoding.EncodeToString(b)
}

// parseCursor reads the text of a cursor of a query. ok is false for another query's, and for what String does not write.
func parseCursor(s string, query uint64, order []sortKey) (c cursor, values []any, ok bool) {
	b, err := base64.RawURLEncoding.Strict().DecodeString(s)
	if err != nil || json.Unmarshal(b, &c) != nil || c.Query != query || len(c.Values) != len(order) {
		return c, nil, false
	}
	for i, text := range c.Values {
		v, ok := parseValue(order[i].field.kind, text)
		if !ok {
			return c, nil, false
		}
		values = append(values, v)
	}
	return c, values, c.String() == s
}

// parseValue reads what encoder.appendText writes, as a parameter of SQL.
func parseValue(k kind, text string) (any, bool) {
	var v any
	var err error
	switch k {
	case kindInteger:
		v, err = strconv.ParseInt(text, 10, 64)
	case kindNumber:
		n, ok := surveillance.ParseNumber(text)
		return n, ok
	case kindTime:
		var t time.Time
		t, err = time.Parse(time.RFC3339, text)
		return t, err == nil && t.Year() > 0 && t.Year() <= 9999
	case kindDate:
		v, err = time.Parse(time.DateOnly, text)
	case kindUUID:
		v, err = uuid.Parse(text)
	default:
		return text, utf8.ValidString(text) && !strings.ContainsRune(text, 0) // PostgreSQL takes no other text
	}
	return v, err == nil
}

// queryID names which features a request asks for, and their order.
func queryID(r *http.Request, c *collection) uint64 {
	q := r.URL.Query()
	names := make([]string, 0, len(q))
	for name := range q {
		if !slices.Contains(presentation, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	h := fnv.New64a()
	_, _ = h.Write([]byte(c.id))
	for _, name := range names {
		_, _ = h.Write([]byte(strconv.Quote(name) + strconv.Quote(q.Get(name))))
	}
	return h.Sum64()
}
