package uploads

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/sql"
)

const (
	sweepEvery = 10 * time.Minute
	sweepPause = 5 * time.Second  // between two sweeps, at least
	sweepTo    = 0.9              // share of MaxBytes that a sweep leaves, so that not every new picture needs another sweep
	sweepBatch = 500              // predictions that are locked at a time
	citeTime   = 10 * time.Minute // that a picture stays beyond MaxBytes, for its client to cite it
	partialAge = time.Hour        // from which a partial file is taken for one that a crash left
)

var (
	knownQuery   = sql.Get("predict/known.sql")
	lockQuery    = sql.Get("predict/lock.sql")
	uncitedQuery = sql.Get("predict/uncited.sql")
	forgetQuery  = sql.Get("predict/forget.sql")
)

// Run sweeps every sweepEvery, and when the pictures exceed MaxBytes, until ctx ends. The database has to be migrated.
func (s *Store) Run(ctx context.Context) {
	ticker := time.NewTicker(sweepEvery)
	defer ticker.Stop()
	for {
		if err := s.Sweep(ctx, time.Now()); err != nil && ctx.Err() == nil {
			s.Log.ErrorContext(ctx, "saved pictures beyond the limits could not be deleted", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(sweepPause):
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		case <-s.full:
		}
	}
}

// Sweep deletes pictures older than MaxAge, those that an observation cited and none does any more, and, beyond MaxBytes, the oldest ones. It
// keeps pictures that an observation cites, and files without a row, because other programs may use the folder too.
func (s *Store) Sweep(ctx context.Context, now time.Time) error {
	before := s.bytes.Load()
	pictures, err := s.list()
	if err != nil {
		return err
	}
	slices.SortFunc(pictures, func(a, b file) int { return a.since.Compare(b.since) })
	l := limits{now: now, maxAge: s.MaxAge, maxSum: s.MaxBytes}
	for _, p := range pictures {
		l.sum += p.bytes
	}
	if l.sum > s.MaxBytes {
		l.maxSum = int64(sweepTo * float64(s.MaxBytes))
	}
	defer func() { s.bytes.Add(l.sum - before) }() // Save adds pictures to s.bytes meanwhile
	var failed error
	for part := range slices.Chunk(pictures, sweepBatch) {
		cited, err := s.known(ctx, part)
		if err != nil {
			return errors.Join(failed, err)
		}
		failed = errors.Join(failed, s.delete(ctx, &l, l.exceeded(part, cited)))
	}
	if l.sum > s.MaxBytes {
		s.Log.WarnContext(ctx, "saved pictures take more than the limit: observations cite them, they are new, or the database does not know them",
			"bytes", l.sum, "limit", s.MaxBytes)
	}
	return errors.Join(failed, s.removePartial(now))
}

// limits are the limits of one sweep, and the bytes of the pictures that are left.
type limits struct {
	now    time.Time
	maxAge time.Duration
	maxSum int64
	sum    int64
}

// use says whether an observation cites a picture, and whether one did.
type use struct{ cited, wasCited bool }

// exceeded returns the pictures, the oldest first, that are beyond the limits, or that no observation cites any more. cited
// has the pictures with a row.
func (l *limits) exceeded(pictures []file, cited map[uuid.UUID]use) (out []file) {
	sum := l.sum
	for _, p := range pictures {
		use, known := cited[p.id]
		age := l.now.Sub(p.since)
		if known && !use.cited && (use.wasCited || l.maxAge > 0 && age > l.maxAge || sum > l.maxSum && age > citeTime) {
			out = append(out, p)
			sum -= p.bytes
		}
	}
	return out
}

// known returns the ids of the pictures that have a row.
func (s *Store) known(ctx context.Context, pictures []file) (map[uuid.UUID]use, error) {
	rows, err := postgres.All[struct {
		ID    uuid.UUID `db:"id"`
		Cited bool      `db:"cited"`
		Was   bool      `db:"was_cited"`
	}](ctx, s.DB, knownQuery, pgx.StrictNamedArgs{"ids": idsOf(pictures)})
	if err != nil {
		return nil, fmt.Errorf("read saved predictions: %w", err)
	}
	out := make(map[uuid.UUID]use, len(rows))
	for _, r := range rows {
		out[r.ID] = use{r.Cited, r.Was}
	}
	return out, nil
}

// delete deletes the pictures that no observation cites. Their rows are locked until the files are gone, so that no observation can
// cite them meanwhile. A file that cannot be deleted keeps its row.
func (s *Store) delete(ctx context.Context, l *limits, pictures []file) (err error) {
	if len(pictures) == 0 {
		return nil
	}
	var failed error
	var gone []uuid.UUID
	err = pgx.BeginTxFunc(ctx, s.DB, pgx.TxOptions{IsoLevel: pgx.ReadCommitted}, func(tx pgx.Tx) error {
		locked, err := s.ids(ctx, tx, lockQuery, idsOf(pictures))
		if err != nil {
			return err
		}
		uncited, err := s.ids(ctx, tx, uncitedQuery, locked)
		if err != nil {
			return err
		}
		for _, p := range pictures {
			if !slices.Contains(uncited, p.id) {
				continue
			}
			if err := s.remove(p.name); err != nil && !errors.Is(err, fs.ErrNotExist) {
				failed = errors.Join(failed, fmt.Errorf("delete a saved picture: %w", err))
				continue
			}
			gone = append(gone, p.id)
			l.sum -= p.bytes
		}
		_, err = postgres.Exec(ctx, tx, forgetQuery, pgx.StrictNamedArgs{"ids": gone})
		return err
	})
	if err != nil {
		err = fmt.Errorf("delete saved predictions: %w", err)
	}
	s.saved.WithLabelValues("deleted").Add(float64(len(gone))) // once the rows are gone too
	return errors.Join(failed, err)
}

func (s *Store) remove(name string) error {
	return s.within(func(root *os.Root) error { return root.Remove(name) })
}

func (s *Store) ids(ctx context.Context, db postgres.Reader, query sql.Query, ids []uuid.UUID) ([]uuid.UUID, error) {
	rows, _ := db.Query(ctx, query.String(), pgx.StrictNamedArgs{"ids": ids}) // CollectRows returns the error
	return pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
}

func idsOf(pictures []file) []uuid.UUID {
	out := make([]uuid.UUID, len(pictures))
	for i, p := range pictures {
		out[i] = p.id
	}
	return out
}

// removePartial deletes partial files that a crash left.
func (s *Store) removePartial(now time.Time) error {
	entries, err := os.ReadDir(s.Folder)
	if err != nil {
		return fmt.Errorf("list saved pictures: %w", err)
	}
	for _, e := range entries {
		name, partial := strings.CutPrefix(e.Name(), partialPrefix)
		if _, err := uuid.Parse(trimEnding(name)); !partial || err != nil {
			continue
		}
		if info, err := e.Info(); err == nil && now.Sub(info.ModTime()) > partialAge {
			if err := s.remove(e.Name()); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return fmt.Errorf("delete a partial picture: %w", err)
			}
		}
	}
	return nil
}
