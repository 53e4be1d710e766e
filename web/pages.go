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

	"github.com/skeeter-surveillance/skeeter/internal/access"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
)

// The Content-Security-Policy of the documentation pages: nothing from other origins, no inline script, no eval. Swagger UI has data:
// images as icons. ReDoc creates empty <style> elements, which the first hash allows, and one with a fixed text in the pinned version,
// which the second hash allows. Its search index is a blob: worker.
const (
	cspCommon = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; script-src 'self'; "
	cspDocs   = cspCommon + "connect-src 'self'; style-src 'self'; img-src 'self' data:"
	cspRedoc  = cspCommon + "connect-src 'self'; style-src 'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=' " +
		"'sha256-QMIg+bpjm3JdElJ388KYke01izlUW0UoNOeKjpMxdgc='; img-src 'self' data:; worker-src blob:"
)

// cspApp returns the policy of the application. Symbols of the map and pictures of reports are blob: and data: images. The style of
// a deployment's own basemap names other hosts, so all of https is allowed then; of http, the host of the style alone.
func cspApp(basemapStyle string) string {
	from := "'self'"
	if basemapStyle != "" {
		from = "'self' https:"
	}
	if style, err := url.Parse(basemapStyle); err == nil && style.Scheme == "http" {
		from += " http://" + style.Host
	}
	return cspCommon + "connect-src " + from + "; style-src 'self'; worker-src 'self'; manifest-src 'self'; font-src " + from + "; img-src " + from + " data: blob:"
}

// framedBy returns a policy under which pages of these origins may have the page in a frame.
func framedBy(policy string, origins []string) string {
	if len(origins) == 0 {
		return policy
	}
	return strings.Replace(policy, "frame-ancestors 'none'", "frame-ancestors "+strings.Join(origins, " "), 1)
}

var pages = template.Must(template.ParseFS(pageFiles, "pages/*.html"))

// page holds the values of the templates.
type page struct {
	Head             head
	AppName, Version string
	Notice           string
	NoticeKind       string
	Root             string // path of the service as the client reaches it, the beginning of links between pages
	Base             string // path of the API below Root
	Basemap          string // URL of the deployment's own basemap style, "" for the embedded basemap
	BasemapVersion   string // of the embedded basemap
	ReadOrigins      string // origins whose pages may read answers, with spaces between
	Embeddable       bool   // some other site may show the map in a frame
	Embedded         bool   // the page is the map alone, for such a frame
	Streets          string // version of the deployment's own street map, "" for none
	May              string // what the visitor may do without a token: report, edit, import, review, administer
	Person           string // who is signed in; "" for nobody
	Reports          string // JSON
	Local            bool   // the visitor sits at the machine, and needs not sign in
	Entry            entry
	assets           assets
}

// Asset returns the URL of a static file. A missing file is an error of the template.
func (p page) Asset(name string) (string, error) {
	if s := p.assets.versioned(p.Root, name); s != "" {
		return s, nil
	}
	return "", fmt.Errorf("no static file %s", name)
}

// root answers browsers, and programs that preview links, with the application and every other client with the welcome.
func (w *Web) root(rw http.ResponseWriter, r *http.Request) error {
	rw.Header().Add("Vary", "Accept, User-Agent")
	if !wantsPage(r) {
		return w.welcome(rw, r)
	}
	return w.appPage(rw, r)
}

// Source files of the pages, the keys of their scripts in the manifest.
const (
	appSource   = "src/main.ts"
	mapSource   = "src/explore/MapPage.svelte" // the first page
	docsSource  = "src/docs/docs.ts"
	redocSource = "src/docs/redoc.ts"
)

// appPage answers every path of the application, which reads from the address which page to show.
func (w *Web) appPage(rw http.ResponseWriter, r *http.Request) error {
	return w.page(rw, r, func(address string) (head, int) { return w.headOf(r, address) })
}

// page answers with the application.
func (w *Web) page(rw http.ResponseWriter, r *http.Request, describe func(address string) (head, int)) error {
	var more []string
	if r.URL.Path == "/" {
		more = append(more, mapSource)
	}
	rw.Header().Add("Vary", "Accept-Language")
	csp := cspApp(w.options.BasemapStyle)
	if isEmbedded(r) {
		csp = framedBy(csp, w.options.EmbedOrigins)
	}
	return w.render(rw, r, html{"app.html", csp, describe}, appSource, more...)
}

func (w *Web) docsPage(rw http.ResponseWriter, r *http.Request) error {
	return w.render(rw, r, html{name: "docs.html", csp: cspDocs}, docsSource)
}

func (w *Web) redocPage(rw http.ResponseWriter, r *http.Request) error {
	return w.render(rw, r, html{name: "redoc.html", csp: cspRedoc}, redocSource)
}

// html is a template with its policy, and what it says of itself; nil for nothing.
type html struct {
	name, csp string
	describe  func(address string) (head, int)
}

// errNotBuilt is the answer of a binary that was built without the pages.
var errNotBuilt = httpapi.Unavailable("The pages are not part of this binary; run `make build`", nil)

func (w *Web) render(rw http.ResponseWriter, r *http.Request, of html, source string, more ...string) error {
	entry, ok := w.bundle.entry(source, more...)
	if !ok {
		return errNotBuilt
	}
	address := w.options.PublicURL(r)
	parsed, err := url.Parse(address)
	if err != nil {
		return fmt.Errorf("read the public address %q: %w", address, err)
	}
	notice := w.options.Notice()
	v, err := access.Of(r.Context())
	if err != nil || isEmbedded(r) {
		v = access.Visitor{} // a frame knows nobody; the pages show what they can; a write says what is wrong
	}
	var about head
	status := http.StatusOK
	if of.describe != nil {
		about, status = of.describe(address)
		entry.Fonts = w.bundle.fonts(about.Language)
	}
	var b bytes.Buffer
	err = pages.ExecuteTemplate(&b, of.name, page{
		Head:           about,
		AppName:        w.options.AppName,
		Version:        w.version(),
		Notice:         notice.Text,
		NoticeKind:     notice.Kind,
		Root:           parsed.EscapedPath(),
		Base:           w.base,
		Basemap:        w.options.BasemapStyle,
		BasemapVersion: w.basemap.version,
		ReadOrigins:    strings.Join(w.options.ReadOrigins, " "),
		Embeddable:     len(w.options.EmbedOrigins) > 0,
		Embedded:       isEmbedded(r),
		Streets:        w.streetsVersion(),
		May:            mayDo(v),
		Reports:        w.reports,
		Local:          v.Local,
		Person:         personOf(v),
		Entry:          entry,
		assets:         w.assets,
	})
	if err != nil {
		return fmt.Errorf("render %s: %w", of.name, err)
	}
	h := rw.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Length", strconv.Itoa(b.Len()))
	httpapi.SetPage(h, of.csp)
	h.Set("Cache-Control", "private, no-cache") // it names who is signed in
	rw.WriteHeader(status)
	_, _ = rw.Write(b.Bytes())
	return nil
}

// personOf returns who is signed in; "" for nobody, and for a token.
func personOf(v access.Visitor) string {
	if !v.SignedIn() {
		return ""
	}
	return v.Name
}

// mayDo lists what a visitor may do. The pages ask for a token before the rest.
func mayDo(v access.Visitor) string {
	var may []string
	for _, work := range []struct {
		name  string
		right access.Right
	}{{"report", access.Report}, {"edit", access.WriteObservations}, {"import", access.Import}, {"review", access.Review}, {"administer", access.Admin}} {
		if v.May(work.right) {
			may = append(may, work.name)
		}
	}
	return strings.Join(may, " ")
}

// prefersHTML reports whether an Accept header names text/html, and JSON with no larger weight (RFC 9110, section 12.5.1). A client
// that accepts anything gets JSON.
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
