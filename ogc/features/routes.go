package features

import (
	"net/http"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
)

// Routes returns the operations, relative to resource.Path.
func (s *Features) Routes() []httpapi.Route {
	return append(s.writingRoutes(), []httpapi.Route{
		{Method: http.MethodGet, Path: "/collections/{collection}/queryables", Name: "getQueryables", Handler: s.getQueryables},
		{Method: http.MethodGet, Path: "/collections/{collection}/sortables", Name: "getSortables", Handler: s.getSortables},
		{Method: http.MethodGet, Path: "/collections/{collection}/schema/feature", Name: "getFeatureSchema", Handler: s.getFeatureSchema},
		{Method: http.MethodGet, Path: "/collections/{collection}/schema", Name: "getSchema", Handler: s.getSchema},
		{Method: http.MethodGet, Path: "/collections/{collection}/items", Name: "getItems", Handler: s.getItems, Light: true},
		{Method: http.MethodGet, Path: "/collections/{collection}/items/{item}", Name: "getItem", Handler: s.getItem},
		{Method: http.MethodPost, Path: "/collections/{collection}/search", Name: "searchItems", Handler: s.searchItems, Light: true},
	}...)
}

// writingRoutes returns the operations that change features, none without a Writer. Their paths name the collection, so they stand
// before the paths of any collection, with the operations that those have.
func (s *Features) writingRoutes() (routes []httpapi.Route) {
	if s.Writer == nil {
		return nil
	}
	for _, c := range s.Collections {
		if !c.Writable {
			continue
		}
		items := "/collections/{collection:" + c.ID + "}/items"
		routes = append(routes,
			httpapi.Route{Method: http.MethodGet, Path: items, Name: "getItems", Handler: s.getItems, Light: true},
			httpapi.Route{Method: http.MethodPost, Path: items, Name: "createItem", Handler: s.createItem},
			httpapi.Route{Method: http.MethodGet, Path: items + "/{item}", Name: "getItem", Handler: s.getItem},
			httpapi.Route{Method: http.MethodPut, Path: items + "/{item}", Name: "replaceItem", Handler: s.replaceItem},
			httpapi.Route{Method: http.MethodPatch, Path: items + "/{item}", Name: "updateItem", Handler: s.updateItem},
			httpapi.Route{Method: http.MethodDelete, Path: items + "/{item}", Name: "deleteItem", Handler: s.deleteItem},
		)
	}
	return routes
}
