package httpapi

import (
	"net/http"
	"slices"
)

const (
	corsMethods = "GET, HEAD, POST, PATCH, OPTIONS"
	corsHeaders = "Authorization, Content-Type, If-Match, If-None-Match, X-Request-Id"
	corsExposed = "Content-Disposition, Content-Language, ETag, Location, Retry-After, X-Request-Id"
	corsMaxAge  = "600" // seconds a browser may remember a preflight
)

// withCORS allows the configured origins. With "*" everybody may read, without credentials. OPTIONS is answered here for
// every path.
func withCORS(origins []string, next http.Handler) http.Handler {
	everyone := slices.Contains(origins, "*")
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		origin := r.Header.Get("Origin")
		ok := false
		switch {
		case everyone:
			h.Set("Access-Control-Allow-Origin", "*")
			ok = true
		default:
			h.Add("Vary", "Origin")
			if origin != "" && slices.Contains(origins, origin) {
				h.Set("Access-Control-Allow-Origin", origin)
				h.Set("Access-Control-Allow-Credentials", "true")
				ok = true
			}
		}
		if ok {
			h.Set("Access-Control-Expose-Headers", corsExposed)
		}
		if r.Method != http.MethodOptions {
			next.ServeHTTP(w, r)
			return
		}
		if ok && r.Header.Get("Access-Control-Request-Method") != "" {
			h.Set("Access-Control-Allow-Methods", corsMethods)
			h.Set("Access-Control-Allow-Headers", corsHeaders)
			h.Set("Access-Control-Max-Age", corsMaxAge)
		}
		annotate(r, "options")
		h.Set("Allow", corsMethods)
		w.WriteHeader(http.StatusNoContent)
	})
}
