package cluster

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
)

// ReadersRole is the role whose members may connect to the embedded cluster's port. It has no rights of its own.
const ReadersRole = "skeeter_readers"

const (
	accessFile  = "pg_hba.conf"
	defaultPort = 5432 // part of the socket's name when there is no port
)

// access lets the owner connect over the socket, whose folder no other user can enter, and readers over TCP, to this database, with
// a password. PostgreSQL refuses everybody else, the owner over TCP too.
const access = `# Written by skeeter at every start.
# TYPE  DATABASE  USER  ADDRESS  METHOD
local  all,replication  ` + superuser + `  trust
host  ` + Database + `  +` + ReadersRole + `  127.0.0.1/32  scram-sha-256
host  ` + Database + `  +` + ReadersRole + `  ::1/128  scram-sha-256
`

// addresses are where the cluster listens beside its socket.
type addresses struct {
	port  int
	hosts []string // loopback; none without a port
}

// findAddresses returns the loopback addresses of a port. It fails when the port is taken at one of them: PostgreSQL would start at
// the other, and readers could reach the wrong program.
func findAddresses(ctx context.Context, port int) (addresses, error) {
	if port == 0 {
		return addresses{port: defaultPort}, nil
	}
	d := addresses{port: port}
	for _, address := range []string{"127.0.0.1", "::1"} {
		var listen net.ListenConfig
		l, err := listen.Listen(ctx, "tcp", net.JoinHostPort(address, strconv.Itoa(port)))
		switch {
		case err == nil:
			d.hosts = append(d.hosts, address)
			if err := l.Close(); err != nil {
				return addresses{}, fmt.Errorf("try port %d: %w", port, err)
			}
		case errors.Is(err, syscall.EADDRINUSE), errors.Is(err, syscall.EACCES):
			return addresses{}, fmt.Errorf("open the database to readers (SKEETER_DATABASE_PORT): %w", err)
		}
	}
	if len(d.hosts) == 0 {
		return addresses{}, fmt.Errorf("open the database to readers (SKEETER_DATABASE_PORT): no loopback address takes port %d", port)
	}
	return d, nil
}

// writeAccess writes pg_hba.conf, and links the socket's usual name to the one that a port gives it.
func (c *Cluster) writeAccess() error {
	path := filepath.Join(c.dir, accessFile)
	if err := os.WriteFile(path, []byte(access), 0o600); err != nil {
		return fmt.Errorf("write pg_hba.conf: %w", err)
	}
	if c.owner.root {
		if err := os.Chown(path, c.owner.uid, c.owner.gid); err != nil {
			return fmt.Errorf("give %s to user %s: %w", path, c.owner.name, err)
		}
	}
	if c.listens.port == defaultPort {
		return nil
	}
	usual := c.socket + socketInDir
	if err := os.Remove(usual); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("clear the socket of an earlier start: %w", err)
	}
	if err := os.Symlink(".s.PGSQL."+strconv.Itoa(c.listens.port), usual); err != nil {
		return fmt.Errorf("link the socket to its usual name: %w", err)
	}
	return nil
}
