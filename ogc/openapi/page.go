package openapi

import (
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/skeeter-surveillance/skeeter/ogc/html"
	"github.com/skeeter-surveillance/skeeter/ogc/resource"
)

// Page shows the operations with their parameters, without what only programs need.
func (d document) Page(r *http.Request) html.Page {
	address := resource.Address(r)
	return html.Page{
		Title: "API document", Trail: html.Trail(r), Links: resource.SelfLinks(r, Formats[1], Formats),
		View: html.API{Address: address, Operations: d.operations(address)},
	}
}

// operations lists the operations by path.
func (d document) operations(root string) (out []html.Operation) {
	paths, _ := d["paths"].(object)
	for _, path := range slices.Sorted(maps.Keys(paths)) {
		methods, _ := paths[path].(object)
		for _, method := range slices.Sorted(maps.Keys(methods)) {
			op, _ := methods[method].(object)
			shown := html.Operation{Method: strings.ToUpper(method), Path: path}
			shown.Summary, _ = op["summary"].(string)
			shown.Description, _ = op["description"].(string)
			if method == "get" && !strings.Contains(path, "{") {
				shown.Address = strings.TrimSuffix(root+path, "/")
			}
			parameters, _ := op["parameters"].([]object)
			for _, p := range parameters {
				shown.Parameters = append(shown.Parameters, shownParameter(p))
			}
			out = append(out, shown)
		}
	}
	return out
}

// shownParameter returns the name and the description of a parameter.
func shownParameter(p object) (shown html.Parameter) {
	p = resolved(p)
	shown.Name, _ = p["name"].(string)
	shown.Description, _ = p["description"].(string)
	return shown
}
