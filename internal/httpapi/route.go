package httpapi

import (
	"net/http"
	"regexp"
	"slices"
	"strings"

	"github.com/gorilla/mux"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi/limits"
)

// HandlerFunc answers a request, or returns an error before it wrote anything. The router turns the error into an answer.
type HandlerFunc func(w http.ResponseWriter, r *http.Request) error

// Route is one operation of the service.
type Route struct {
	Method  string // GET (HEAD comes with it), POST, PATCH, ...
	Path    string // template in gorilla/mux syntax, without a trailing slash: "/api/v1/species/{species_id}"
	Name    string // operationId in openapi.yaml
	Handler HandlerFunc
	// Light routes take no slot before their handler runs: memory answers them, they bound their load themselves, or they call
	// AcquireSlot when memory does not answer.
	Light bool
	// Offered reports whether OPTIONS names the method to a client; nil is always. Clients such as QGIS offer what it names.
	Offered func(*http.Request) bool
}

// Under returns the routes with the prefix added to their paths.
func Under(prefix string, routes []Route) []Route {
	out := slices.Clone(routes)
	for i := range out {
		out[i].Path = strings.TrimRight(prefix+out[i].Path, "/")
	}
	return out
}

// Var returns a path variable of the matched route, "" when there is none.
func Var(r *http.Request, name string) string { return mux.Vars(r)[name] }

// newRouter mounts the routes. A path has one handler that knows its methods, because mux 1.8 answers a wrong method with 404
// on all but the last route of a path, and runs no middleware for 404 and 405.
func newRouter(routes []Route, unknown HandlerFunc, slots *limits.Slots, respond func(http.ResponseWriter, *http.Request, error)) http.Handler {
	byPath := make(map[string]map[string]Route)
	var paths []string
	for _, route := range routes {
		if byPath[route.Path] == nil {
			byPath[route.Path] = make(map[string]Route)
			paths = append(paths, route.Path)
		}
		byPath[route.Path][route.Method] = route
	}
	router := mux.NewRouter().SkipClean(true)
	for _, path := range paths {
		methods := byPath[path]
		allow := allowed(methods)
		template := path
		if template == "" {
			template = "/"
		}
		label := patterns.ReplaceAllString(template, "")
		router.HandleFunc(template, func(w http.ResponseWriter, r *http.Request) {
			note(r).route = label
			if r.Method == http.MethodOptions {
				answerOptions(w, r, allow, offered(methods, r))
				return
			}
			method := r.Method
			if method == http.MethodHead {
				method = http.MethodGet
			}
			route, ok := methods[method]
			if !ok {
				w.Header().Set("Allow", allow)
				respond(w, r, MethodNotAllowed(r.Method, allow))
				return
			}
			if err := handle(route, slots, w, r); err != nil {
				respond(w, r, err)
			}
		})
	}
	if unknown == nil {
		unknown = func(http.ResponseWriter, *http.Request) error { return NotFound("Not found") }
	}
	router.NotFoundHandler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := unknown(w, r); err != nil {
			respond(w, r, err)
		}
	})
	return withoutTrailingSlash(router)
}

// patterns matches the patterns of a template's variables, which follow the colon behind their names.
var patterns = regexp.MustCompile(`:[^{}]*`)

func allowed(methods map[string]Route) string {
	return offered(methods, nil)
}

// offered lists the methods of a path that a client is offered; without a request, all.
func offered(methods map[string]Route, r *http.Request) string {
	list := []string{http.MethodOptions}
	for method, route := range methods {
		if r != nil && route.Offered != nil && !route.Offered(r) {
			continue
		}
		list = append(list, method)
		if method == http.MethodGet {
			list = append(list, http.MethodHead)
		}
	}
	slices.Sort(list)
	return strings.Join(list, ", ")
}

// withoutTrailingSlash serves /species/ as /species, without a redirect, which would turn a POST into a GET.
func withoutTrailingSlash(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if p := r.URL.Path; len(p) > 1 && strings.HasSuffix(p, "/") {
			u := *r.URL
			u.Path = p[:len(p)-1]
			u.RawPath = ""
			r = r.WithContext(r.Context())
			r.URL = &u
		}
		next.ServeHTTP(w, r)
	})
}
