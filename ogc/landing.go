package ogc

import (
	"net/http"
	"slices"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/ogc/html"
	"github.com/skeeter-surveillance/skeeter/ogc/openapi"
	"github.com/skeeter-surveillance/skeeter/ogc/resource"
)

// landingPage is the root of the API (17-069r4, 7.2).
type landingPage struct {
	Title       string          `json:"title"`
	Description string          `json:"description"`
	Links       []resource.Link `json:"links"`
}

func (o *OGC) getLandingPage(w http.ResponseWriter, r *http.Request) error {
	format, err := resource.ReadDocument(w, r, html.Documents)
	if err != nil {
		return err
	}

	to := func(path, rel, media, title string) resource.Link {
		return resource.Link{Href: resource.Address(r, path), Rel: rel, Type: media, Title: title}
	}
	forBrowsers := to("api", "service-doc", html.Format.Media(), "The API document for people")
	forBrowsers.Href += "?f=html"
	page := landingPage{
		Title:       o.options.AppName,
		Description: "Records of mosquitoes for GIS clients, by OGC API - Features",
		Links: append(resource.SelfLinks(r, format, html.Documents),
			to("api", "service-desc", openapi.Formats[0].ContentType, "The API document"),
			forBrowsers,
			resource.Link{Href: httpapi.BaseURL(r) + "/docs", Rel: "related", Type: html.Format.Media(), Title: "The server's other API"},
			to("conformance", "conformance", resource.MediaJSON, "Conformance classes"),
			to("conformance", resource.RelConformance, resource.MediaJSON, "Conformance classes"),
			to("functions", "related", resource.MediaJSON, "Functions that a filter may call"),
			to("collections", "data", resource.MediaJSON, "Collections"),
			to("styles", resource.RelStyles, resource.MediaJSON, "Map styles"),
			to("tiles", resource.RelTilesets, resource.MediaJSON, "All layers as vector tiles"),
			to("tileMatrixSets", resource.RelTilingSchemes, resource.MediaJSON, "Tile matrix sets"),
			to("collections", resource.RelData, resource.MediaJSON, "Collections"),
		),
	}
	if o.options.LayerDefinition != "" {
		page.Links = append(page.Links, resource.Link{
			Href: httpapi.BaseURL(r) + o.options.LayerDefinition, Rel: "related", Type: resource.MediaLayerDefinition, Title: "All layers for QGIS, with their colours",
		})
	}

	return format.Write(w, r, page)
}

// Page implements html.Paged.
func (p landingPage) Page(r *http.Request) html.Page {
	view := html.Landing{Description: p.Description, Address: resource.Address(r)}
	if at := slices.IndexFunc(p.Links, func(l resource.Link) bool { return l.Type == resource.MediaLayerDefinition }); at >= 0 {
		view.LayerFile = p.Links[at].Href
	}
	return html.Page{Title: p.Title, Links: p.Links, View: view}
}
