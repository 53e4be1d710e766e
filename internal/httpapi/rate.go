package httpapi

import (
	"net/http"
	"net/netip"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi/limits"
)

// monitoring are the paths that monitoring reads: they have no limit, and their lines in the log are of the level debug.
var monitoring = map[string]bool{"/livez": true, "/readyz": true, "/health": true, "/metrics": true}

// withRateLimit answers 429 with Retry-After to a client that exceeds the limit.
func withRateLimit(limit limits.Rate, trusted []netip.Prefix, metrics *Metrics, next http.Handler) http.Handler {
	if limit.PerSecond == 0 {
		return next
	}
	rates := limits.NewRates[netip.Prefix](limit)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !monitoring[r.URL.Path] && r.Method != http.MethodOptions {
			if wait := rates.Take(ClientOf(r, trusted), time.Now()); wait > 0 {
				metrics.busy.WithLabelValues(limits.BusyRate).Inc()
				note(r).busy = limits.BusyRate
				writeError(w, TooManyRequests("Too many requests from this address; slow down", wait))
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}
