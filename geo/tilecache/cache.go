// Package tilecache keeps encoded answers by key, compressed once, bounded in bytes. Identical requests at the same moment do
// the work once; the work ends when the last of those who wait for it has left. It imports internal/telemetry and nothing else of
// the project.
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
	store    *otter.Cache[key, []byte] // nil when the cache has no room
	flights  singleflight.Group[key, []byte]
	requests *prometheus.CounterVec
	bytes    atomic.Int64 // made
}

// key of an entry: the same content in another encoding is another entry.
type key struct {
	name     string
	encoding Encoding
}

// entryOverhead is what an entry costs beside its name and content, roughly.
const entryOverhead = 200

// What a request to the cache may find.
const (
	hit       = "hit"
	miss      = "miss"
	coalesced = "coalesced"
)

// New returns a cache of at most so many bytes. With 0 nothing is kept.
func New(maxBytes int64, reg prometheus.Registerer) *Cache {
	c := &Cache{requests: prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "skeeter_tile_cache_requests_total",
		Help: "Requests to the tile cache by result: hit, miss (made now), coalesced (waited for another request's making).",
	}, []string{"result"})}
	for _, result := range []string{hit, miss, coalesced} {
		c.requests.WithLabelValues(result) // a rate needs the 0 that it began at
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

// Get returns the content of a name in an encoding, from the cache, from a request that is making it now, or by make, which
// returns it as it is. Nil content is nothing at all. What is short stays as it is: see Encoded. The span says which it was; the
// making is a part of the trace that asked first.
func (c *Cache) Get(ctx context.Context, name string, encoding Encoding, make func(context.Context) ([]byte, error)) (Encoded, error) {
	ctx, span := telemetry.Start(ctx, "tile cache")
	defer span.End()
	k := key{name, encoding}
	if content, ok := c.load(k); ok {
		c.found(hit, span)
		return encodedAs(content, encoding), nil
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
		c.found(miss, span)
	} else {
		c.found(coalesced, span)
	}
	return encodedAs(content, encoding), nil
}

func (c *Cache) found(result string, span trace.Span) {
	c.requests.WithLabelValues(result).Inc()
	if span.IsRecording() {
		span.SetAttributes(attribute.String("skeeter.cache.result", result))
	}
}

func (c *Cache) load(k key) ([]byte, bool) {
	if c.store == nil {
		return nil, false
	}
	return c.store.GetIfPresent(k)
}
