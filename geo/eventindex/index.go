package eventindex

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	eventsQuery         = sql.Get("eventindex/events.sql")
	catchQuery          = sql.Get("eventindex/catch.sql")
	changedQuery        = sql.Get("eventindex/changed.sql")
	changedEventsQuery  = sql.Get("eventindex/changed_events.sql")
	changedCatchQuery   = sql.Get("eventindex/changed_catch.sql")
	poolsQuery          = sql.Get("eventindex/pools.sql")
	changedPoolIDsQuery = sql.Get("eventindex/changed_pool_ids.sql")
	changedPoolsQuery   = sql.Get("eventindex/changed_pools.sql")
)

// Index makes States that follow the changes of events and pools. One goroutine at a time uses it.
type Index struct {
	reader reader
}

// New returns an Index that numbers from the beginning.
func New() *Index { return &Index{reader{dict: newDictionary()}} }

// Load reads all events and pools in a transaction.
func (x *Index) Load(ctx context.Context, tx pgx.Tx) (*State, error) {
	list, err := x.reader.read(ctx, tx, query{eventsQuery, nil}, query{catchQuery, nil})
	if err != nil {
		return nil, err
	}
	pools, err := x.pools(ctx, tx, query{poolsQuery, nil})
	if err != nil {
		return nil, err
	}
	return &State{chunks: split(list, newChunk), pools: split(pools, newPoolChunk), codes: x.reader.dict.codes()}, nil
}

func (x *Index) pools(ctx context.Context, tx pgx.Tx, q query) (list []loadedPool, err error) {
	rows, err := q.rows(ctx, tx)
	if err == nil {
		list, err = x.reader.pools(rows)
	}
	if err != nil {
		return nil, fmt.Errorf("read the pools: %w", err)
	}
	return list, nil
}

// Next returns the State after the changes that a transaction sees and a snapshot, in which the other State was read, did not.
func (x *Index) Next(ctx context.Context, tx pgx.Tx, s *State, snapshot string) (*State, error) {
	events, err := changedIDs(ctx, tx, changedQuery, snapshot)
	if err != nil {
		return nil, fmt.Errorf("look for sampling events that changed: %w", err)
	}
	pools, err := changedIDs(ctx, tx, changedPoolIDsQuery, snapshot)
	if err != nil {
		return nil, fmt.Errorf("look for pools that changed: %w", err)
	}
	if len(events) == 0 && len(pools) == 0 {
		return s, nil
	}
	out := &State{chunks: s.chunks, pools: s.pools}
	if len(events) > 0 {
		args := pgx.StrictNamedArgs{"ids": events}
		now, err := x.reader.read(ctx, tx, query{changedEventsQuery, args}, query{changedCatchQuery, args})
		if err != nil {
			return nil, err
		}
		out.chunks = change(s.chunks, events, now, newChunk)
	}
	if len(pools) > 0 {
		now, err := x.pools(ctx, tx, query{changedPoolsQuery, pgx.StrictNamedArgs{"ids": pools}})
		if err != nil {
			return nil, err
		}
		out.pools = change(s.pools, pools, now, newPoolChunk)
	}
	out.codes = x.reader.dict.codes()
	return out, nil
}

// changedIDs returns ids in order.
func changedIDs(ctx context.Context, tx pgx.Tx, q sql.Query, snapshot string) ([]uuid.UUID, error) {
	rows, err := tx.Query(ctx, q.String(), pgx.StrictNamedArgs{"snapshot": snapshot})
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
}
