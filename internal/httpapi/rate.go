package httpapi

import (
	"net/http"
	"net/netip"
	"sync"
	"time"
)

// RateLimit is what one client may ask: so many requests a second, and Burst of them at once after a pause. The zero value is no
// limit.
type RateLimit struct {
	PerSecond float64
	Burst     int
}

// maxClients bounds the clients that are remembered, in each of two generations of some 60 bytes each. When one is full the older
// one is forgotten: its clients begin anew with a full burst.
const maxClients = 32_768

// rates counts by the generic cell rate algorithm: of each client it keeps the time at which all that it asked would have been
// due at the steady rate. It may be ahead of the clock by the burst.
type rates struct {
	every time.Duration // between two requests at the steady rate
	ahead time.Duration

	mu         sync.Mutex
	young, old map[netip.Prefix]time.Time
}

func newRates(l RateLimit) *rates {
	every := time.Duration(float64(time.Second) / l.PerSecond)
	return &rates{every: every, ahead: every * time.Duration(l.Burst), young: map[netip.Prefix]time.Time{}}
}

// take takes a request of a client at a time, or says how long it has to wait for the next one.
func (l *rates) take(client netip.Prefix, now time.Time) (wait time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	due, ok := l.young[client]
	if !ok {
		due = l.old[client]
	}
	if due.Before(now) {
		due = now
	}
	due = due.Add(l.every)
	if wait = due.Sub(now) - l.ahead; wait > 0 {
		return wait
	}
	if !ok && len(l.young) == maxClients {
		l.old, l.young = l.young, map[netip.Prefix]time.Time{}
	}
	l.young[client] = due
	return 0
}

// unlimited are the paths that no client is kept from: who watches the server asks them.
var unlimited = map[string]bool{"/livez": true, "/readyz": true, "/health": true, "/metrics": true}

// withRate refuses the requests of a client that sends too many.
func withRate(limit RateLimit, trusted []netip.Prefix, metrics *Metrics, next http.Handler) http.Handler {
	if limit.PerSecond == 0 {
		return next
	}
	rates := newRates(limit)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !unlimited[r.URL.Path] && r.Method != http.MethodOptions {
			if wait := rates.take(clientOf(r, trusted), time.Now()); wait > 0 {
				metrics.busy.WithLabelValues(BusyRate).Inc()
				note(r).busy = BusyRate
				WriteError(w, &Error{Status: http.StatusTooManyRequests, Type: TypeTooManyRequests, Detail: "Too many requests from this address; slow down", RetryAfter: wait})
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}
