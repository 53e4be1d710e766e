package postgres

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

// access is who may come in. The owner comes by the socket, whose folder only he can enter. By TCP come the readers, with a
// password, to this database; everybody else, the owner too, is refused.
const access = `# Written by skeeter at every start.
# TYPE  DATABASE  USER  ADDRESS  METHOD
local  all,replication  ` + superuser + `  trust
host  ` + EmbeddedDatabase + `  +` + ReadersRole + `  127.0.0.1/32  scram-sha-256
host  ` + EmbeddedDatabase + `  +` + ReadersRole + `  ::1/128  scram-sha-256
`

// door is where the cluster listens beside its socket.
type door struct {
	port      int
	addresses []string // loopback; none without a port
}

// openDoor finds the loopback addresses of a port and makes sure that it is free there: PostgreSQL would start with the one
// address that is, and readers would meet a stranger at the other.
func openDoor(ctx context.Context, port int) (door, error) {
	if port == 0 {
		return door{port: defaultPort}, nil
	}
	d := door{port: port}
	for _, address := range []string{"127.0.0.1", "::1"} {
		var listen net.ListenConfig
		l, err := listen.Listen(ctx, "tcp", net.JoinHostPort(address, strconv.Itoa(port)))
		switch {
		case err == nil:
			d.addresses = append(d.addresses, address)
			if err := l.Close(); err != nil {
				return door{}, fmt.Errorf("try port %d: %w", port, err)
			}
		case errors.Is(err, syscall.EADDRINUSE), errors.Is(err, syscall.EACCES):
			return door{}, fmt.Errorf("open the database to readers (SKEETER_DATABASE_PORT): %w", err)
		}
	}
	if len(d.addresses) == 0 {
		return door{}, fmt.Errorf("open the database to readers (SKEETER_DATABASE_PORT): no loopback address takes port %d", port)
	}
	return d, nil
}

// writeAccess says who may come in, and keeps the socket's name when a port gives it another.
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
	if c.door.port == defaultPort {
		return nil
	}
	usual := c.socket + socketInDir
	if err := os.Remove(usual); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("clear the socket of an earlier start: %w", err)
	}
	if err := os.Symlink(".s.PGSQL."+strconv.Itoa(c.door.port), usual); err != nil {
		return fmt.Errorf("name the socket: %w", err)
	}
	return nil
}
