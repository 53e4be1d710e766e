package resource

import (
	"encoding/json"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
)

// Link is a web link (RFC 8288) as OGC API - Common writes it.
type Link struct {
	Href  string `json:"href"`
	Rel   string `json:"rel"`
	Type  string `json:"type,omitempty"`
	Title string `json:"title,omitempty"`

	// Method is POST where the address is asked by a body: the one that the client sent, with the members of Body in place of its own.
	// A member that is null leaves its own out.
	Method string             `json:"method,omitempty"`
	Body   map[string]*string `json:"body,omitempty"`
	Merge  bool               `json:"merge,omitempty"`
}

// LinkTo returns a link to the resource of a request, by a relation, with parameters set and others dropped. They are members of the body where
// the request has one.
func LinkTo(r *http.Request, rel string, set map[string]string, drop ...string) Link {
	if r.Method != http.MethodPost {
		return Link{Href: httpapi.RequestURL(r, set, drop...), Rel: rel}
	}
	l := Link{Rel: rel, Method: r.Method, Body: map[string]*string{}, Merge: true}
	for _, name := range drop {
		l.Body[name] = nil
	}
	for name, value := range set {
		l.Body[name] = &value
	}
	l.Href = httpapi.RequestURL(r, nil, slices.Collect(maps.Keys(l.Body))...)
	return l
}

// IsTemplate says whether the address has variables (RFC 6570). In any other address braces are escaped.
func (l Link) IsTemplate() bool { return strings.Contains(l.Href, "{") }

// MarshalJSON adds the member templated to a link whose address is a template.
func (l Link) MarshalJSON() ([]byte, error) {
	type plain Link
	return json.Marshal(struct {
		plain
		Templated bool `json:"templated,omitempty"`
	}{plain(l), l.IsTemplate()})
}

// Header returns the link as the header Link has it. A header holds no body: members of it are parameters of the address, which joins the body
// that the client sends again.
func (l Link) Header() string {
	address := l.Href
	q := url.Values{}
	for name, value := range l.Body {
		if value != nil {
			q.Set(name, *value)
		}
	}
	if len(q) > 0 {
		address += map[bool]string{true: "&", false: "?"}[strings.Contains(address, "?")] + httpapi.EncodeQuery(q)
	}
	s := "<" + address + `>; rel="` + l.Rel + `"`
	if l.Method != "" {
		s += `; method="` + l.Method + `"`
	}
	if l.Type != "" {
		s += `; type="` + l.Type + `"`
	}
	if l.Title != "" && isQuotable(l.Title) {
		s += `; title="` + l.Title + `"`
	}
	return s
}

// isQuotable says whether a text may stand between quotes in a header.
func isQuotable(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r > '~' || r == '"' || r == '\\' })
}

// AddLinks adds a header Link for each link.
func AddLinks(h http.Header, links []Link) {
	for _, l := range links {
		h.Add("Link", l.Header())
	}
}

// Address returns the absolute URL of a path under Path. It escapes the segments.
func Address(r *http.Request, segments ...string) string {
	u := httpapi.BaseURL(r) + Path
	for _, s := range segments {
		u += "/" + url.PathEscape(s)
	}
	return u
}

// AsTitle begins the titles of a resource's links to its other formats.
const AsTitle = "This document as "

// SelfLinks returns the link of a resource to itself and its links to its other formats.
func SelfLinks[F Described](r *http.Request, chosen F, all []F) []Link {
	now := chosen.Described()
	self := LinkTo(r, "self", nil)
	self.Type, self.Title = now.Media(), "This document"
	links := []Link{self}
	for _, f := range all {
		if other := f.Described(); other.Name != now.Name {
			link := LinkTo(r, "alternate", map[string]string{"f": other.Name})
			link.Type, link.Title = other.Media(), AsTitle+other.Title
			links = append(links, link)
		}
	}
	return links
}
