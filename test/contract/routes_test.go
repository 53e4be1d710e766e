package contract_test

import (
	"cmp"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/skeeter-surveillance/skeeter/internal/app"
	"github.com/skeeter-surveillance/skeeter/ogc"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// TestEveryRouteIsInTheContract checks that no route lacks a description, and that each has the name that the document gives it.
// The routes under /ogc have a document of their own.
func TestEveryRouteIsInTheContract(t *testing.T) {
	t.Parallel()
	doc := skeetertest.LoadDocument(t)
	a := skeetertest.App(t)
	routes := a.Routes()
	if len(routes) < 30 {
		t.Errorf("only %d routes", len(routes))
	}
	gis := documentOfOGC(t, a)
	for _, route := range routes {
		if below, ok := strings.CutPrefix(route.Path, ogc.Path); ok {
			if !describes(gis, route.Method, cmp.Or(below, "/")) {
				t.Errorf("%s %s is not in the document at /ogc/api", route.Method, route.Path)
			}
			continue
		}
		path := regexp.MustCompile(`\{([a-z_]+):[^}]*\}`).ReplaceAllString(route.Path, "{$1}")
		if path == "/api/v1" {
			path = "/api/v1/"
		}
		item := doc.Paths.Value(path)
		if item == nil || item.GetOperation(route.Method) == nil {
			t.Errorf("%s %s is not in web/openapi.yaml", route.Method, path)
			continue
		}
		if id := item.GetOperation(route.Method).OperationID; id != route.Name {
			t.Errorf("%s %s is named %s, the document calls it %s", route.Method, path, route.Name, id)
		}
	}
}

// documentOfOGC is the API document of what is under /ogc.
func documentOfOGC(t *testing.T, a *app.App) *openapi3.T {
	t.Helper()
	w := httptest.NewRecorder()
	a.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, ogc.Path+"/api", http.NoBody))
	doc, err := openapi3.NewLoader().LoadFromData(w.Body.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// ofPages are what the pages of /ogc load, and the file for QGIS: no resources of the API.
var ofPages = []string{"/pages.css", "/land.svg", "/skeeter.qlr"}

// describes says whether the document has an operation. It names each collection and tile matrix set in a path of its own.
func describes(doc *openapi3.T, method, path string) bool {
	path = strings.NewReplacer("{collection:observations}", "observations", "{collection}", "observations", "{tileMatrixSet}", "WebMercatorQuad").Replace(path)
	variable := regexp.MustCompile(`\{\w+\}`)
	for template, item := range doc.Paths.Map() {
		if item.GetOperation(method) != nil && variable.ReplaceAllString(template, "{}") == variable.ReplaceAllString(path, "{}") {
			return true
		}
	}
	return slices.Contains(ofPages, path)
}
