package faults_test

import (
	"context"
	"fmt"
	"net/http"
	"syscall"
	"testing"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
)

// TestExternal breaks two servers that share a PostgreSQL, one of them through a network that fails.
func TestExternal(t *testing.T) {
	longForm(t)
	d := newDeployment(t)
	newCluster(d).start(t)
	network, through := newProxy(d)
	settings := []string{"SKEETER_DEMO=true", "SKEETER_STATEMENT_TIMEOUT=3s", "SKEETER_DATABASE_POOL_SIZE=4"}
	d.add(append(settings, "SKEETER_DATABASE_URL="+d.url)...)
	d.add(append(settings, "SKEETER_DATABASE_URL="+through)...)
	d.start()
	inject(d, []fault{
		{"connections cut", false, func(d *deployment) { cuts(d, network) }},
		{"connections cut in the middle of answers", false, func(d *deployment) {
			for range 12 {
				network.most.Store(1 + d.random.Int64N(400_000))
				network.cut()
				d.waitBetween(100*time.Millisecond, 500*time.Millisecond)
			}
			network.most.Store(0)
			network.cut()
		}},
		{"network stands still", false, func(d *deployment) {
			network.still.Store(true)
			d.waitBetween(5*time.Second, 8*time.Second)
			network.still.Store(false)
		}},
		{"database not reached", false, func(d *deployment) {
			network.closed.Store(true)
			network.cut()
			d.waitBetween(time.Second, 4*time.Second)
			network.closed.Store(false)
		}},
		{"database restarted", false, func(d *deployment) {
			d.cluster.stop(d.t)
			d.waitBetween(0, 3*time.Second)
			d.cluster.start(d.t)
		}},
		{"postmaster killed", false, func(d *deployment) {
			d.signalPostgres(syscall.SIGKILL, false)
			d.cluster.killed()
			d.cluster.start(d.t)
		}},
		{"database away at start", false, awayAtStart},
		{"session of PostgreSQL killed", false, sessionKilled},
		{"PostgreSQL stands still for ten seconds", false, standstill},
		{"pool exhausted by a lock", false, locked},
		{"pool exhausted by slow queries", false, slowQueries},
		{"clients leave in the middle", false, clientsLeave},
		{"one of the servers killed", false, func(d *deployment) { d.servers[d.random.IntN(2)].kill(d.t, syscall.SIGKILL) }},
	})
}

// cuts cuts all connections between a server and its database, several times.
func cuts(d *deployment, network *proxy) {
	for range 5 {
		network.cut()
		d.waitBetween(0, 300*time.Millisecond)
	}
}

// awayAtStart starts the servers before their database.
func awayAtStart(d *deployment) {
	for _, s := range d.servers {
		s.kill(d.t, syscall.SIGTERM)
	}
	d.cluster.stop(d.t)
	for _, s := range d.servers {
		s.start()
	}
	for _, s := range d.servers {
		testenv.Succeeds(d.t, "a server lives without its database", func() error {
			_, err := s.get("/livez")
			return err
		})
		if a := s.ask(context.Background(), "GET", "/readyz", ""); a.Status != http.StatusServiceUnavailable {
			d.t.Errorf("readyz without a database: %d %s %v", a.Status, a.Body, a.err)
		}
	}
	d.waitBetween(0, 2*time.Second)
	d.cluster.start(d.t)
}

// slowQueries keeps each connection of a server's pool busy: rows that wait for a lock, then for the limit of a statement.
func slowQueries(d *deployment) {
	ctx := context.Background()
	tx, err := d.connect().Begin(ctx)
	if err != nil {
		d.t.Fatal(err)
	}
	defer tx.Rollback(ctx)
	// Statements that read or write names of taxa wait; so do the lookups that a server refreshes.
	pgtest.Run(d.t, tx, "lock table taxa in access exclusive mode")
	pgtest.Run(d.t, tx, fmt.Sprintf("select pg_sleep(%d)", 5+d.random.IntN(4)))
}
