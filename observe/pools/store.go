package pools

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/observe/form"
	"github.com/skeeter-surveillance/skeeter/observe/keyed"
	"github.com/skeeter-surveillance/skeeter/observe/paging"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	ofOneQueries = keyed.Queries{
		Get: sql.Get("pools/get.sql"), GetExact: sql.Get("pools/get_exact.sql"), Insert: sql.Get("pools/insert.sql"), InsertRequest: sql.Get("pools/insert_request.sql"),
		Request: sql.Get("pools/request.sql"), Lock: sql.Get("pools/lock.sql"), Update: sql.Get("pools/update.sql"),
		Delete: sql.Get("pools/delete.sql"),
	}
	storedQuery     = sql.Get("pools/stored.sql")
	eventQuery      = sql.Get("pools/event.sql")
	listQuery       = sql.Get("pools/list.sql")
	listAfterQuery  = sql.Get("pools/list_after.sql")
	listBeforeQuery = sql.Get("pools/list_before.sql")
	countQuery      = sql.Get("pools/count.sql")
)

// event is what a pool takes from its sampling event.
type event struct {
	Lat               float64    `db:"lat"`
	Lng               float64    `db:"lng"`
	LocationAccuracyM *float64   `db:"location_accuracy_m"`
	Started           *time.Time `db:"started_at"`
	Ended             time.Time  `db:"ended_at"`
	UTCOffset         int16      `db:"utc_offset"`
	DatePrecision     string     `db:"date_precision"`
	SamplingProtocol  *string    `db:"sampling_protocol"`
	Specimens         int64      `db:"specimens"` // of its records that are not rejected
}

// event returns the sampling event of the pool; nil when it names none or the event is not stored.
func (d *draft) event(ctx context.Context, db postgres.Querier) (*event, error) {
	if d.EventID == nil {
		return nil, nil
	}
	e, err := postgres.One[event](ctx, db, eventQuery, pgx.StrictNamedArgs{"source": d.DataSource, "event_id": *d.EventID})
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("look for the sampling event of a pool: %w", err)
	}
	return &e, nil
}

// findStored sets the id of a new pool to that of the same test, if it is stored. A change must not make it another test that is stored.
func (d *draft) findStored(ctx context.Context, db postgres.Querier, f form.Form) error {
	var id uuid.UUID
	args := pgx.StrictNamedArgs{"source": d.DataSource, "pool_id": d.PoolID, "pathogen": d.Pathogen, "method": d.Method}
	err := db.QueryRow(ctx, storedQuery.String(), args).Scan(&id)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return nil
	case err != nil:
		return fmt.Errorf("look for the test of a pool: %w", err)
	case !f.Patch:
		d.id = id
	case id != d.id:
		f.Fail("method", "taken", "another record is the test of the pool by this method: "+id.String())
	}
	return nil
}

type store struct {
	db postgres.Database
}

// page returns pools of the list.
func (s store) page(ctx context.Context, p paging.Request, c conditions) (records []record, more bool, err error) {
	queries := paging.Queries{Begin: listQuery, After: listAfterQuery, Before: listBeforeQuery}
	if records, more, err = paging.Read[record](ctx, s.db, p, c.args(), queries); err != nil {
		return nil, false, fmt.Errorf("list pools: %w", err)
	}
	for i := range records {
		records[i].Unpack()
	}
	return records, more, nil
}

func (s store) count(ctx context.Context, c conditions) (n int64, err error) {
	if err := s.db.QueryRow(ctx, countQuery.String(), c.args()).Scan(&n); err != nil {
		return 0, fmt.Errorf("count pools: %w", err)
	}
	return n, nil
}
