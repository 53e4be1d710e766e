package httpapi

import (
	"net/http"
	"slices"
	"strings"
)

// Values of security headers.
const (
	// policyOfData is the Content-Security-Policy of data that somebody opens in a browser: nothing runs, nothing loads, no page
	// frames it. SetPage replaces it.
	policyOfData   = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
	referrerPolicy = "same-origin" // the address of a page holds its reader's filter
	// permissions let pages ask the browser for the place of the device, for maps and reports. A photograph comes from a file
	// field, which needs no permission.
	permissions = "geolocation=(self), fullscreen=(self), clipboard-write=(self), " +
		"camera=(), microphone=(), display-capture=(), payment=(), usb=(), serial=(), midi=()"
	// strictTransport is sent where the public address is https: for a year, for this host alone.
	strictTransport = "max-age=31536000"
)

// Values of Cross-Origin-Resource-Policy (Fetch standard). It rules requests that a page makes without CORS, such as <img>; CORS
// rules what scripts fetch.
const (
	embeddedHere       = "same-origin"
	embeddedEverywhere = "cross-origin"
)

// withSecurityHeaders sets the headers that every answer carries, errors and 304 included. It closes the connection after a
// chunked request, against request smuggling.
func withSecurityHeaders(publicURL string, origins []string, next http.Handler) http.Handler {
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
		// Of a request with Transfer-Encoding and Content-Length, net/http shows the chunks alone. A proxy in front may have used the
		// length: then the rest of the body would be read as the next request. RFC 9112, section 6.1, wants the connection closed.
		if len(r.TransferEncoding) > 0 {
			h.Set("Connection", "close")
		}
		next.ServeHTTP(w, r)
	})
}

// SetPage sets the Content-Security-Policy of a page, and the permissions that the page may ask the browser for.
func SetPage(h http.Header, policy string) {
	h.Set("Content-Security-Policy", policy)
	h.Set("Permissions-Policy", permissions)
}

// SetEmbeddable lets pages of other origins embed an answer without CORS, such as a picture, a style or a script.
func SetEmbeddable(h http.Header) {
	h.Set("Cross-Origin-Resource-Policy", embeddedEverywhere)
}
