package features

import (
	"bytes"
	"encoding/json"
	"maps"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/ogc/features/condition"
	"github.com/skeeter-surveillance/skeeter/ogc/features/cql2"
	"github.com/skeeter-surveillance/skeeter/ogc/features/format"
	"github.com/skeeter-surveillance/skeeter/ogc/resource"
)

// MaxSearchBody is the size limit of the body of a search, in bytes.
const MaxSearchBody = 1 << 20

// Media types of the body of a search.
const (
	MediaSearch = resource.MediaJSON
	MediaForm   = "application/x-www-form-urlencoded"
)

// SearchFormats are those of a search: a page for browsers links its neighbours by addresses, which a search does not have.
var SearchFormats = format.All

// longParameters are those that a search may state at length.
var longParameters = map[string]int{"filter": cql2.MaxLength}

// searchItems answers items of parameters that come in a body, so that a condition may be longer than an address. It changes nothing.
func (s *Features) searchItems(w http.ResponseWriter, r *http.Request) error {
	c, err := s.collection(r)
	if err != nil {
		return err
	}
	values, err := readSearch(w, r)
	if err != nil {
		if _, wrong := s.readItems(w, r, httpapi.Query(r), c, SearchFormats); wrong != nil { // with the address
			return wrong
		}
		return resource.BadRequest(err)
	}
	req, err := s.readItems(w, r, httpapi.Sent(values, longParameters), c, SearchFormats)
	if err != nil {
		return err
	}

	w.Header().Set("Cache-Control", "no-store")
	return s.answerItems(w, r, req)
}

// readSearch reads the parameters of a body, a form or a JSON object, and those of the address. A parameter of both is given twice.
func readSearch(w http.ResponseWriter, r *http.Request) (url.Values, error) {
	values, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return nil, httpapi.BadRequest("The query string is malformed")
	}
	body, err := httpapi.ReadBody(w, r, MaxSearchBody, MediaSearch, MediaForm)
	if err != nil {
		return nil, err
	}
	var sent url.Values
	if media, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); media == MediaForm {
		if sent, err = url.ParseQuery(string(body)); err != nil {
			return nil, httpapi.BadRequest("The form is malformed")
		}
	} else if sent, err = readMembers(body); err != nil {
		return nil, err
	}
	for name := range maps.Keys(sent) {
		values[name] = append(values[name], sent[name]...)
	}
	return values, nil
}

// lists are the members of a search that are arrays.
var lists = []string{"area", "bbox", "by", "flags", "months", "profile", "properties", "sortby", "vector_status", "without_flags"}

// readMembers reads parameters that are members of a JSON object: texts, numbers, true and false, and arrays of these for lists. A filter that is no
// text is one in CQL2 JSON. A member that is null is not given.
func readMembers(body []byte) (url.Values, error) {
	o, err := httpapi.ParseDeepObject(body, 1+cql2.MaxJSONDepth)
	if err != nil {
		return nil, err
	}
	values := url.Values{}
	for _, name := range o.Names() {
		raw := o.Raw(name)
		if raw == nil {
			continue
		}
		text, ok := parameterText(raw)
		switch {
		case name == "filter" && bytes.TrimSpace(raw)[0] != '"':
			values.Set(name, string(raw))
			if !o.Has("filter-lang") {
				values.Set("filter-lang", condition.CQLJSON)
			}
		case slices.Contains(lists, name) != (raw[0] == '['):
			return nil, httpapi.BadRequest(httpapi.Shown(name) + map[bool]string{true: " must be an array", false: " must be a text, a number, true or false"}[slices.Contains(lists, name)])
		case ok:
			values.Set(name, text)
		default:
			return nil, httpapi.BadRequest(httpapi.Shown(name) + " must be a text, a number, true, false, or an array of these without commas in them")
		}
	}
	return values, nil
}

// parameterText returns a JSON value as the text that a parameter of an address has.
func parameterText(raw json.RawMessage) (string, bool) {
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) != nil {
		return scalarText(raw)
	}
	items := make([]string, len(list))
	for i, item := range list {
		var ok bool
		if items[i], ok = scalarText(item); !ok || strings.Contains(items[i], ",") {
			return "", false
		}
	}
	return strings.Join(items, ","), true
}

func scalarText(raw json.RawMessage) (string, bool) {
	var text string
	if json.Unmarshal(raw, &text) == nil && !isNull(raw) {
		return text, true
	}
	return string(raw), !isNull(raw) && !slices.Contains([]byte("[{"), raw[0])
}

func isNull(raw json.RawMessage) bool { return string(raw) == "null" }
