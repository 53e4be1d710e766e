package skeetertest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/internal/gis"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/cluster"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
)

// testSettings are of a PostgreSQL whose files have to survive the end of its processes, but not of the machine, and are copied
// often: it removes old files of its log of writes.
const testSettings = "\nfsync = off\nfull_page_writes = off\nwal_recycle = off\nwal_init_zero = off\n"

// keptDatabase returns the folder of the database that New copies. It is beside the program that made it: making it takes ten seconds,
// so the test programs of one build share it.
func (e *environment) keptDatabase(t T) (kept string, err error) {
	kept = filepath.Join(e.folder, "database-"+e.sum)
	err = e.alone(func() error {
		if _, err := os.Stat(kept); err == nil {
			return nil
		}
		before, err := filepath.Glob(filepath.Join(e.folder, "database-*"))
		if err != nil {
			return err
		}
		for _, old := range append(before, kept+".part") {
			if err := os.RemoveAll(old); err != nil {
				return err
			}
		}
		made, err := prepareDatabase(t)
		if err != nil {
			return err
		}
		if err := copyFolder(made, kept+".part"); err != nil {
			return err
		}
		return os.Rename(kept+".part", kept)
	})
	return kept, err
}

// prepareDatabase makes a database with the schema, the catalog and no records, and returns its folder.
func prepareDatabase(t T) (string, error) {
	dir, err := openFolder(t)
	if err != nil {
		return "", err
	}
	made := filepath.Join(dir, databaseFolder)
	run := func(args ...string) error {
		cmd := exec.Command(shared.program, args...)
		cmd.Dir, cmd.Env = dir, append(environ(), "SKEETER_DATABASE_PATH="+made)
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("prepare the database of the tests: %w\n%s", err, out)
		}
		return nil
	}
	if err := run("migrate", "up", "--create-database"); err != nil {
		return "", err
	}
	settings, err := os.OpenFile(filepath.Join(made, "cluster", "postgresql.conf"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return "", err
	}
	defer settings.Close() //nolint:errcheck // the write says whether it failed
	if _, err := settings.WriteString(testSettings); err != nil {
		return "", err
	}
	if err := run("dataset", "list"); err != nil { // loads the catalog first, as every command that reads records does
		return "", err
	}
	if err := countSummaries(made); err != nil {
		return "", err
	}
	return made, os.Remove(filepath.Join(made, "postgres.log"))
}

// countSummaries unites the countries of the regions, which takes each deployment seconds otherwise.
func countSummaries(folder string) error {
	ctx := context.Background()
	started, err := cluster.Start(ctx, cluster.Options{Dir: folder, BinDir: os.Getenv("SKEETER_POSTGRES_BIN")})
	if err != nil {
		return err
	}
	db, err := pgxpool.New(ctx, started.URL())
	if err == nil {
		_, err = gis.Count(ctx, db)
		db.Close()
	}
	return errors.Join(err, started.Stop())
}

// copyDatabase copies the prepared database into a folder.
func copyDatabase(to string) error {
	prepared, err := shared.prepared()
	if err != nil {
		return err
	}
	return copyFolder(prepared, to)
}

// copyFolder copies a database. Its owner may be another user than that of the tests.
func copyFolder(from, to string) error {
	if out, err := exec.Command("cp", "-a", from, to).CombinedOutput(); err != nil {
		return fmt.Errorf("copy a database: %w\n%s", err, out)
	}
	return nil
}

// openFolder returns a new folder that everybody may enter: PostgreSQL does not run as root and is another user then.
func openFolder(t T) (string, error) {
	dir, err := os.MkdirTemp(testenv.Folder(), "skeeter-test-")
	if err != nil {
		return "", err
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir, os.Chmod(dir, 0o755) //nolint:gosec // see above
}

// Database is the address of the deployment's own database.
func (d *Deployment) Database() string {
	return "postgres:///skeeter?host=" + filepath.Join(d.Dir, databaseFolder, "socket") + "&user=skeeter"
}

// Connect opens a connection to the database, beside those of the program.
func (d *Deployment) Connect() *pgx.Conn {
	d.t.Helper()
	conn, err := pgx.Connect(context.Background(), d.Database())
	if err != nil {
		d.t.Fatal(err)
	}
	d.t.Cleanup(func() { _ = conn.Close(context.Background()) })
	return conn
}

// Postmaster is the process id of the deployment's own PostgreSQL.
func (d *Deployment) Postmaster() int {
	d.t.Helper()
	pid, err := Postmaster(filepath.Join(d.Dir, databaseFolder))
	if err != nil {
		d.t.Fatal(err)
	}
	return pid
}

// Postmaster returns the process id of the PostgreSQL that runs in a database folder of the program.
func Postmaster(dir string) (int, error) {
	raw, err := os.ReadFile(filepath.Join(dir, "cluster", "postmaster.pid"))
	if err != nil {
		return 0, err
	}
	first, _, _ := strings.Cut(string(raw), "\n")
	return strconv.Atoi(strings.TrimSpace(first))
}
