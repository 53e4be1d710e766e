package history

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	listQuery = sql.Get("history/list.sql")
	getQuery  = sql.Get("history/get.sql")
	findQuery = sql.Get("history/find.sql")
)

// Stored is an entry of the history.
type Stored struct {
	ID        int64           `json:"id" db:"id"`
	At        time.Time       `json:"at" db:"at"`
	Action    string          `json:"action" db:"action"`
	ActorKind string          `json:"actor_kind" db:"actor_kind"`
	Actor     *string         `json:"actor" db:"actor"`
	Was       json.RawMessage `json:"was" db:"was"`
	Is        json.RawMessage `json:"is" db:"became"`
	Reason    *string         `json:"reason" db:"reason"`
}

// ErrNone means that there is no such entry.
var ErrNone = errors.New("no such entry of the history")

// List returns the newest entries about something before one; nil: from the newest on.
func List(ctx context.Context, db postgres.Querier, entity, id string, before *int64, limit int) ([]Stored, error) {
	args := postgres.Args{"entity": entity, "entity_id": id, "before": before, "limit": limit}
	if before == nil {
		args["before"] = nil
	}
	entries, err := postgres.All[Stored](ctx, db, listQuery, args)
	if err != nil {
		return nil, fmt.Errorf("read the history of %s %s: %w", entity, id, err)
	}
	return entries, nil
}

// Get returns one entry about something. The error is ErrNone when there is none.
func Get(ctx context.Context, db postgres.Querier, entity, id string, entry int64) (Stored, error) {
	e, err := postgres.One[Stored](ctx, db, getQuery, pgx.StrictNamedArgs{"entity": entity, "entity_id": id, "id": entry})
	if errors.Is(err, pgx.ErrNoRows) {
		return e, ErrNone
	}
	if err != nil {
		return e, fmt.Errorf("read entry %d of the history: %w", entry, err)
	}
	return e, nil
}

// Find returns what an entry is about. The error is ErrNone when there is none.
func Find(ctx context.Context, db postgres.Querier, entry int64) (entity, id string, err error) {
	err = db.QueryRow(ctx, findQuery.String(), pgx.StrictNamedArgs{"id": entry}).Scan(&entity, &id)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", "", ErrNone
	}
	if err != nil {
		return "", "", fmt.Errorf("look for entry %d of the history: %w", entry, err)
	}
	return entity, id, nil
}
