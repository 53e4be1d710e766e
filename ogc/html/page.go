// Package html shows the resources of the OGC API in a browser: pages without scripts, made from templates, their style sheet, and
// small maps drawn as SVG. It knows no collection and no tile: the room that has a resource fills in one of the views of this
// package (Landing, Collection, Items and so on), each of which has a template in the folder pages. Package html imports
// ogc/resource and internal/httpapi.
package html

import (
	"bytes"
	"context"
	"embed"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/ogc/resource"
)

//go:embed pages
var pageFiles embed.FS

var pages = template.Must(template.ParseFS(pageFiles, "pages/*.html"))

// Format is that of the pages.
var Format = resource.Format{Name: "html", ContentType: "text/html; charset=utf-8", Title: "HTML"}

// policy lets pages load styles and pictures from this server, and nothing else: they have no scripts.
const policy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; style-src 'self'; img-src 'self'"

// Page shows a resource.
type Page struct {
	Title string
	Trail []resource.Link // the pages above this one: see Trail
	Links []resource.Link // of the resource
	View  View
}

// View is what a page shows of its resource: one of the types of this package with a template.
type View interface{ template() string }

// Trail returns the links from the landing page down to a page.
func Trail(r *http.Request, below ...resource.Link) []resource.Link {
	return append([]resource.Link{{Href: resource.Address(r), Title: "OGC API"}}, below...)
}

// Send answers with the page.
func (p Page) Send(w http.ResponseWriter, r *http.Request) error {
	body, err := p.Render(r)
	if err != nil {
		return err
	}
	SetHeaders(w.Header())
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	_, _ = w.Write(body) //nolint:gosec // html/template escaped it; an error means that the client is gone
	return nil
}

// SetHeaders sets the headers that every page has. The 304 of a page has them too: a browser puts the headers of a 304 in place
// of those that it has.
func SetHeaders(h http.Header) {
	h.Set("Content-Type", Format.ContentType)
	httpapi.SetPage(h, policy)
}

// Render returns the page.
func (p Page) Render(r *http.Request) ([]byte, error) {
	var b bytes.Buffer
	name := p.View.template() + ".html"
	if err := pages.ExecuteTemplate(&b, name, p.layout(r)); err != nil {
		return nil, fmt.Errorf("render %s: %w", name, err)
	}
	return b.Bytes(), nil
}

// layout is what the templates read.
type layout struct {
	Page
	Root    string // path of the service as the client reaches it
	Notice  string
	Formats []resource.Link // the resource in other formats
	Links   []labelledLink
}

// labelledLink is a link with a text that is never empty.
type labelledLink struct {
	resource.Link
	Label string
}

// layout sorts the links of the resource: those to its other formats have a place of their own, and a link that is there under the
// relations of two standards is shown once.
func (p Page) layout(r *http.Request) layout {
	l := layout{Page: p, Root: rootPath(r)}
	l.Notice, _ = r.Context().Value(noticeKey{}).(string)
	for _, link := range p.Links {
		switch format, isFormat := strings.CutPrefix(link.Title, resource.AsTitle); {
		case link.Rel == "self", link.Method != "": // a browser follows links with GET
		case link.Rel == "alternate" && isFormat:
			link.Title = format
			l.Formats = append(l.Formats, link)
		case strings.HasPrefix(link.Rel, "http") && slices.ContainsFunc(l.Links, func(known labelledLink) bool { return known.Href == link.Href }):
		case link.Title == "":
			l.Links = append(l.Links, labelledLink{link, link.Href})
		default:
			l.Links = append(l.Links, labelledLink{link, link.Title})
		}
	}
	return l
}

// rootPath returns the path of the service as the client reaches it. Styles and pictures come from the page's own origin.
func rootPath(r *http.Request) string {
	u, err := url.Parse(httpapi.BaseURL(r))
	if err != nil {
		return ""
	}
	return strings.TrimRight(u.EscapedPath(), "/")
}

type noticeKey struct{}

// WithNotice lets the pages of a handler show a text above everything. notice returns "" when there is nothing to say.
func WithNotice(notice func() string, next httpapi.HandlerFunc) httpapi.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) error {
		return next(w, r.WithContext(context.WithValue(r.Context(), noticeKey{}, notice())))
	}
}
