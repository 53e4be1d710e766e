package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync"
	"time"
)

// Limits of the overload and of the recovery after it.
const (
	overloadTimes = 3
	arrivalTick   = 5 * time.Millisecond
	// maxOpen is the most requests that this program has open at a time. Requests beyond it are counted and not sent.
	maxOpen          = 4000
	recoveryTime     = 5 * time.Second
	recoveryClients  = 16
	recoveryWindow   = 10 * time.Second
	recoveryFactor   = 2 // p99 after the overload, as a multiple of p99 before it
	recoveryLeftover = 50 * time.Millisecond
)

// overload sends three times the requests that the server can answer, then measures how fast it recovers.
func (t *traffic) overload(ctx context.Context, capacity float64, d time.Duration) {
	calm := t.closedLoop(ctx, recoveryClients, min(d, recoveryWindow))
	rate := capacity * overloadTimes
	s, unsent := t.openLoop(ctx, rate, d)
	fmt.Printf("overload: %.0f requests a second for %v, of which the server can do %.0f; %d more than %d at a time were not sent\n", rate, d, capacity, unsent, maxOpen)
	s.print()
	refused := s.codes()[http.StatusServiceUnavailable]
	fmt.Printf("refused with 503: %d, and %.0f a second answered\n", refused, float64(s.answered())/d.Seconds())
	t.check(s, true)

	recovery := min(recoveryTime, d)
	time.Sleep(recovery)
	after := t.closedLoop(ctx, recoveryClients, min(d, recoveryWindow))
	before, now := quantile(calm.all(), .99), quantile(after.all(), .99)
	v := t.idle(ctx, d)
	fmt.Printf("%d clients, p99: %.1f ms before, %.1f ms from %v after the end\nat the end    %v\n\n", recoveryClients, ms(before), ms(now), recovery, v)
	t.check(after, false)
	if d < overloadTime {
		check(ctx.Err())
		return // too short to say how fast it is
	}
	if refused == 0 {
		t.broken = append(t.broken, "nothing was refused at three times the capacity")
	}
	if now > recoveryFactor*before+recoveryLeftover {
		t.broken = append(t.broken, fmt.Sprintf("%v after the overload p99 is %v, before it was %v", recovery, now, before))
	}
	check(ctx.Err())
}

// openLoop sends requests at a fixed rate, whether or not earlier ones were answered.
func (t *traffic) openLoop(ctx context.Context, rate float64, d time.Duration) (s *results, unsent int) {
	s = newResults()
	transport := &http.Transport{MaxIdleConnsPerHost: maxOpen, DisableCompression: true}
	defer transport.CloseIdleConnections()
	u := &user{Rand: rand.New(rand.NewPCG(overloadTimes, 0))} //nolint:gosec // the same requests on every run
	places := make(chan struct{}, maxOpen)
	var group sync.WaitGroup
	tick := time.NewTicker(arrivalTick)
	defer tick.Stop()
	began, sent := time.Now(), 0
	for time.Since(began) < d && ctx.Err() == nil {
		<-tick.C
		for due := int(rate * time.Since(began).Seconds()); sent < due; sent++ {
			e := t.mix.next(u) // no patches: this user keeps no records of its own
			select {
			case places <- struct{}{}:
				group.Go(func() { t.send(transport, e, nil, s); <-places })
			default:
				unsent++
			}
		}
	}
	group.Wait()
	return s, unsent
}
