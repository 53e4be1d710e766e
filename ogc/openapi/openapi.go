// Package openapi describes everything under /ogc in OpenAPI 3.0, made from the collections, formats and limits of the other rooms:
// QGIS and GDAL read limits from it. OpenAPI 3.1 is newer than they are. It imports ogc/features, ogc/tiles, ogc/styles, ogc/html and ogc/resource.
package openapi

import (
	"net/http"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/ogc/features/collection"
	"github.com/skeeter-surveillance/skeeter/ogc/html"
	"github.com/skeeter-surveillance/skeeter/ogc/resource"
)

// Formats of the API document.
var Formats = html.DocumentsAs(resource.JSONFormat("application/vnd.oai.openapi+json;version=3.0", "OpenAPI 3.0"))

// Options of New.
type Options struct {
	AppName     string
	Collections collection.Set
	Writable    bool // there are operations that write
}

// OpenAPI answers the API document.
type OpenAPI struct{ Options }

// New returns the API document.
func New(o Options) *OpenAPI { return &OpenAPI{o} }

// Routes returns the operation, relative to resource.Path.
func (o *OpenAPI) Routes() []httpapi.Route {
	return []httpapi.Route{{Method: http.MethodGet, Path: "/api", Name: "getAPI", Handler: o.getAPI}}
}

func (o *OpenAPI) getAPI(w http.ResponseWriter, r *http.Request) error {
	format, err := resource.ReadDocument(w, r, Formats)
	if err != nil {
		return err
	}
	return format.Write(w, r, o.document(r))
}
