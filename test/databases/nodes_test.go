package databases_test

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// position is what an answer to a write says for the reads after it.
const position = "Skeeter-Position"

// TestReplicas: two servers on a primary and its two replicas. Who writes at one reads that at the other, whatever the replicas do meanwhile.
func TestReplicas(t *testing.T) {
	t.Parallel()
	pgtest.SkipShort(t)
	d := skeetertest.New(t)
	plain := d.Serve() // its cluster plays the primary
	d.ImportFieldRecords()
	one, other := d.Replica(), d.Replica()
	settings := []string{"SKEETER_DATABASE_REPLICA_URLS=" + one.Address + "," + other.Address, "SKEETER_REPLICA_MAX_LAG=2s"}
	a, b := skeetertest.On(t, d.Database(), settings...).Serve(), skeetertest.On(t, d.Database(), settings...).Serve()
	for _, s := range []*skeetertest.Server{a, b} {
		s.WaitIndexed()
		testenv.Eventually(t, "both replicas get reads", func() bool { return s.MetricSum("skeeter_replica_up") == 2 })
	}
	sameAnswers(t, plain, a)
	if a.MetricSum("skeeter_replica_reads_total") == 0 {
		t.Errorf("no read went to a replica: %s", a.Get("/metrics").Body)
	}

	var failed, written atomic.Int64
	ownWrite := func(i int) error {
		w, r := a, b
		if i%2 == 0 {
			w, r = b, a
		}
		made, err := w.Try(context.Background(), http.MethodPost, skeetertest.Observations, skeetertest.ObservationWith(fmt.Sprintf(`"notes":"own %d"`, i)), "Content-Type", "application/json")
		if err != nil || made.Status != http.StatusCreated || made.Header.Get(position) == "" {
			return fmt.Errorf("%d %w %s %s", made.Status, err, made.Body, made.Header.Get(position))
		}
		id := skeetertest.Decode[struct{ ID string }](t, made, http.StatusCreated).ID
		for _, target := range []string{"/api/v1/observations/" + id, "/api/v1/observations?limit=300&species=aedes-albopictus", "/ogc/collections/observations/items/" + id + "?f=json",
			"/ogc/collections/observations/items?limit=1000&filter=notes%3D%27own%20" + fmt.Sprint(i) + "%27", "/api/v1/geo/observations?limit=1000", "/api/v1/export?format=csv"} {
			got, err := r.Try(context.Background(), http.MethodGet, target, "", position, made.Header.Get(position))
			if err != nil || got.Status != http.StatusOK || !strings.Contains(string(got.Body), id) {
				return fmt.Errorf("%s at the other server: %d %w, without %s: %.300s", target, got.Status, err, id, got.Body)
			}
		}
		written.Add(1)
		return nil
	}
	ownWrites := func(what string, n int) {
		t.Helper()
		for i := range n {
			if err := ownWrite(i); err != nil {
				failed.Add(1)
				t.Errorf("%s: %v", what, err)
			}
		}
	}
	of := func(writes int) int { // in the short form one of each server
		if testenv.Long() {
			return writes
		}
		return 2
	}
	ownWrites("both replicas follow", of(20))

	// A position that somebody invents takes nothing from others.
	if got := a.Send(http.MethodGet, "/api/v1/observations?limit=1", "", position, "FFFFFFFF/FFFFFFFF"); got.Status != http.StatusOK {
		t.Errorf("with an invented position: %d %s", got.Status, got.Body)
	}
	ownWrites("somebody invented a position", of(6))

	pgtest.Run(t, one.Connect(), "select pg_wal_replay_pause()")
	ownWrites("a replica stands still", of(10))
	testenv.Succeeds(t, "the replica that stands still is left out", func() error {
		if up := a.MetricSum("skeeter_replica_up"); up != 1 {
			return fmt.Errorf("%v replicas get reads, lag %v s", up, a.MetricSum("skeeter_replica_lag_seconds"))
		}
		return ownWrite(1)
	})
	pgtest.Run(t, one.Connect(), "select pg_wal_replay_resume()")
	testenv.Eventually(t, "it comes back", func() bool { return a.MetricSum("skeeter_replica_up") == 2 })

	done := make(chan struct{})
	var readers sync.WaitGroup
	for range 2 {
		readers.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				if err := answers(a, "/ogc/collections/observations/items?limit=10&filter=notes%20IS%20NOT%20NULL"); err != nil {
					failed.Add(1)
					t.Errorf("while a replica is killed: %v", err)
					return
				}
			}
		})
	}
	other.Kill()
	ownWrites("a replica is gone", of(10))
	close(done)
	readers.Wait()
	other.Start()
	testenv.Succeeds(t, "the replica that was gone comes back", func() error {
		if up := a.MetricSum("skeeter_replica_up"); up != 2 {
			return fmt.Errorf("%v replicas get reads", up)
		}
		return nil
	})
	ownWrites("both replicas follow again", of(10))
	t.Logf("%d writes were read by their writers, %d not", written.Load(), failed.Load())
	for _, s := range []*skeetertest.Server{a, b} {
		if strings.Contains(s.Log.String(), "level=ERROR") {
			t.Errorf("a server logged errors: %s", s.Log)
		}
	}
}

// TestReadsWhileThePrimaryIsAway: names, counts, lists and the catalog are answered as before by a server whose primary is gone, in an installation
// without any account, and its replica is not blamed for it.
func TestReadsWhileThePrimaryIsAway(t *testing.T) {
	t.Parallel()
	pgtest.SkipShort(t)
	d := skeetertest.New(t)
	primary := d.Serve()
	d.ImportFieldRecords()
	s := skeetertest.On(t, d.Database(), "SKEETER_DATABASE_REPLICA_URLS="+d.Replica().Address).Serve()
	s.WaitIndexed()
	testenv.Eventually(t, "the replica gets reads", func() bool { return s.MetricSum("skeeter_replica_up") == 1 })
	reads := []string{
		"/api/v1/stats", "/api/v1/observations?limit=5", "/api/v1/observations?species=aedes-albopictus&limit=5", "/api/v1/geo/observations?limit=100", "/api/v1/species?limit=5",
		"/api/v1/regions", "/api/v1/countries", "/api/v1/filters", "/api/v1/tiles/observations/0/0/0.mvt", "/ogc/collections/observations/items?limit=3&filter=count%20%3E%200",
	}
	before := map[string]string{}
	for _, target := range reads {
		before[target] = skeetertest.WithoutTimes(string(s.Get(target).Body))
	}
	primary.Stop(syscall.SIGTERM) // its database with it
	same := func(target string) {
		t.Helper()
		a := s.Get(target)
		if body := skeetertest.WithoutTimes(string(a.Body)); a.Status != http.StatusOK || body != before[target] {
			t.Fatalf("%s: %d %s", target, a.Status, skeetertest.FirstDifference(before[target], body))
		}
	}
	refused := func() bool {
		return s.Send(http.MethodPost, skeetertest.Observations, skeetertest.Observation, "Content-Type", "application/json").Status == http.StatusServiceUnavailable
	}
	testenv.Eventually(t, "writes are refused", refused)
	refusedAt := time.Now()
	// The server asks again who is known after five seconds, and for the names after thirty. In the short form nobody reads meanwhile.
	asked := 0
	testenv.Eventually(t, "who is known, and in the long form each name, has to be asked for again", func() bool {
		if testenv.Long() {
			same(reads[asked%len(reads)])
			asked++
		}
		return time.Since(refusedAt) > 6*time.Second && (!testenv.Long() || s.Metric(`skeeter_lookup_failures_total{lookup="species"}`) > 1)
	})
	for range 2 {
		for _, target := range reads {
			same(target)
		}
	}
	if !strings.Contains(s.Log.String(), "the database does not answer") || strings.Contains(s.Log.String(), "a replica is left out") {
		t.Errorf("the log is\n%s", s.Log)
	}
}

// TestReplicasThatAreNone: another database and a replica of one are errors at start. A replica that is away is not, nor is one that was promoted.
func TestReplicasThatAreNone(t *testing.T) {
	t.Parallel()
	pgtest.SkipShort(t)
	d, foreign := skeetertest.New(t), skeetertest.Empty(t) // copies of one cluster are no other databases
	d.Serve()
	startCluster(t, filepath.Join(foreign.Dir, "db"), 0)
	replica := d.Replica().Address
	errors := map[string]string{"a primary": foreign.Database(), "another database of the cluster": strings.Replace(replica, "/skeeter?", "/postgres?", 1)}
	absent := map[string]string{
		"it does not answer": "postgres:///skeeter?host=/nowhere&user=skeeter", "it is a primary": d.Database(), "it refuses": strings.Replace(replica, "user=skeeter", "user=nobody", 1),
	}
	groups := [][]string{slices.Collect(maps.Keys(absent))} // in the short form one server has all of them
	if testenv.Long() {
		errors["a replica"] = foreign.Replica().Address
		groups = nil
		for says := range absent {
			groups = append(groups, []string{says})
		}
	}
	for what, address := range errors {
		s := skeetertest.On(t, d.Database(), "SKEETER_DATABASE_REPLICA_URLS="+address).Start()
		<-s.Ended()
		if code := s.Wait(); code == 0 || !strings.Contains(s.Log.String(), "it is another database, or a replica of one") {
			t.Errorf("%s: exit status %d: %s", what, code, s.Log)
		}
	}
	for _, group := range groups {
		var addresses []string
		for _, says := range group {
			addresses = append(addresses, absent[says])
		}
		s := skeetertest.On(t, d.Database(), "SKEETER_DATABASE_REPLICA_URLS="+strings.Join(addresses, ",")).Serve()
		s.Answers(http.StatusOK, "/api/v1/observations?limit=1")
		if up := s.MetricSum("skeeter_replica_up"); up != 0 {
			t.Errorf("%v replicas of %s get reads", up, addresses)
		}
		for _, says := range group {
			if !strings.Contains(s.Log.String(), says) {
				t.Errorf("%s: the log does not say %q: %s", absent[says], says, s.Log)
			}
		}
	}
}
