package cluster_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/cluster"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
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

// A client that was killed sends no cancel request.
func TestStatementsOfVanishedClientsEnd(t *testing.T) {
	t.Parallel()
	pool := pgtest.Pool(t)
	client := exec.Command("psql", "-X", "-c", "select 'of a client that was killed', pg_sleep(300)", pool.Config().ConnString())
	if err := client.Start(); err != nil {
		t.Fatal(err)
	}
	const running = "select count(*) from pg_stat_activity where datname = current_database() and query like '%pg_sleep(300)%' and pid <> pg_backend_pid()"
	testenv.Eventually(t, "the statement runs", func() bool { return pgtest.Value[int](t, pool, running) == 1 })
	if err := client.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = client.Wait()
	testenv.Eventually(t, "the statement of a client that is gone has ended", func() bool { return pgtest.Value[int](t, pool, running) == 0 })
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
