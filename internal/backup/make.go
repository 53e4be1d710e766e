package backup

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/cluster"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/schema"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var lockQuery = sql.Get("backup/lock.sql")

// Source is the database of a backup.
type Source struct {
	URL      string
	BinDir   string // directory of pg_dump; "" searches the usual places
	Embedded bool   // it is the embedded database: the backup includes the roles that read schema gis
	Version  string // of this program
}

// Make dumps one snapshot of the database into a new file, while others read and write. The file appears when it is complete. It
// holds records that are not public, so only its owner may read it.
func Make(ctx context.Context, s Source, file string) (c Contents, err error) {
	if _, err := os.Lstat(file); err == nil {
		return c, fmt.Errorf("%s is there already: name another file", file)
	}
	bin, err := cluster.FindPrograms(s.BinDir, "pg_dump")
	if err != nil {
		return c, err
	}
	plain, env, err := forPrograms(s.URL)
	if err != nil {
		return c, err
	}
	conn, err := pgx.Connect(ctx, s.URL)
	if err != nil {
		return c, fmt.Errorf("reach the database: %w", err)
	}
	defer conn.Close(context.WithoutCancel(ctx)) //nolint:errcheck // nothing is lost with the connection
	var mine bool
	if err := conn.QueryRow(ctx, lockQuery.String()).Scan(&mine); err != nil {
		return c, fmt.Errorf("check for another backup: %w", err)
	}
	if !mine {
		return c, errors.New("another backup of this database is being made")
	}
	if err := schema.Check(ctx, conn); err != nil {
		return c, err // no later program would restore the file
	}
	if s.Embedded {
		if err := (note{Skeeter: s.Version}).leave(ctx, conn); err != nil {
			return c, err
		}
		defer func() { err = errors.Join(err, dropNote(context.WithoutCancel(ctx), conn)) }()
	}
	if c, err = countContents(ctx, conn); err != nil {
		return c, err
	}
	return c, dump(ctx, env, bin, plain, file)
}

// changeLog are the tables whose rows name transactions of one cluster, and the rollups that follow from them.
var changeLog = []string{
	"observation_changes", "observation_touches", "observation_areas", "observation_epoch", "event_changes", "pool_changes", "absence_changes", "index_snapshots",
	"observation_rollup_state", "observation_rollup_kinds", "observation_rollups", "distribution",
}

// dump writes another file in the same folder and renames it.
func dump(ctx context.Context, env []string, bin, plain, file string) error {
	part, err := os.CreateTemp(filepath.Dir(file), filepath.Base(file)+".*.part") // with mode 0600
	if err != nil {
		return fmt.Errorf("make the file: %w", err)
	}
	defer os.Remove(part.Name()) //nolint:errcheck // after success there is none
	// A restored database begins a new change log, and Restore grants the rights.
	args := []string{"--format=custom", "--no-owner", "--no-privileges", "--no-unlogged-table-data", "--no-password", "--file=" + part.Name(), "--dbname=" + plain,
		"--exclude-schema=distributed",                                                   // copies
		"--exclude-table-data=public.sessions", "--exclude-table-data=public.challenges"} // a restore must not revive a session that ended
	for _, table := range changeLog {
		args = append(args, "--exclude-table-data=*."+table)
	}
	if _, err = run(ctx, env, bin, "pg_dump", args...); err != nil {
		return errors.Join(fmt.Errorf("dump the database: %w", err), part.Close())
	}
	if err := errors.Join(part.Sync(), part.Close()); err != nil {
		return fmt.Errorf("write the file: %w", err)
	}
	if err := os.Rename(part.Name(), file); err != nil {
		return fmt.Errorf("finish the file: %w", err)
	}
	return nil
}
