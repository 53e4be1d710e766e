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
	return writeJSON(w, status, "application/json", v)
}

func writeJSON(w http.ResponseWriter, status int, contentType string, v any) error {
	body, err := jsontext.Marshal(v)
	if err != nil {
		return err
	}
	body = append(body, '\n')
	h := w.Header()
	h.Set("Content-Type", contentType)
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	_, _ = w.Write(body) // the client may be gone; there is nobody left to tell
	return nil
}

// Localized says in which language the answer is.
func Localized(w http.ResponseWriter, c lang.Code) {
	w.Header().Set("Content-Language", string(c))
}

// PageLinks are the `next` and `previous` of a list envelope: absolute URLs or null.
type PageLinks struct {
	Next     *string `json:"next"`
	Previous *string `json:"previous"`
}

// Links returns the links of a page by offset, built from the request's own URL. total counts all that match.
func (p Page) Links(r *http.Request, total int64) PageLinks {
	var links PageLinks
	if p.Limit > 0 && int64(p.Offset+p.Limit) < total {
		links.Next = withQuery(r, "offset", strconv.Itoa(p.Offset+p.Limit))
	}
	if p.Offset > 0 {
		// From beyond the end back to the last page, not to another empty one.
		back := max(int(min(int64(p.Offset), total))-p.Limit, 0)
		if p.Limit == 0 {
			back = 0
		}
		links.Previous = withQuery(r, "offset", strconv.Itoa(back))
	}
	return links
}

// withQuery returns the request's URL with one parameter set, or removed when value is "".
func withQuery(r *http.Request, name, value string, drop ...string) *string {
	q := r.URL.Query()
	q.Set(name, value)
	for _, d := range drop {
		q.Del(d)
	}
	s := BaseURL(r) + requestPath(r) + "?" + EncodeQuery(q)
	return &s
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
	u := BaseURL(r) + requestPath(r)
	if len(q) > 0 {
		u += "?" + EncodeQuery(q)
	}
	return u
}

// EncodeQuery encodes a query string and leaves commas and colons readable: lists and times stand in links that people copy.
func EncodeQuery(q url.Values) string {
	return strings.NewReplacer("%2C", ",", "%3A", ":").Replace(q.Encode())
}

func requestPath(r *http.Request) string {
	return (&url.URL{Path: r.URL.Path}).EscapedPath()
}
