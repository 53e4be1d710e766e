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
	pgtest.RunOn(t, first.URL(), "create table kept (n int); insert into kept values (42)")

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
	pgtest.RunOn(t, first.URL(), "select 1") // leaving did not stop it
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
	if n := pgtest.Value[int](t, pool, "select n from kept"); n != 42 {
		t.Errorf("kept row: %d", n)
	}
}

func TestClusterListensOnNoPort(t *testing.T) {
	t.Parallel()
	pool := pgtest.Pool(t)
	if addresses := pgtest.Value[string](t, pool, "show listen_addresses"); addresses != "" {
		t.Errorf("listen_addresses = %q", addresses)
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
