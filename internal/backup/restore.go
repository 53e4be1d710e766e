package backup

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"regexp"
	"runtime"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/internal/gis"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/cluster"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/schema"
	"github.com/skeeter-surveillance/skeeter/migrations"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	makeRoomQuery     = sql.Get("backup/make_room.sql")
	dropDatabaseQuery = sql.Get("backup/drop_database.sql")
	analyzeQuery      = sql.Get("backup/analyze.sql")
	swapQuery         = sql.Get("backup/swap.sql")
)

// Temporary databases of a restore.
const (
	restored = "skeeter_restored" // takes the backup, until it replaces the old database
	before   = "skeeter_before"   // the old database, until it is dropped
)

// maxJobs is how many sessions restore tables and build indexes in parallel.
const maxJobs = 4

// ErrNotEmpty means that the database holds what a restore would remove and somebody made: records, accounts, tokens, rules and the like.
var ErrNotEmpty = errors.New("the database is not empty")

// Target is the embedded database to restore. No other process may use it meanwhile.
type Target struct {
	Cluster *cluster.Cluster
	Replace bool // replace a database that is not empty
	// Carry brings to the restored database what the backup may be too old to know: accounts that were erased since. It says how many went.
	Carry func(ctx context.Context, from, to *pgxpool.Pool) (int, error)
}

// Restored is the result of Restore.
type Restored struct {
	Was, Is Contents
	Readers int // roles that may read schema gis
	Erased  int // accounts that were erased since the backup was made
}

// Restore reads a file that Make wrote into a new database, migrates that to this program's schema, and replaces the old database by
// it in one transaction. When a step fails, the old database stays.
func Restore(ctx context.Context, t Target, file string) (out Restored, err error) {
	bin, err := cluster.FindPrograms(t.Cluster.Programs(), "pg_restore")
	if err != nil {
		return out, err
	}
	if err := checkFile(ctx, bin, file); err != nil {
		return out, err
	}
	if out.Was, err = contentsOf(ctx, t.Cluster.URL()); err != nil {
		return out, err
	}
	if !out.Was.Empty() && !t.Replace {
		return out, fmt.Errorf("%w: it holds %s", ErrNotEmpty, out.Was)
	}
	admin, err := pgx.Connect(ctx, t.Cluster.URLOf("postgres"))
	if err != nil {
		return out, fmt.Errorf("reach the database: %w", err)
	}
	defer admin.Close(context.WithoutCancel(ctx)) //nolint:errcheck // nothing is lost with the connection
	if err := postgres.ExecuteEach(ctx, admin, makeRoomQuery, pgx.StrictNamedArgs{"before": before, "restored": restored}); err != nil {
		return out, fmt.Errorf("make room for the backup: %w", err)
	}
	if err := t.fill(ctx, bin, file, &out); err != nil {
		return out, errors.Join(err, dropDatabase(ctx, admin, restored))
	}
	if err := swap(ctx, admin); err != nil {
		return out, err
	}
	if err := dropDatabase(ctx, admin, before); err != nil {
		return out, fmt.Errorf("the backup is restored; drop what was there before: %w", err)
	}
	return out, nil
}

// checkFile fails for a file that is no dump of skeeter's tables, by its table of contents.
func checkFile(ctx context.Context, bin, file string) error {
	info, err := os.Stat(file)
	if err != nil {
		return fmt.Errorf("read the backup: %w", err)
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s is no regular file", file)
	}
	contents, err := run(ctx, nil, bin, "pg_restore", "--list", file)
	if err != nil {
		return fmt.Errorf("%s is damaged, or no file of skeeter backup: %w", file, err)
	}
	for _, table := range []string{"observations", "schema_migrations"} {
		if !strings.Contains(contents, " TABLE public "+table+" ") { // the data of a partitioned table are those of its partitions
			return fmt.Errorf("%s is no backup of skeeter: it has no table %s", file, table)
		}
	}
	return checkVersion(ctx, bin, file)
}

// versionRow is the row of schema_migrations as pg_restore writes it: COPY's text format.
var versionRow = regexp.MustCompile(`(?m)^(\d+)\t[tf]$`)

// checkVersion refuses a backup that a program before 0.1.0 made and that there are no steps from any more.
func checkVersion(ctx context.Context, bin, file string) error {
	rows, err := run(ctx, nil, bin, "pg_restore", "--data-only", "--table=schema_migrations", "--file=-", file)
	if err != nil {
		return fmt.Errorf("%s is damaged, or no file of skeeter backup: %w", file, err)
	}
	row := versionRow.FindStringSubmatch(rows)
	if row == nil {
		return nil // no schema: there is nothing to bring up
	}
	if version, err := strconv.Atoi(row[1]); err != nil || version < migrations.Oldest {
		return fmt.Errorf("%s holds a schema of version %s, which is too old for this program: restore it with a build of commit %s, the last before 0.1.0, "+
			"make a backup with that, and restore the new one; nothing was changed", file, row[1], migrations.LastBefore)
	}
	return nil
}

// ofCluster is a line of pg_restore's list for the extensions of Citus: a database whose tables were distributed has them, and nothing that a backup holds
// needs them.
var ofCluster = regexp.MustCompile(`(?m)^\d+;.* EXTENSION (- )?citus\w*\b.*\n`)

// withoutCluster writes the list of what is to be restored to a temporary file, whose name it returns.
func withoutCluster(ctx context.Context, bin, file string) (list string, err error) {
	contents, err := run(ctx, nil, bin, "pg_restore", "--list", file)
	if err != nil {
		return "", fmt.Errorf("%s is damaged, or no file of skeeter backup: %w", file, err)
	}
	to, err := os.CreateTemp("", "skeeter-restore-*.list")
	if err != nil {
		return "", fmt.Errorf("make a temporary file: %w", err)
	}
	_, err = to.WriteString(ofCluster.ReplaceAllString(contents, ""))
	if err := errors.Join(err, to.Close()); err != nil {
		return "", errors.Join(fmt.Errorf("write a temporary file: %w", err), os.Remove(to.Name()))
	}
	return to.Name(), nil
}

// fill restores the file into the new database, migrates it, and grants the readers their rights.
func (t Target) fill(ctx context.Context, bin, file string, out *Restored) error {
	url := t.Cluster.URLOf(restored)
	list, err := withoutCluster(ctx, bin, file)
	if err != nil {
		return err
	}
	defer os.Remove(list) //nolint:errcheck // a temporary file
	if _, err := run(ctx, nil, bin, "pg_restore", "--exit-on-error", "--no-owner", "--no-privileges", "--no-password", "--use-list="+list,
		"--jobs="+strconv.Itoa(min(runtime.NumCPU(), maxJobs)), "--dbname="+url, file); err != nil {
		return fmt.Errorf("%s is damaged or could not be read: %w", file, err)
	}
	if err := schema.MigrateUp(ctx, url, slog.New(slog.DiscardHandler)); err != nil {
		return fmt.Errorf("bring the backup to this program's schema (a newer program may have made it): %w", err)
	}
	pool, err := postgres.NewPool(ctx, postgres.PoolOptions{URL: url})
	if err != nil {
		return err
	}
	defer pool.Close()
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return fmt.Errorf("reach the restored database: %w", err)
	}
	defer conn.Release()
	var n note
	if err := n.take(ctx, conn.Conn()); err != nil {
		return err
	}
	if out.Erased, err = t.carry(ctx, pool); err != nil {
		return err
	}
	if _, err := conn.Exec(ctx, analyzeQuery.String()); err != nil {
		return fmt.Errorf("analyze the restored database: %w", err)
	}
	if out.Is, err = countContents(ctx, conn); err != nil {
		return err
	}
	for _, r := range n.Readers {
		_, err := gis.Grant(ctx, pool, gis.Reader{Role: r.Role, Verifier: r.Verifier, Embedded: true})
		if errors.Is(err, gis.ErrNoPassword) {
			continue // the role had no password, so it could not log in before either
		}
		if err != nil {
			return fmt.Errorf("let role %s read again: %w", r.Role, err)
		}
		out.Readers++
	}
	return nil
}

// carry erases from the restored database the accounts that the old one knows to be erased.
func (t Target) carry(ctx context.Context, to *pgxpool.Pool) (int, error) {
	from, err := postgres.NewPool(ctx, postgres.PoolOptions{URL: t.Cluster.URL()})
	if err != nil {
		return 0, err
	}
	defer from.Close() // a session would keep the old database from being renamed
	erased, err := t.Carry(ctx, from, to)
	if err != nil {
		return 0, fmt.Errorf("erase the accounts that were erased since the backup: %w", err)
	}
	return erased, nil
}

// dropDatabase works also after ctx ended, so that a cancelled restore leaves no database behind.
func dropDatabase(ctx context.Context, admin *pgx.Conn, name string) error {
	return postgres.ExecuteEach(context.WithoutCancel(ctx), admin, dropDatabaseQuery, pgx.StrictNamedArgs{"database": name})
}

// swap renames the restored database to the name of the old one.
func swap(ctx context.Context, admin *pgx.Conn) error {
	err := pgx.BeginFunc(ctx, admin, func(tx pgx.Tx) error {
		return postgres.ExecuteEach(ctx, tx, swapQuery, pgx.StrictNamedArgs{"database": cluster.Database, "before": before, "restored": restored})
	})
	if err != nil {
		return fmt.Errorf("put the backup in its place: %w", err)
	}
	return nil
}

func contentsOf(ctx context.Context, url string) (Contents, error) {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return Contents{}, fmt.Errorf("reach the database: %w", err)
	}
	defer conn.Close(ctx) //nolint:errcheck // nothing is lost with the connection
	if err := schema.Check(ctx, conn); err != nil {
		return Contents{}, err
	}
	return countContents(ctx, conn)
}
