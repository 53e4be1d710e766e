package skeetertest

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/cluster"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
)

// Postgres is a PostgreSQL that belongs to the test, as an external one does to its operator: a primary or a streaming replica.
type Postgres struct {
	Address string // of the database
	dir     string
	owner   *syscall.Stat_t // the user that it runs as
	t       T
	run     *cluster.Cluster
}

// NewPostgres starts a primary whose database has the schema, the catalog and no records.
func NewPostgres(t T) *Postgres {
	t.Helper()
	shared.track(t)
	dir, err := openFolder(t)
	if err != nil {
		t.Fatal(err)
	}
	p := newPostgres(t, filepath.Join(dir, databaseFolder))
	if err := copyDatabase(p.dir); err != nil {
		t.Fatal(err)
	}
	p.owner = ownerIDs(t, p.data())
	p.Start()
	t.Cleanup(p.Stop)
	return p
}

func newPostgres(t T, dir string) *Postgres {
	return &Postgres{Address: "postgres:///skeeter?host=" + filepath.Join(dir, "socket") + "&user=skeeter", dir: dir, t: t}
}

// Replica makes a streaming replica of the deployment's own database, whose server runs.
func (d *Deployment) Replica() *Postgres {
	d.t.Helper()
	return newPostgres(d.t, filepath.Join(d.Dir, databaseFolder)).Replica()
}

// Replica makes a streaming replica.
func (r *Postgres) Replica() *Postgres {
	t := r.t
	t.Helper()
	dir, err := openFolder(t)
	if err != nil {
		t.Fatal(err)
	}
	copied := newPostgres(t, dir)
	copied.owner = ownerIDs(t, r.data())
	if err := os.Chown(dir, int(copied.owner.Uid), int(copied.owner.Gid)); err != nil {
		t.Fatal(err)
	}
	copied.program("pg_basebackup", "-h", r.socket(), "-U", "skeeter", "-D", copied.data(), "--wal-method=stream", "--checkpoint=fast", "--write-recovery-conf", "--no-sync")
	copied.Start()
	t.Cleanup(copied.Stop)
	return copied
}

// ownerIDs are those of the user who owns a file.
func ownerIDs(t T, path string) *syscall.Stat_t {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info.Sys().(*syscall.Stat_t)
}

func (r *Postgres) socket() string { return filepath.Join(r.dir, "socket") }

func (r *Postgres) data() string { return filepath.Join(r.dir, "cluster") }

// program runs one of PostgreSQL's as the user that PostgreSQL runs as.
func (r *Postgres) program(name string, args ...string) {
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

// Start starts it. A replica follows its primary from where it was.
func (r *Postgres) Start() {
	r.t.Helper()
	testenv.Succeeds(r.t, "PostgreSQL starts", func() (err error) {
		r.run, err = cluster.Start(context.Background(), cluster.Options{Dir: r.dir, BinDir: os.Getenv("SKEETER_POSTGRES_BIN")})
		return err
	})
}

// Stop ends it: it rolls back and closes sessions.
func (r *Postgres) Stop() { r.end(syscall.SIGINT) }

// Kill ends it as a machine that fails.
func (r *Postgres) Kill() { r.end(syscall.SIGKILL) }

func (r *Postgres) end(signal syscall.Signal) {
	if r.run == nil {
		return
	}
	if pid, err := Postmaster(r.dir); err == nil {
		_ = syscall.Kill(pid, signal)
	}
	_ = r.run.Stop() // a process that was killed is an error
	r.run = nil
}

// Connect opens a connection.
func (r *Postgres) Connect() *pgx.Conn {
	r.t.Helper()
	conn, err := pgx.Connect(context.Background(), r.Address)
	if err != nil {
		r.t.Fatal(err)
	}
	r.t.Cleanup(func() { _ = conn.Close(context.Background()) })
	return conn
}

// Follow lets a replica follow another primary.
func (r *Postgres) Follow(primary *Postgres) {
	r.t.Helper()
	db := r.Connect()
	for _, statement := range []string{"alter system set primary_conninfo = 'user=skeeter host=" + primary.socket() + "'", "select pg_reload_conf()"} {
		if _, err := db.Exec(context.Background(), statement); err != nil {
			r.t.Fatal(err)
		}
	}
}

// Promote makes a replica a primary.
func (r *Postgres) Promote() {
	r.t.Helper()
	r.program("pg_ctl", "promote", "-D", r.data())
}
