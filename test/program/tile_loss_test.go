package program_test

import (
	"context"
	"fmt"
	"net/http"
	"syscall"

	"github.com/jackc/pgx/v5"
	"github.com/paulmach/orb"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// names checks that servers of one database give a tile the same ETag: behind one address a client would else download again what
// it has.
func (g serverGroup) names() {
	pgtest.Run(g.t, g.deployment.Connect(), insertRow, nice[0], nice[1])
	g.show("a row in one place", 34, 68)
	for name, path := range map[string]string{
		"the world": skeetertest.TilePath(0, nice), "the place": skeetertest.TilePath(deepZoom, nice), "far away": skeetertest.TilePath(deepZoom, manaus), "nothing": skeetertest.TilePath(deepZoom, orb.Point{}),
	} {
		want := g.servers[0].Get(path).Header.Get("ETag")
		for i, s := range g.servers[1:] {
			if got := s.Get(path).Header.Get("ETag"); got != want || got == "" {
				g.t.Errorf("%s: server %d has the ETag %s, the first %s", name, i+1, got, want)
			}
		}
	}
}

const (
	whoListens    = "from pg_stat_activity where query ilike 'listen%'"
	otherSessions = "from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()"
)

// listenersKilled commits a row at a moment when no server listens.
func (g serverGroup) listenersKilled() {
	ctx := context.Background()
	tx := pgtest.Begin(g.t, g.deployment.Connect())
	pgtest.Run(g.t, tx, insertRow, genoa[0], genoa[1])
	if n := pgtest.Value[int](g.t, tx, "select count(pg_terminate_backend(pid, 5000)) "+whoListens); n != len(g.servers) {
		g.t.Fatalf("%d servers listened, want %d", n, len(g.servers))
	}
	pgtest.Run(g.t, tx, "select pg_stat_clear_snapshot()") // else it sees the sessions that it saw before
	if n := pgtest.Value[int](g.t, tx, "select count(*) "+whoListens); n != 0 {
		g.t.Fatalf("%d servers listen again already", n)
	}
	if err := tx.Commit(ctx); err != nil {
		g.t.Fatal(err)
	}
	g.show("a row that nobody heard of", 35, 70)
	db := g.deployment.Connect()
	testenv.Eventually(g.t, "every server listens again", func() bool { return pgtest.Value[int](g.t, db, "select count(*) "+whoListens) == len(g.servers) })
}

// calm is how many times in a row servers have to answer without a 503. Each connection that died costs one, and a pool has 16.
const calm = 48

// answer waits until every server makes tiles again; until then it has to answer 503.
func (g serverGroup) answer(after string) {
	g.t.Helper()
	c := skeetertest.NewClient(g.t, g.servers[0])
	refused, asked, answered := make([]int, len(g.servers)), 0, 0
	testenv.Eventually(g.t, "every server answers after "+after, func() bool {
		asked++
		answered++
		for i, s := range g.servers {
			a := c.On(s).Ask("GET", fmt.Sprintf("%s?max_uncertainty_m=%d", skeetertest.TilePath(deepZoom, nice), asked), "") // another filter each time, so that no cache answers
			if a.Status == http.StatusServiceUnavailable {
				refused[i]++
				answered = 0
			} else if a.Status != http.StatusOK {
				g.t.Errorf("server %d after %s: %d %s", i, after, a.Status, a.Body)
			}
		}
		return answered >= calm
	})
	g.t.Logf("answers 503 after %s, by server: %v", after, refused)
}

// sessionsKilled ends every session of every server, those in the pools just used.
func (g serverGroup) sessionsKilled() {
	db := g.deployment.Connect()
	g.show("all that there was", 35, 70)
	if n := pgtest.Value[int](g.t, db, "select count(pg_terminate_backend(pid, 5000)) "+otherSessions); n < 2*len(g.servers) {
		g.t.Errorf("%d sessions were killed, want some of every server", n)
	}
	g.answer("the sessions were killed")
	pgtest.Run(g.t, db, insertRow, manaus[0], manaus[1])
	g.show("a row after the sessions were killed", 36, 72)
}

// crash kills a process of PostgreSQL outright: all sessions end, and the change log, which is unlogged, is empty.
func (g serverGroup) crash() {
	db, witness := g.deployment.Connect(), g.deployment.Connect()
	pid := pgtest.Value[int](g.t, db, "select pg_backend_pid()")
	pgtest.Run(g.t, db, insertRow, genoa[0], genoa[1])
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		g.t.Fatal(err)
	}
	testenv.Eventually(g.t, "PostgreSQL has noticed", func() bool { return witness.Ping(context.Background()) != nil })
	testenv.Succeeds(g.t, "PostgreSQL has recovered", func() error {
		conn, err := pgx.Connect(context.Background(), g.deployment.Database())
		if err != nil {
			return err
		}
		return conn.Close(context.Background())
	})
	g.answer("the crash")
	g.show("a row just before the crash", 37, 74)
	db = g.deployment.Connect()
	if n := pgtest.Value[int](g.t, db, "select count(*) from observation_changes"); n != 0 {
		g.t.Errorf("the change log has %d rows: this was no crash", n)
	}
	pgtest.Run(g.t, db, insertRow, nice[0], nice[1])
	g.show("a row after the crash", 38, 76)
}

func (g serverGroup) truncate() {
	db := g.deployment.Connect()
	pgtest.Run(g.t, db, "truncate observations cascade")
	g.show("nothing", 0, 0)
	pgtest.Run(g.t, db, insertRow, nice[0], nice[1])
	g.show("a row in an empty table", 1, 2)
}
