package ogc

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/jsontext"
)

// link is a web link (RFC 8288) as OGC API - Common writes it.
type link struct {
	Href  string `json:"href"`
	Rel   string `json:"rel"`
	Type  string `json:"type,omitempty"`
	Title string `json:"title,omitempty"`
}

// MarshalJSON adds that the address is a template (RFC 6570) to one with variables: in any other a brace is escaped.
func (l link) MarshalJSON() ([]byte, error) {
	type plain link
	return jsontext.Marshal(struct {
		plain
		Templated bool `json:"templated,omitempty"`
	}{plain(l), strings.Contains(l.Href, "{")})
}

// header writes a link for the header Link.
func (l link) header() string {
	s := "<" + l.Href + `>; rel="` + l.Rel + `"`
	if l.Type != "" {
		s += `; type="` + l.Type + `"`
	}
	if l.Title != "" && isPlain(l.Title) {
		s += `; title="` + l.Title + `"`
	}
	return s
}

// isPlain says whether a text may stand between quotes in a header.
func isPlain(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r > '~' || r == '"' || r == '\\' })
}

// address returns the absolute URL of a path under Path, whose segments it escapes.
func address(r *http.Request, segments ...string) string {
	u := httpapi.BaseURL(r) + Path
	for _, s := range segments {
		u += "/" + url.PathEscape(s)
	}
	return u
}

// selfLinks are the link of a resource to itself and to its other formats.
func selfLinks[F format](r *http.Request, now F, all []F) []link {
	links := []link{{Href: httpapi.RequestURL(r, nil), Rel: "self", Type: now.media(), Title: "This document"}}
	for _, other := range all {
		if other.name() != now.name() {
			links = append(links, link{
				Href: httpapi.RequestURL(r, map[string]string{"f": other.name()}), Rel: "alternate", Type: other.media(), Title: thisDocumentAs + other.title(),
			})
		}
	}
	return links
}
