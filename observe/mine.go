package observe

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/access"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/lang"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/observe/paging"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	ownQueries         = []sql.Query{sql.Get("observe/own_public.sql"), sql.Get("observe/own_held.sql")}
	listOwnQuery       = sql.Get("observe/list_own.sql")
	listOwnAfterQuery  = sql.Get("observe/list_own_after.sql")
	listOwnBeforeQuery = sql.Get("observe/list_own_before.sql")
	countOwnQuery      = sql.Get("observe/count_own.sql")
	saidOwnQuery       = sql.Get("review/identifications_of.sql")
)

// maxSaid is how many identifications of each record the list of one's own records shows, the newest ones.
const maxSaid = 10

// ownObservation is a record as its reporter sees it, with what reviewers said, without their names.
type ownObservation struct {
	Observation     Observation      `json:"observation"`
	HeldReason      *string          `json:"held_reason"`
	Identifications []identification `json:"identifications"`
}

// ownList is the envelope of the list of one's own records.
type ownList struct {
	Count int64            `json:"count"`
	Items []ownObservation `json:"items"`
	httpapi.PageLinks
}

// EachOf visits the observations of an account, public and not, as their owner sees them: those of the set whose tables db sees. They come one by one, so memory holds no more.
func (o *Observe) EachOf(ctx context.Context, db postgres.Querier, account uuid.UUID, visit func(any) error) error {
	for _, query := range ownQueries {
		rows, err := db.Query(ctx, query.String(), pgx.StrictNamedArgs{"account": account})
		if err != nil {
			return fmt.Errorf("read the observations of an account: %w", err)
		}
		defer rows.Close()
		for rows.Next() {
			rec, err := pgx.RowToStructByName[anyRecord](rows)
			if err != nil {
				return fmt.Errorf("read an observation of an account: %w", err)
			}
			if err := visit(rec.whole().Observation); err != nil {
				return err
			}
		}
		if err := rows.Err(); err != nil {
			return fmt.Errorf("read the observations of an account: %w", err)
		}
	}
	return nil
}

// ownRequest asks for a page of the records of an account, or for one of them.
type ownRequest struct {
	paging.Request
	account uuid.UUID
	only    *uuid.UUID // id of a record; nil for all
	source  *string    // id of a data source; nil for all
}

func parseOwn(r *http.Request) (req ownRequest, err error) {
	p := httpapi.Query(r)
	req.Request = paging.Parse(p)
	if text := p.Text("id"); text != "" {
		id, ok := httpapi.ParseUUID(text)
		if !ok {
			p.Fail("id", "not_a_uuid", "id must be the id of an observation")
		}
		req.only = &id
	}
	if text := p.Text("data_source"); text != "" {
		req.source = new(lang.Slug(text))
	}
	if err := p.Err(); err != nil {
		return req, err
	}
	v, err := access.Of(r.Context())
	req.account = v.Account
	return req, err
}

// listMine answers with the records of who is signed in, as their reporter sees them: public, waiting and withdrawn. With id it has that record,
// or nothing where the record is somebody else's.
func (o *Observe) listMine(w http.ResponseWriter, r *http.Request) error {
	req, err := parseOwn(r)
	if err != nil {
		return err
	}

	ctx, list := r.Context(), ownList{}
	var records []record
	more := false
	if req.only != nil {
		records, err = o.store.ownOne(ctx, req)
		list.Count = int64(len(records))
	} else if list.Count, err = o.store.countOwn(ctx, req); err == nil && list.Count > 0 {
		records, more, err = o.store.ownPage(ctx, req)
	}
	if err != nil {
		return err
	}
	if list.Items, err = o.store.withSaid(ctx, records); err != nil {
		return err
	}
	if req.only == nil {
		list.PageLinks = req.Links(r, positionsOf(records), more)
	}

	keepPrivate(w)
	return httpapi.JSON(w, http.StatusOK, list)
}

func positionsOf(records []record) []paging.Position {
	positions := make([]paging.Position, len(records))
	for i, rec := range records {
		positions[i] = paging.Position{At: rec.ObservedAt, ID: rec.ID}
	}
	return positions
}

// ownOne returns a record of an account, or none.
func (s store) ownOne(ctx context.Context, req ownRequest) ([]record, error) {
	rec, err := s.find(ctx, s.db, *req.only)
	switch {
	case errors.Is(err, errNoRecord):
		return nil, nil
	case err != nil:
		return nil, err
	case rec.Account == nil || *rec.Account != req.account || req.source != nil && !same(rec.DataSource, req.source):
		return nil, nil
	}
	return []record{rec}, nil
}

func (s store) ownPage(ctx context.Context, req ownRequest) (records []record, more bool, err error) {
	queries := paging.Queries{Begin: listOwnQuery, After: listOwnAfterQuery, Before: listOwnBeforeQuery}
	found, more, err := paging.Read[anyRecord](ctx, s.db, req.Request, s.ownArgs(req), queries)
	if err != nil {
		return nil, false, fmt.Errorf("list the observations of an account: %w", err)
	}
	records = make([]record, len(found))
	for i, rec := range found {
		records[i] = rec.whole()
	}
	return records, more, nil
}

func (s store) countOwn(ctx context.Context, req ownRequest) (n int64, err error) {
	if err := s.db.QueryRow(ctx, countOwnQuery.String(), s.ownArgs(req)).Scan(&n); err != nil {
		return 0, fmt.Errorf("count the observations of an account: %w", err)
	}
	return n, nil
}

// ownArgs are the parameters of the queries for an account's records. A data source that is not known has none.
func (s store) ownArgs(req ownRequest) postgres.Args {
	args := postgres.Args{"account": req.account, "source": nil}
	if req.source != nil {
		source, _ := s.lookups.Current().FindDataSource(*req.source)
		args["source"] = source.Key // no data source has the key 0
	}
	return args
}

// withSaid adds to records what reviewers said of them, without the reviewers' names.
func (s store) withSaid(ctx context.Context, records []record) ([]ownObservation, error) {
	items, ids := make([]ownObservation, len(records)), make([]uuid.UUID, len(records))
	place := map[uuid.UUID]int{}
	for i, rec := range records {
		items[i] = ownObservation{Observation: rec.Observation, HeldReason: rec.heldReason, Identifications: []identification{}}
		ids[i], place[rec.ID] = rec.ID, i
	}
	said, err := s.identificationsOf(ctx, ids)
	if err != nil {
		return nil, err
	}
	for _, one := range said {
		one.Actor = nil
		item := &items[place[one.Of]]
		item.Identifications = append(item.Identifications, one.identification)
	}
	return items, nil
}

// identificationOf is what somebody made of one of several records.
type identificationOf struct {
	identification
	Of uuid.UUID `db:"observation_id"`
}

func (s store) identificationsOf(ctx context.Context, ids []uuid.UUID) ([]identificationOf, error) {
	said, err := postgres.All[identificationOf](ctx, s.db, saidOwnQuery, pgx.StrictNamedArgs{"ids": ids, "limit": maxSaid})
	if err != nil {
		return nil, fmt.Errorf("read the identifications of an account's observations: %w", err)
	}
	return said, nil
}
