// Package pgtest gives every test a private, migrated PostGIS database on a real cluster that the test binary starts.
// Only tests import it.
package pgtest

import (
	"context"
	"fmt"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/cluster"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
)

var shared struct {
	once    sync.Once
	err     error
	dir     string
	cluster *cluster.Cluster
	content Content
	prepare func(ctx context.Context, db *pgxpool.Pool) error
	n       atomic.Int64
}

// Main runs a package's tests and then stops the cluster, if any test asked for one. prepare, when not nil, fills the
// template that every test's database is copied from (the catalog, say).
//
//	func TestMain(m *testing.M) { os.Exit(pgtest.Main(m, nil)) }
func Main(m *testing.M, prepare func(ctx context.Context, db *pgxpool.Pool) error) int {
	return MainWith(m, Content{Name: "schema"}, prepare)
}

// MainWith is Main for a template with a content, which prepare adds to.
//
//	func TestMain(m *testing.M) { os.Exit(pgtest.MainWith(m, catalogtest.Loaded, nil)) }
func MainWith(m *testing.M, content Content, prepare func(ctx context.Context, db *pgxpool.Pool) error) int {
	shared.content, shared.prepare = content, prepare
	code := m.Run()
	if shared.cluster != nil {
		if err := shared.cluster.Stop(); err != nil {
			fmt.Fprintln(os.Stderr, "pgtest:", err)
		}
	}
	if shared.dir != "" {
		_ = os.RemoveAll(shared.dir)
	}
	return code
}

// URL returns the connection string of a new database with the newest schema, dropped when the test ends.
func URL(t testing.TB) string {
	t.Helper()
	ready(t)
	return create(t, "template_skeeter")
}

// EmptyURL returns the connection string of a new database without a schema.
func EmptyURL(t testing.TB) string {
	t.Helper()
	ready(t)
	return create(t, "template1")
}

// SkipShort skips a test that needs PostgreSQL in a short run (make check). URL, EmptyURL and Pool call it; a test that
// starts a cluster of its own, or shares a database with others, has to.
func SkipShort(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("short: the test needs PostgreSQL")
	}
}

// ready starts the cluster, once.
func ready(t testing.TB) {
	t.Helper()
	SkipShort(t)
	shared.once.Do(func() { shared.err = start(context.Background()) })
	if shared.err != nil {
		t.Fatalf("pgtest: %v", shared.err)
	}
}

// Pool returns a pool on a new database with the newest schema.
func Pool(t testing.TB) *pgxpool.Pool {
	t.Helper()
	pool, err := postgres.Connect(context.Background(), postgres.PoolOptions{URL: URL(t)})
	if err != nil {
		t.Fatalf("pgtest: %v", err)
	}
	t.Cleanup(pool.Close)
	return pool
}

func create(t testing.TB, template string) string {
	t.Helper()
	ctx := context.Background()
	name := fmt.Sprintf("test_%d", shared.n.Add(1))
	// The files are copied: the other strategy writes every page into the log as well.
	if err := admin(ctx, fmt.Sprintf("create database %s template %s strategy file_copy", name, template)); err != nil {
		t.Fatalf("pgtest: %v", err)
	}
	t.Cleanup(func() {
		if err := admin(ctx, fmt.Sprintf("drop database if exists %s with (force)", name)); err != nil {
			t.Errorf("pgtest: %v", err)
		}
	})
	return strings.Replace(shared.cluster.URL(), "/skeeter?", "/"+name+"?", 1)
}

// Exec runs statements on a database.
func Exec(ctx context.Context, url, statements string) error {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return err
	}
	defer conn.Close(ctx) //nolint:errcheck // a test's connection
	_, err = conn.Exec(ctx, statements)
	return err
}

var adminLock sync.Mutex // a template cannot be copied twice at the same moment while somebody is connected to it

func admin(ctx context.Context, statement string) error {
	adminLock.Lock()
	defer adminLock.Unlock()
	conn, err := pgx.Connect(ctx, strings.Replace(shared.cluster.URL(), "/skeeter?", "/postgres?", 1))
	if err != nil {
		return err
	}
	defer conn.Close(ctx) //nolint:errcheck // a test's connection
	_, err = conn.Exec(ctx, statement)
	return err
}

func start(ctx context.Context) error {
	dir, err := os.MkdirTemp(testenv.Folder(), "skeeter-test-")
	if err != nil {
		return err
	}
	shared.dir = dir
	if err := os.Chmod(dir, 0o755); err != nil { //nolint:gosec // the cluster's user has to reach its folder below
		return err
	}
	if err := makeCluster(ctx, dir+"/db", shared.content); err != nil {
		return err
	}
	if shared.cluster, err = startCluster(ctx, dir+"/db"); err != nil {
		return err
	}
	if err := fill(ctx, shared.cluster.URL(), shared.prepare); err != nil {
		return fmt.Errorf("prepare the template: %w", err)
	}
	return admin(ctx, "alter database skeeter rename to template_skeeter")
}

// fill writes into a database, unless write is nil. It leaves no connection: a template that has one cannot be renamed.
func fill(ctx context.Context, url string, write func(ctx context.Context, db *pgxpool.Pool) error) error {
	if write == nil {
		return nil
	}
	db, err := postgres.Connect(ctx, postgres.PoolOptions{URL: url})
	if err != nil {
		return err
	}
	defer db.Close()
	return write(ctx, db)
}
