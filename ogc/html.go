package ogc

import (
	"bytes"
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"html/template"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
)

//go:embed pages
var pageFiles embed.FS

var pages = template.Must(template.ParseFS(pageFiles, "pages/*.html"))

const mediaHTML = "text/html; charset=utf-8"

// html is how people see the resources.
var html = described{"html", mediaHTML, "HTML"}

// policy of the pages: styles and pictures from this server, and no script at all.
const policy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; style-src 'self'; img-src 'self'"

// htmlPage is what the templates know.
type htmlPage struct {
	Title    string
	Root     string // path of the service as the client reaches it
	Notice   string
	Trail    []link // the pages above this one
	Formats  []link // this page in other formats
	Links    []htmlLink
	Document any
}

// htmlLink is a link with a text that is never empty.
type htmlLink struct {
	link
	Label string
	Plain bool // the address is a template
}

// newHTMLPage sorts a resource's links into what a page has a place for.
func newHTMLPage(r *http.Request, title string, links []link) htmlPage {
	p := htmlPage{Title: title, Root: rootPath(r), Notice: noticeOf(r)}
	for _, l := range links {
		switch {
		case l.Rel == "self":
		case l.Rel == "alternate" && strings.HasPrefix(l.Title, thisDocumentAs):
			l.Title = strings.TrimPrefix(l.Title, thisDocumentAs)
			p.Formats = append(p.Formats, l)
		case strings.HasPrefix(l.Rel, "http") && hasAddress(p.Links, l.Href): // the same under the name of another standard
		default:
			label := l.Title
			if label == "" {
				label = l.Href
			}
			p.Links = append(p.Links, htmlLink{l, label, strings.Contains(l.Href, "{")})
		}
	}
	return p
}

type noticeKey struct{}

// noticed gives the pages of a handler the notice of the day.
func (o *OGC) noticed(next httpapi.HandlerFunc) httpapi.HandlerFunc {
	if o.options.Notice == nil {
		return next
	}
	return func(w http.ResponseWriter, r *http.Request) error {
		return next(w, r.WithContext(context.WithValue(r.Context(), noticeKey{}, o.options.Notice())))
	}
}

func noticeOf(r *http.Request) string {
	text, _ := r.Context().Value(noticeKey{}).(string)
	return text
}

// thisDocumentAs begins the titles of a resource's links to its other formats.
const thisDocumentAs = "This document as "

func hasAddress(links []htmlLink, href string) bool {
	for _, l := range links {
		if l.Href == href {
			return true
		}
	}
	return false
}

// rootPath returns the path of the service as the client reaches it: styles and pictures come from the page's own origin.
func rootPath(r *http.Request) string {
	u, err := url.Parse(httpapi.BaseURL(r))
	if err != nil {
		return ""
	}
	return strings.TrimRight(u.EscapedPath(), "/")
}

// execute writes a page.
func (p htmlPage) execute(name string) ([]byte, error) {
	var b bytes.Buffer
	if err := pages.ExecuteTemplate(&b, name, p); err != nil {
		return nil, fmt.Errorf("render %s: %w", name, err)
	}
	return b.Bytes(), nil
}

func setHTMLHeaders(h http.Header) {
	h.Set("Content-Type", mediaHTML)
	httpapi.SetPage(h, policy)
}

func (p htmlPage) send(w http.ResponseWriter, name string) error {
	body, err := p.execute(name)
	if err != nil {
		return err
	}
	setHTMLHeaders(w.Header())
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	_, _ = w.Write(body) //nolint:gosec // html/template escaped it; the client may be gone, there is nobody left to tell
	return nil
}

// writeHTML writes a resource that is no feature. One without a page of its own is shown as it is.
func writeHTML(w http.ResponseWriter, r *http.Request, document any) error {
	home, collections := link{Href: address(r), Title: "OGC API"}, link{Href: address(r, "collections"), Title: "Collections"}
	switch d := document.(type) {
	case landingPage:
		p := newHTMLPage(r, d.Title, d.Links)
		p.Document = struct{ Description, Address, Layers string }{d.Description, address(r), layerFile(d.Links)}
		return p.send(w, "landing.html")
	case conformance:
		p := newHTMLPage(r, "Conformance", d.Links)
		p.Trail, p.Document = []link{home}, d
		return p.send(w, "conformance.html")
	case collectionsPage:
		p := newHTMLPage(r, "Collections", d.Links)
		p.Trail, p.Document = []link{home}, htmlCollections(r, d)
		return p.send(w, "collections.html")
	case collectionPage:
		p := newHTMLPage(r, d.Title, d.Links)
		p.Trail, p.Document = []link{home, collections}, newHTMLCollection(r, d)
		return p.send(w, "collection.html")
	}
	return sendAsItIs(w, r, document, home)
}

// layerFile returns the address of the layer definition file among links, "" when there is none.
func layerFile(links []link) string {
	for _, l := range links {
		if l.Type == mediaLayers {
			return l.Href
		}
	}
	return ""
}

// sendAsItIs shows a document's own JSON beside its links.
func sendAsItIs(w http.ResponseWriter, r *http.Request, document any, home link) error {
	text, err := json.MarshalIndent(document, "", "  ")
	if err != nil {
		return fmt.Errorf("encode a document: %w", err)
	}
	var shown struct {
		Title string
		ID    string
		Links []link
	}
	if err := json.Unmarshal(text, &shown); err != nil {
		return fmt.Errorf("read a document: %w", err)
	}
	title := shown.Title
	if title == "" {
		title = strings.TrimPrefix(r.URL.Path, Path+"/")
	}
	p := newHTMLPage(r, title, shown.Links)
	p.Trail, p.Document = []link{home}, string(text)
	return p.send(w, "document.html")
}

// htmlCollection is a collection as a page shows it.
type htmlCollection struct {
	Page             collectionPage
	Address, Landing string
	Fields           []htmlField
	Map              *svgMap
}

type htmlField struct{ Name, Title, Description string }

func htmlCollections(r *http.Request, d collectionsPage) []htmlCollection {
	var out []htmlCollection
	for _, c := range d.Collections {
		out = append(out, htmlCollection{Page: c, Address: address(r, "collections", c.ID)})
	}
	return out
}

func newHTMLCollection(r *http.Request, d collectionPage) htmlCollection {
	out := htmlCollection{Page: d, Address: address(r, "collections", d.ID), Landing: address(r)}
	for _, f := range d.fields {
		out.Fields = append(out.Fields, htmlField{f.name, f.title, f.description})
	}
	if d.Extent != nil && d.Extent.Spatial != nil {
		m := newSVGMap(r, "Where the features are")
		for _, b := range d.Extent.Spatial.BBox {
			m.addBox(b)
		}
		out.Map = m.framed()
	}
	return out
}

// getStyle answers the style sheet of the pages.
func (o *OGC) getStyle(w http.ResponseWriter, r *http.Request) error {
	css, err := pageFiles.ReadFile("pages/pages.css")
	if err != nil {
		return fmt.Errorf("read the style of the pages: %w", err)
	}
	return sendFile(w, r, "text/css; charset=utf-8", css)
}

// sendFile answers with a file that changes with the program at most.
func sendFile(w http.ResponseWriter, r *http.Request, contentType string, content []byte) error {
	hash := fnv.New64a()
	_, _ = hash.Write(content)
	h := w.Header()
	h.Set("Cache-Control", "public, max-age=3600")
	if httpapi.NotModified(w, r, `"`+strconv.FormatUint(hash.Sum64(), 16)+`"`) {
		return nil
	}
	h.Set("Content-Type", contentType)
	_, _ = w.Write(content) // the client may be gone; there is nobody left to tell
	return nil
}
