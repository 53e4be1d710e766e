package postgres

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// TestChangesAreAnnouncedTogether: the first change at once, all those of the time until the next announcement with that one.
func TestChangesAreAnnouncedTogether(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		var announced []time.Duration
		a := NewAnnouncer(nil, slog.New(slog.DiscardHandler))
		a.announce = func(context.Context) error {
			announced = append(announced, time.Since(began))
			return nil
		}
		ctx, stop := context.WithCancel(t.Context())
		var running sync.WaitGroup
		running.Go(func() { a.Run(ctx) })
		for range 150 {
			a.Announce()
			time.Sleep(time.Millisecond)
		}
		time.Sleep(time.Hour)
		stop()
		running.Wait()
		if want := []time.Duration{0, announceEvery, 2 * announceEvery}; !slices.Equal(announced, want) {
			t.Errorf("the changes of 150 ms were announced after %v, want %v", announced, want)
		}
	})
}
