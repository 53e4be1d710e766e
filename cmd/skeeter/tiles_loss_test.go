package main_test

import (
	"context"
	"fmt"
	"net/http"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/paulmach/orb"
)

// names hold that servers of one database name a tile alike: behind one address a client would else be sent again what it has.
func (f fleet) names() {
	f.exec(f.home.session(), insertRow, nice[0], nice[1])
	f.wait("a row in one place", 34, 68)
	for name, path := range map[string]string{
		"the world": tilePath(0, nice), "the place": tilePath(deepZoom, nice), "far away": tilePath(deepZoom, manaus), "nothing": tilePath(deepZoom, orb.Point{}),
	} {
		want := f.servers[0].get(path).header.Get("ETag")
		for i, s := range f.servers[1:] {
			if got := s.get(path).header.Get("ETag"); got != want || got == "" {
				f.t.Errorf("%s: server %d has the ETag %s, the first %s", name, i+1, got, want)
			}
		}
	}
}

const (
	whoListens    = "from pg_stat_activity where query ilike 'listen%'"
	otherSessions = "from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()"
)

// number returns the number that a query answers with.
func (f fleet) number(db interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}, query string) (n int) {
	f.t.Helper()
	if err := db.QueryRow(context.Background(), query).Scan(&n); err != nil {
		f.t.Fatalf("%s: %v", query, err)
	}
	return n
}

// listenersKilled commits a row at a moment when no server listens.
func (f fleet) listenersKilled() {
	ctx := context.Background()
	tx, err := f.home.session().Begin(ctx)
	if err != nil {
		f.t.Fatal(err)
	}
	if _, err := tx.Exec(ctx, insertRow, genoa[0], genoa[1]); err != nil {
		f.t.Fatal(err)
	}
	if n := f.number(tx, "select count(pg_terminate_backend(pid, 5000)) "+whoListens); n != len(f.servers) {
		f.t.Fatalf("%d servers listened, want %d", n, len(f.servers))
	}
	if _, err := tx.Exec(ctx, "select pg_stat_clear_snapshot()"); err != nil { // else it sees the sessions that it saw before
		f.t.Fatal(err)
	}
	if n := f.number(tx, "select count(*) "+whoListens); n != 0 {
		f.t.Fatalf("%d servers listen again already", n)
	}
	if err := tx.Commit(ctx); err != nil {
		f.t.Fatal(err)
	}
	f.wait("a row that nobody heard of", 35, 70)
	eventually(f.t, "every server listens again", func() bool { return f.number(f.home.session(), "select count(*) "+whoListens) == len(f.servers) })
}

// answer waits until every server makes tiles again; until then it says that it cannot.
func (f fleet) answer(after string) {
	f.t.Helper()
	p := speaker{loadContract(f.t), nil}
	for i, s := range f.servers {
		p.s = s
		began, refused := time.Now(), 0
		eventually(f.t, fmt.Sprintf("server %d answers after %s", i, after), func() bool {
			// Another filter each time, so that no cache answers.
			a := p.say("GET", fmt.Sprintf("%s?max_uncertainty_m=%d", tilePath(deepZoom, nice), time.Since(began).Microseconds()+1), "")
			if a.status == http.StatusServiceUnavailable {
				refused++
			} else if a.status != http.StatusOK {
				f.t.Errorf("server %d after %s: %d %s", i, after, a.status, a.body)
			}
			return a.status == http.StatusOK
		})
		f.t.Logf("server %d answers %s after %s, %d times 503", i, time.Since(began).Round(time.Millisecond), after, refused)
	}
}

// sessionsKilled ends every session of every server, those in the pools just used.
func (f fleet) sessionsKilled() {
	db := f.home.session()
	f.wait("all that there was", 35, 70)
	if n := f.number(db, "select count(pg_terminate_backend(pid, 5000)) "+otherSessions); n < 2*len(f.servers) {
		f.t.Errorf("%d sessions were killed, want some of every server", n)
	}
	f.answer("the sessions were killed")
	f.exec(db, insertRow, manaus[0], manaus[1])
	f.wait("a row after the sessions were killed", 36, 72)
}

// crash kills a process of PostgreSQL outright: all sessions end, and the change log, which is unlogged, is empty.
func (f fleet) crash() {
	db, witness := f.home.session(), f.home.session()
	pid := f.number(db, "select pg_backend_pid()")
	f.exec(db, insertRow, genoa[0], genoa[1])
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		f.t.Fatal(err)
	}
	eventually(f.t, "PostgreSQL has noticed", func() bool { return witness.Ping(context.Background()) != nil })
	// How long it recovers is the disk's affair.
	for began := time.Now(); time.Since(began) < time.Minute; time.Sleep(50 * time.Millisecond) {
		if conn, err := pgx.Connect(context.Background(), f.home.databaseURL()); err == nil {
			_ = conn.Close(context.Background())
			f.t.Logf("PostgreSQL recovered in %s", time.Since(began).Round(time.Millisecond))
			break
		}
	}
	f.answer("the crash")
	f.wait("a row just before the crash", 37, 74)
	db = f.home.session()
	if n := f.number(db, "select count(*) from observation_changes"); n != 0 {
		f.t.Errorf("the change log has %d rows: this was no crash", n)
	}
	f.exec(db, insertRow, nice[0], nice[1])
	f.wait("a row after the crash", 38, 76)
}

func (f fleet) truncate() {
	db := f.home.session()
	f.exec(db, "truncate observations cascade")
	f.show("nothing", 0, 0)
	f.exec(db, insertRow, nice[0], nice[1])
	f.show("a row in an empty table", 1, 2)
}
