// Package web serves the application for browsers (src/, built into dist/), the API document (openapi.yaml) with its two documentation
// pages, the JSON welcome, the basemap's tiles, and static files. All of them are embedded in the binary. It imports internal/httpapi
// and no domain.
package web

import (
	"embed"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/pmtiles"
)

//go:embed openapi.yaml
var contract []byte

//go:embed pages
var pageFiles embed.FS

// `npm run build` fills dist. Without it, dist holds .gitkeep alone, and pages answer 503.
//
//go:embed all:dist static
var assetFiles embed.FS

// Options of New. The zero value serves openapi.yaml unchanged.
type Options struct {
	AppName string // in titles and the welcome; "" is Skeeter
	Version string // of the program; "" keeps that of openapi.yaml
	Prefix  string // SKEETER_API_V1_STR, without a trailing slash; "" mounts the API at /v1

	// BasemapStyle is the URL of a MapLibre style below the observations; "" is the embedded basemap.
	BasemapStyle string
	// Streets is the deployment's own street map; nil is none.
	Streets *pmtiles.Archive
	// Notice returns the notice of every page and the welcome. It is called on every request. Nil is no notice.
	Notice func() Notice
	// PublicURL returns the URL of the service as the client reaches it, without a trailing slash. Nil is httpapi.BaseURL.
	PublicURL func(*http.Request) string
	// ReadOrigins are the origins whose pages may read answers; "*" is all of them.
	ReadOrigins []string
	// EmbedOrigins are the origins whose pages may show the map in a frame; "*" is all of them.
	EmbedOrigins []string
	// Subjects finds what pages of species, diseases, records and data sources are about; nil finds nothing.
	Subjects Subjects
	// NoPages are folders beside the API, such as /ogc, in which an unknown path is no page.
	NoPages []string
	// Reports is what the server does with reports.
	Reports Reports
	// Links are further links of the welcome, paths from the root by name ("tiles": "/api/v1/tiles/observations.json").
	Links map[string]string
}

// Reports is what whoever reports a mosquito may expect of the server.
type Reports struct {
	// PicturesKept is whether records can show the pictures that were sent for prediction.
	PicturesKept bool `json:"pictures_kept"`
	// LargestCounts are the counts by life stage ("" without one) above which a record waits for a review.
	LargestCounts map[string]int `json:"largest_counts"`
}

// Web serves the pages and the API document of this deployment. It is safe for concurrent use.
type Web struct {
	options Options
	base    string          // Prefix + "/v1"
	reports string          // Options.Reports as JSON
	spec    func() document // made when somebody asks for it
	assets  assets
	texts   texts
	bundle  bundle
	basemap basemap
}

// New returns the pages of a deployment. It panics when an embedded file is malformed, which is a mistake of the build.
func New(o Options) *Web {
	if o.AppName == "" {
		o.AppName = "Skeeter"
	}
	if o.Notice == nil {
		o.Notice = func() Notice { return Notice{} }
	}
	if o.PublicURL == nil {
		o.PublicURL = httpapi.BaseURL
	}
	if o.Reports.LargestCounts == nil {
		o.Reports.LargestCounts = map[string]int{}
	}
	base := o.Prefix + "/v1"
	return &Web{
		options: o,
		base:    base,
		reports: string(must(json.Marshal(o.Reports))),
		spec:    sync.OnceValue(func() document { return must(renderContract(contract, o.AppName, o.Version, base)) }),
		assets:  must(loadAssets(assetFiles)),
		texts:   must(readTexts()),
		bundle:  must(readBundle(assetFiles)),
		basemap: must(loadBasemap(assetFiles)),
	}
}

func must[T any](embedded T, err error) T {
	if err != nil {
		panic(fmt.Sprintf("web: read the embedded files: %v", err))
	}
	return embedded
}

// Routes returns the routes of the package, with their full paths.
func (w *Web) Routes() []httpapi.Route {
	return []httpapi.Route{
		{Method: http.MethodGet, Path: "/", Name: "getRoot", Handler: w.root, Light: true},
		{Method: http.MethodGet, Path: "/species", Name: "getSpeciesPage", Handler: w.appPage, Light: true},
		{Method: http.MethodGet, Path: "/species/{species_id}", Name: "getOneSpeciesPage", Handler: w.appPage, Light: true},
		{Method: http.MethodGet, Path: "/diseases", Name: "getDiseasesPage", Handler: w.appPage, Light: true},
		{Method: http.MethodGet, Path: "/diseases/{disease_id}", Name: "getDiseasePage", Handler: w.appPage, Light: true},
		{Method: http.MethodGet, Path: "/report", Name: "getReportPage", Handler: w.appPage, Light: true},
		{Method: http.MethodGet, Path: "/import", Name: "getImportPage", Handler: w.appPage, Light: true},
		{Method: http.MethodGet, Path: "/records", Name: "getRecordsPage", Handler: w.appPage, Light: true},
		{Method: http.MethodGet, Path: "/records/{id}", Name: "getRecordPage", Handler: w.appPage, Light: true},
		{Method: http.MethodGet, Path: "/sources", Name: "getSourcesPage", Handler: w.appPage, Light: true},
		{Method: http.MethodGet, Path: "/sources/{data_source_id}", Name: "getSourcePage", Handler: w.appPage, Light: true},
		{Method: http.MethodGet, Path: "/bulletin", Name: "getBulletinPage", Handler: w.appPage, Light: true},
		{Method: http.MethodGet, Path: "/about", Name: "getAboutPage", Handler: w.appPage, Light: true},
		{Method: http.MethodGet, Path: "/sign-in", Name: "getSignInPage", Handler: w.appPage, Light: true},
		{Method: http.MethodGet, Path: "/account", Name: "getAccountPage", Handler: w.appPage, Light: true},
		{Method: http.MethodGet, Path: "/invitation", Name: "getInvitationPage", Handler: w.appPage, Light: true},
		{Method: http.MethodGet, Path: "/review", Name: "getReviewPage", Handler: w.appPage, Light: true},
		{Method: http.MethodGet, Path: "/admin", Name: "getAdminPage", Handler: w.appPage, Light: true},
		{Method: http.MethodGet, Path: w.base, Name: "getWelcome", Handler: httpapi.NoParameters(w.welcome), Light: true},
		{Method: http.MethodGet, Path: "/docs", Name: "getSwaggerUI", Handler: w.docsPage, Light: true},
		{Method: http.MethodGet, Path: "/redoc", Name: "getReDoc", Handler: w.redocPage, Light: true},
		{Method: http.MethodGet, Path: "/openapi.json", Name: "getOpenAPIJSON", Handler: w.specJSON, Light: true},
		{Method: http.MethodGet, Path: "/openapi.yaml", Name: "getOpenAPIYAML", Handler: w.specYAML, Light: true},
		{Method: http.MethodGet, Path: w.base + "/openapi.json", Name: "getOpenAPI", Handler: httpapi.NoParameters(w.specJSON), Light: true},
		{Method: http.MethodGet, Path: "/embed.js", Name: "getEmbedScript", Handler: w.embedScript, Light: true},
		{Method: http.MethodGet, Path: "/manifest.webmanifest", Name: "getManifest", Handler: w.manifest, Light: true},
		{Method: http.MethodGet, Path: "/sw.js", Name: "getServiceWorker", Handler: w.serviceWorker, Light: true},
		{Method: http.MethodGet, Path: "/static/{path:.*}", Name: "getStaticFile", Handler: w.static, Light: true},
		{Method: http.MethodGet, Path: "/basemap/{z}/{x}/{y}.mvt", Name: "getBasemapTile", Handler: w.basemapTile, Light: true},
		{Method: http.MethodGet, Path: "/basemap/streets.json", Name: "getStreetsTileJSON", Handler: httpapi.NoParameters(w.streetsTileJSON), Light: true},
		{Method: http.MethodGet, Path: "/basemap/streets/{z}/{x}/{y}.mvt", Name: "getStreetsTile", Handler: w.streetsTile, Light: true},
	}
}

// welcomeBody is the answer of the API's root.
type welcomeBody struct {
	Message string            `json:"message"`
	Version string            `json:"version"`
	Notice  string            `json:"notice,omitempty"`
	Reports Reports           `json:"reports"`
	Links   map[string]string `json:"links"`
}

func (w *Web) welcome(rw http.ResponseWriter, r *http.Request) error {
	body := welcomeBody{
		Message: "Welcome to " + w.options.AppName,
		Version: w.version(),
		Notice:  w.options.Notice().Text,
		Reports: w.options.Reports,
		Links:   make(map[string]string),
	}
	url := w.options.PublicURL(r)
	for name, path := range w.options.Links {
		body.Links[name] = url + path
	}
	for name, path := range map[string]string{
		"docs": "/docs", "redoc": "/redoc", "openapi": "/openapi.json", "health": w.base + "/health",
	} {
		body.Links[name] = url + path
	}
	return httpapi.JSON(rw, http.StatusOK, body)
}
