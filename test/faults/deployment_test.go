package faults_test

import (
	"context"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// deployment is one database, its servers under load, and what was written through them.
type deployment struct {
	t        *testing.T
	random   *rand.Rand
	dir      string
	url      string // of the database
	cluster  *cluster
	servers  []*server
	writes   *writes
	writers  []*writer
	pictures savedPictures
}

// writersEach is the number of clients that write through each server at the same time.
func writersEach() int {
	if testenv.Long() {
		return 3
	}
	return 2
}

// newDeployment returns a deployment without servers. In the short form its database has the schema and the catalog already.
func newDeployment(t *testing.T) *deployment {
	t.Helper()
	folder := skeetertest.New
	if testenv.Long() {
		folder = skeetertest.Empty
	}
	return &deployment{t: t, random: newRandom(t), dir: folder(t).Dir, writes: newWrites(uuid.NewString())}
}

// database is the folder of the deployment's database.
func (d *deployment) database() string { return filepath.Join(d.dir, "db") }

// embedded adds a server with a database of its own in a folder.
func (d *deployment) embedded(folder string, env ...string) *server {
	d.t.Helper()
	d.url = "postgres:///skeeter?host=" + filepath.Join(folder, "socket") + "&user=skeeter"
	s := d.add(append(env, "SKEETER_DATABASE_PATH="+folder)...)
	s.folder = folder
	return s
}

// add adds a server, with clients that will write through it; it does not run yet.
func (d *deployment) add(env ...string) *server {
	d.t.Helper()
	s := newServer(d.t, env...)
	d.servers = append(d.servers, s)
	for range writersEach() {
		d.writers = append(d.writers, &writer{writes: d.writes, server: s, random: rand.New(rand.NewPCG(d.random.Uint64(), 0))})
	}
	return s
}

// start starts every server that does not run, and waits until all are ready.
func (d *deployment) start() {
	d.t.Helper()
	for _, s := range d.servers {
		if !s.running() {
			s.start()
		}
	}
	d.recover()
}

// recoverLimit is how long a deployment may need until it is ready, again or the first time: a first start on a machine under a load of 16 took more
// than 90 seconds.
const recoverLimit = 5 * time.Minute

// recover waits until every server is ready again. One that ended is started again, as a service manager does.
func (d *deployment) recover() {
	d.t.Helper()
	began, starts := time.Now(), 0
	for _, s := range d.servers {
		for {
			ready, said := s.ready()
			if ready {
				break
			}
			if time.Since(began) > recoverLimit {
				d.t.Fatalf("%s is not ready %s after the fault: %s\n%s", s.Base, recoverLimit, said, s.tail())
			}
			if !s.running() {
				starts++
				s.start()
			}
			time.Sleep(50 * time.Millisecond)
		}
	}
	if took := time.Since(began); starts > 0 || took > time.Second {
		d.t.Logf("ready again after %s, %d servers started anew", took.Round(10*time.Millisecond), starts)
	}
}

// inject causes a fault at some moment of the load, and checks that nothing was lost by it.
func (d *deployment) inject(name string, f fault) {
	outer := d.t
	defer func() { d.t = outer }()
	outer.Run(name, func(t *testing.T) {
		d.t = t
		total.faults.Add(1)
		load := d.load()
		d.waitBetween(beforeLeast, beforeMost())
		f.cause(d)
		d.recover()
		time.Sleep(after())
		load.stop()
		d.verify()
	})
	if outer.Failed() && d.broken() {
		outer.FailNow() // the next faults would prove nothing
	}
}

// broken says whether a server is not ready.
func (d *deployment) broken() bool {
	for _, s := range d.servers {
		if ready, _ := s.ready(); !ready {
			return true
		}
	}
	return false
}

// connect opens a connection to the database beside the servers'; it is closed when the test ends.
func (d *deployment) connect() *pgx.Conn {
	d.t.Helper()
	var conn *pgx.Conn
	testenv.Succeeds(d.t, "the database takes a connection", func() (err error) {
		conn, err = pgx.Connect(context.Background(), d.url)
		return err
	})
	d.t.Cleanup(func() { _ = conn.Close(context.Background()) })
	return conn
}

// number returns the number that a query answers with.
func (d *deployment) number(db *pgx.Conn, query string, args ...any) int {
	d.t.Helper()
	return pgtest.Value[int](d.t, db, query, args...)
}
