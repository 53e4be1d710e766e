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
	// MaxRequests is how many requests work at once. As many more wait up to 5 s for a slot, then get 503; the others get 503 at
	// once. 0 is no limit.
	MaxRequests int
	RateLimit   RateLimit
	// Connections of the database: large answers may hold half of them, downloads a quarter.
	Connections int
}

// minCompressed is the size in bytes from which an answer is compressed on request.
const minCompressed = 1024

// New returns the service's handler: the routes inside the middleware that every answer passes.
func New(o Options) http.Handler {
	slots := newSlots(o.MaxRequests, o.Connections, memoryUse())
	h := newRouter(o.Routes, slots, responder{metrics: o.Metrics, unavailable: o.Unavailable}.respond)
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
