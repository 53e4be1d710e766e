package program_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// failoverLimit is how long writes may be refused after the primary was killed and a replica promoted.
const failoverLimit = 10 * time.Second

// acknowledged are the records that servers said they have stored.
type acknowledged struct {
	sync.Mutex
	ids     []string
	last    time.Time
	refused int
}

func (a *acknowledged) write(s *skeetertest.Server) {
	made, err := s.Try(context.Background(), http.MethodPost, skeetertest.Observations, skeetertest.Observation, "Content-Type", "application/json")
	a.Lock()
	defer a.Unlock()
	if err != nil || made.Status != http.StatusCreated {
		a.refused++
		return
	}
	_, after, _ := strings.Cut(string(made.Body), `"id":"`)
	id, _, _ := strings.Cut(after, `"`)
	a.ids, a.last = append(a.ids, id), time.Now()
}

func (a *acknowledged) count() int {
	a.Lock()
	defer a.Unlock()
	return len(a.ids)
}

// TestPrimaryFails kills the primary under two servers that write and read, and promotes a replica. Writes go on, nothing that was acknowledged is
// lost, because the replicas are synchronous, and the other replica follows the new primary.
func TestPrimaryFails(t *testing.T) {
	t.Parallel()
	pgtest.SkipShort(t)
	primary := skeetertest.NewPostgres(t)
	next, other := primary.Replica(), primary.Replica()
	db := primary.Connect()
	pgtest.Run(t, db, "alter system set synchronous_standby_names = 'FIRST 2 (*)'")
	pgtest.Run(t, db, "select pg_reload_conf()")
	// One address for whichever is the primary.
	address := strings.Replace(primary.Address, "&user", ","+strings.TrimSuffix(strings.TrimPrefix(next.Address, "postgres:///skeeter?host="), "&user=skeeter")+"&target_session_attrs=read-write&user", 1)
	settings := []string{"SKEETER_DATABASE_REPLICA_URLS=" + next.Address + "," + other.Address, "SKEETER_REPLICA_MAX_LAG=2s"}
	var servers []*skeetertest.Server
	for range 2 {
		s := skeetertest.On(t, address, settings...).Serve()
		s.WaitIndexed()
		servers = append(servers, s)
	}
	var told acknowledged
	done := make(chan struct{})
	var writers sync.WaitGroup
	for i := range 4 {
		writers.Go(func() {
			for {
				select {
				case <-done:
					return
				case <-time.After(20 * time.Millisecond):
					told.write(servers[i%2])
				}
			}
		})
	}
	skeetertest.Eventually(t, "writes are acknowledged", func() bool { return told.count() > 50 })
	primary.Kill()
	for _, target := range []string{"/api/v1/observations?limit=20", "/ogc/collections/observations/items?limit=10&filter=notes%20IS%20NULL", "/api/v1/export?format=csv"} {
		if a := servers[0].Send(http.MethodGet, target, "", position, "FFFFFFFF/0"); a.Status != http.StatusServiceUnavailable {
			t.Errorf("%s without a primary, of what nobody has: %d %.200s", target, a.Status, a.Body)
		}
		skeetertest.Within(t, 5*time.Second, "replicas answer "+target+" without a primary", func() error { return answers(servers[0], target) })
	}
	next.Promote()
	promoted, before := time.Now(), told.count()
	skeetertest.Within(t, 2*failoverLimit, "writes go on", func() error {
		if told.count() <= before+5 {
			return fmt.Errorf("%d acknowledged, %d before", told.count(), before)
		}
		return nil
	})
	if waited := time.Since(promoted); waited > failoverLimit {
		t.Errorf("writes went on after %s", waited)
	}
	other.Follow(next)
	skeetertest.Within(t, 30*time.Second, "the other replica follows", func() error {
		const last = "select coalesce(max(id::text), '') from observations"
		if a, b := pgtest.Value[string](t, next.Connect(), last), pgtest.Value[string](t, other.Connect(), last); a == "" || a > b {
			return fmt.Errorf("it has %q, the primary %q", b, a)
		}
		return nil
	})
	reads := replicaMetrics(servers[0], "skeeter_replica_reads_total")
	skeetertest.Within(t, 10*time.Second, "it gets reads", func() error {
		servers[0].Answers(http.StatusOK, "/ogc/collections/observations/items?limit=1&filter=notes%20IS%20NULL")
		if up, now := replicaMetrics(servers[0], "skeeter_replica_up"), replicaMetrics(servers[0], "skeeter_replica_reads_total"); up != 1 || now == reads {
			return fmt.Errorf("%v replicas are up, %v reads", up, now-reads)
		}
		return nil
	})
	close(done)
	writers.Wait()
	t.Logf("%d writes acknowledged, %d refused, the last %s after the promotion", told.count(), told.refused, told.last.Sub(promoted).Round(time.Millisecond))
	stored := map[string]bool{}
	for _, id := range pgtest.Column[string](t, next.Connect(), "select id::text from observations") {
		stored[id] = true
	}
	for _, id := range told.ids {
		if !stored[id] {
			t.Errorf("%s was acknowledged and is lost", id)
		}
	}
	for _, s := range servers {
		skeetertest.Within(t, 10*time.Second, "the servers count what is stored", func() error {
			if n := s.Count("/api/v1/stats"); n != len(stored) {
				return fmt.Errorf("%d, want %d", n, len(stored))
			}
			return nil
		})
	}
	for _, target := range []string{"/api/v1/tiles/observations/0/0/0.mvt", "/api/v1/geo/observations?limit=1000", "/api/v1/observations?limit=100"} {
		if a, b := servers[0].Get(target), servers[1].Get(target); string(a.Body) != string(b.Body) || a.Header.Get("ETag") != b.Header.Get("ETag") {
			t.Errorf("%s: %s", target, firstDifference(string(a.Body), string(b.Body)))
		}
	}
}
