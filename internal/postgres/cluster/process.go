package cluster

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// arguments are those of postgres.
func (c *Cluster) arguments() []string {
	args := []string{"-D", c.data(), "-k", c.socket, "-p", strconv.Itoa(c.listens.port)}
	settings := []string{
		"listen_addresses=" + strings.Join(c.listens.hosts, ","), "hba_file=" + filepath.Join(c.dir, accessFile), "unix_socket_permissions=0700",
		"jit=off", "max_connections=120", "checkpoint_completion_target=0.9", "random_page_cost=1.1",
		// A session does not load PostGIS and all that it is linked with: 9 ms of each that asks for a place.
		"shared_preload_libraries=$libdir/postgis-3",
		// A statement ends soon after its client was killed, and lets go of its locks.
		"client_connection_check_interval=5s", "timezone=UTC", "log_timezone=UTC", "log_line_prefix=%m [%p] ", "logging_collector=off",
	}
	if c.volatile {
		settings = append(append(settings, sizes(0)...), "fsync=off", "full_page_writes=off", "synchronous_commit=off")
	} else {
		settings = append(settings, sizes(memory())...)
	}
	for _, setting := range settings {
		args = append(args, "-c", setting)
	}
	return args
}

func (c *Cluster) run() error {
	logTo, err := os.OpenFile(filepath.Join(c.dir, logFile), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("open the database log: %w", err)
	}
	defer logTo.Close() //nolint:errcheck // the child has its own handle
	c.child = exec.Command(filepath.Join(c.bin, "postgres"), c.arguments()...)
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

// Programs returns the directory of the PostgreSQL programs that run the cluster.
func (c *Cluster) Programs() string { return c.bin }

// Environment returns the environment of PostgreSQL's programs: this process's without the PG* variables, which may name another
// server.
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
	until := time.Now().Add(startTimeout)
	for {
		trying, cancel := context.WithDeadline(ctx, until)
		err := c.ping(trying)
		cancel()
		var pg *pgconn.PgError
		switch {
		case err == nil:
			return nil
		case errors.As(err, &pg) && pg.Code == cannotConnectNow:
			until = time.Now().Add(startTimeout)
		case time.Now().After(until):
			return fmt.Errorf("postgres did not answer within %s: %w", startTimeout, err)
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

// cannotConnectNow is the SQLSTATE of a server that starts up or recovers.
const cannotConnectNow = "57P03"

func exitReason(err error) error {
	if err == nil {
		return errors.New("exit status 0")
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

func (c *Cluster) endChild() error {
	if c.child == nil {
		return nil
	}
	// SIGTERM is PostgreSQL's smart shutdown, which waits for clients; SIGINT is the fast one, which rolls them back.
	for _, step := range []struct {
		signal os.Signal
		wait   time.Duration
	}{{syscall.SIGTERM, 2 * time.Second}, {syscall.SIGINT, stopTimeout}, {syscall.SIGQUIT, 5 * time.Second}} {
		_ = c.child.Process.Signal(step.signal)
		select {
		case <-c.exited:
			return nil
		case <-time.After(step.wait):
		}
	}
	_ = c.child.Process.Kill()
	return fmt.Errorf("postgres did not stop within %s and was killed; the next start recovers", stopTimeout)
}
