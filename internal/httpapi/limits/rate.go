package limits

import (
	"sync"
	"time"
)

// Rate bounds the requests of one client. The zero value is no limit.
type Rate struct {
	PerSecond float64 // at a steady rate
	Burst     int     // at once, after a pause
}

// maxClients bounds each of two generations of clients, about 60 bytes a client. When the newer generation is full, the older
// one is dropped and its clients start again with a full burst.
const maxClients = 32_768

// Rates limits clients, known by any key, by the generic cell rate algorithm (ITU-T I.371). For each client it keeps the time at which its
// requests so far would be due at the steady rate. That time may be ahead of the clock by the burst.
type Rates[Client comparable] struct {
	interval time.Duration // between two requests at the steady rate
	ahead    time.Duration

	mu         sync.Mutex
	newer, old map[Client]time.Time
}

// NewRates returns a limit for each client. The rate must not be zero.
func NewRates[Client comparable](r Rate) *Rates[Client] {
	interval := time.Duration(float64(time.Second) / r.PerSecond)
	return &Rates[Client]{interval: interval, ahead: interval * time.Duration(r.Burst), newer: map[Client]time.Time{}}
}

// Take counts a request of a client and returns 0, or returns how long the client has to wait before its next request.
func (l *Rates[Client]) Take(client Client, now time.Time) (wait time.Duration) {
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
		l.old, l.newer = l.newer, map[Client]time.Time{}
	}
	l.newer[client] = due
	return 0
}
