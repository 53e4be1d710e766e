package features

import (
	"encoding/base64"
	"encoding/json"
	"hash/fnv"
	"net/url"
	"slices"
	"strconv"

	"github.com/skeeter-surveillance/skeeter/ogc/features/collection"
)

// cursor is a position in the order of a collection: beside the feature with these values of the sort keys, the last of which is its
// id. It stays good when features come and go.
type cursor struct {
	Back   bool      `json:"b,omitempty"` // the page lies before it
	Query  uint64    `json:"q,string"`    // of the query that it belongs to
	Values []*string `json:"v"`           // nil for null
}

// String returns the text of the cursor: base64 of JSON, opaque to clients.
func (c cursor) String() string {
	b, err := json.Marshal(c)
	if err != nil {
		panic("features: encode a cursor: " + err.Error()) // it holds texts and a number
	}
	return base64.RawURLEncoding.EncodeToString(b)
}

// parseCursor reads the text of a cursor, and the values as arguments of SQL. ok is false for a cursor of another query, and for what
// String does not write.
func parseCursor(s string, query uint64, order []collection.SortKey) (c cursor, values []any, ok bool) {
	b, err := base64.RawURLEncoding.Strict().DecodeString(s)
	if err != nil || json.Unmarshal(b, &c) != nil || c.Query != query || len(c.Values) != len(order) {
		return c, nil, false
	}
	for i, text := range c.Values {
		if text == nil && order[i].Field.Nullable {
			values = append(values, nil)
			continue
		}
		if text == nil {
			return c, nil, false
		}
		v, ok := order[i].Field.Kind.Parse(*text)
		if !ok {
			return c, nil, false
		}
		values = append(values, v)
	}
	return c, values, c.String() == s
}

// presentation are the parameters that change neither which features match nor their order.
var presentation = []string{"cursor", "limit", "f", "lang", "properties", "skipGeometry", "crs", "zoom-level", "max-allowable-offset", "profile", "_"}

// queryID identifies which features a request asks for, and their order.
func queryID(q url.Values, c *collection.Collection) uint64 {
	names := make([]string, 0, len(q))
	for name := range q {
		if !slices.Contains(presentation, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	h := fnv.New64a()
	_, _ = h.Write([]byte(c.ID))
	for _, name := range names {
		_, _ = h.Write([]byte(strconv.Quote(name) + strconv.Quote(q.Get(name))))
	}
	return h.Sum64()
}
