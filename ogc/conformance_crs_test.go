package ogc_test

import (
	"math"
	"net/url"
	"slices"
	"strings"
)

const (
	crs84 = "http://www.opengis.net/def/crs/OGC/1.3/CRS84"
	epsg  = "http://www.opengis.net/def/crs/EPSG/0/"
)

// OGC API - Features Part 2 (18-058r1), class CRS by reference.
var featuresCRS = requirement{
	"crs-uri":                      crsLists,
	"fc-md-crs-list":               crsLists,
	"fc-md-crs-list-global":        crsLists,
	"fc-md-storageCrs":             crsLists,
	"fc-md-storageCrs-valid-value": crsLists,
	"fc-crs-definition":            func(s service) { s.parameter("observations", "crs") },
	"fc-crs-valid-value":           crsExceptions,
	"crs-exception":                crsExceptions,
	"fc-crs-default-value": func(s service) {
		a := s.ok("/collections/observations/items?bbox=9,19,11,21")
		if got := positions(a.features()[0]["geometry"].(object)["coordinates"])[0]; got != [2]float64{10, 20} || a.header.Get("Content-Crs") != "<"+crs84+">" {
			s.t.Errorf("%v in %s", got, a.header.Get("Content-Crs"))
		}
	},
	"fc-crs-action":          crsAction,
	"ogc-crs-header":         crsAction,
	"ogc-crs-header-value":   crsAction,
	"geojson":                crsAction,
	"fc-bbox-crs-definition": func(s service) { s.parameter("observations", "bbox-crs") },
	"fc-bbox-crs-valid-value": func(s service) {
		s.refused("/collections/observations/items?bbox=0,0,1,1&bbox-crs="+epsg+"99999", "bbox-crs")
	},
	"bbox-crs-exception": func(s service) { s.refused("/collections/observations/items?bbox-crs=nonsense", "bbox-crs") },
	"fc-bbox-crs-default-value": func(s service) {
		if got := s.ok("/collections/observations/items?bbox=9,19,11,21&crs=" + epsg + "4326").ids(); !slices.Equal(got, []string{idOf(3)}) {
			s.t.Errorf("%v", got)
		}
	},
	"fc-bbox-crs-action": func(s service) {
		for query, want := range map[string][]string{
			"bbox=19,9,21,11&bbox-crs=" + epsg + "4326":                                {idOf(3)},
			"bbox=-18,179,-16,-179&bbox-crs=" + epsg + "4326":                          {idOf(2), idOf(1)},
			"bbox=1001875,2154935,1224514,2391878&bbox-crs=" + epsg + "3857":           {idOf(3)},
			"bbox=1113194.9,2273030.9,1113194.91,2273030.93&bbox-crs=" + epsg + "3857": {idOf(3)},
			"bbox=1113196,2273030,1113197,2273031&bbox-crs=" + epsg + "3857":           {},
			// Beyond the antimeridian, as map clients send what they show: in the east, in the west, twice around the world.
			"bbox=19926188,-2037549,20148828,-1804722&bbox-crs=" + epsg + "3857":                                   {idOf(2), idOf(1)},
			"bbox=-20148828,-2037549,-19926188,-1804722&bbox-crs=" + epsg + "3857":                                 {idOf(2), idOf(1)},
			"bbox=-4e7,-2037549,4e7,-1804722&bbox-crs=" + epsg + "3857":                                            {idOf(2), idOf(1)},
			"filter=S_INTERSECTS(geometry,BBOX(19926188,-2037549,20148828,-1804722))&filter-crs=" + epsg + "3857":  {idOf(2), idOf(1)},
			"filter=S_INTERSECTS(geometry,BBOX(-40000000,-2037549,40000000,-1804722))&filter-crs=" + epsg + "3857": {idOf(2), idOf(1)},
		} {
			if got := s.ok("/collections/observations/items?" + query).ids(); !slices.Equal(got, want) && len(got)+len(want) > 0 {
				s.t.Errorf("%s: %v, want %v", query, got, want)
			}
		}
		s.refused("/collections/observations/items?filter-crs="+epsg+"3857&filter="+url.QueryEscape("S_INTERSECTS(geometry,POINT(20148828 0))"), "filter")
		s.refused("/collections/observations/items?bbox=1,0,0,1&bbox-crs="+epsg+"3857", "bbox")
		// Paris in ETRS89 / LAEA Europe, northing first.
		if got := s.ok("/collections/countries/items?skipGeometry=true&bbox=2889000,3760000,2890000,3761000&bbox-crs=" + epsg + "3035").ids(); !slices.Equal(got, []string{"fr"}) {
			s.t.Errorf("EPSG:3035: %v", got)
		}
	},
}

func crsLists(s service) {
	global := s.ok("/collections").body["crs"].([]any)
	for id, c := range s.described() {
		list := c["crs"].([]any)
		for _, want := range []string{crs84, epsg + "4326", epsg + "3857"} {
			if !slices.Contains(list, any(want)) || !slices.Contains(global, any(want)) {
				s.t.Errorf("%s: %v", id, list)
			}
		}
		if id == "counts" { // they are stored nowhere
			if c["storageCrs"] != nil {
				s.t.Errorf("counts: storageCrs %v", c["storageCrs"])
			}
		} else if !slices.Contains(list, c["storageCrs"]) {
			s.t.Errorf("%s: storageCrs %v", id, c["storageCrs"])
		}
		for _, uri := range list {
			if got := s.ok("/collections/" + id + "/items?limit=1&skipGeometry=true&crs=" + url.QueryEscape(uri.(string))).header.Get("Content-Crs"); got != "<"+uri.(string)+">" {
				s.t.Errorf("%s: Content-Crs %s", id, got)
			}
		}
	}
}

func crsExceptions(s service) {
	for _, uri := range []string{"", "EPSG:4326", epsg + "0", epsg + "4326x", epsg + "04326", epsg + "+4326", epsg + "99999999999999999999", "http://www.opengis.net/def/crs/OGC/1.3/CRS99",
		epsg + "4978", epsg + "5773", "' or 1=1 --", strings.Repeat("x", 5000)} {
		s.refused("/collections/observations/items?crs="+url.QueryEscape(uri), "crs")
		s.refused("/collections/observations/items/"+idOf(1)+"?crs="+url.QueryEscape(uri), "crs")
	}
}

func crsAction(s service) {
	for uri, want := range map[string][2]float64{
		epsg + "4326":  {20, 10},
		epsg + "4258":  {20, 10},
		epsg + "3857":  {1113194.91, 2273030.93},
		epsg + "3395":  {1113194.91, 2258423.65},
		epsg + "3035":  {-296173.21, 4321000},    // northing, easting
		epsg + "32632": {604609.32, 2211793.56},  // UTM, which the documents do not list
		epsg + "31467": {2212235.08, 3604745.11}, // Gauss-Krüger has northing first
	} {
		for _, target := range []string{"/collections/observations/items?bbox=9,19,11,21&", "/collections/observations/items/" + idOf(3) + "?"} {
			a := s.ok(target + "crs=" + url.QueryEscape(uri))
			feature := a.body
			if list, ok := a.body["features"]; ok {
				feature = list.([]any)[0].(object)
			}
			got := positions(feature["geometry"].(object)["coordinates"])[0]
			const near = 0.011
			if math.Abs(got[0]-want[0]) > near || math.Abs(got[1]-want[1]) > near || a.header.Get("Content-Crs") != "<"+uri+">" {
				s.t.Errorf("%s: %v, want %v, in %s", uri, got, want, a.header.Get("Content-Crs"))
			}
		}
	}
}
