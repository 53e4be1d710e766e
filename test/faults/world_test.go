package faults_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// world is a deployment under load: one database, its servers, and what was written through them.
type world struct {
	t       *testing.T
	random  *rand.Rand
	dir     string
	url     string // of the database
	cluster *cluster
	servers []*server
	ledger  *ledger
	writers []*writer
	album   album
}

// writersEach is the number of clients that write through each server at the same time.
const writersEach = 3

// newWorld returns a deployment without servers. Everybody may enter its folder, PostgreSQL's user for one.
func newWorld(t *testing.T) *world {
	t.Helper()
	dir, err := os.MkdirTemp("", "skeeter-world-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return &world{t: t, random: chance(t), dir: dir, ledger: newLedger(uuid.NewString())}
}

// embedded adds a server with a database of its own in a folder.
func (w *world) embedded(folder string, env ...string) *server {
	w.t.Helper()
	w.url = "postgres:///skeeter?host=" + filepath.Join(folder, "socket") + "&user=skeeter"
	return w.add(append(env, "SKEETER_DATABASE_PATH="+folder)...)
}

// add adds a server, with clients that will write through it; it does not run yet.
func (w *world) add(env ...string) *server {
	w.t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		w.t.Fatal(err)
	}
	address := listener.Addr().String()
	if err := listener.Close(); err != nil {
		w.t.Fatal(err)
	}
	home := filepath.Join(w.dir, fmt.Sprintf("server%d", len(w.servers)+1))
	if err := os.MkdirAll(home, 0o755); err != nil {
		w.t.Fatal(err)
	}
	s := &server{base: "http://" + address, home: home, log: filepath.Join(home, "log"), env: append(env, "SKEETER_LISTEN_ADDR="+address)}
	s.client = newClient()
	w.servers = append(w.servers, s)
	for range writersEach {
		w.writers = append(w.writers, &writer{ledger: w.ledger, server: s, random: rand.New(rand.NewPCG(w.random.Uint64(), 0))})
	}
	w.t.Cleanup(func() { s.stop(w.t) })
	return s
}

// start starts every server that does not run, and waits until all are ready.
func (w *world) start() {
	w.t.Helper()
	for _, s := range w.servers {
		if !s.running() {
			s.start(w.t)
		}
	}
	w.recover()
}

// recoverLimit is how long a deployment may need until it is ready again after a fault, on a busy machine.
const recoverLimit = 90 * time.Second

// recover waits until every server is ready again. One that ended is started anew, as a service manager does it.
func (w *world) recover() {
	w.t.Helper()
	began, starts := time.Now(), 0
	for _, s := range w.servers {
		for {
			ready, said := s.ready()
			if ready {
				break
			}
			if time.Since(began) > recoverLimit {
				w.t.Fatalf("%s is not ready %s after the fault: %s\n%s", s.base, recoverLimit, said, s.tail())
			}
			if !s.running() {
				starts++
				s.start(w.t)
			}
			time.Sleep(50 * time.Millisecond)
		}
	}
	if took := time.Since(began); starts > 0 || took > time.Second {
		w.t.Logf("ready again after %s, %d servers started anew", took.Round(10*time.Millisecond), starts)
	}
}

// endure lets a fault happen at some moment of the load, and holds that nothing was lost by it.
func (w *world) endure(name string, f fault) {
	outer := w.t
	defer func() { w.t = outer }()
	outer.Run(name, func(t *testing.T) {
		w.t = t
		total.faults.Add(1)
		load := w.load()
		w.moment(beforeLeast, beforeMost)
		f.strike(w)
		w.recover()
		time.Sleep(after)
		load.stop()
		w.holds()
	})
	if outer.Failed() && w.broken() {
		outer.FailNow() // the next faults would tell nothing
	}
}

// broken says whether a server is not ready.
func (w *world) broken() bool {
	for _, s := range w.servers {
		if ready, _ := s.ready(); !ready {
			return true
		}
	}
	return false
}

// connect returns somebody else's way to the database, closed when the test ends.
func (w *world) connect() *pgx.Conn {
	w.t.Helper()
	var conn *pgx.Conn
	w.eventually("the database takes a connection", recoverLimit, func() (err error) {
		conn, err = pgx.Connect(context.Background(), w.url)
		return err
	})
	w.t.Cleanup(func() { _ = conn.Close(context.Background()) })
	return conn
}

// number returns the number that a query answers with.
func (w *world) number(db *pgx.Conn, query string, args ...any) (n int) {
	w.t.Helper()
	if err := db.QueryRow(context.Background(), query, args...).Scan(&n); err != nil {
		w.t.Fatalf("%s: %v", query, err)
	}
	return n
}

// eventually waits until something holds.
func (w *world) eventually(what string, limit time.Duration, holds func() error) {
	w.t.Helper()
	var err error
	for began := time.Now(); time.Since(began) < limit; time.Sleep(50 * time.Millisecond) {
		if err = holds(); err == nil {
			return
		}
	}
	w.t.Fatalf("not so after %s: %s: %v", limit, what, err)
}
