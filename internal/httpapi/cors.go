package httpapi

import (
	"net/http"
	"slices"
)

const (
	corsHeaders = "Authorization, Content-Crs, Content-Type, If-Match, If-None-Match, Skeeter-Receipt, X-Request-Id"
	corsExposed = "Allow, Content-Crs, Content-Disposition, Content-Language, ETag, Link, Location, OGC-NumberMatched, " +
		"OGC-NumberReturned, Retry-After, Skeeter-Receipt, WWW-Authenticate, X-Request-Id"
	corsMaxAge = "600" // seconds that a browser may cache a preflight
)

// withCORS allows the configured origins. "*" allows every origin, without credentials.
func withCORS(origins []string, next http.Handler) http.Handler {
	everyOrigin := slices.Contains(origins, "*")
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		if everyOrigin {
			h.Set("Access-Control-Allow-Origin", "*")
		} else {
			h.Add("Vary", "Origin")
			if origin := r.Header.Get("Origin"); origin != "" && slices.Contains(origins, origin) {
				h.Set("Access-Control-Allow-Origin", origin)
				h.Set("Access-Control-Allow-Credentials", "true")
			}
		}
		if h.Get("Access-Control-Allow-Origin") != "" {
			h.Set("Access-Control-Expose-Headers", corsExposed)
		}
		next.ServeHTTP(w, r)
	})
}

// answerOptions answers OPTIONS with the methods of a path that the client is offered. The preflight of an origin that withCORS allowed
// gets all of them as CORS headers: it has no credentials.
func answerOptions(w http.ResponseWriter, r *http.Request, allow, offered string) {
	h := w.Header()
	h.Set("Allow", offered)
	if h.Get("Access-Control-Allow-Origin") != "" && r.Header.Get("Access-Control-Request-Method") != "" {
		h.Set("Access-Control-Allow-Methods", allow)
		h.Set("Access-Control-Allow-Headers", corsHeaders)
		h.Set("Access-Control-Max-Age", corsMaxAge)
	}
	w.WriteHeader(http.StatusNoContent)
}
