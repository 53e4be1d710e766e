package faults_test

import (
	"context"
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/golang-migrate/migrate/v4/database"
	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/schema"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
)

// demonstration is the number of synthetic records in an empty database.
const demonstration = 5000

// TestStartTogether starts several servers at the same moment on nothing.
func TestStartTogether(t *testing.T) {
	for round := range longForm(t) {
		t.Run(fmt.Sprintf("on an empty database/%d", round+1), migrateTogether)
		t.Run(fmt.Sprintf("on an empty folder/%d", round+1), oneFolder)
	}
}

// migrateTogether checks that servers that find the same empty database make one schema, one catalog and one set of records.
func migrateTogether(t *testing.T) {
	total.faults.Add(1)
	d := newDeployment(t)
	newCluster(d).start(t)
	for range 3 {
		d.add("SKEETER_DATABASE_URL="+d.url, "SKEETER_DEMO=true").start()
	}
	d.recover()
	for i, s := range d.servers {
		if !s.running() || strings.Count(s.process.Out.String(), "is ready: ") != 1 {
			t.Errorf("server %d did not come up by itself:\n%s", i, s.tail())
		}
	}
	if n := d.number(d.connect(), "select count(*)::int from observations"); n != demonstration {
		t.Errorf("%d synthetic records, want %d", n, demonstration)
	}
	d.use()
}

// oneFolder checks that of two servers that are started on one folder one gets it, also after that one was killed.
func oneFolder(t *testing.T) {
	d := newDeployment(t)
	folder := d.database()
	for range 2 {
		total.faults.Add(1)
		var both []*server
		for range 2 {
			s := d.embedded(folder)
			s.start()
			both = append(both, s)
		}
		testenv.Eventually(d.t, "one of the servers gave way", func() bool { return !both[0].running() || !both[1].running() })
		owner, other := both[0], both[1]
		if !owner.running() {
			owner, other = other, owner
		}
		if code := other.process.Wait(); code != 1 || !strings.Contains(other.tail(), "the database directory is in use") {
			t.Errorf("the server that gave way: exit status %d\n%s", code, other.tail())
		}
		d.only(owner)
		d.start()
		d.use()
		owner.kill(t, syscall.SIGKILL)
	}
}

// only leaves one server to the deployment.
func (d *deployment) only(s *server) {
	d.servers, d.writers = []*server{s}, d.writers[:0]
	d.writers = append(d.writers, &writer{writes: d.writes, server: s, random: d.random})
}

// use puts the deployment under load for a moment and checks that it works.
func (d *deployment) use() {
	d.t.Helper()
	load := d.load()
	time.Sleep(after())
	load.stop()
	d.verify()
}

// TestKilledAtFirstStart kills a server while it makes its database: schema, catalog and the synthetic records. Whatever was
// done by then, the next start finishes it.
func TestKilledAtFirstStart(t *testing.T) {
	for round := range longForm(t) {
		for _, stage := range []struct{ name, done string }{
			{"while the schema is made", "select count(*) >= 1 from schema_migrations"},
			{"in the middle of the schema", "select coalesce(max(version), 0) >= 11 from schema_migrations"},
			{"while the catalog is loaded", "select to_regclass('gis_counted') is not null"},
			{"while the synthetic records are made", "select exists (select from catalog_version)"},
			{"at any moment", ""},
		} {
			t.Run(fmt.Sprintf("%s/%d", stage.name, round+1), func(t *testing.T) {
				total.faults.Add(1)
				d := newDeployment(t)
				s := d.embedded(d.database())
				s.start()
				if stage.done != "" {
					d.reached(stage.done)
				} else {
					d.waitBetween(0, 3*time.Second)
				}
				d.waitBetween(0, 60*time.Millisecond)
				s.kill(t, syscall.SIGKILL)
				d.start()
				if n := d.number(d.connect(), "select count(*)::int from observations"); n != demonstration {
					t.Errorf("%d synthetic records, want %d", n, demonstration)
				}
				d.use()
			})
		}
	}
}

// reached waits until a query on the database that comes up says so.
func (d *deployment) reached(query string) {
	d.t.Helper()
	db := d.connect()
	testenv.Eventually(d.t, query, func() (done bool) {
		return db.QueryRow(context.Background(), query).Scan(&done) == nil && done
	})
}

// TestAnotherMigrates keeps golang-migrate's lock, as a server does that takes a long step: others wait for it, longer than
// golang-migrate would, and can be stopped meanwhile.
func TestAnotherMigrates(t *testing.T) {
	longForm(t)
	total.faults.Add(1)
	ctx := context.Background()
	d := newDeployment(t)
	newCluster(d).start(t)
	early, err := schema.NewMigrator(ctx, d.url)
	if err != nil {
		t.Fatal(err)
	}
	defer early.Close()
	key, err := database.GenerateAdvisoryLockId("skeeter", "public", "schema_migrations")
	if err != nil {
		t.Fatal(err)
	}
	holder := d.connect()
	pgtest.Run(t, holder, "select pg_advisory_lock($1::text::bigint)", key)
	up := make(chan error, 1)
	go func() { up <- early.Up() }()
	s := d.add("SKEETER_DATABASE_URL="+d.url, "SKEETER_DEMO=false")
	s.start()
	d.waiting(holder, 2)
	s.kill(t, syscall.SIGTERM) // the lock is still kept
	s.start()
	time.Sleep(16 * time.Second) // golang-migrate gives up after 15
	pgtest.Run(t, holder, "select pg_advisory_unlock($1::text::bigint)", key)
	if err := <-up; err != nil {
		t.Errorf("a migrator that waited: %v", err)
	}
	d.recover()
	d.use()
}

// waiting waits until so many sessions wait for an advisory lock; those of a server that ended meanwhile do too.
func (d *deployment) waiting(db *pgx.Conn, sessions int) {
	d.t.Helper()
	testenv.Succeeds(d.t, "migrators wait", func() error {
		if n := d.number(db, "select count(*)::int from pg_locks where locktype = 'advisory' and not granted"); n < sessions {
			return fmt.Errorf("%d of %d do", n, sessions)
		}
		return nil
	})
}
