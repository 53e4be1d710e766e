package cluster

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

// PostgreSQL that does not stay up is started anew five times, each time after a longer rest. It is given up then, unless the first of them is long ago.
func TestRestarts(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var starts restarts
		for i, want := range []time.Duration{0, time.Second, 2 * time.Second, 4 * time.Second, 8 * time.Second} {
			began := time.Now()
			if err := starts.next(t.Context()); err != nil || time.Since(began) != want {
				t.Errorf("start %d: %v after %s, want one after %s", i, err, time.Since(began), want)
			}
		}
		if err := starts.next(t.Context()); err == nil {
			t.Error("a sixth start is due")
		}
		time.Sleep(restartWindow - 10*time.Second) // the first three of them were 15, 14 and 12 seconds ago
		began := time.Now()
		if err := starts.next(t.Context()); err != nil || time.Since(began) != 2*time.Second {
			t.Errorf("when two are left: %v after %s", err, time.Since(began))
		}
		ended, end := context.WithCancel(t.Context())
		end()
		began = time.Now()
		if err := starts.next(ended); err != nil || time.Since(began) != 0 {
			t.Errorf("a server that stops waits: %v after %s", err, time.Since(began))
		}
	})
}
