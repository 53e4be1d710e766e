package ogc

import (
	"net/http"
	"slices"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/ogc/features"
	"github.com/skeeter-surveillance/skeeter/ogc/html"
	"github.com/skeeter-surveillance/skeeter/ogc/openapi"
	"github.com/skeeter-surveillance/skeeter/ogc/styles"
	"github.com/skeeter-surveillance/skeeter/ogc/tiles"
)

// Routes returns the operations, with their full paths.
func (o *OGC) Routes() []httpapi.Route {
	routes := slices.Concat(
		[]httpapi.Route{
			{Method: http.MethodGet, Path: "", Name: "getLandingPage", Handler: o.getLandingPage},
			{Method: http.MethodGet, Path: "/conformance", Name: "getConformance", Handler: o.getConformance},
			{Method: http.MethodGet, Path: "/functions", Name: "getFunctions", Handler: o.getFunctions},
			{Method: http.MethodGet, Path: "/collections", Name: "getCollections", Handler: o.getCollections},
			{Method: http.MethodGet, Path: "/collections/{collection}", Name: "getCollection", Handler: o.getCollection},
		},
		html.NewFiles(o.options.DB).Routes(),
		openapi.New(openapi.Options{AppName: o.options.AppName, Collections: o.collections, Writable: o.options.Writer != nil}).Routes(),
		features.New(features.Options{
			DB: o.options.DB, Lookups: o.options.Lookups, Collections: o.collections, State: o.options.State, Writer: o.options.Writer,
		}).Routes(),
		styles.New(o.options.Styles).Routes(),
		tiles.New(tiles.Options{
			DB: o.options.DB, Lookups: o.options.Lookups, Collections: o.collections, Source: o.options.Tiles, Style: o.style,
			Version: func() string { return o.options.State().Version() },
		}).Routes(),
	)
	for i := range routes {
		routes[i].Handler = o.withID(routes[i].Handler)
		if o.options.Notice != nil {
			routes[i].Handler = html.WithNotice(o.options.Notice, routes[i].Handler)
		}
	}
	return httpapi.Under(Path, routes)
}
