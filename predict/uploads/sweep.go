package uploads

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/predict/uploads/folder"
	"github.com/skeeter-surveillance/skeeter/sql"
)

const (
	sweepEvery = 10 * time.Minute
	sweepPause = 5 * time.Second  // between two sweeps, at least
	sweepTo    = 0.9              // share of MaxBytes that a sweep leaves, so that not every new picture needs another sweep
	sweepBatch = 500              // predictions that are locked at a time
	citeTime   = 10 * time.Minute // that a picture stays beyond MaxBytes, for its client to cite it
	partialAge = time.Hour        // from which a partial file is taken for one that a crash left
	lateTime   = 10 * time.Minute // after which a request without an answer arrives no more

	removersAtOnce = 8
)

var (
	sweepingQuery = sql.Get("predict/sweeping.sql")
	givenUpQuery  = sql.Get("predict/given_up.sql")
	knownQuery    = sql.Get("predict/known.sql")
	lockQuery     = sql.Get("predict/lock.sql")
	uncitedQuery  = sql.Get("predict/uncited.sql")
	forgetQuery   = sql.Get("predict/forget.sql")
)

// Run sweeps every sweepEvery, and when the pictures exceed MaxBytes, until ctx ends. The database has to be migrated.
func (s *Store) Run(ctx context.Context) {
	ticker := time.NewTicker(sweepEvery)
	defer ticker.Stop()
	for {
		if err := s.Sweep(ctx, time.Now()); err != nil && ctx.Err() == nil && !errors.Is(err, errAway) && !errors.Is(err, errSilent) { // these are logged
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

// Sweep deletes pictures older than MaxAge, those that an observation cited and none does any more, those that were given up, and, beyond
// MaxBytes, the oldest ones. It keeps pictures that an observation cites, and files without a row, because other programs may use the folder
// or bucket too. While another server sweeps it does nothing, and Run tries again soon: each counts the bytes for itself.
func (s *Store) Sweep(ctx context.Context, now time.Time) error {
	return postgres.Transaction(ctx, s.DB, pgx.TxOptions{}, func(tx pgx.Tx) error {
		var alone bool
		if err := tx.QueryRow(ctx, sweepingQuery.String()).Scan(&alone); err != nil {
			return fmt.Errorf("take the lock of saved pictures: %w", err)
		}
		if !alone {
			s.sweepSoon()
			return nil
		}
		return s.sweep(ctx, now)
	})
}

func (s *Store) sweep(ctx context.Context, now time.Time) error {
	before := s.bytes.Load()
	pictures, partial, err := s.list(ctx, now)
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
	return errors.Join(failed, s.removeGivenUp(ctx), s.removePartial(ctx, partial))
}

type file struct {
	name  string
	id    uuid.UUID
	bytes int64
	since time.Time
}

// list returns the pictures, in no order, and the names of partial files that a crash left.
func (s *Store) list(ctx context.Context, now time.Time) (pictures []file, partial []string, err error) {
	err = s.where.List(ctx, func(name string, bytes int64, since time.Time) error {
		whole, isPartial := strings.CutPrefix(name, folder.PartialPrefix)
		id, _ := uuid.Parse(trimEnding(whole)) // the zeros for what is none
		switch {
		case id.String()+ending != whole || id == uuid.Nil: // it is another's
		case !isPartial:
			pictures = append(pictures, file{name: name, id: id, bytes: bytes, since: since})
		case now.Sub(since) > partialAge:
			partial = append(partial, name)
		}
		return nil
	})
	return pictures, partial, err
}

func trimEnding(name string) string { return name[:max(len(name)-len(ending), 0)] }

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
	var done removal
	err = pgx.BeginTxFunc(ctx, s.DB, pgx.TxOptions{IsoLevel: pgx.ReadCommitted}, func(tx pgx.Tx) error {
		locked, err := s.ids(ctx, tx, lockQuery, pgx.StrictNamedArgs{"ids": idsOf(pictures)})
		if err != nil {
			return err
		}
		uncited, err := s.ids(ctx, tx, uncitedQuery, pgx.StrictNamedArgs{"ids": locked})
		if err != nil {
			return err
		}
		done = s.remove(ctx, uncited)
		if _, err := postgres.Exec(ctx, tx, giveUpQuery, pgx.StrictNamedArgs{"ids": done.unknown}); err != nil {
			return err
		}
		_, err = postgres.Exec(ctx, tx, forgetQuery, pgx.StrictNamedArgs{"ids": done.gone})
		return err
	})
	if err != nil {
		return errors.Join(done.failed, fmt.Errorf("delete saved predictions: %w", err))
	}
	for _, p := range pictures {
		if slices.Contains(done.gone, p.id) {
			l.sum -= p.bytes
		}
	}
	s.saved.WithLabelValues("deleted").Add(float64(len(done.gone))) // once the rows are gone too
	return done.failed
}

// removal is what became of the files of pictures that were to be deleted.
type removal struct {
	gone, unknown []uuid.UUID // a file whose removal was refused is neither
	failed        error
}

// remove removes the files of pictures, some at a time. When the store is silent it leaves the others.
func (s *Store) remove(ctx context.Context, ids []uuid.UUID) (done removal) {
	var mu sync.Mutex
	var group errgroup.Group
	group.SetLimit(removersAtOnce)
	for _, id := range ids {
		group.Go(func() error {
			err := s.where.Remove(ctx, id.String()+ending)
			mu.Lock()
			defer mu.Unlock()
			switch {
			case err == nil || errors.Is(err, fs.ErrNotExist):
				done.gone = append(done.gone, id)
				return nil
			case errors.Is(err, errAway):
				return nil // it was not asked
			case errors.Is(err, errSilent):
				done.unknown = append(done.unknown, id)
			}
			done.failed = errors.Join(done.failed, fmt.Errorf("delete a saved picture: %w", err))
			return nil
		})
	}
	_ = group.Wait() // done has the errors
	return done
}

// removeGivenUp deletes what is left of pictures that were given up, once nothing arrives any more.
func (s *Store) removeGivenUp(ctx context.Context) error {
	ids, err := s.ids(ctx, s.DB, givenUpQuery, pgx.StrictNamedArgs{"seconds": lateTime.Seconds(), "limit": sweepBatch})
	if err != nil {
		return fmt.Errorf("read predictions that were given up: %w", err)
	}
	done := s.remove(ctx, ids)
	if _, err := postgres.Exec(ctx, s.DB, forgetQuery, pgx.StrictNamedArgs{"ids": done.gone}); err != nil {
		return errors.Join(done.failed, fmt.Errorf("forget predictions that were given up: %w", err))
	}
	return done.failed
}

func (s *Store) ids(ctx context.Context, db postgres.Reader, query sql.Query, args pgx.StrictNamedArgs) ([]uuid.UUID, error) {
	rows, _ := db.Query(ctx, query.String(), args) // CollectRows returns the error
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
func (s *Store) removePartial(ctx context.Context, names []string) error {
	for _, name := range names {
		if err := s.where.Remove(ctx, name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("delete a partial picture: %w", err)
		}
	}
	return nil
}
