package events

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/observe/paging"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	getQuery            = sql.Get("events/get.sql")
	listQuery           = sql.Get("events/list.sql")
	listAfterQuery      = sql.Get("events/list_after.sql")
	listBeforeQuery     = sql.Get("events/list_before.sql")
	countQuery          = sql.Get("events/count.sql")
	targetListsQuery    = sql.Get("events/target_lists.sql")
	insertQuery         = sql.Get("events/insert.sql")
	insertRequestQuery  = sql.Get("events/insert_request.sql")
	requestQuery        = sql.Get("events/request.sql")
	lockQuery           = sql.Get("events/lock.sql")
	updateQuery         = sql.Get("events/update.sql")
	deleteQuery         = sql.Get("events/delete.sql")
	findDataSourceQuery = sql.Get("observe/find_data_source.sql")
)

// errNoEvent means that no event has the id. It is also the answer to the client.
var errNoEvent = httpapi.NotFound("Event not found")

type store struct {
	db *pgxpool.Pool
}

func (s store) get(ctx context.Context, db postgres.Querier, id uuid.UUID) (record, error) {
	r, err := postgres.One[record](ctx, db, getQuery, pgx.StrictNamedArgs{"id": id})
	if errors.Is(err, pgx.ErrNoRows) {
		return r, errNoEvent
	}
	if err != nil {
		return r, fmt.Errorf("read sampling event %s: %w", id, err)
	}
	r.complete()
	return r, nil
}

// page returns events of the list.
func (s store) page(ctx context.Context, p paging.Request, c conditions) (records []record, more bool, err error) {
	queries := paging.Queries{Begin: listQuery, After: listAfterQuery, Before: listBeforeQuery}
	if records, more, err = paging.Read[record](ctx, s.db, p, c.args(), queries); err != nil {
		return nil, false, fmt.Errorf("list sampling events: %w", err)
	}
	for i := range records {
		records[i].complete()
	}
	return records, more, nil
}

func (s store) count(ctx context.Context, c conditions) (n int64, err error) {
	if err := s.db.QueryRow(ctx, countQuery.String(), c.args()).Scan(&n); err != nil {
		return 0, fmt.Errorf("count sampling events: %w", err)
	}
	return n, nil
}

// targets returns the hashes of the lists of targets that hold every taxon that a Filter asks for.
func (s store) targets(ctx context.Context, f surveillance.Filter, names *surveillance.Names) ([]int64, error) {
	lists, err := postgres.All[struct {
		Hash    int64    `db:"hash"`
		Targets []string `db:"target_taxa"`
	}](ctx, s.db, targetListsQuery)
	if err != nil {
		return nil, fmt.Errorf("list the targets of sampling events: %w", err)
	}
	hashes := []int64{}
	for _, list := range lists {
		if f.TargetedBy(list.Targets, names) {
			hashes = append(hashes, list.Hash)
		}
	}
	return hashes, nil
}

// findDataSource finds the key of the data source. It reports the client's errors to fail.
func (s store) findDataSource(ctx context.Context, d *draft, fail func(member, code, msg string)) error {
	if d.DataSource == "" {
		return nil // reported already
	}
	var synthetic bool
	err := s.db.QueryRow(ctx, findDataSourceQuery.String(), pgx.StrictNamedArgs{"slug": d.DataSource}).Scan(&d.sourceKey, &synthetic)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		fail("data_source", "unknown_data_source", "Unknown data_source")
	case err != nil:
		return fmt.Errorf("look for a data source: %w", err)
	case synthetic:
		fail("data_source", "synthetic_data_source", "data_source "+d.DataSource+" holds events that the program made up; an event of yours cannot join them")
	}
	return nil
}

// insert stores a new event and returns it, or the event that has the id; created says which.
func (s store) insert(ctx context.Context, d draft) (r record, created bool, err error) {
	id := d.id()
	hash, err := d.hash()
	if err != nil {
		return r, false, err
	}
	err = postgres.Transaction(ctx, s.db, pgx.TxOptions{}, func(tx pgx.Tx) error {
		args := d.args()
		args["id"], args["data_source_key"], args["event_id"] = id, d.sourceKey, d.EventID
		n, err := postgres.Exec(ctx, tx, insertQuery, args)
		if err != nil {
			return fmt.Errorf("store sampling event %s: %w", id, err)
		}
		if created = n > 0; created {
			if _, err := postgres.Exec(ctx, tx, insertRequestQuery, pgx.StrictNamedArgs{"id": id, "hash": hash}); err != nil {
				return fmt.Errorf("store the request of sampling event %s: %w", id, err)
			}
		}
		r, err = s.get(ctx, tx, id)
		return err
	})
	if errors.Is(err, errNoEvent) {
		err = httpapi.Conflict("The event with this data_source and event_id was just removed")
	}
	return r, created, err
}

// isRepeated reports whether a draft is what a stored event was created with, or what it is now. So a create can be sent again after the
// event was changed.
func (s store) isRepeated(ctx context.Context, r record, d draft) (bool, error) {
	hash, err := d.hash()
	if err != nil {
		return false, err
	}
	var stored []byte
	err = s.db.QueryRow(ctx, requestQuery.String(), pgx.StrictNamedArgs{"id": r.ID}).Scan(&stored)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return false, fmt.Errorf("read the request of sampling event %s: %w", r.ID, err)
	}
	if bytes.Equal(hash, stored) {
		return true, nil
	}
	other, err := differ(r, d)
	return !other, err
}

// lock reads an event and locks it until the transaction ends.
func (s store) lock(ctx context.Context, tx pgx.Tx, id uuid.UUID) (record, error) {
	var locked uuid.UUID
	err := tx.QueryRow(ctx, lockQuery.String(), pgx.StrictNamedArgs{"id": id}).Scan(&locked)
	if errors.Is(err, pgx.ErrNoRows) {
		return record{}, errNoEvent
	}
	if err != nil {
		return record{}, fmt.Errorf("lock sampling event %s: %w", id, err)
	}
	return s.get(ctx, tx, id)
}

// update gives a locked event the content that change returns; an error of change is returned unchanged. The result is the stored
// event, and whether it was changed.
func (s store) update(ctx context.Context, id uuid.UUID, change func(record) (draft, error)) (r record, changed bool, err error) {
	err = postgres.Transaction(ctx, s.db, pgx.TxOptions{}, func(tx pgx.Tx) error {
		if r, err = s.lock(ctx, tx, id); err != nil {
			return err
		}
		d, err := change(r)
		if err != nil {
			return err
		}
		if changed, err = differ(r, d); err != nil || !changed {
			return err
		}
		args := d.args()
		args["id"], args["moved"] = id, d.Location != r.Location
		if _, err := postgres.Exec(ctx, tx, updateQuery, args); err != nil {
			return fmt.Errorf("change sampling event %s: %w", id, err)
		}
		r, err = s.get(ctx, tx, id)
		return err
	})
	return r, changed, err
}

// differ reports whether a draft has other content than a stored event.
func differ(r record, d draft) (bool, error) {
	stored, err := draftOf(r)
	if err != nil {
		return false, err
	}
	before, err := stored.canonical()
	if err != nil {
		return false, err
	}
	after, err := d.canonical()
	return !bytes.Equal(before, after), err
}

// remove deletes a locked event, unless check returns an error.
func (s store) remove(ctx context.Context, id uuid.UUID, check func(record) error) error {
	return postgres.Transaction(ctx, s.db, pgx.TxOptions{}, func(tx pgx.Tx) error {
		r, err := s.lock(ctx, tx, id)
		if err != nil {
			return err
		}
		if err := check(r); err != nil {
			return err
		}
		if _, err := postgres.Exec(ctx, tx, deleteQuery, pgx.StrictNamedArgs{"id": id}); err != nil {
			return fmt.Errorf("delete sampling event %s: %w", id, err)
		}
		return nil
	})
}

// args returns the parameters that insert.sql and update.sql share.
func (d draft) args() pgx.StrictNamedArgs {
	return pgx.StrictNamedArgs{
		"site_id": d.SiteID, "lat": d.Location.Lat, "lng": d.Location.Lng, "location_accuracy_m": d.LocationAccuracyM,
		"started_at": d.StartedAt, "ended_at": d.EndedAt, "utc_offset": d.UTCOffset, "date_precision": d.DatePrecision,
		"sampling_protocol": d.SamplingProtocol, "lure": d.Lure, "traps": d.Traps, "nights": d.Nights, "effort": d.Effort,
		"effort_unit": d.EffortUnit, "effort_source": d.EffortSource, "problem": d.Problem, "target_taxa": d.TargetTaxa,
		"complete": d.Complete, "remarks": d.Remarks, "metadata": string(d.Metadata),
	}
}
