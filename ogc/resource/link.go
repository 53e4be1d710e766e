package resource

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
)

// Link is a web link (RFC 8288) as OGC API - Common writes it.
type Link struct {
	Href  string `json:"href"`
	Rel   string `json:"rel"`
	Type  string `json:"type,omitempty"`
	Title string `json:"title,omitempty"`
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

// Header returns the link as the header Link has it.
func (l Link) Header() string {
	s := "<" + l.Href + `>; rel="` + l.Rel + `"`
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
	links := []Link{{Href: httpapi.RequestURL(r, nil), Rel: "self", Type: now.Media(), Title: "This document"}}
	for _, f := range all {
		if other := f.Described(); other.Name != now.Name {
			links = append(links, Link{
				Href: httpapi.RequestURL(r, map[string]string{"f": other.Name}), Rel: "alternate", Type: other.Media(), Title: AsTitle + other.Title,
			})
		}
	}
	return links
}
