// Package backup dumps a database into a file of pg_dump's custom format and restores the embedded one from it, with PostgreSQL's
// own programs. It imports internal packages and no domain.
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

// run runs a program of PostgreSQL and returns what it printed; the error ends with what it complained of.
func run(ctx context.Context, env []string, bin, name string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, filepath.Join(bin, name), args...)
	cmd.Env = append(cluster.Environment(), env...)
	var out, complaint bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &complaint
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return "", fmt.Errorf("%s: %w", name, ctx.Err())
		}
		return "", fmt.Errorf("%s: %w\n%s", name, err, lastLines(complaint.String()))
	}
	return out.String(), nil
}

// complaintLines is how much of a program's complaint is shown.
const complaintLines = 5

func lastLines(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return strings.Join(lines[max(len(lines)-complaintLines, 0):], "\n")
}

// forPrograms returns a connection string that pg_dump takes, and the password apart from it: others see a program's arguments.
func forPrograms(address string) (plain string, env []string, err error) {
	u, err := url.Parse(address)
	if err != nil {
		return "", nil, errors.New("parse the database URL: it is malformed") // the text may hold the password
	}
	q := u.Query()
	for name := range q {
		if strings.HasPrefix(name, "pool_") { // the pool's own
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
