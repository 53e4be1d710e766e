package eventindex

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	eventsQuery        = sql.Get("eventindex/events.sql")
	catchQuery         = sql.Get("eventindex/catch.sql")
	changedQuery       = sql.Get("eventindex/changed.sql")
	changedEventsQuery = sql.Get("eventindex/changed_events.sql")
	changedCatchQuery  = sql.Get("eventindex/changed_catch.sql")
)

// Index makes States that follow the changes of events. One goroutine at a time uses it.
type Index struct {
	reader reader
}

// New returns an Index that numbers from the beginning.
func New() *Index { return &Index{reader{dict: newDictionary()}} }

// Load reads all events in a transaction.
func (x *Index) Load(ctx context.Context, tx pgx.Tx) (*State, error) {
	list, err := x.reader.read(ctx, tx, query{eventsQuery, nil}, query{catchQuery, nil})
	if err != nil {
		return nil, err
	}
	return newState(list, x.reader.dict.codes()), nil
}

// Next returns the State after the changes that a transaction sees and a snapshot, in which the other State was read, did not.
func (x *Index) Next(ctx context.Context, tx pgx.Tx, s *State, snapshot string) (*State, error) {
	rows, err := tx.Query(ctx, changedQuery.String(), pgx.StrictNamedArgs{"snapshot": snapshot})
	if err != nil {
		return nil, fmt.Errorf("look for sampling events that changed: %w", err)
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	if err != nil {
		return nil, fmt.Errorf("look for sampling events that changed: %w", err)
	}
	if len(ids) == 0 {
		return s, nil
	}
	args := pgx.StrictNamedArgs{"ids": ids}
	now, err := x.reader.read(ctx, tx, query{changedEventsQuery, args}, query{changedCatchQuery, args})
	if err != nil {
		return nil, err
	}
	return s.changed(ids, now, x.reader.dict.codes()), nil
}
