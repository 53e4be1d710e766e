package cluster_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/cluster"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
)

func TestClusterIsCreatedRefusedJoinedAndFoundAgain(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	dir := openTempDir(t)
	first, err := cluster.Start(ctx, cluster.Options{Dir: dir, Volatile: true})
	if err != nil {
		t.Fatal(err)
	}
	exec(t, first.URL(), "create table kept (n int); insert into kept values (42)")

	if _, err = cluster.Start(ctx, cluster.Options{Dir: dir}); !errors.Is(err, cluster.ErrInUse) {
		t.Errorf("a second owner: %v, want ErrInUse", err)
	}
	joined, err := cluster.Start(ctx, cluster.Options{Dir: dir, Shared: true})
	if err != nil {
		t.Fatalf("join: %v", err)
	}
	if err := joined.Stop(); err != nil {
		t.Errorf("leave: %v", err)
	}
	exec(t, first.URL(), "select 1") // leaving did not stop it
	if err := first.Stop(); err != nil {
		t.Fatal(err)
	}

	again, err := cluster.Start(ctx, cluster.Options{Dir: dir, Volatile: true})
	if err != nil {
		t.Fatal(err)
	}
	defer again.Stop()
	pool, err := postgres.Connect(ctx, postgres.PoolOptions{URL: again.URL()})
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	var n int
	if err := pool.QueryRow(ctx, "select n from kept").Scan(&n); err != nil || n != 42 {
		t.Errorf("kept row: %d, %v", n, err)
	}
}

func TestClusterListensOnNoPort(t *testing.T) {
	t.Parallel()
	pool := pgtest.Pool(t)
	var addresses string
	if err := pool.QueryRow(context.Background(), "show listen_addresses").Scan(&addresses); err != nil || addresses != "" {
		t.Errorf("listen_addresses = %q, %v", addresses, err)
	}
}

func TestClusterRefusesAForeignFolder(t *testing.T) {
	t.Parallel()
	dir := openTempDir(t)
	if err := os.MkdirAll(filepath.Join(dir, "cluster", "photos"), 0o755); err != nil {
		t.Fatal(err)
	}
	_, err := cluster.Start(context.Background(), cluster.Options{Dir: dir})
	if err == nil || !strings.Contains(err.Error(), "holds no PostgreSQL cluster") {
		t.Errorf("err = %v", err)
	}
}

func openTempDir(t *testing.T) string {
	t.Helper()
	pgtest.SkipShort(t)
	dir, err := os.MkdirTemp("", "skeeter-cluster-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return filepath.Join(dir, "db")
}

func exec(t *testing.T, url, statement string) {
	t.Helper()
	pool, err := postgres.Connect(context.Background(), postgres.PoolOptions{URL: url})
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	if _, err := pool.Exec(context.Background(), statement); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}
