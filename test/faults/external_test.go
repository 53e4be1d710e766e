package faults_test

import (
	"context"
	"fmt"
	"net/http"
	"syscall"
	"testing"
	"time"
)

// TestExternal breaks two servers that share a PostgreSQL, one of them by way of a network that fails.
func TestExternal(t *testing.T) {
	long(t)
	w := newWorld(t)
	newCluster(w).start(t)
	network, through := newWay(w)
	settings := []string{"SKEETER_DEMO=true", "SKEETER_STATEMENT_TIMEOUT=3s", "SKEETER_DATABASE_POOL_SIZE=4"}
	w.add(append(settings, "SKEETER_DATABASE_URL="+w.url)...)
	w.add(append(settings, "SKEETER_DATABASE_URL="+through)...)
	w.start()
	suffer(w, []fault{
		{"connections cut", false, func(w *world) { cuts(w, network) }},
		{"connections cut in the middle of answers", false, func(w *world) {
			for range 12 {
				network.most.Store(1 + w.random.Int64N(400_000))
				network.cut()
				w.moment(100*time.Millisecond, 500*time.Millisecond)
			}
			network.most.Store(0)
			network.cut()
		}},
		{"network stands still", false, func(w *world) {
			network.still.Store(true)
			w.moment(5*time.Second, 8*time.Second)
			network.still.Store(false)
		}},
		{"database not reached", false, func(w *world) {
			network.closed.Store(true)
			network.cut()
			w.moment(time.Second, 4*time.Second)
			network.closed.Store(false)
		}},
		{"database restarted", false, func(w *world) {
			w.cluster.stop(w.t)
			w.moment(0, 3*time.Second)
			w.cluster.start(w.t)
		}},
		{"postmaster killed", false, func(w *world) {
			w.signalPostgres(syscall.SIGKILL, false)
			w.cluster.killed()
			w.cluster.start(w.t)
		}},
		{"database away at start", false, awayAtStart},
		{"session of PostgreSQL killed", false, sessionKilled},
		{"PostgreSQL stands still for ten seconds", false, standstill},
		{"pool exhausted by a lock", false, locked},
		{"pool exhausted by slow queries", false, slowQueries},
		{"clients leave in the middle", false, clientsLeave},
		{"one of the servers killed", false, func(w *world) { w.servers[w.random.IntN(2)].kill(w.t, syscall.SIGKILL) }},
	})
}

// cuts cuts all connections between a server and its database, several times.
func cuts(w *world, network *way) {
	for range 5 {
		network.cut()
		w.moment(0, 300*time.Millisecond)
	}
}

// awayAtStart starts the servers before their database.
func awayAtStart(w *world) {
	for _, s := range w.servers {
		s.kill(w.t, syscall.SIGTERM)
	}
	w.cluster.stop(w.t)
	for _, s := range w.servers {
		s.start(w.t)
	}
	for _, s := range w.servers {
		w.eventually("a server lives without its database", recoverLimit, func() error {
			_, err := s.get("/livez")
			return err
		})
		if a := s.ask(context.Background(), "GET", "/readyz", nil); a.status != http.StatusServiceUnavailable {
			w.t.Errorf("readyz without a database: %d %s %v", a.status, a.body, a.err)
		}
	}
	w.moment(0, 2*time.Second)
	w.cluster.start(w.t)
}

// slowQueries keeps each connection of a server's pool busy: rows that wait for a lock, then for the limit of a statement.
func slowQueries(w *world) {
	ctx := context.Background()
	tx, err := w.connect().Begin(ctx)
	if err != nil {
		w.t.Fatal(err)
	}
	defer tx.Rollback(ctx)
	// Whoever reads or writes a name of a taxon waits; so do the lookups that a server refreshes.
	if _, err := tx.Exec(ctx, "lock table taxa in access exclusive mode"); err != nil {
		w.t.Fatal(err)
	}
	if _, err := tx.Exec(ctx, fmt.Sprintf("select pg_sleep(%d)", 5+w.random.IntN(4))); err != nil {
		w.t.Fatal(err)
	}
}
