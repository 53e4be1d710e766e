// Package cluster runs PostgreSQL itself, as a child on a Unix socket in a folder that only its owner can enter: initdb once, a
// lock that says which process owns the directory, a start that recovers what an earlier process left behind, and a restart when
// postgres ends by itself. On Linux the system stops the child when its parent dies, even by SIGKILL. It imports
// internal/postgres.
package cluster

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// Options of Start. Dir is needed.
type Options struct {
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
	listens  addresses
	lock     *os.File
	child    *exec.Cmd
	exited   chan struct{}
	joined   bool
	exit     error
}

// Database is the name of the cluster's database.
const Database = "skeeter"

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

// Start starts the cluster in o.Dir, creating it first if the directory is empty, and recovers what an earlier
// process left behind. With o.Shared it joins a cluster that runs.
func Start(ctx context.Context, o Options) (*Cluster, error) {
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
	owner, err := findOwner()
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

func (c *Cluster) start(ctx context.Context, o Options) (err error) {
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
	if c.listens, err = findAddresses(ctx, c.port); err != nil {
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

// URL returns the connection string of the cluster's database.
func (c *Cluster) URL() string { return c.URLOf(Database) }

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
