package ogc_test

import (
	"net/http"
	"slices"
)

// styleIDs are the ids of the styles, the default first.
var styleIDs = []string{"vector-status", "species"}

// styleLink returns the address of a style's link by relation and type.
func styleLink(style object, rel, media string) string {
	for _, l := range links(style) {
		if l["rel"] == rel && l["type"] == media {
			return l["href"].(string)
		}
	}
	return ""
}

// OGC API - Styles (20-009), class Core.
var stylesCore = requirement{
	"base-resource-link": func(s service) {
		for _, target := range []string{"", "/collections/observations"} {
			if got := s.ok(target).link("http://www.opengis.net/def/rel/ogc/1.0/styles", "application/json"); got != "http://example.com/ogc/styles" {
				s.t.Errorf("%s links the styles at %q", target, got)
			}
		}
	},
	"styles-success": func(s service) {
		a := s.ok("/styles")
		var ids []string
		for _, style := range a.body["styles"].([]any) {
			style := style.(object)
			ids = append(ids, style["id"].(string))
			for rel, media := range map[string]string{"stylesheet": "application/vnd.mapbox.style+json", "describedby": "application/json"} {
				if got := s.ok(styleLink(style, rel, media)).media(); got != media {
					s.t.Errorf("%v: %s as %s", style["id"], rel, got)
				}
			}
			if got := s.ok(styleLink(style, "stylesheet", "application/vnd.qgis.qml")).media(); got != "application/vnd.qgis.qml" {
				s.t.Errorf("%v: QML as %s", style["id"], got)
			}
		}
		if !slices.Equal(ids, styleIDs) || a.body["default"] != styleIDs[0] {
			s.t.Errorf("%s", a.raw)
		}
	},
	"style-success": func(s service) {
		for _, id := range styleIDs {
			for _, media := range []string{"application/vnd.mapbox.style+json", "application/vnd.qgis.qml", "text/html"} {
				if got := s.ok("/styles/"+id, "Accept", media).media(); got != media {
					s.t.Errorf("%s as %s: %s", id, media, got)
				}
			}
		}
		if a := s.get("/styles/nothing"); a.status != http.StatusNotFound || a.body["detail"] != "Style not found" || a.body["type"] != "not_found" {
			s.t.Errorf("%d %s", a.status, a.raw)
		}
		if a := s.get("/styles/nothing/metadata"); a.status != http.StatusNotFound {
			s.t.Errorf("%d %s", a.status, a.raw)
		}
		s.refused("/styles/species?f=sld", "mapbox", "qml")
		s.refused("/styles/species?species=culex", "species")
	},
	"style-md-success": func(s service) {
		for _, id := range styleIDs {
			a := s.ok("/styles/" + id + "/metadata")
			if a.body["id"] != id || a.body["scope"] != "style" || len(a.body["stylesheets"].([]any)) != 2 {
				s.t.Errorf("%s", a.raw)
			}
			for _, sheet := range a.body["stylesheets"].([]any) {
				link := sheet.(object)["link"].(object)
				if got := s.ok(link["href"].(string)).media(); got != link["type"] {
					s.t.Errorf("%v: %s", link, got)
				}
			}
			s.selfAndAlternates(a, "application/json")
		}
	},
}

// Class HTML.
var stylesHTML = requirement{
	"content": func(s service) {
		for _, target := range []string{"/styles", "/styles/species", "/styles/species/metadata"} {
			s.page(target)
		}
	},
}
