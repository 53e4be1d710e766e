// Package cluster runs the embedded database: a real PostgreSQL with PostGIS, from the machine's packages, as a child process.
// Of the project it imports internal/postgres alone.
//
// # The embedded database
//
// Start creates the cluster with initdb in an empty directory and starts postgres. The directory (SKEETER_DATABASE_PATH) holds
//
//	cluster/       PostgreSQL's data directory
//	socket/        the Unix socket; in the temporary folder when its path would exceed 100 bytes
//	pg_hba.conf    who may connect, written at every start
//	postgres.log   what PostgreSQL logs
//	skeeter.lock   the process that owns the directory
//
// The directory belongs to the user that postgres runs as, and only that user can enter it. PostgreSQL refuses to run as root: when
// skeeter is root, it runs postgres as the first of the users postgres, _postgres and nobody that exists. The owner connects over
// the socket, without a password. With a port (SKEETER_DATABASE_PORT) members of the role skeeter_readers connect over loopback,
// with a password; everybody else is refused. A port changes the name of PostgreSQL's socket, so a link keeps the usual name.
//
// One process owns a directory, by a lock that the system releases when the process dies. A second serve is refused; other commands
// join the cluster of the first through the socket.
//
// On Linux the system stops postgres when its parent dies, even by SIGKILL. Elsewhere the next Start stops what was left. Start also
// ends sessions that outlived a killed postmaster, because they keep a new one from starting. When postgres ends while the server
// runs, Supervise starts it again, at most 5 times in 10 minutes.
//
// A cluster of another major version of PostgreSQL is left untouched: the error (ErrOtherMajor) says how to move the records with a
// backup.
package cluster

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// Options of Start. Dir is required.
type Options struct {
	Dir      string       // SKEETER_DATABASE_PATH: holds the cluster, its log, the socket and the lock
	BinDir   string       // directory of initdb and postgres; "" searches the usual places
	Shared   bool         // join a cluster that runs, instead of ErrInUse; every command but serve does
	Existing bool         // fail with ErrNone instead of creating a cluster
	Port     int          // also listen on this port of the loopback addresses, for readers; 0 is none
	Volatile bool         // no fsync: for tests
	Log      func(string) // gets a line when a cluster is created; nil discards it
}

// Cluster is a PostgreSQL that runs as a child of this process, or one of another process that this one joined.
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
	joined   bool // another process runs it
	made     bool // this process created it
	exit     error
}

// Database is the name of the cluster's database.
const Database = "skeeter"

const (
	dataDir      = "cluster"      // PostgreSQL's data directory under Dir
	lockFile     = "skeeter.lock" // locked by the process that owns the cluster
	logFile      = "postgres.log"
	superuser    = "skeeter"
	startTimeout = 60 * time.Second // without an answer of postgres; one that recovers from a crash answers, and has no limit
	stopTimeout  = 60 * time.Second // then postgres is killed; the next start recovers
	maxSocket    = 100              // bytes of a socket's path; the system's limit is about 107
	socketInDir  = "/.s.PGSQL.5432" // PostgreSQL's name for the socket
)

// ErrNone means that there is no cluster where one was expected.
var ErrNone = errors.New("there is no database")

// ErrInUse means that another process owns the directory.
var ErrInUse = errors.New("the database directory is in use")

// Start starts the cluster in o.Dir and creates it first if the directory is empty. With o.Shared it joins a cluster that runs.
func Start(ctx context.Context, o Options) (*Cluster, error) {
	dir, err := filepath.Abs(o.Dir)
	if err != nil {
		return nil, fmt.Errorf("resolve the database directory: %w", err)
	}
	if o.Log == nil {
		o.Log = func(string) {}
	}
	if o.Existing {
		if _, err := os.Stat(filepath.Join(dir, dataDir)); errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("%w in %s (SKEETER_DATABASE_PATH)", ErrNone, dir)
		} else if err != nil {
			return nil, fmt.Errorf("look for a database in %s (SKEETER_DATABASE_PATH): %w", dir, err)
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

// socketDir returns a folder under the directory, or one in the system's temporary folder when the socket's path would be too
// long.
func socketDir(dir string) string {
	in := filepath.Join(dir, "socket")
	if len(in)+len(socketInDir) <= maxSocket {
		return in
	}
	return filepath.Join(os.TempDir(), fmt.Sprintf("skeeter-%x", sha256.Sum256([]byte(dir)))[:24])
}

// String says which cluster it is and where it came from: "/var/lib/skeeter/postgres (embedded, running)".
func (c *Cluster) String() string {
	state := "started"
	switch {
	case c.joined:
		state = "running"
	case c.made:
		state = "new"
	}
	return fmt.Sprintf("%s (embedded, %s)", c.dir, state)
}

// URL returns the connection string of the cluster's database.
func (c *Cluster) URL() string { return c.URLOf(Database) }

// URLOf returns the connection string of another database of the cluster.
func (c *Cluster) URLOf(name string) string {
	q := url.Values{"host": {c.socket}, "user": {superuser}, "sslmode": {"disable"}}
	return "postgres:///" + name + "?" + q.Encode()
}

// Stop shuts postgres down and releases the directory. A joined cluster runs on.
func (c *Cluster) Stop() error {
	if c.joined {
		return nil
	}
	defer releaseLock(c.lock) //nolint:errcheck // the end of the process releases the lock too
	if err := c.endChild(); err != nil {
		return err
	}
	if filepath.Dir(c.socket) != c.dir {
		_ = os.RemoveAll(c.socket)
	}
	return nil
}
