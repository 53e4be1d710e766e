// Package httpapi is the HTTP frame of every answer: routes as data, handlers that return errors, the error body, readers of
// queries and JSON bodies, links between pages, middleware, metrics and health. Package limits protects the server under load;
// package representation has ETags and content codings. Of the rest of the project httpapi imports internal/jsontext, internal/lang,
// internal/surveillance and internal/telemetry. It knows no domain and no database.
//
// # The way of a request
//
// New puts the middleware around the router. A request passes, from the outside:
//
//  1. withSecurityHeaders: the headers that every answer carries
//  2. withTelemetry: request id, span, log line, and metrics by the route's template
//  3. limits.WithBodyDeadline: a body may stall for 15 s; what a handler leaves of a body is read for up to 5 s
//  4. withBaseURL: the address under which the client reached the server, for links
//  5. withCORS
//  6. withEmbedding: a map in a frame reads as somebody unknown, and writes nothing
//  7. withRateLimit: 429 for a client that exceeds its rate, if there is a limit
//  8. withCompression
//  9. withRecovery: a panic is 500
//  10. withUnversioned: paths of the API without a version
//  11. the router: 404, 405, OPTIONS, and HEAD as GET
//
// Then the request takes a slot. At most MaxRequests handlers work at once; large answers (map layers, pages of features) hold
// at most half of the database connections, downloads a quarter. Requests without a slot wait up to 5 s, then get 503 with
// Retry-After. They get it at once when MaxRequests others wait already, and when live objects take 95 % of Go's memory limit
// (85 % for large answers and downloads). A Light route takes no slot: memory answers it, as it answers most tiles. Its handler
// calls AcquireSlot when it finds work.
//
// Package access puts its Guard around the handlers: it asks for the right that the operation needs.
//
// The handler parses (Query, ParseObject), does, and responds (JSON), or returns an error before it has written anything. One
// place answers errors: an *Error as it says, an error of a database that is away or overloaded with 503, any other with a 500
// that shows nothing of the cause. The log holds the cause under the request's id. An error after the first byte goes to Abort,
// which cuts the connection, so that no client takes a part for the whole.
package httpapi

import (
	"context"
	"log/slog"
	"net/http"
	"net/netip"

	"github.com/klauspost/compress/gzhttp"
	"github.com/klauspost/compress/gzip"
	"go.opentelemetry.io/otel/trace"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi/limits"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi/representation"
)

// Options of New. Log and Metrics are required; the rest may be zero.
type Options struct {
	Routes         []Route
	Unknown        HandlerFunc // answers paths that no route has; nil is 404
	Log            *slog.Logger
	Metrics        *Metrics
	PublicURL      string
	APIPrefix      string // below which paths without a version are those of /v1; "" has none
	TrustedProxies []netip.Prefix
	CORSOrigins    []string
	// Tracing makes the spans of requests; nil makes none.
	Tracing trace.TracerProvider
	// Unavailable reports whether a later try may succeed after an error: the answer is then 503, not 500.
	Unavailable func(error) bool
	MaxRequests int // that work at once, and that wait for a slot; 0 is no limit
	Connections int // of the database: large answers may hold half of them, downloads a quarter
	RateLimit   limits.Rate
}

// minCompressed is the size in bytes from which an answer is compressed.
const minCompressed = 1024

// New returns the service's handler: the routes inside the middleware.
func New(o Options) http.Handler {
	slots := limits.NewSlots(o.MaxRequests, o.Connections)
	h := newRouter(o.Routes, o.Unknown, slots, responder{metrics: o.Metrics, unavailable: o.Unavailable}.respond)
	h = withUnversioned(o.APIPrefix, h)
	h = withRecovery(o.Log, h)
	h = withCompression(h)
	h = withRateLimit(o.RateLimit, o.TrustedProxies, o.Metrics, h)
	h = withEmbedding(h)
	h = withCORS(o.CORSOrigins, o.Log, h)
	h = withBaseURL(o.PublicURL, o.TrustedProxies, h)
	h = limits.WithBodyDeadline(limits.BodyStall, h)
	h = withTelemetry(o.Log, o.Metrics, o.Tracing, h)
	return withSecurityHeaders(o.PublicURL, o.CORSOrigins, h)
}

// isHead is the key, in the context, of a request whose method is HEAD while it passes the compression.
type isHead struct{}

// withCompression answers with gzip or zstd where the client accepts it. BestSpeed takes a fifth of the default level's time on
// a map's GeoJSON, for a tenth more bytes. gzhttp compresses no answer to HEAD: it sees a GET, so that the headers are those of a GET.
func withCompression(next http.Handler) http.Handler {
	wrap, err := gzhttp.NewWrapper(
		gzhttp.MinSize(minCompressed),
		gzhttp.CompressionLevel(gzip.BestSpeed),
		gzhttp.ContentTypes([]string{
			"application/json", "application/geo+json", "application/geo+json-seq", "application/flatgeobuf", "application/vnd.apache.arrow.stream", "application/geopackage+sqlite3", "application/schema+json", "application/vnd.mapbox.tile+json", "application/vnd.mapbox.style+json", "application/vnd.qgis.qml", "application/vnd.oai.openapi+json",
			"application/yaml", "image/svg+xml",
			"text/html", "text/css", "text/csv", "text/plain", "text/javascript", "application/javascript",
		}),
		gzhttp.SuffixETag(representation.ETagSuffix),
	)
	if err != nil {
		panic("httpapi: compression options: " + err.Error())
	}
	compressed := wrap(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Context().Value(isHead{}) != nil {
			r = r.WithContext(r.Context())
			r.Method = http.MethodHead
		}
		next.ServeHTTP(w, r)
	}))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodHead {
			r = r.WithContext(context.WithValue(r.Context(), isHead{}, true))
			r.Method = http.MethodGet
		}
		compressed.ServeHTTP(w, r)
	})
}

// MaxHeaderBytes bounds the headers of a request.
const MaxHeaderBytes = 64 << 10
