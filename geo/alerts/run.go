package alerts

import (
	"context"
	"time"
)

// Times of the background work.
const (
	lookEvery = time.Second      // for a change of the data
	settle    = 3 * time.Second  // after a change, before an evaluation: imports change the data again and again
	longest   = 30 * time.Second // that changes without a pause put off an evaluation
	rest      = 5                // evaluations wait for so many times as long as the last one took
	sendEvery = time.Minute
)

// Run evaluates the rules after changes of the data and of the rules, and every hour, and sends alerts, until ctx ends.
func (a *Alerts) Run(ctx context.Context) {
	look, send := time.NewTicker(lookEvery), time.NewTicker(sendEvery)
	defer look.Stop()
	defer send.Stop()
	due := schedule{next: a.Now()}
	for {
		select {
		case <-ctx.Done():
			return
		case <-a.changed:
			due.changed(a.Now())
		case <-send.C:
			a.log(ctx, "alerts could not be counted", a.metrics.count(ctx))
			a.log(ctx, "alerts could not be sent", a.Send(ctx))
		case <-look.C:
			if !due.is(a.Now(), a.DataVersion()) {
				continue
			}
			began := a.Now()
			done, err := a.Evaluate(ctx)
			a.log(ctx, "the rules of alerts could not be evaluated", err)
			due.evaluated(a.Now(), a.Now().Sub(began), done && err == nil)
		}
	}
}

func (a *Alerts) log(ctx context.Context, message string, err error) {
	if err != nil && ctx.Err() == nil {
		a.Log.WarnContext(ctx, message, "error", err)
	}
}

// schedule says when the rules are to be evaluated.
type schedule struct {
	version  string // of the data that was seen last
	since    time.Time
	first    time.Time // of the changes since the last evaluation; zero without any
	earliest time.Time
	next     time.Time // without a change
}

func (s *schedule) changed(now time.Time) {
	s.since = now
	if s.first.IsZero() {
		s.first = now
	}
}

// is reports whether the rules are to be evaluated now, for data of a version. It is "" while the version is not known.
func (s *schedule) is(now time.Time, version string) bool {
	if version == "" || now.Before(s.earliest) {
		return false
	}
	if version != s.version {
		s.version = version
		s.changed(now)
	}
	return !now.Before(s.next) || !s.first.IsZero() && (now.Sub(s.since) >= settle || now.Sub(s.first) >= longest)
}

// evaluated notes an evaluation that took a time. One that was not done, because it failed or because another server worked, is tried again.
func (s *schedule) evaluated(now time.Time, took time.Duration, done bool) {
	s.earliest = now.Add(max(settle, rest*took))
	s.first = time.Time{}
	s.next = now.Add(evaluateEvery)
	if !done {
		s.next = s.earliest
	}
}
