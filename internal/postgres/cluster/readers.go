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

// ReadersRole is the group of the roles that may reach the embedded cluster's port. It holds no rights of its own.
const ReadersRole = "skeeter_readers"

const (
	accessFile  = "pg_hba.conf"
	defaultPort = 5432 // names the socket, when there is no port
)

// access is who may connect: the owner over the socket, whose folder nobody else can enter, and readers over TCP, with a
// password, to this database. Everybody else is refused, the owner over TCP too.
const access = `# Written by skeeter at every start.
# TYPE  DATABASE  USER  ADDRESS  METHOD
local  all,replication  ` + superuser + `  trust
host  ` + Database + `  +` + ReadersRole + `  127.0.0.1/32  scram-sha-256
host  ` + Database + `  +` + ReadersRole + `  ::1/128  scram-sha-256
`

// addresses is where the cluster listens beside its socket.
type addresses struct {
	port  int
	hosts []string // loopback; none without a port
}

// findAddresses finds the loopback addresses of a port and makes sure that the port is free at both. PostgreSQL would start
// with one of them free, and readers would reach another program at the other.
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

// writeAccess writes who may connect, and keeps the socket's name when a port gives it another.
func (c *Cluster) writeAccess() error {
	path := filepath.Join(c.dir, accessFile)
	if err := os.WriteFile(path, []byte(access), 0o600); err != nil {
		return fmt.Errorf("write who may reach the database: %w", err)
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
		return fmt.Errorf("name the socket: %w", err)
	}
	return nil
}
