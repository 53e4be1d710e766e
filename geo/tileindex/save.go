package tileindex

import (
	"context"
	"fmt"
	"runtime/debug"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/geo/eventindex"
	"github.com/skeeter-surveillance/skeeter/geo/tileindex/snapshot"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var saveQuery = sql.Get("tileindex/save.sql")

const (
	saveCheck   = 5 * time.Minute  // how often Run looks whether a snapshot is due
	saveEvery   = keepChanges / 2  // at most, while records change: a process that is killed leaves a snapshot from which the log leads on
	saveAtStop  = 30 * time.Second // how long a process that ends takes for it
	maxHeapPart = 4                // a snapshot is due when more than this part of the rows changed since the last one
)

// saved is the newest snapshot in the folder, and the newest attempt to make another.
type saved struct {
	version Version
	tried   time.Time
	failed  bool
}

// shouldSave says whether a new snapshot is worth its writing.
func (x *Index) shouldSave() bool {
	s := x.State()
	if s.version == x.saved.version {
		return false
	}
	if time.Since(x.saved.tried) >= saveEvery {
		return true
	}
	heap := 0
	for _, c := range s.rows {
		if c.mapped == nil {
			heap += c.len()
		}
	}
	return !x.saved.failed && heap > s.rows.len()/maxHeapPart
}

// trySave saves, and takes the columns of the State from the file, so that Go's memory is free of them. An error is logged: the next start
// takes longer.
func (x *Index) trySave(ctx context.Context) {
	state, err := x.save(ctx)
	if state != nil && err == nil {
		err = x.mapSaved(state)
	}
	if err != nil && ctx.Err() == nil && !postgres.ReadOnly(err) { // a replica cannot note a snapshot
		x.log.WarnContext(ctx, "the tile index was not saved: the next start may have to load the table", "reason", err)
	}
}

// save writes a snapshot of the newest State into the folder and returns the State. It returns nil when that is there already, without rows or
// points, and in a folder of another server.
func (x *Index) save(ctx context.Context) (*State, error) {
	x.reading.Lock()
	state := x.State()
	if !x.folder.owned() || !state.HasPoints() || state.points.name == "" || state.version == x.saved.version {
		x.reading.Unlock()
		return nil, nil
	}
	details := state.points.details.written()
	x.reading.Unlock()

	began := time.Now()
	x.saved.tried = began
	out := &savedState{}
	err := snapshot.Write(x.folder.index(), func(w *snapshot.Writer) (any, error) {
		*out = *state.save(w, details)
		out.ID = uuid.NewString()
		if err := state.points.sync(); err != nil {
			return nil, fmt.Errorf("write the point file: %w", err)
		}
		err := x.db.QueryRow(ctx, saveQuery.String(), pgx.StrictNamedArgs{"id": out.ID}).Scan(&out.Schema)
		return out, err
	})
	x.saved.failed = err != nil
	if err != nil {
		return nil, fmt.Errorf("save the tile index: %w", err)
	}
	state.points.keep(state.rows)
	x.saved.version = state.version
	if err := x.folder.removeOthers(out.Points); err != nil {
		x.log.WarnContext(ctx, "a former point file was not removed", "reason", err)
	}
	x.log.InfoContext(ctx, "tile index saved", "took", time.Since(began))
	return state, nil
}

// mapSaved takes the columns of a State that was saved from the file.
func (x *Index) mapSaved(state *State) error {
	saved := &savedState{}
	file, err := snapshot.Open(x.folder.index(), saved)
	if err != nil {
		return fmt.Errorf("read what was saved: %w", err)
	}
	rows, err := saved.chunks(file)
	if err != nil {
		return fmt.Errorf("read what was saved: %w", err)
	}
	twins := make(map[*chunk]*chunk, len(rows))
	for i, c := range state.rows {
		rows[i].slots = c.slots
		twins[c] = rows[i]
	}
	events := state.events
	if events != nil {
		if events, err = saved.Events.Restore(file); err != nil {
			return fmt.Errorf("read what was saved: %w", err)
		}
	}
	x.reading.Lock()
	now := x.State()
	if now.points == state.points && now.loaded {
		x.state.Store(now.mapped(twins, now.events.Mapped(state.events, events)))
	}
	x.reading.Unlock()
	debug.FreeOSMemory()
	return nil
}

// mapped returns the State with other chunks of the same rows, and the same events.
func (s *State) mapped(twins map[*chunk]*chunk, events *eventindex.State) *State {
	out := &State{
		version: s.version, snapshot: s.snapshot, areas: s.areas, seen: s.seen, wal: s.wal, codes: s.codes, points: s.points, events: events, loaded: true,
		covers: s.covers,
	}
	for _, c := range s.rows {
		if twin, ok := twins[c]; ok {
			c = twin
		}
		out.rows = append(out.rows, c)
	}
	out.carry(s, nil, nil)
	return out
}

// close saves what changed since the last snapshot, at the end of the process, and leaves the folder to others.
func (x *Index) close(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), saveAtStop)
	defer cancel()
	if _, err := x.save(ctx); err != nil && !postgres.ReadOnly(err) {
		x.log.WarnContext(ctx, "the tile index was not saved at the end: the next start reads more of the log, or loads the table", "reason", err)
	}
	x.folder.close()
}
