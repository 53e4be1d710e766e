package ogc

import (
	"net/http"
	"slices"

	"github.com/skeeter-surveillance/skeeter/ogc/features"
	"github.com/skeeter-surveillance/skeeter/ogc/html"
	"github.com/skeeter-surveillance/skeeter/ogc/resource"
)

// conformanceClasses are the classes that the API keeps to. The tests in conformance_*_test.go are the abstract tests of each.
var conformanceClasses = []string{
	"http://www.opengis.net/spec/ogcapi-common-1/1.0/conf/core",
	"http://www.opengis.net/spec/ogcapi-common-2/1.0/conf/collections",
	"http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/core",
	"http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/geojson",
	"http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/html",
	"http://www.opengis.net/spec/ogcapi-tiles-1/1.0/conf/core",
	"http://www.opengis.net/spec/ogcapi-tiles-1/1.0/conf/tileset",
	"http://www.opengis.net/spec/ogcapi-tiles-1/1.0/conf/tilesets-list",
	"http://www.opengis.net/spec/ogcapi-tiles-1/1.0/conf/geodata-tilesets",
	"http://www.opengis.net/spec/ogcapi-tiles-1/1.0/conf/dataset-tilesets",
	"http://www.opengis.net/spec/ogcapi-tiles-1/1.0/conf/collections-selection",
	"http://www.opengis.net/spec/ogcapi-tiles-1/1.0/conf/datetime",
	"http://www.opengis.net/spec/ogcapi-tiles-1/1.0/conf/mvt",
	"http://www.opengis.net/spec/ogcapi-tiles-1/1.0/conf/oas30",
	"http://www.opengis.net/spec/ogcapi-styles-1/1.0/conf/core", // those of style encodings are about styles that clients send
	"http://www.opengis.net/spec/ogcapi-styles-1/1.0/conf/html",
	"http://www.opengis.net/spec/tms/2.0/conf/tilematrixset",
	"http://www.opengis.net/spec/tms/2.0/conf/json-tilematrixset",
	"http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/oas30",
	"http://www.opengis.net/spec/ogcapi-features-2/1.0/conf/crs",
	"http://www.opengis.net/spec/ogcapi-features-3/1.0/conf/queryables",
	"http://www.opengis.net/spec/ogcapi-features-3/1.0/conf/queryables-query-parameters",
	"http://www.opengis.net/spec/ogcapi-features-3/1.0/conf/filter",
	"http://www.opengis.net/spec/ogcapi-features-3/1.0/conf/features-filter",
	"http://www.opengis.net/spec/ogcapi-features-5/1.0/conf/schemas",
	"http://www.opengis.net/spec/ogcapi-features-5/1.0/conf/core-roles-features",
	"http://www.opengis.net/spec/ogcapi-features-5/1.0/conf/returnables-and-receivables",
	"http://www.opengis.net/spec/ogcapi-features-5/1.0/conf/profile-parameter",
	"http://www.opengis.net/spec/json-fg-1/1.0/conf/core",
	"http://www.opengis.net/spec/json-fg-1/1.0/conf/types-schemas",
	"http://www.opengis.net/spec/json-fg-1/1.0/conf/profiles",
	"http://www.opengis.net/spec/json-fg-1/1.0/conf/api",
	"http://www.opengis.net/spec/ogcapi-features-8/1.0/conf/sortables",
	"http://www.opengis.net/spec/ogcapi-features-8/1.0/conf/sorting",
	"http://www.opengis.net/spec/ogcapi-features-8/1.0/conf/features-sorting",
	"http://www.opengis.net/spec/cql2/1.0/conf/cql2-text",
	"http://www.opengis.net/spec/cql2/1.0/conf/cql2-json",
	"http://www.opengis.net/spec/cql2/1.0/conf/basic-cql2",
	"http://www.opengis.net/spec/cql2/1.0/conf/advanced-comparison-operators",
	"http://www.opengis.net/spec/cql2/1.0/conf/case-insensitive-comparison",
	"http://www.opengis.net/spec/cql2/1.0/conf/accent-insensitive-comparison",
	"http://www.opengis.net/spec/cql2/1.0/conf/basic-spatial-functions",
	"http://www.opengis.net/spec/cql2/1.0/conf/basic-spatial-functions-plus",
	"http://www.opengis.net/spec/cql2/1.0/conf/spatial-functions",
	"http://www.opengis.net/spec/cql2/1.0/conf/temporal-functions",
	"http://www.opengis.net/spec/cql2/1.0/conf/property-property",
	"http://www.opengis.net/spec/cql2/1.0/conf/functions",
	"http://www.opengis.net/spec/cql2/1.0/conf/arithmetic",
}

type conformance struct {
	ConformsTo []string        `json:"conformsTo"`
	Links      []resource.Link `json:"links"`
}

func (o *OGC) getConformance(w http.ResponseWriter, r *http.Request) error {
	format, err := resource.ReadDocument(w, r, html.Documents)
	if err != nil {
		return err
	}
	classes := conformanceClasses
	if o.options.Writer != nil {
		classes = slices.Concat(classes, features.WritingClasses)
	}
	return format.Write(w, r, conformance{classes, resource.SelfLinks(r, format, html.Documents)})
}

// Page implements html.Paged.
func (c conformance) Page(r *http.Request) html.Page {
	return html.Page{Title: "Conformance", Trail: html.Trail(r), Links: c.Links, View: html.Conformance(c.ConformsTo)}
}
