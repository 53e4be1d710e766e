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
	// sweepPause is the least time between two sweeps, however fast pictures come.
	sweepPause = 5 * time.Second
	// sweepTo is the part of the limit that a sweep leaves, so that not every picture asks for one.
	sweepTo = 0.9
	// sweepAtOnce bounds how many predictions are locked at a time.
	sweepAtOnce = 500
	// citeTime is how long a picture stays, whatever the limit of bytes, for its client to cite it.
	citeTime = 10 * time.Minute
	// tornAge is when a file that is being written is one that a crash left.
	tornAge = time.Hour
)

var (
	knownQuery   = sql.Get("predict/known.sql")
	lockQuery    = sql.Get("predict/lock.sql")
	uncitedQuery = sql.Get("predict/uncited.sql")
	forgetQuery  = sql.Get("predict/forget.sql")
)

// Run keeps the limits until ctx ends. The database has to be migrated.
func (g *Store) Run(ctx context.Context) {
	ticker := time.NewTicker(sweepEvery)
	defer ticker.Stop()
	for {
		if err := g.Sweep(ctx, time.Now()); err != nil && ctx.Err() == nil {
			g.Log.ErrorContext(ctx, "saved pictures could not be swept", "error", err)
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
		case <-g.full:
		}
	}
}

// Sweep deletes the oldest pictures that are too old or too much, but none that an observation cites, and no file that the
// database does not know: the folder may be another's too.
func (g *Store) Sweep(ctx context.Context, now time.Time) error {
	before := g.bytes.Load()
	pictures, err := g.list()
	if err != nil {
		return err
	}
	slices.SortFunc(pictures, func(a, b file) int { return a.since.Compare(b.since) })
	s := sweep{now: now, maxAge: g.MaxAge, most: g.MaxBytes}
	for _, p := range pictures {
		s.sum += p.bytes
	}
	if s.sum > g.MaxBytes {
		s.most = int64(sweepTo * float64(g.MaxBytes))
	}
	defer func() { g.bytes.Add(s.sum - before) }() // what was saved meanwhile is in neither
	var failed error
	for part := range slices.Chunk(pictures, sweepAtOnce) {
		cited, err := g.known(ctx, part)
		if err != nil {
			return errors.Join(failed, err)
		}
		if err := g.delete(ctx, &s, s.unwanted(part, cited)); err != nil {
			failed = errors.Join(failed, err)
		}
	}
	if s.sum > g.MaxBytes {
		g.Log.WarnContext(ctx, "saved pictures take more than the limit: observations cite them, they are new, or the database does not know them",
			"bytes", s.sum, "limit", g.MaxBytes)
	}
	return errors.Join(failed, g.removeTorn(now))
}

// sweep is what one sweep goes by.
type sweep struct {
	now    time.Time
	maxAge time.Duration
	most   int64 // bytes that may be left
	sum    int64 // bytes that are left
}

// unwanted returns those pictures, the oldest first, that are beyond the limits; cited says of those that the database knows
// whether an observation cites them.
func (s *sweep) unwanted(pictures []file, cited map[uuid.UUID]bool) (out []file) {
	sum := s.sum
	for _, p := range pictures {
		isCited, known := cited[p.id]
		age := s.now.Sub(p.since)
		if known && !isCited && (s.maxAge > 0 && age > s.maxAge || sum > s.most && age > citeTime) {
			out = append(out, p)
			sum -= p.bytes
		}
	}
	return out
}

// known says of those pictures that the database knows whether an observation cites them.
func (g *Store) known(ctx context.Context, pictures []file) (map[uuid.UUID]bool, error) {
	rows, err := postgres.All[struct {
		ID    uuid.UUID `db:"id"`
		Cited bool      `db:"cited"`
	}](ctx, g.DB, knownQuery, pgx.StrictNamedArgs{"ids": idsOf(pictures)})
	if err != nil {
		return nil, fmt.Errorf("look for saved predictions: %w", err)
	}
	out := make(map[uuid.UUID]bool, len(rows))
	for _, r := range rows {
		out[r.ID] = r.Cited
	}
	return out, nil
}

// delete deletes those pictures that nobody cites by now. Their rows are locked until the files are gone, so that nobody cites them
// meanwhile; a file that stays keeps its row, and none of the others.
func (g *Store) delete(ctx context.Context, s *sweep, pictures []file) (err error) {
	if len(pictures) == 0 {
		return nil
	}
	var failed error
	err = pgx.BeginTxFunc(ctx, g.DB, pgx.TxOptions{IsoLevel: pgx.ReadCommitted}, func(tx pgx.Tx) error {
		locked, err := g.ids(ctx, tx, lockQuery, idsOf(pictures))
		if err != nil {
			return err
		}
		uncited, err := g.ids(ctx, tx, uncitedQuery, locked)
		if err != nil {
			return err
		}
		var gone []uuid.UUID
		for _, p := range pictures {
			if !slices.Contains(uncited, p.id) {
				continue
			}
			if err := g.remove(p.name); err != nil && !errors.Is(err, fs.ErrNotExist) {
				failed = errors.Join(failed, fmt.Errorf("delete a saved picture: %w", err))
				continue
			}
			gone = append(gone, p.id)
			s.sum -= p.bytes
			g.saved.WithLabelValues("deleted").Inc()
		}
		_, err = postgres.Exec(ctx, tx, forgetQuery, pgx.StrictNamedArgs{"ids": gone})
		return err
	})
	if err != nil {
		err = fmt.Errorf("forget saved predictions: %w", err)
	}
	return errors.Join(failed, err)
}

func (g *Store) remove(name string) error {
	return g.within(func(root *os.Root) error { return root.Remove(name) })
}

func (g *Store) ids(ctx context.Context, db postgres.Reader, query sql.Query, ids []uuid.UUID) ([]uuid.UUID, error) {
	rows, err := db.Query(ctx, query.String(), pgx.StrictNamedArgs{"ids": ids})
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
}

func idsOf(pictures []file) []uuid.UUID {
	out := make([]uuid.UUID, len(pictures))
	for i, p := range pictures {
		out[i] = p.id
	}
	return out
}

// removeTorn deletes what a crash left half written.
func (g *Store) removeTorn(now time.Time) error {
	entries, err := os.ReadDir(g.Folder)
	if err != nil {
		return fmt.Errorf("list saved pictures: %w", err)
	}
	for _, e := range entries {
		name, ours := strings.CutPrefix(e.Name(), torn)
		if _, err := uuid.Parse(trimEnding(name)); !ours || err != nil {
			continue
		}
		if info, err := e.Info(); err == nil && now.Sub(info.ModTime()) > tornAge {
			if err := g.remove(e.Name()); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return fmt.Errorf("delete what was left of a picture: %w", err)
			}
		}
	}
	return nil
}
