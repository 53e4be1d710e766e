package skeetertest

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/cluster"
)

// Replica is a streaming replica of a PostgreSQL that a test runs.
type Replica struct {
	Address string // of the database
	dir     string
	owner   *syscall.Stat_t // the user that PostgreSQL runs as
	t       T
	run     *cluster.Cluster
}

// Replica makes a streaming replica of the deployment's own database, whose server runs.
func (d *Deployment) Replica() *Replica {
	d.t.Helper()
	return NewReplica(d.t, filepath.Join(d.Dir, databaseFolder))
}

// NewReplica makes a streaming replica of the PostgreSQL that runs in a database folder of the program.
func NewReplica(t T, primary string) *Replica {
	t.Helper()
	dir, err := openFolder(t)
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(filepath.Join(primary, "cluster"))
	if err != nil {
		t.Fatal(err)
	}
	owner := info.Sys().(*syscall.Stat_t)
	if err := os.Chown(dir, int(owner.Uid), int(owner.Gid)); err != nil {
		t.Fatal(err)
	}
	r := &Replica{Address: "postgres:///skeeter?host=" + filepath.Join(dir, "socket") + "&user=skeeter", dir: dir, owner: owner, t: t}
	r.program("pg_basebackup", "-h", filepath.Join(primary, "socket"), "-U", "skeeter", "-D", r.data(),
		"--wal-method=stream", "--checkpoint=fast", "--write-recovery-conf", "--no-sync")
	r.Start()
	t.Cleanup(r.Stop)
	return r
}

func (r *Replica) data() string { return filepath.Join(r.dir, "cluster") }

// program runs one of PostgreSQL's as the user that PostgreSQL runs as.
func (r *Replica) program(name string, args ...string) {
	r.t.Helper()
	bin, err := cluster.FindPrograms(os.Getenv("SKEETER_POSTGRES_BIN"), name)
	if err != nil {
		r.t.Fatal(err)
	}
	cmd := exec.Command(filepath.Join(bin, name), args...) //nolint:gosec // PostgreSQL's own programs
	cmd.Dir, cmd.Env = "/", cluster.Environment()
	if os.Geteuid() == 0 {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: r.owner.Uid, Gid: r.owner.Gid}}
	}
	if out, err := cmd.CombinedOutput(); err != nil {
		r.t.Fatalf("%s: %v\n%s", name, err, out)
	}
}

// Start starts the replica, which follows its primary from where it was.
func (r *Replica) Start() {
	r.t.Helper()
	Within(r.t, 20*time.Second, "the replica starts", func() (err error) {
		r.run, err = cluster.Start(context.Background(), cluster.Options{Dir: r.dir, BinDir: os.Getenv("SKEETER_POSTGRES_BIN")})
		return err
	})
}

// Stop ends the replica: it rolls back and closes sessions.
func (r *Replica) Stop() { r.end(syscall.SIGINT) }

// Kill ends the replica as a machine that fails.
func (r *Replica) Kill() { r.end(syscall.SIGKILL) }

func (r *Replica) end(signal syscall.Signal) {
	if r.run == nil {
		return
	}
	if pid, err := Postmaster(r.dir); err == nil {
		_ = syscall.Kill(pid, signal)
	}
	_ = r.run.Stop() // a process that was killed is an error
	r.run = nil
}

// Connect opens a connection to the replica.
func (r *Replica) Connect() *pgx.Conn {
	r.t.Helper()
	conn, err := pgx.Connect(context.Background(), r.Address)
	if err != nil {
		r.t.Fatal(err)
	}
	r.t.Cleanup(func() { _ = conn.Close(context.Background()) })
	return conn
}

// Promote makes the replica a primary.
func (r *Replica) Promote() {
	r.t.Helper()
	r.program("pg_ctl", "promote", "-D", r.data())
}
