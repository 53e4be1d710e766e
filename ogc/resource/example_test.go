package resource_test

import (
	"fmt"
	"net/http/httptest"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/ogc/resource"
)

// The parameter f chooses a format, else Accept does.
func ExampleChoose() {
	csv := resource.Format{Name: "csv", ContentType: "text/csv; header=present", Title: "CSV"}
	formats := []resource.Format{{Name: "json", ContentType: "application/geo+json", Title: "GeoJSON"}, csv}
	r := httptest.NewRequest("GET", "/ogc/collections/observations/items?limit=5", nil)
	r.Header.Set("Accept", "text/csv, application/geo+json;q=0.5")
	w := httptest.NewRecorder()

	chosen := resource.Choose(w, r, httpapi.Query(r), formats)
	fmt.Println(chosen.Title)
	for _, l := range resource.SelfLinks(r, chosen, formats) {
		fmt.Println(l.Header())
	}
	// Output:
	// CSV
	// <http://example.com/ogc/collections/observations/items?limit=5>; rel="self"; type="text/csv"; title="This document"
	// <http://example.com/ogc/collections/observations/items?f=json&limit=5>; rel="alternate"; type="application/geo+json"; title="This document as GeoJSON"
}
