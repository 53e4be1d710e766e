package tileindex

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/geo/eventindex"
	"github.com/skeeter-surveillance/skeeter/geo/tileindex/snapshot"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var savedQuery = sql.Get("tileindex/saved.sql")

// Reasons why a snapshot that is not damaged is not used.
var (
	errNoSnapshot    = errors.New("there is none")
	errOtherDatabase = errors.New("it was made of another database, or of another version of this one")
	errTooOld        = errors.New("the change log no longer holds all that changed since")
)

// restore takes the rows from the snapshot in the folder and reads what changed since. what is the message of the log when it did, more are attributes of it.
func (x *Index) restore(ctx context.Context, what string, more ...any) error {
	began := time.Now()
	saved := &savedState{}
	file, err := snapshot.Open(x.folder.index(), saved)
	if errors.Is(err, os.ErrNotExist) {
		return errNoSnapshot
	}
	if err != nil {
		return err
	}
	if saved.Epoch != x.State().version.Epoch || saved.Format != savedFormat {
		return errOtherDatabase
	}
	state, since, dict, err := x.open(ctx, file, saved)
	if err != nil {
		return err
	}
	code, follow := newCoder(dict, state.points), eventindex.New()
	if state.events != nil {
		follow = eventindex.Continue(state.events)
	}
	x.reading.Lock()
	defer x.reading.Unlock()
	var c changes
	var events *eventindex.State
	err = x.inSnapshot(ctx, x.db, func(tx pgx.Tx, at position) (err error) {
		if err := x.checkSaved(ctx, tx, saved); err != nil {
			return err
		}
		if c, events, err = readChanges(ctx, tx, state, since, code, follow); err != nil {
			return err
		}
		// Every change counts for the version of its area. So all of them were read when those of the snapshot and those since add up.
		if c.at.number != at.number || *c.at.areas != *at.areas {
			return errTooOld
		}
		return nil
	})
	at := c.at
	if err == nil {
		state, at, err = state.after(since, c, events, code)
	}
	if err != nil {
		state.points.close()
		return err
	}
	if err := x.begun(ctx, state, at, code, follow, nil); err != nil {
		return err
	}
	x.saved.version = Version{saved.Epoch, saved.Number}
	x.loaded(ctx, began, what, more...)
	return nil
}

// checkSaved holds that the database knows a snapshot, in a transaction.
func (x *Index) checkSaved(ctx context.Context, tx pgx.Tx, s *savedState) error {
	var known bool
	if err := tx.QueryRow(ctx, savedQuery.String(), pgx.StrictNamedArgs{"id": s.ID, "schema": s.Schema}).Scan(&known); err != nil {
		return fmt.Errorf("look whether the database knows the snapshot: %w", err)
	}
	if !known {
		return errOtherDatabase
	}
	return nil
}

// open returns the State that a snapshot holds, its place in the change log, and the dictionary that gave its codes.
func (x *Index) open(ctx context.Context, file *snapshot.File, saved *savedState) (state *State, since position, dict *dictionary, err error) {
	if since, err = saved.position(file); err != nil {
		return nil, since, nil, err
	}
	state = since.state()
	if dict, err = saved.dictionary(file); err != nil {
		return nil, since, nil, err
	}
	if state.rows, err = saved.chunks(file); err != nil {
		return nil, since, nil, err
	}
	if saved.Events != nil {
		if state.events, err = saved.Events.Restore(file); err != nil {
			return nil, since, nil, err
		}
	}
	if state.points, err = saved.openPoints(x.folder, state.rows, func(err error) { x.warnOfPoints(ctx, err) }); err != nil {
		return nil, since, nil, err
	}
	state.codes, state.covers, state.loaded = dict.snapshot(), new(covers), true
	return state, since, dict, nil
}
