package skeetertest

import (
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/skeeter-surveillance/skeeter/internal/testenv"
)

// poolerSessions is how many sessions PgBouncer has for all connections of a server: fewer than those, so that transactions of one
// connection meet several sessions.
const poolerSessions = 4

// PoolerSettings are what docs/operations.md tells operators to let PgBouncer do in each new session.
const PoolerSettings = "set plan_cache_mode = force_custom_plan; set jit = off; set statement_timeout = ''60s''; " +
	"set idle_in_transaction_session_timeout = ''5min''; " +
	"select ST_AsMVTGeom(''SRID=3857;POLYGON((-1 -1,-1 2,2 2,2 -1,-1 -1))''::geometry, ''BOX(0 0,1 1)''::box2d) is null"

// PoolerTimes are what docs/operations.md tells operators to set, so that nobody waits long for a database that is away, or after it is back.
const PoolerTimes = "server_login_retry = 1\nquery_wait_timeout = 10"

// Pooler is a PgBouncer in transaction mode before a database.
type Pooler struct {
	Address string // of the database through it
	t       T
	program string
	config  string
	begin   string
	owner   string
	cmd     *exec.Cmd
	log     *Log
}

// Program finds a program; "" where it is not installed.
func Program(name string) string {
	for _, path := range []string{name, "/usr/sbin/" + name} { // Debian's place is not in the path of everybody
		if program, err := exec.LookPath(path); err == nil {
			return program
		}
	}
	return ""
}

// Pooler starts PgBouncer before the deployment's database, whose server runs. begin is what it does in a new session, "" for nothing.
func (d *Deployment) Pooler(begin string) *Pooler {
	d.t.Helper()
	return newPostgres(d.t, filepath.Join(d.Dir, databaseFolder)).Pooler(begin)
}

// Pooler starts PgBouncer before the database. begin is what it does in a new session, "" for nothing.
func (r *Postgres) Pooler(begin string) *Pooler {
	t := r.t
	t.Helper()
	dir, err := openFolder(t)
	if err != nil {
		t.Fatal(err)
	}
	owner, err := ownerOf(r.socket())
	if err != nil {
		t.Fatal(err)
	}
	if begin != "" {
		begin = " connect_query='" + begin + "'"
	}
	p := &Pooler{t: t, program: Program("pgbouncer"), config: filepath.Join(dir, "pgbouncer.ini"), begin: begin, owner: owner, log: new(Log)}
	p.configure(r)
	if err := os.Chmod(dir, 0o777); err != nil { //nolint:gosec // PgBouncer is another user than the tests
		t.Fatal(err)
	}
	p.Address = "postgres:///skeeter?host=" + dir + "&port=6432&user=skeeter"
	p.Start()
	t.Cleanup(p.Stop)
	return p
}

// configure writes the configuration of a PgBouncer before a database.
func (p *Pooler) configure(to *Postgres) {
	p.t.Helper()
	text := fmt.Sprintf("[databases]\nskeeter = host=%s dbname=skeeter user=skeeter%s\n\n[pgbouncer]\nlisten_addr =\nunix_socket_dir = %s\nauth_type = any\npool_mode = transaction\n"+
		"default_pool_size = %d\n%s\n", to.socket(), p.begin, filepath.Dir(p.config), poolerSessions, PoolerTimes)
	if err := os.WriteFile(p.config, []byte(text), 0o644); err != nil { //nolint:gosec // PgBouncer is another user than the tests, and there is no secret
		p.t.Fatal(err)
	}
}

// Point lets a PgBouncer that runs ask another database from now on.
func (p *Pooler) Point(to *Postgres) {
	p.t.Helper()
	p.configure(to)
	if err := p.cmd.Process.Signal(syscall.SIGHUP); err != nil {
		p.t.Fatal(err)
	}
}

// Through is a deployment on the database of d, whose server asks PgBouncer.
func (d *Deployment) Through(p *Pooler, env ...string) *Deployment {
	d.t.Helper()
	return On(d.t, p.Address, append([]string{"SKEETER_DATABASE_DIRECT_URL=" + d.Database()}, env...)...)
}

// external is whether the deployment has no database of its own.
func (d *Deployment) external() bool {
	return slices.ContainsFunc(d.Env, func(kv string) bool { return strings.HasPrefix(kv, "SKEETER_DATABASE_URL=") })
}

// behind is the deployment with its own database through PgBouncer, and files of the index beside those of the server without.
func (d *Deployment) behind(p *Pooler) *Deployment {
	return d.With("SKEETER_DATABASE_URL="+p.Address, "SKEETER_DATABASE_DIRECT_URL="+d.Database(), "SKEETER_DEMO=false",
		"SKEETER_TILE_POINTS_PATH="+filepath.Join(d.Dir, "tiles-behind"))
}

// Start starts PgBouncer and waits for its socket.
func (p *Pooler) Start() {
	p.t.Helper()
	args := []string{p.config}
	if os.Geteuid() == 0 {
		args = append(args, "-u", p.owner) // it does not run as root, and the database's socket is closed to others
	}
	p.cmd = exec.Command(p.program, args...)
	p.cmd.Stdout, p.cmd.Stderr = p.log, p.log
	if err := p.cmd.Start(); err != nil {
		p.t.Fatal(err)
	}
	testenv.Succeeds(p.t, "PgBouncer listens", func() error {
		_, err := os.Stat(filepath.Join(filepath.Dir(p.config), ".s.PGSQL.6432"))
		if err != nil {
			return fmt.Errorf("%w: %s", err, p.log)
		}
		return nil
	})
}

// Stop ends PgBouncer and cuts its connections.
func (p *Pooler) Stop() {
	if p.cmd.ProcessState == nil {
		_ = p.cmd.Process.Signal(syscall.SIGTERM)
		_ = p.cmd.Wait()
	}
}

// ownerOf names the user who owns a file.
func ownerOf(path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	u, err := user.LookupId(strconv.Itoa(int(info.Sys().(*syscall.Stat_t).Uid)))
	if err != nil {
		return "", err
	}
	return u.Username, nil
}
