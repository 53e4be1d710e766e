package httpapi

import (
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi/limits"
)

// Metrics are the HTTP metrics. Their labels are the route's template, the method and the status, never a path or an id of a
// request.
type Metrics struct {
	duration *prometheus.HistogramVec
	bytes    *prometheus.CounterVec
	inFlight prometheus.Gauge
	busy     *prometheus.CounterVec
}

// NewMetrics registers the HTTP metrics.
func NewMetrics(reg prometheus.Registerer) *Metrics {
	m := &Metrics{
		duration: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name:                            "skeeter_http_request_duration_seconds",
			Help:                            "Time from the first byte of a request to the last of its answer, by route.",
			Buckets:                         []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10},
			NativeHistogramBucketFactor:     1.1,
			NativeHistogramMaxBucketNumber:  100,
			NativeHistogramMinResetDuration: time.Hour,
		}, []string{"route", "method", "code"}),
		bytes: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "skeeter_http_response_bytes_total",
			Help: "Bytes of answers as sent, after compression, by route.",
		}, []string{"route"}),
		inFlight: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "skeeter_http_requests_in_flight",
			Help: "Requests being answered now.",
		}),
		busy: limits.NewBusyCounter(),
	}
	reg.MustRegister(m.duration, m.bytes, m.inFlight, m.busy)
	return m
}

// knownMethods bounds the values of the method label, because a client may send any word as its method.
var knownMethods = []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions}

func (m *Metrics) observe(route, method string, status int, took time.Duration, bytes int64) {
	if !slices.Contains(knownMethods, method) {
		method = "other"
	}
	m.duration.WithLabelValues(route, method, strconv.Itoa(status)).Observe(took.Seconds())
	m.bytes.WithLabelValues(route).Add(float64(bytes))
}

// MetricsRoute serves a registry's metrics to Prometheus.
func MetricsRoute(reg prometheus.Gatherer) Route {
	h := promhttp.HandlerFor(reg, promhttp.HandlerOpts{EnableOpenMetrics: true, DisableCompression: true})
	return Route{Method: http.MethodGet, Path: "/metrics", Name: "metrics", Light: true, Handler: func(w http.ResponseWriter, r *http.Request) error {
		h.ServeHTTP(w, r)
		return nil
	}}
}
