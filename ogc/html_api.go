package ogc

import (
	"maps"
	"net/http"
	"slices"
	"strings"
)

// htmlOperation is an operation of the API document as its page shows it.
type htmlOperation struct {
	Method, Path, Summary, Description string
	Address                            string // "" where the path has variables, or the method is not that of links
	Parameters                         []htmlParameter
}

type htmlParameter struct{ Name, Description string }

// writeAPIPage shows people what there is, without what only programs need.
func writeAPIPage(w http.ResponseWriter, r *http.Request, document any) error {
	api, _ := document.(object)
	p := newHTMLPage(r, "API document", selfLinks(r, html, []described{openAPI, html}))
	p.Trail = []link{{Href: address(r), Title: "OGC API"}}
	p.Document = struct {
		Address    string
		Operations []htmlOperation
	}{address(r), operationsOf(api, address(r))}
	return p.send(w, "api.html")
}

// operationsOf lists the operations of an API document by path.
func operationsOf(api object, root string) (out []htmlOperation) {
	paths, _ := api["paths"].(object)
	for _, path := range slices.Sorted(maps.Keys(paths)) {
		methods, _ := paths[path].(object)
		for _, method := range slices.Sorted(maps.Keys(methods)) {
			op, _ := methods[method].(object)
			shown := htmlOperation{Method: strings.ToUpper(method), Path: path}
			shown.Summary, _ = op["summary"].(string)
			shown.Description, _ = op["description"].(string)
			if method == "get" && !strings.Contains(path, "{") {
				shown.Address = strings.TrimSuffix(root+path, "/")
			}
			parameters, _ := op["parameters"].([]object)
			for _, parameter := range parameters {
				shown.Parameters = append(shown.Parameters, parameterShown(parameter))
			}
			out = append(out, shown)
		}
	}
	return out
}

// parameterShown is a parameter as the page shows it, one of the shared ones where the document refers to it.
func parameterShown(parameter object) (shown htmlParameter) {
	if ref, ok := parameter["$ref"].(string); ok {
		parameter, _ = sharedParameters[ref[strings.LastIndex(ref, "/")+1:]].(object)
	}
	shown.Name, _ = parameter["name"].(string)
	shown.Description, _ = parameter["description"].(string)
	return shown
}
