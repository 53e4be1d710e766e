package ogc

import (
	"net/http"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
)

// Media types of links.
const (
	mediaJSON    = "application/json"
	mediaOpenAPI = "application/vnd.oai.openapi+json;version=3.0"
	mediaSchema  = "application/schema+json"
	mediaLayers  = "application/x-qgis-layer-definition"
)

// Link relations of OGC API - Features.
const (
	relConformance = "http://www.opengis.net/def/rel/ogc/1.0/conformance"
	relData        = "http://www.opengis.net/def/rel/ogc/1.0/data"
	relQueryables  = "http://www.opengis.net/def/rel/ogc/1.0/queryables"
	relSortables   = "http://www.opengis.net/def/rel/ogc/1.0/sortables"
	relSchema      = "http://www.opengis.net/def/rel/ogc/1.0/schema"
)

// landingPage is the root of the API (17-069r4, 7.2).
type landingPage struct {
	Title       string `json:"title"`
	Description string `json:"description"`
	Links       []link `json:"links"`
}

func (o *OGC) getLandingPage(w http.ResponseWriter, r *http.Request) error {
	format, err := readDocument(w, r)
	if err != nil {
		return err
	}

	page := landingPage{
		Title:       o.options.AppName,
		Description: "Records of mosquitoes for GIS clients, by OGC API - Features",
		Links: append(selfLinks(r, format, documentFormats),
			link{address(r, "api"), "service-desc", mediaOpenAPI, "The API document"},
			link{address(r, "api") + "?f=html", "service-doc", "text/html", "The API document for people"},
			link{httpapi.BaseURL(r) + "/docs", "related", "text/html", "The server's other API"},
			link{address(r, "conformance"), "conformance", mediaJSON, "Conformance classes"},
			link{address(r, "conformance"), relConformance, mediaJSON, "Conformance classes"},
			link{address(r, "collections"), "data", mediaJSON, "Collections"},
			link{address(r, "tileMatrixSets"), relTilingSchemes, mediaJSON, "Tile matrix sets"},
			link{address(r, "collections"), relData, mediaJSON, "Collections"},
		),
	}
	if o.options.LayerDefinition != "" {
		page.Links = append(page.Links, link{httpapi.BaseURL(r) + o.options.LayerDefinition, "related", mediaLayers, "All layers for QGIS, with their colours"})
	}

	return format.write(w, r, page)
}
