package cluster

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/sql"
)

// create runs initdb. It creates the cluster under another name and renames it, so that a killed initdb leaves nothing that looks
// like a cluster.
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
	if c.volatile {
		cmd.Args = append(cmd.Args, "--no-sync")
	}
	cmd.Env = Environment()
	cmd.Dir = "/"
	cmd.SysProcAttr = c.owner.attributes()
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("initdb in %s: %w\n%s", fresh, err, bytes.TrimSpace(out))
	}
	_ = os.Remove(final) // an empty folder, if it exists
	if err := os.Rename(fresh, final); err != nil {
		return fmt.Errorf("finish the new cluster: %w", err)
	}
	c.made = true
	return nil
}

// madeBy returns the major version of the PostgreSQL that made the cluster, 0 when there is no cluster.
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

// checkMajor fails when another major version of PostgreSQL made the cluster. The error says how to move the records with a backup.
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

var createDatabaseQuery = sql.Get("cluster/create_database.sql")

func (c *Cluster) createDatabase(ctx context.Context) error {
	conn, err := pgx.Connect(ctx, c.URLOf("postgres"))
	if err != nil {
		return fmt.Errorf("connect to the new cluster: %w", err)
	}
	defer conn.Close(ctx) //nolint:errcheck // nothing is lost with it
	if err := postgres.ExecuteEach(ctx, conn, createDatabaseQuery, pgx.StrictNamedArgs{"database": Database}); err != nil {
		return fmt.Errorf("create the database: %w", err)
	}
	return nil
}
