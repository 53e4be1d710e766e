package postgres

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/skeeter-surveillance/skeeter/sql"
)

// ClusterOptions of StartCluster. Dir is needed.
type ClusterOptions struct {
	Dir      string // DATABASE_PATH: holds the cluster, its log, the socket and the lock
	BinDir   string // directory of initdb and postgres; "" looks in the usual places
	Shared   bool   // join a cluster that already runs instead of refusing: what every command but serve does
	Existing bool   // refuse to make a cluster where there is none: for commands that read what is there
	Port     int    // also listen on this port of the loopback addresses, for readers; 0 opens none
	Volatile bool   // no fsync: tests only
	Log      func(string)
}

// Cluster is a PostgreSQL that skeeter runs itself, on a Unix socket and, where it is asked to, on a port of the loopback
// addresses for readers. It belongs to the process that started it.
type Cluster struct {
	dir      string
	socket   string
	bin      string
	owner    owner
	port     int
	volatile bool
	door     door
	lock     *os.File
	child    *exec.Cmd
	exited   chan struct{}
	joined   bool
	exit     error
}

// EmbeddedDatabase is the name of the cluster's database.
const EmbeddedDatabase = "skeeter"

const (
	dataDir     = "cluster"      // PostgreSQL's data directory under Dir
	lockFile    = "skeeter.lock" // held by the process that owns the cluster
	logFile     = "postgres.log"
	superuser   = "skeeter"
	startLimit  = 60 * time.Second // without a sign of life; recovery after a crash, which it tells of, takes as long as it takes
	stopLimit   = 60 * time.Second // after it the children are killed; the next start recovers
	maxSocket   = 100              // bytes of a socket's path; the system's limit is about 107
	socketInDir = "/.s.PGSQL.5432" // PostgreSQL's own name of the socket
)

// ErrNone means that there is no cluster where one was expected.
var ErrNone = errors.New("there is no database")

// ErrInUse means that another skeeter owns the directory.
var ErrInUse = errors.New("the database directory is in use")

// StartCluster starts the cluster in o.Dir, creating it first if the directory is empty, and recovers what an earlier
// process left behind. With o.Shared it joins a cluster that runs.
func StartCluster(ctx context.Context, o ClusterOptions) (*Cluster, error) {
	dir, err := filepath.Abs(o.Dir)
	if err != nil {
		return nil, fmt.Errorf("resolve the database directory: %w", err)
	}
	if o.Log == nil {
		o.Log = func(string) {}
	}
	if o.Existing {
		if _, err := os.Stat(filepath.Join(dir, dataDir)); err != nil {
			return nil, fmt.Errorf("%w in %s (SKEETER_DATABASE_PATH)", ErrNone, dir)
		}
	}
	owner, err := clusterOwner()
	if err != nil {
		return nil, err
	}
	if err := owner.makeDir(dir); err != nil {
		return nil, err
	}
	c := &Cluster{dir: dir, socket: socketDir(dir), owner: owner, port: o.Port, volatile: o.Volatile}
	if c.lock, err = takeLock(filepath.Join(dir, lockFile)); err != nil {
		if o.Shared && c.ping(ctx) == nil {
			c.joined = true
			c.bin, err = findBinaries(o.BinDir, c.madeBy())
			return c, err
		}
		return nil, err
	}
	if err := c.start(ctx, o); err != nil {
		return nil, errors.Join(err, releaseLock(c.lock))
	}
	return c, nil
}

func (c *Cluster) start(ctx context.Context, o ClusterOptions) (err error) {
	if c.bin, err = findBinaries(o.BinDir, c.madeBy()); err != nil {
		return err
	}
	if filepath.Dir(c.socket) != c.dir {
		if err := c.owner.claimDir(c.socket); err != nil {
			return err
		}
	}
	if err := c.owner.makeDir(c.socket); err != nil {
		return err
	}
	if err := stopOrphan(c.data()); err != nil {
		return err
	}
	if err := c.create(ctx, o.Log); err != nil {
		return err
	}
	if err := c.up(ctx); err != nil {
		return err
	}
	if err := c.createDatabase(ctx); err != nil {
		return errors.Join(err, c.endChild())
	}
	return nil
}

// data is PostgreSQL's data directory.
func (c *Cluster) data() string { return filepath.Join(c.dir, dataDir) }

// up starts postgres and waits until it answers.
func (c *Cluster) up(ctx context.Context) (err error) {
	if c.door, err = openDoor(ctx, c.port); err != nil {
		return err
	}
	if err := c.writeAccess(); err != nil {
		return err
	}
	if err := c.run(); err != nil {
		return err
	}
	if err := c.waitReady(ctx); err != nil {
		return errors.Join(err, c.endChild())
	}
	return nil
}

// socketDir is a folder under the directory, or a short one in the system's temporary folder when the path would be too
// long for a socket.
func socketDir(dir string) string {
	in := filepath.Join(dir, "socket")
	if len(in)+len(socketInDir) <= maxSocket {
		return in
	}
	return filepath.Join(os.TempDir(), fmt.Sprintf("skeeter-%x", sha256.Sum256([]byte(dir)))[:24])
}

// takeLock holds the lock file for the life of the process; the system lets go of it when the process dies.
func takeLock(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open the lock of the database directory: %w", err)
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		holder := make([]byte, 64)
		n, _ := f.Read(holder)
		_ = f.Close()
		return nil, fmt.Errorf("%w: %s belongs to the skeeter with process id %s; stop that one first, or give this one another SKEETER_DATABASE_PATH",
			ErrInUse, filepath.Dir(path), strings.TrimSpace(string(holder[:n])))
	}
	if err := f.Truncate(0); err != nil {
		return nil, errors.Join(fmt.Errorf("write the lock: %w", err), f.Close())
	}
	if _, err := fmt.Fprintln(f, os.Getpid()); err != nil {
		return nil, errors.Join(fmt.Errorf("write the lock: %w", err), f.Close())
	}
	return f, nil
}

// releaseLock lets go at once: a child that is being started at this moment has the file too, and would hold the lock on.
func releaseLock(f *os.File) error {
	return errors.Join(syscall.Flock(int(f.Fd()), syscall.LOCK_UN), f.Close())
}

// create runs initdb in an empty directory. It builds beside the final place, so that an initdb that was killed leaves
// nothing that looks like a cluster.
func (c *Cluster) create(ctx context.Context, log func(string)) error {
	final := c.data()
	if made := c.madeBy(); made != 0 {
		return checkMajor(c.bin, made, final)
	}
	if entries, err := os.ReadDir(final); err == nil && len(entries) > 0 {
		return fmt.Errorf("%s is not empty and holds no PostgreSQL cluster", final)
	}
	log("creating a database in " + c.dir)
	fresh := final + ".new"
	if err := os.RemoveAll(fresh); err != nil {
		return fmt.Errorf("clear an unfinished cluster: %w", err)
	}
	cmd := exec.CommandContext(ctx, filepath.Join(c.bin, "initdb"), "-D", fresh, "-U", superuser, "-A", "trust",
		"-E", "UTF8", "--locale", "C.UTF-8", "--no-instructions")
	cmd.Env = Environment()
	cmd.Dir = "/"
	cmd.SysProcAttr = c.owner.attributes()
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("initdb in %s: %w\n%s", fresh, err, bytes.TrimSpace(out))
	}
	_ = os.Remove(final) // an empty folder, if any
	if err := os.Rename(fresh, final); err != nil {
		return fmt.Errorf("finish the new cluster: %w", err)
	}
	return nil
}

// madeBy returns the major version of the PostgreSQL that made the cluster, 0 when there is none yet.
func (c *Cluster) madeBy() int {
	text, err := os.ReadFile(filepath.Join(c.data(), "PG_VERSION"))
	if err != nil {
		return 0
	}
	major, _ := strconv.Atoi(strings.TrimSpace(string(text)))
	return major
}

// ErrOtherMajor means that another major version of PostgreSQL made the cluster.
var ErrOtherMajor = errors.New("PostgreSQL cannot read the files of another major version")

// checkMajor explains a cluster that another major version of PostgreSQL made. A dump is the way from one to the other.
func checkMajor(bin string, made int, dir string) error {
	have := majorOf(bin)
	if have == made {
		return nil
	}
	return fmt.Errorf(`%w: %s was made by PostgreSQL %d, and the programs in %s are of %d. Nothing was changed.
Install PostgreSQL %d with PostGIS beside it and save the records with its programs:
  SKEETER_POSTGRES_BIN=<its bin directory> skeeter backup records.dump
Then move %s away, and read them into a new database:
  SKEETER_POSTGRES_BIN=%s skeeter restore records.dump`, ErrOtherMajor, dir, made, bin, have, made, dir, bin)
}

// run starts postgres as a child.
func (c *Cluster) run() error {
	args := []string{
		"-D", c.data(), "-k", c.socket,
		"-c", "listen_addresses=" + strings.Join(c.door.addresses, ","), "-p", strconv.Itoa(c.door.port),
		"-c", "hba_file=" + filepath.Join(c.dir, accessFile), "-c", "unix_socket_permissions=0700", "-c", "jit=off", "-c", "max_connections=120",
		// More buffers were tried: a quarter of 24 GB made loading the tile index twice as slow and single rows no faster.
		"-c", "shared_buffers=256MB", "-c", "work_mem=32MB", "-c", "maintenance_work_mem=256MB", "-c", "max_wal_size=4GB",
		"-c", "checkpoint_completion_target=0.9", "-c", "random_page_cost=1.1", "-c", "effective_cache_size=2GB",
		"-c", "timezone=UTC", "-c", "log_timezone=UTC", "-c", "log_line_prefix=%m [%p] ", "-c", "logging_collector=off",
	}
	if c.volatile {
		args = append(args, "-c", "fsync=off", "-c", "full_page_writes=off", "-c", "synchronous_commit=off")
	}
	logTo, err := os.OpenFile(filepath.Join(c.dir, logFile), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("open the database log: %w", err)
	}
	defer logTo.Close() //nolint:errcheck // the child has its own handle
	c.child = exec.Command(filepath.Join(c.bin, "postgres"), args...)
	c.child.Env = Environment()
	c.child.Dir = "/"
	c.child.Stdout, c.child.Stderr = logTo, logTo
	c.child.SysProcAttr = c.owner.attributes()
	exited := make(chan struct{})
	if err := startBound(c.child, func(err error) { c.exit = err; close(exited) }); err != nil {
		c.child = nil
		return fmt.Errorf("start postgres: %w", err)
	}
	c.exited = exited
	return nil
}

// Programs is the directory of PostgreSQL's programs, "" for a joined cluster.
func (c *Cluster) Programs() string { return c.bin }

// Environment is that of PostgreSQL's programs. It leaves out the PG* variables of the user's shell: they are about another server.
func Environment() []string {
	var env []string
	for _, kv := range os.Environ() {
		if !strings.HasPrefix(kv, "PG") {
			env = append(env, kv)
		}
	}
	return env
}

func (c *Cluster) waitReady(ctx context.Context) error {
	until := time.Now().Add(startLimit)
	for {
		trying, cancel := context.WithDeadline(ctx, until)
		err := c.ping(trying)
		cancel()
		var pg *pgconn.PgError
		switch {
		case err == nil:
			return nil
		case errors.As(err, &pg) && pg.Code == cannotConnectNow:
			until = time.Now().Add(startLimit)
		case time.Now().After(until):
			return fmt.Errorf("postgres did not answer within %s: %w", startLimit, err)
		}
		select {
		case <-c.exited:
			return fmt.Errorf("postgres did not start (%w); the end of %s:\n%s", exitReason(c.exit), filepath.Join(c.dir, logFile), c.logTail())
		case <-ctx.Done():
			return fmt.Errorf("wait for postgres: %w", ctx.Err())
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// cannotConnectNow is PostgreSQL's code of a server that starts up or recovers.
const cannotConnectNow = "57P03"

func exitReason(err error) error {
	if err == nil {
		return errors.New("it ended at once")
	}
	return err
}

func (c *Cluster) logTail() string {
	raw, err := os.ReadFile(filepath.Join(c.dir, logFile))
	if err != nil {
		return ""
	}
	lines := strings.Split(strings.TrimSpace(string(raw)), "\n")
	return strings.Join(lines[max(len(lines)-10, 0):], "\n")
}

func (c *Cluster) ping(ctx context.Context) error {
	conn, err := pgx.Connect(ctx, c.URLOf("postgres"))
	if err != nil {
		return err
	}
	return conn.Close(ctx)
}

var createDatabaseQuery = sql.Get("cluster/create_database.sql")

func (c *Cluster) createDatabase(ctx context.Context) error {
	conn, err := pgx.Connect(ctx, c.URLOf("postgres"))
	if err != nil {
		return fmt.Errorf("connect to the new cluster: %w", err)
	}
	defer conn.Close(ctx) //nolint:errcheck // nothing is lost with it
	if err := ExecuteEach(ctx, conn, createDatabaseQuery, pgx.StrictNamedArgs{"database": EmbeddedDatabase}); err != nil {
		return fmt.Errorf("create the database: %w", err)
	}
	return nil
}

// URL returns the connection string of the cluster's database.
func (c *Cluster) URL() string { return c.URLOf(EmbeddedDatabase) }

// URLOf returns the connection string of another database of the cluster.
func (c *Cluster) URLOf(name string) string {
	q := url.Values{"host": {c.socket}, "user": {superuser}, "sslmode": {"disable"}}
	return "postgres:///" + name + "?" + q.Encode()
}

// Stop ends the cluster cleanly and lets go of the directory. A joined cluster runs on. A cluster that another command
// joined meanwhile ends when that command is done.
func (c *Cluster) Stop() error {
	if c.joined {
		return nil
	}
	defer releaseLock(c.lock) //nolint:errcheck // the lock goes with the process in any case
	if err := c.endChild(); err != nil {
		return err
	}
	if filepath.Dir(c.socket) != c.dir {
		_ = os.RemoveAll(c.socket)
	}
	return nil
}

func (c *Cluster) endChild() error {
	if c.child == nil {
		return nil
	}
	// SIGTERM is PostgreSQL's smart shutdown, which waits for clients; SIGINT is the fast one, which rolls them back.
	for _, step := range []struct {
		signal os.Signal
		wait   time.Duration
	}{{syscall.SIGTERM, 2 * time.Second}, {syscall.SIGINT, stopLimit}, {syscall.SIGQUIT, 5 * time.Second}} {
		_ = c.child.Process.Signal(step.signal)
		select {
		case <-c.exited:
			return nil
		case <-time.After(step.wait):
		}
	}
	_ = c.child.Process.Kill()
	return fmt.Errorf("postgres did not stop within %s and was killed; the next start recovers", stopLimit)
}
