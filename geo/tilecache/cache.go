// Package tilecache caches compressed tiles by name, up to a number of bytes. Requests for the same tile at the same moment wait for
// one of them to make it; the work is cancelled when the last of them leaves. It imports internal/telemetry and nothing else of the
// project.
package tilecache

import (
	"context"
	"sync/atomic"

	"github.com/maypok86/otter/v2"
	"github.com/prometheus/client_golang/prometheus"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"
	"resenje.org/singleflight"

	"github.com/skeeter-surveillance/skeeter/internal/telemetry"
)

// Cache is safe for concurrent use.
type Cache struct {
	store    *otter.Cache[key, []byte] // nil when nothing is kept
	flights  singleflight.Group[key, []byte]
	requests *prometheus.CounterVec
	bytes    atomic.Int64 // bytes of tiles made, before compression
}

// key identifies an entry. Each encoding of a content is an entry of its own.
type key struct {
	name     string
	encoding Encoding
}

// entryOverhead is roughly the memory of an entry beside its name and content.
const entryOverhead = 200

// Results of a request to the cache.
const (
	hit       = "hit"
	miss      = "miss"
	coalesced = "coalesced"
)

// New returns a cache that holds at most maxBytes bytes, and registers its metrics. With 0 it keeps nothing.
func New(maxBytes int64, reg prometheus.Registerer) *Cache {
	c := &Cache{requests: prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "skeeter_tile_cache_requests_total",
		Help: "Requests to the tile cache by result: hit, miss (made now), coalesced (waited for another request's making).",
	}, []string{"result"})}
	for _, result := range []string{hit, miss, coalesced} {
		c.requests.WithLabelValues(result) // start at 0, so that a rate counts the first request
	}
	if maxBytes > 0 {
		c.store = otter.Must(&otter.Options[key, []byte]{
			MaximumWeight: uint64(maxBytes),
			Weigher: func(k key, content []byte) uint32 {
				return uint32(min(len(content)+len(k.name)+entryOverhead, 1<<31))
			},
		})
	}
	reg.MustRegister(c.requests,
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "skeeter_tile_cache_bytes", Help: "Bytes that the tile cache holds."}, func() float64 {
			if c.store == nil {
				return 0
			}
			return float64(c.store.WeightedSize())
		}),
		prometheus.NewCounterFunc(prometheus.CounterOpts{
			Name: "skeeter_tile_made_bytes_total", Help: "Bytes of tiles made, before compression.",
		}, func() float64 { return float64(c.bytes.Load()) }),
	)
	return c
}

// Get returns the content of a name in an encoding: from the cache, from another request that makes it at this moment, or from make,
// which returns it without compression. Nil is a content too, that of an empty tile. Content below MinCompressed is not compressed,
// as Encoded.Encoding says. The span of the request has the result; make belongs to the trace of the request that came first.
func (c *Cache) Get(ctx context.Context, name string, encoding Encoding, make func(context.Context) ([]byte, error)) (Encoded, error) {
	ctx, span := telemetry.Start(ctx, "tile cache")
	defer span.End()
	k := key{name, encoding}
	if c.store != nil {
		if content, ok := c.store.GetIfPresent(k); ok {
			c.count(hit, span)
			return encodedAs(content, encoding), nil
		}
	}
	made := false
	content, _, err := c.flights.Do(ctx, k, func(ctx context.Context) ([]byte, error) {
		made = true
		raw, err := make(ctx)
		if err != nil {
			return nil, err
		}
		c.bytes.Add(int64(len(raw)))
		content := encoding.encode(raw)
		if c.store != nil {
			c.store.Set(k, content)
		}
		return content, nil
	})
	if err != nil {
		return Encoded{}, err
	}
	if made {
		c.count(miss, span)
	} else {
		c.count(coalesced, span)
	}
	return encodedAs(content, encoding), nil
}

func (c *Cache) count(result string, span trace.Span) {
	c.requests.WithLabelValues(result).Inc()
	if span.IsRecording() {
		span.SetAttributes(attribute.String("skeeter.cache.result", result))
	}
}
