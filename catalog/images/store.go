package images

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/internal/picture"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	lockQuery   = sql.Get("images/lock.sql")
	forgetQuery = sql.Get("images/forget.sql")
	putQuery    = sql.Get("images/put.sql")
	removeQuery = sql.Get("images/remove.sql")
)

// ErrTooMany is more credits than a run takes.
var ErrTooMany = fmt.Errorf("more than %d rows: divide the folder", MaxCredits)

// errDry ends the transaction of a run that stores nothing.
var errDry = errors.New("nothing is stored")

// Store reads the photographs of a folder that credits name, and stores those that are good, in one transaction. What an earlier run
// stored under the same names is replaced. With dry it tells what it would do.
func Store(ctx context.Context, db *pgxpool.Pool, known *surveillance.Names, dir string, credits []Credit, dry bool) (Report, error) {
	if len(credits) > MaxCredits {
		return Report{}, ErrTooMany
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return Report{}, err
	}
	defer root.Close() //nolint:errcheck // closing the handle loses nothing
	r := run{
		known: known, folder: folder{root, picture.NewDecoder(picture.WebP)},
		files: map[string]int{}, ids: map[uuid.UUID]int{}, species: map[int32]bool{},
	}
	err = postgres.Transaction(ctx, db, pgx.TxOptions{}, func(tx pgx.Tx) error {
		if err := postgres.LimitStatements(ctx, tx, 0); err != nil { // waiting for another run may take longer than a request
			return err
		}
		if _, err := postgres.Exec(ctx, tx, lockQuery); err != nil {
			return err
		}
		for _, c := range credits {
			if err := r.store(ctx, tx, c); err != nil {
				return err
			}
		}
		if dry {
			return errDry
		}
		return nil
	})
	if err != nil && !errors.Is(err, errDry) {
		return Report{}, fmt.Errorf("store photographs: %w", err)
	}
	r.report.Species = len(r.species)
	r.report.Uncredited, err = r.folder.uncredited(credits)
	return r.report, err
}

// run is one run of Store.
type run struct {
	known   *surveillance.Names
	folder  folder
	files   map[string]int    // lines of the files that have a row
	ids     map[uuid.UUID]int // lines of the photographs that are stored
	species map[int32]bool
	report  Report
}

func (r *run) refuse(c Credit, reason string) {
	r.report.Refused = append(r.report.Refused, Refusal{c.Line, c.File, reason})
}

// store stores the photograph of a row, or notes why it is refused.
func (r *run) store(ctx context.Context, tx pgx.Tx, c Credit) error {
	credit, reason := check(c, r.known)
	if reason != "" {
		r.refuse(c, reason)
		return nil
	}
	credit.file = path.Clean(filepath.ToSlash(credit.file))
	if before, twice := r.files[credit.file]; twice {
		r.refuse(c, fmt.Sprintf("line %d names the file already", before))
		return nil
	}
	r.files[credit.file] = c.Line
	found, reason, err := r.folder.read(ctx, credit.file)
	if err != nil {
		return err
	}
	if reason != "" {
		r.refuse(c, reason)
		return nil
	}
	id := uuid.NewHash(sha256.New(), uuid.Nil, append(found.large.Data[:len(found.large.Data):len(found.large.Data)], found.small.Data...), 8)
	if before, twice := r.ids[id]; twice {
		r.refuse(c, fmt.Sprintf("it is the photograph of line %d", before))
		return nil
	}
	r.ids[id] = c.Line
	replaced, err := postgres.Exec(ctx, tx, forgetQuery, pgx.StrictNamedArgs{"file": credit.file, "id": id})
	if err != nil {
		return err
	}
	if _, err = postgres.Exec(ctx, tx, putQuery, pgx.StrictNamedArgs{
		"id": id, "taxon_key": credit.taxon.Key, "file": credit.file, "place": max(c.Line, 1), "author": credit.author, "licence": credit.licence,
		"source": orNull(credit.source), "caption": orNull(credit.caption), "life_stage": orNull(credit.lifeStage), "sex": orNull(credit.sex),
		"width": found.large.Width, "height": found.large.Height, "large": found.large.Data, "small": found.small.Data,
	}); err != nil {
		return err
	}
	r.report.Stored++
	r.report.Replaced += int(replaced)
	r.species[credit.taxon.Key] = true
	return nil
}

func orNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// Remove removes all photographs, and returns how many there were.
func Remove(ctx context.Context, db *pgxpool.Pool) (removed int64, err error) {
	if removed, err = postgres.Exec(ctx, db, removeQuery); err != nil {
		return 0, fmt.Errorf("remove photographs: %w", err)
	}
	return removed, nil
}
