package httpapi

import (
	"net/http"
	"slices"
	"strings"
)

// What every answer says to browsers. A page that is more than data replaces the policy: see SetPage.
const (
	// policyOfData lets nothing run and nothing load, and no page frame it: an answer of the API that somebody opens as a page.
	policyOfData   = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
	referrerPolicy = "same-origin" // the address of a page holds what its reader filters by
	// permissions are what pages may ask the browser for: the place of the device, on maps and in reports. A photograph comes by
	// a file field, which needs none.
	permissions = "geolocation=(self), fullscreen=(self), clipboard-write=(self), " +
		"camera=(), microphone=(), display-capture=(), payment=(), usb=(), serial=(), midi=()"
	// strictTransport is for deployments whose public address is https: a year, this host alone.
	strictTransport = "max-age=31536000"
)

// Values of Cross-Origin-Resource-Policy (Fetch standard). It is about requests that a page makes without CORS, such as <img>; what
// scripts fetch is CORS' to decide.
const (
	embeddedHere       = "same-origin"
	embeddedEverywhere = "cross-origin"
)

// secured sets the headers that every answer carries, errors and 304 included, and ends connections whose requests could be mistaken.
func secured(publicURL string, origins []string, next http.Handler) http.Handler {
	embedded := embeddedHere
	if slices.Contains(origins, "*") {
		embedded = embeddedEverywhere
	}
	https := strings.HasPrefix(publicURL, "https://")
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Content-Security-Policy", policyOfData)
		h.Set("Referrer-Policy", referrerPolicy)
		h.Set("Cross-Origin-Resource-Policy", embedded)
		if https {
			h.Set("Strict-Transport-Security", strictTransport)
		}
		// A request with both lengths shows its chunks alone here, and a proxy before us may have gone by the other: what follows on
		// the connection could be its body. RFC 9112, section 6.1, wants the connection closed.
		if len(r.TransferEncoding) > 0 {
			h.Set("Connection", "close")
		}
		next.ServeHTTP(w, r)
	})
}

// SetPage gives an answer the policy of a page, and says what the page may ask the browser for.
func SetPage(h http.Header, policy string) {
	h.Set("Content-Security-Policy", policy)
	h.Set("Permissions-Policy", permissions)
}

// SetEmbeddable lets pages of other origins show an answer in elements that know no CORS: pictures, styles, scripts.
func SetEmbeddable(h http.Header) {
	h.Set("Cross-Origin-Resource-Policy", embeddedEverywhere)
}
