package httpapi

import (
	"net/http"
	"slices"
)

const (
	corsHeaders = "Authorization, Content-Crs, Content-Type, If-Match, If-None-Match, X-Request-Id"
	corsExposed = "Allow, Content-Crs, Content-Disposition, Content-Language, ETag, Link, Location, OGC-NumberMatched, " +
		"OGC-NumberReturned, Retry-After, WWW-Authenticate, X-Request-Id"
	corsMaxAge = "600" // seconds a browser may remember a preflight
)

// withCORS allows the configured origins. With "*" everybody may read, without credentials.
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
		next.ServeHTTP(w, r)
	})
}

// answerOptions says which methods a path has. To the preflight of an origin that withCORS allowed it says the same.
func answerOptions(w http.ResponseWriter, r *http.Request, allow string) {
	h := w.Header()
	h.Set("Allow", allow)
	if h.Get("Access-Control-Allow-Origin") != "" && r.Header.Get("Access-Control-Request-Method") != "" {
		h.Set("Access-Control-Allow-Methods", allow)
		h.Set("Access-Control-Allow-Headers", corsHeaders)
		h.Set("Access-Control-Max-Age", corsMaxAge)
	}
	w.WriteHeader(http.StatusNoContent)
}
