package web

import (
	"bytes"
	"fmt"
	"html/template"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
)

// The Content-Security-Policy of each page: nothing from elsewhere, no inline script, no eval. Swagger UI draws its icons
// from data: images. ReDoc puts its rules into <style> elements that it creates empty, which the first hash allows (of the
// empty text), and one of fixed text in the pinned version, which the second allows; its search index is a blob: worker.
const (
	cspCommon  = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; script-src 'self'; connect-src 'self'; "
	cspLanding = cspCommon + "style-src 'self'; img-src 'self'"
	cspDocs    = cspCommon + "style-src 'self'; img-src 'self' data:"
	cspRedoc   = cspCommon + "style-src 'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=' " +
		"'sha256-QMIg+bpjm3JdElJ388KYke01izlUW0UoNOeKjpMxdgc='; img-src 'self' data:; worker-src blob:"
)

var pages = template.Must(template.ParseFS(pageFiles, "pages/*.html"))

// page is what the templates know.
type page struct {
	AppName, Version, Notice string
	URL                      string // of the service, without a trailing slash
	Root                     string // path of URL: what the pages' own links begin with
	Base                     string // path of the API below Root
	Examples                 []example
	assets                   assets
}

// Asset returns the address of a static file that is known to be there.
func (p page) Asset(name string) (string, error) {
	if s := p.assets.versioned(p.Root, name); s != "" {
		return s, nil
	}
	return "", fmt.Errorf("no static file %s", name)
}

// Script returns the address of a built script, "" when it was not built.
func (p page) Script(name string) string { return p.assets.versioned(p.Root, name) }

// example is a request that the start page offers.
type example struct {
	Title, Path string
}

var examples = []example{
	{"Tiger mosquitoes as GeoJSON, the newest 100", "/geo/observations?species=aedes-albopictus&limit=100"},
	{"Summer 2020 around the western Mediterranean", "/geo/observations?bbox=-6,35,16,45&start_date=2020-06-01&end_date=2020-08-31"},
	{"Counts by species, month and country", "/stats"},
	{"Everything known about dengue fever, in Spanish", "/diseases/dengue-fever?lang=es"},
	{"Species that carry malaria", "/vector-species?disease_id=malaria"},
	{"All records as CSV", "/export?format=csv"},
}

// root answers browsers with the start page and every other client with the welcome.
func (w *Web) root(rw http.ResponseWriter, r *http.Request) error {
	rw.Header().Add("Vary", "Accept")
	if !prefersHTML(strings.Join(r.Header.Values("Accept"), ",")) {
		return w.welcome(rw, r)
	}
	return w.render(rw, r, "landing.html", cspLanding)
}

func (w *Web) docsPage(rw http.ResponseWriter, r *http.Request) error {
	if !w.assets.has("app/docs.js", "app/swagger-ui-bundle.js", "app/swagger-ui.css") {
		return errNotBuilt
	}
	return w.render(rw, r, "docs.html", cspDocs)
}

func (w *Web) redocPage(rw http.ResponseWriter, r *http.Request) error {
	if !w.assets.has("app/redoc.js", "app/redoc.standalone.js") {
		return errNotBuilt
	}
	return w.render(rw, r, "redoc.html", cspRedoc)
}

// errNotBuilt is the answer of a binary that was compiled without the page scripts.
var errNotBuilt = httpapi.Unavailable("The documentation pages are not part of this binary; run `make build`", nil)

func (w *Web) render(rw http.ResponseWriter, r *http.Request, name, csp string) error {
	address := w.options.PublicURL(r)
	parsed, err := url.Parse(address)
	if err != nil {
		return fmt.Errorf("read the public address %q: %w", address, err)
	}
	var b bytes.Buffer
	err = pages.ExecuteTemplate(&b, name, page{
		AppName:  w.options.AppName,
		Version:  w.spec.version,
		Notice:   w.options.Notice(),
		URL:      address,
		Root:     parsed.EscapedPath(),
		Base:     w.base,
		Examples: examples,
		assets:   w.assets,
	})
	if err != nil {
		return fmt.Errorf("render %s: %w", name, err)
	}
	h := rw.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Length", strconv.Itoa(b.Len()))
	h.Set("Content-Security-Policy", csp)
	h.Set("Referrer-Policy", "same-origin")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "no-cache")
	rw.WriteHeader(http.StatusOK)
	_, _ = rw.Write(b.Bytes()) // the client may be gone; there is nobody left to tell
	return nil
}

// prefersHTML says whether an Accept header names text/html, and no JSON before it (RFC 9110, section 12.5.1). A client
// that takes anything is no browser.
func prefersHTML(accept string) bool {
	html, json := 0.0, 0.0
	for item := range strings.SplitSeq(accept, ",") {
		mediaType, params, err := mime.ParseMediaType(item)
		if err != nil {
			continue
		}
		weight := 1.0
		if q, given := params["q"]; given {
			if weight, err = strconv.ParseFloat(q, 64); err != nil {
				continue
			}
		}
		switch mediaType {
		case "text/html", "application/xhtml+xml":
			html = max(html, weight)
		case "application/json":
			json = max(json, weight)
		}
	}
	return html > 0 && html >= json
}
