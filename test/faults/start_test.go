package faults_test

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/golang-migrate/migrate/v4/database"
	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
)

// demonstration is the number of synthetic records in an empty database.
const demonstration = 5000

// TestStartTogether starts several servers at the same moment on nothing.
func TestStartTogether(t *testing.T) {
	for round := range long(t) {
		t.Run(fmt.Sprintf("on an empty database/%d", round+1), migrateTogether)
		t.Run(fmt.Sprintf("on an empty folder/%d", round+1), oneFolder)
	}
}

// migrateTogether holds that servers that find the same empty database make one schema, one catalog and one set of records.
func migrateTogether(t *testing.T) {
	total.faults.Add(1)
	w := newWorld(t)
	newCluster(w).start(t)
	for range 3 {
		w.add("SKEETER_DATABASE_URL="+w.url, "SKEETER_DEMO=true").start(t)
	}
	w.recover()
	for i, s := range w.servers {
		if !s.running() || strings.Count(s.tail(), "is ready: ") != 1 {
			t.Errorf("server %d did not come up by itself:\n%s", i, s.tail())
		}
	}
	if n := w.number(w.connect(), "select count(*)::int from observations"); n != demonstration {
		t.Errorf("%d synthetic records, want %d", n, demonstration)
	}
	w.use()
}

// oneFolder holds that of servers that are started on one folder one gets it, also after that one was killed.
func oneFolder(t *testing.T) {
	w := newWorld(t)
	folder := filepath.Join(w.dir, "db")
	for range 2 {
		total.faults.Add(1)
		var both []*server
		for range 2 {
			s := w.embedded(folder)
			s.start(t)
			both = append(both, s)
		}
		w.eventually("one of the servers gave way", recoverLimit, func() error {
			if both[0].running() && both[1].running() {
				return fmt.Errorf("both run")
			}
			return nil
		})
		owner, other := both[0], both[1]
		if !owner.running() {
			owner, other = other, owner
		}
		if code := other.cmd.ProcessState.ExitCode(); code != 1 || !strings.Contains(other.tail(), "the database directory is in use") {
			t.Errorf("the server that gave way: exit status %d\n%s", code, other.tail())
		}
		w.only(owner)
		w.start()
		w.use()
		owner.kill(t, syscall.SIGKILL)
	}
}

// only leaves one server to a world.
func (w *world) only(s *server) {
	w.servers, w.writers = []*server{s}, w.writers[:0]
	w.writers = append(w.writers, &writer{ledger: w.ledger, server: s, random: w.random})
}

// use puts a world under load for a moment and holds that it works.
func (w *world) use() {
	w.t.Helper()
	load := w.load()
	time.Sleep(after)
	load.stop()
	w.holds()
}

// TestKilledAtFirstStart kills a server while it makes its database: schema, catalog and the synthetic records. Whatever was
// done by then, the next start finishes it.
func TestKilledAtFirstStart(t *testing.T) {
	for round := range long(t) {
		for _, stage := range []struct{ name, done string }{
			{"while the schema is made", "select count(*) >= 1 from schema_migrations"},
			{"in the middle of the schema", "select coalesce(max(version), 0) >= 5 from schema_migrations"},
			{"while the catalog is loaded", "select to_regclass('gis_counted') is not null"},
			{"while the synthetic records are made", "select exists (select from catalog_version)"},
			{"at any moment", ""},
		} {
			t.Run(fmt.Sprintf("%s/%d", stage.name, round+1), func(t *testing.T) {
				total.faults.Add(1)
				w := newWorld(t)
				s := w.embedded(filepath.Join(w.dir, "db"))
				s.start(t)
				if stage.done != "" {
					w.reached(stage.done)
				} else {
					w.moment(0, 3*time.Second)
				}
				w.moment(0, 60*time.Millisecond)
				s.kill(t, syscall.SIGKILL)
				w.start()
				if n := w.number(w.connect(), "select count(*)::int from observations"); n != demonstration {
					t.Errorf("%d synthetic records, want %d", n, demonstration)
				}
				w.use()
			})
		}
	}
}

// reached waits until a query on the database that comes up says so.
func (w *world) reached(query string) {
	w.t.Helper()
	db := w.connect()
	for began := time.Now(); time.Since(began) < recoverLimit; time.Sleep(time.Millisecond) {
		var done bool
		if db.QueryRow(context.Background(), query).Scan(&done) == nil && done {
			return
		}
	}
	w.t.Fatalf("never so: %s", query)
}

// TestAnotherMigrates holds golang-migrate's lock, as a server does that takes a long step: others wait for it, longer than
// golang-migrate would, and can be stopped meanwhile.
func TestAnotherMigrates(t *testing.T) {
	long(t)
	total.faults.Add(1)
	ctx := context.Background()
	w := newWorld(t)
	newCluster(w).start(t)
	early, err := postgres.NewMigrator(ctx, w.url)
	if err != nil {
		t.Fatal(err)
	}
	defer early.Close()
	key, err := database.GenerateAdvisoryLockId("skeeter", "public", "schema_migrations")
	if err != nil {
		t.Fatal(err)
	}
	holder := w.connect()
	if _, err := holder.Exec(ctx, "select pg_advisory_lock($1::text::bigint)", key); err != nil {
		t.Fatal(err)
	}
	up := make(chan error, 1)
	go func() { up <- early.Up() }()
	s := w.add("SKEETER_DATABASE_URL="+w.url, "SKEETER_DEMO=false")
	s.start(t)
	w.waiting(holder, 2)
	began := time.Now()
	s.kill(t, syscall.SIGTERM)
	if took := time.Since(began); took > 30*time.Second {
		t.Errorf("a server that waits for another's migration stopped after %s", took)
	}
	s.start(t)
	time.Sleep(16 * time.Second) // golang-migrate gives up after 15
	if _, err := holder.Exec(ctx, "select pg_advisory_unlock($1::text::bigint)", key); err != nil {
		t.Fatal(err)
	}
	if err := <-up; err != nil {
		t.Errorf("a migrator that waited: %v", err)
	}
	w.recover()
	w.use()
}

// waiting waits until so many sessions wait for an advisory lock; those of a server that ended meanwhile do too.
func (w *world) waiting(db *pgx.Conn, sessions int) {
	w.t.Helper()
	w.eventually("migrators wait", recoverLimit, func() error {
		if n := w.number(db, "select count(*)::int from pg_locks where locktype = 'advisory' and not granted"); n < sessions {
			return fmt.Errorf("%d of %d do", n, sessions)
		}
		return nil
	})
}
