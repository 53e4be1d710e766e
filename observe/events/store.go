package events

import (
	"context"
	"fmt"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/observe/keyed"
	"github.com/skeeter-surveillance/skeeter/observe/paging"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	ofOneQueries = keyed.Queries{
		Get: sql.Get("events/get.sql"), GetExact: sql.Get("events/get_exact.sql"), Insert: sql.Get("events/insert.sql"), InsertRequest: sql.Get("events/insert_request.sql"),
		Request: sql.Get("events/request.sql"), Lock: sql.Get("events/lock.sql"), Update: sql.Get("events/update.sql"),
		Delete: sql.Get("events/delete.sql"),
	}
	listQuery        = sql.Get("events/list.sql")
	listAfterQuery   = sql.Get("events/list_after.sql")
	listBeforeQuery  = sql.Get("events/list_before.sql")
	countQuery       = sql.Get("events/count.sql")
	targetListsQuery = sql.Get("events/target_lists.sql")
)

type store struct {
	db postgres.Database
}

// page returns events of the list.
func (s store) page(ctx context.Context, p paging.Request, c conditions) (records []record, more bool, err error) {
	queries := paging.Queries{Begin: listQuery, After: listAfterQuery, Before: listBeforeQuery}
	if records, more, err = paging.Read[record](ctx, s.db, p, c.args(), queries); err != nil {
		return nil, false, fmt.Errorf("list sampling events: %w", err)
	}
	for i := range records {
		records[i].Unpack()
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
