package backup

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/cluster"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var lockQuery = sql.Get("backup/lock.sql")

// Source is the database of a backup.
type Source struct {
	URL      string
	BinDir   string // where pg_dump is; "" looks in the usual places
	Embedded bool   // it is the embedded database: roles that read schema gis go with the records
	Version  string // of this program
}

// Make dumps the database into a new file, from one moment, while others read and write. The file is there when it is complete,
// or not at all. It holds what is not public, so that only its owner may read it.
func Make(ctx context.Context, s Source, file string) (h Holdings, err error) {
	if _, err := os.Lstat(file); err == nil {
		return h, fmt.Errorf("%s is there already: name another file", file)
	}
	bin, err := cluster.FindPrograms(s.BinDir, "pg_dump")
	if err != nil {
		return h, err
	}
	plain, env, err := forPrograms(s.URL)
	if err != nil {
		return h, err
	}
	conn, err := pgx.Connect(ctx, s.URL)
	if err != nil {
		return h, fmt.Errorf("reach the database: %w", err)
	}
	defer conn.Close(context.WithoutCancel(ctx)) //nolint:errcheck // what it did is done
	var mine bool
	if err := conn.QueryRow(ctx, lockQuery.String()).Scan(&mine); err != nil {
		return h, fmt.Errorf("look whether another backup is made: %w", err)
	}
	if !mine {
		return h, errors.New("another backup of this database is being made")
	}
	if err := postgres.CheckSchema(ctx, conn); err != nil {
		return h, err // no later program would restore the file
	}
	if s.Embedded {
		if err := (note{Skeeter: s.Version}).leave(ctx, conn); err != nil {
			return h, err
		}
		defer func() { err = errors.Join(err, dropNote(context.WithoutCancel(ctx), conn)) }()
	}
	if h, err = countHoldings(ctx, conn); err != nil {
		return h, err
	}
	return h, dump(ctx, env, bin, plain, file)
}

// dump writes beside the final place first.
func dump(ctx context.Context, env []string, bin, plain, file string) error {
	part, err := os.CreateTemp(filepath.Dir(file), filepath.Base(file)+".*.part") // only its owner may read it
	if err != nil {
		return fmt.Errorf("make the file: %w", err)
	}
	defer os.Remove(part.Name()) //nolint:errcheck // it is gone when all went well
	// The change log begins anew in a restored database, and rights are given anew.
	if _, err = run(ctx, env, bin, "pg_dump", "--format=custom", "--no-owner", "--no-privileges", "--no-unlogged-table-data",
		"--no-password", "--file="+part.Name(), "--dbname="+plain); err != nil {
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
