package httpapi

import (
	"log/slog"
	"net/http"
	"net/netip"

	"github.com/klauspost/compress/gzhttp"
	"github.com/klauspost/compress/gzip"
	"go.opentelemetry.io/otel/trace"
)

// Options of a Handler. Log and Metrics are needed; the rest may be zero.
type Options struct {
	Routes         []Route
	Log            *slog.Logger
	Metrics        *Metrics
	PublicURL      string
	TrustedProxies []netip.Prefix
	CORSOrigins    []string
	// Tracing makes the spans of requests; nil makes none.
	Tracing trace.TracerProvider
	// Unavailable says of an error whether a later try may succeed: it is answered with 503, not 500.
	Unavailable func(error) bool
	// MaxRequests is how many requests work at once; as many more wait a little, and the others get 503. 0 is no limit.
	MaxRequests int
	RateLimit   RateLimit
	// Connections of the database: large answers may hold half of them, downloads a quarter.
	Connections int
}

// minCompressed is the size in bytes from which an answer is compressed on request.
const minCompressed = 1024

// New returns the service's handler: the routes inside the middleware that every answer passes.
func New(o Options) http.Handler {
	gate := newGate(o.MaxRequests, o.Connections, memoryPressure())
	h := newRouter(o.Routes, gate, responder{metrics: o.Metrics, unavailable: o.Unavailable}.respond)
	h = recovered(o.Log, h)
	h = compressed(h)
	h = withRate(o.RateLimit, o.TrustedProxies, o.Metrics, h)
	h = withCORS(o.CORSOrigins, h)
	h = withBaseURL(o.PublicURL, o.TrustedProxies, h)
	h = withBodyDeadline(BodyStall, h)
	h = observed(o.Log, o.Metrics, o.Tracing, h)
	return secured(o.PublicURL, o.CORSOrigins, h)
}

// compressed answers with gzip or zstd where the client takes it. BestSpeed: on a map's GeoJSON it costs a fifth of the
// default level's time for a tenth more bytes.
func compressed(next http.Handler) http.Handler {
	wrap, err := gzhttp.NewWrapper(
		gzhttp.MinSize(minCompressed),
		gzhttp.CompressionLevel(gzip.BestSpeed),
		gzhttp.ContentTypes([]string{
			"application/json", "application/geo+json", "application/geo+json-seq", "application/schema+json", "application/vnd.mapbox.tile+json", "application/vnd.oai.openapi+json",
			"application/yaml", "image/svg+xml",
			"text/html", "text/css", "text/csv", "text/plain", "text/javascript", "application/javascript",
		}),
		gzhttp.SuffixETag(etagSuffix),
	)
	if err != nil {
		panic("httpapi: compression options: " + err.Error())
	}
	return wrap(next)
}

// MaxHeaderBytes and the timeouts bound what a client may hold open.
const MaxHeaderBytes = 64 << 10
