package httpapi

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/jsontext"
	"github.com/skeeter-surveillance/skeeter/internal/lang"
)

// JSON encodes v before it writes the status, so that a value that cannot be encoded is a 500 and not a broken 200.
func JSON(w http.ResponseWriter, status int, v any) error {
	return JSONAs(w, status, "application/json", v)
}

// JSONAs is JSON of another media type, such as GeoJSON.
func JSONAs(w http.ResponseWriter, status int, contentType string, v any) error {
	body, err := jsontext.Marshal(v)
	if err != nil {
		return err
	}
	body = append(body, '\n')
	h := w.Header()
	h.Set("Content-Type", contentType)
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	_, _ = w.Write(body) // fails only when the client has left
	return nil
}

// Localized sets Content-Language, the language of the answer.
func Localized(w http.ResponseWriter, c lang.Code) {
	w.Header().Set("Content-Language", string(c))
}

// PageLinks are the `next` and `previous` of a list envelope: absolute URLs or null.
type PageLinks struct {
	Next     *string `json:"next"`
	Previous *string `json:"previous"`
}

// Links returns the links of a page by offset, built from the request's own URL. total is the number of records that match.
func (p Page) Links(r *http.Request, total int64) PageLinks {
	var links PageLinks
	if p.Limit > 0 && int64(p.Offset+p.Limit) < total {
		links.Next = offsetURL(r, p.Offset+p.Limit)
	}
	if p.Offset > 0 {
		previous := 0
		if p.Limit > 0 { // an offset beyond the end links to the last page, not to an empty one
			previous = max(int(min(int64(p.Offset), total))-p.Limit, 0)
		}
		links.Previous = offsetURL(r, previous)
	}
	return links
}

func offsetURL(r *http.Request, offset int) *string {
	return new(RequestURL(r, map[string]string{"offset": strconv.Itoa(offset)}))
}

// RequestURL returns the request's absolute URL with parameters set and others dropped.
func RequestURL(r *http.Request, set map[string]string, drop ...string) string {
	q := r.URL.Query()
	for _, d := range drop {
		q.Del(d)
	}
	for name, value := range set {
		q.Set(name, value)
	}
	u := BaseURL(r) + (&url.URL{Path: r.URL.Path}).EscapedPath()
	if len(q) > 0 {
		u += "?" + EncodeQuery(q)
	}
	return u
}

// EncodeQuery encodes a query string. Commas and colons stay readable, because people copy links with lists and times.
func EncodeQuery(q url.Values) string {
	return strings.NewReplacer("%2C", ",", "%3A", ":").Replace(q.Encode())
}
