// Package backup writes a database to a file in pg_dump's custom format and restores the embedded database from it, with
// PostgreSQL's own programs. Of the project it imports internal/postgres, its cluster, internal/gis and sql.
package backup

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/url"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/cluster"
)

// run runs one of PostgreSQL's programs and returns its output. The error ends with the last lines of its standard error.
func run(ctx context.Context, env []string, bin, name string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, filepath.Join(bin, name), args...)
	cmd.Env = append(cluster.Environment(), env...)
	var out, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &stderr
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return "", fmt.Errorf("%s: %w", name, ctx.Err())
		}
		return "", fmt.Errorf("%s: %w\n%s", name, err, lastLines(stderr.String()))
	}
	return out.String(), nil
}

const shownLines = 5

func lastLines(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return strings.Join(lines[max(len(lines)-shownLines, 0):], "\n")
}

// forPrograms returns a connection string for pg_dump, and the password as an environment variable: other users can read a
// program's arguments.
func forPrograms(address string) (plain string, env []string, err error) {
	u, err := url.Parse(address)
	if err != nil {
		return "", nil, errors.New("parse the database URL: it is malformed") // the text may hold the password
	}
	q := u.Query()
	for name := range q {
		if strings.HasPrefix(name, "pool_") { // settings of pgxpool, which libpq refuses
			q.Del(name)
		}
	}
	password := q.Get("password")
	q.Del("password")
	u.RawQuery = q.Encode()
	if u.User != nil {
		if p, ok := u.User.Password(); ok {
			password = p
		}
		u.User = url.User(u.User.Username())
	}
	if password != "" {
		env = append(env, "PGPASSWORD="+password)
	}
	return u.String(), env, nil
}
