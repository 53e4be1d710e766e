package httpapi

import (
	"net/http"
	"net/netip"
	"sync"
	"time"
)

// RateLimit bounds the requests of one client. The zero value is no limit.
type RateLimit struct {
	PerSecond float64 // at a steady rate
	Burst     int     // at once, after a pause
}

// maxClients bounds each of two generations of clients, about 60 bytes a client. When the newer generation is full, the older
// one is dropped and its clients start again with a full burst.
const maxClients = 32_768

// rates limits clients by the generic cell rate algorithm (ITU-T I.371). For each client it keeps the time at which its
// requests so far would be due at the steady rate. That time may be ahead of the clock by the burst.
type rates struct {
	interval time.Duration // between two requests at the steady rate
	ahead    time.Duration

	mu         sync.Mutex
	newer, old map[netip.Prefix]time.Time
}

func newRates(l RateLimit) *rates {
	interval := time.Duration(float64(time.Second) / l.PerSecond)
	return &rates{interval: interval, ahead: interval * time.Duration(l.Burst), newer: map[netip.Prefix]time.Time{}}
}

// take counts a request of a client and returns 0, or returns how long the client has to wait before its next request.
func (l *rates) take(client netip.Prefix, now time.Time) (wait time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	due, ok := l.newer[client]
	if !ok {
		due = l.old[client]
	}
	if due.Before(now) {
		due = now
	}
	due = due.Add(l.interval)
	if wait = due.Sub(now) - l.ahead; wait > 0 {
		return wait
	}
	if !ok && len(l.newer) == maxClients {
		l.old, l.newer = l.newer, map[netip.Prefix]time.Time{}
	}
	l.newer[client] = due
	return 0
}

// unlimited are the paths without a limit, which monitoring reads.
var unlimited = map[string]bool{"/livez": true, "/readyz": true, "/health": true, "/metrics": true}

// withRateLimit answers 429 with Retry-After to a client that exceeds the limit.
func withRateLimit(limit RateLimit, trusted []netip.Prefix, metrics *Metrics, next http.Handler) http.Handler {
	if limit.PerSecond == 0 {
		return next
	}
	rates := newRates(limit)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !unlimited[r.URL.Path] && r.Method != http.MethodOptions {
			if wait := rates.take(clientOf(r, trusted), time.Now()); wait > 0 {
				metrics.busy.WithLabelValues(BusyRate).Inc()
				note(r).busy = BusyRate
				writeError(w, &Error{Status: http.StatusTooManyRequests, Type: TypeTooManyRequests, Detail: "Too many requests from this address; slow down", RetryAfter: wait})
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}
