package faults_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	embedded "github.com/skeeter-surveillance/skeeter/internal/postgres/cluster"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// cluster is a PostgreSQL that servers share. It belongs to the test, as an external one does to its operator.
type cluster struct {
	dir string
	run *embedded.Cluster
	env map[string]string // of PostgreSQL alone
}

func newCluster(d *deployment) *cluster {
	c := &cluster{dir: d.database()}
	d.cluster, d.url = c, "postgres:///skeeter?host="+filepath.Join(c.dir, "socket")+"&user=skeeter"
	d.t.Cleanup(func() { c.stop(d.t) })
	return c
}

// start starts PostgreSQL and waits until it answers.
func (c *cluster) start(t *testing.T) {
	t.Helper()
	for name, value := range c.env {
		if err := os.Setenv(name, value); err != nil {
			t.Fatal(err)
		}
		defer os.Unsetenv(name)
	}
	testenv.Succeeds(t, "PostgreSQL starts, once what a killed one left of itself has ended", func() (err error) {
		c.run, err = embedded.Start(context.Background(), embedded.Options{Dir: c.dir, BinDir: os.Getenv("SKEETER_POSTGRES_BIN")})
		return err
	})
}

// stop ends PostgreSQL as an administrator does: sessions are rolled back and closed.
func (c *cluster) stop(t *testing.T) {
	t.Helper()
	if c.run == nil {
		return
	}
	if pid, err := skeetertest.Postmaster(c.dir); err == nil {
		_ = syscall.Kill(pid, syscall.SIGINT)
	}
	if err := c.run.Stop(); err != nil {
		t.Error(err)
	}
	c.run = nil
}

// killed waits until a PostgreSQL that was killed has ended, and releases its folder.
func (c *cluster) killed() {
	_ = c.run.Stop()
	c.run = nil
}

// databaseDir is the folder of the deployment's PostgreSQL.
func (d *deployment) databaseDir() string {
	_, after, _ := strings.Cut(d.url, "host=")
	socket, _, _ := strings.Cut(after, "&")
	return filepath.Dir(socket)
}

// signalPostgres sends a signal to PostgreSQL's first process, and with all to every other one of it too.
func (d *deployment) signalPostgres(signal syscall.Signal, all bool) {
	d.t.Helper()
	pid, err := skeetertest.Postmaster(d.databaseDir())
	if err != nil {
		d.t.Fatal(err)
	}
	if err := syscall.Kill(pid, signal); err != nil {
		d.t.Fatal(err)
	}
	if !all {
		return
	}
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, path := range stats {
		raw, err := os.ReadFile(path)
		if err != nil {
			continue // it ended meanwhile
		}
		fields := strings.Fields(string(raw[strings.LastIndexByte(string(raw), ')')+1:]))
		if len(fields) < 2 || fields[1] != fmt.Sprint(pid) {
			continue
		}
		child, _ := strconv.Atoi(filepath.Base(filepath.Dir(path)))
		_ = syscall.Kill(child, signal)
	}
}
