package sources

import (
	"context"
	"errors"
	"fmt"
	"net/url"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/internal/access"
	"github.com/skeeter-surveillance/skeeter/internal/history"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/observe/private"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	listQuery  = sql.Get("sources/list.sql")
	countQuery = sql.Get("sources/count.sql")
	getQuery   = sql.Get("sources/get.sql")
	addQuery   = sql.Get("sources/add.sql")
)

type store struct{ db *pgxpool.Pool }

// known are arguments for the data sources that whoever sends the request of a context may know.
func known(ctx context.Context) (pgx.StrictNamedArgs, error) {
	v, err := access.Of(ctx)
	if err != nil {
		return nil, err
	}
	all, mine := v.Private()
	return pgx.StrictNamedArgs{"all": all, "mine": mine}, nil
}

// list returns a page of data sources, and how many there are.
func (s store) list(ctx context.Context, page httpapi.Page) (found []Source, total int64, err error) {
	args, err := known(ctx)
	if err != nil {
		return nil, 0, err
	}
	if err := s.db.QueryRow(ctx, countQuery.String(), args).Scan(&total); err != nil {
		return nil, 0, fmt.Errorf("count data sources: %w", err)
	}
	args["limit"], args["offset"] = page.Limit, page.Offset
	found, err = postgres.All[Source](ctx, s.db, listQuery, args)
	if err != nil {
		return nil, 0, fmt.Errorf("list data sources: %w", err)
	}
	if found == nil {
		found = []Source{}
	}
	return found, total, nil
}

// get returns a data source. The error is 404 when none has the id.
func (s store) get(ctx context.Context, id string) (Source, error) {
	args, err := known(ctx)
	if err != nil {
		return Source{}, err
	}
	args["id"] = id
	found, err := postgres.One[Source](ctx, s.db, getQuery, args)
	if errors.Is(err, pgx.ErrNoRows) {
		return found, errNoSource
	}
	if err != nil {
		return found, fmt.Errorf("read data source %s: %w", id, err)
	}
	return found, nil
}

// add stores a new data source, private from the start where it is to be. created is false when one has its id.
func (s store) add(ctx context.Context, w Source) (created bool, err error) {
	actor, err := history.ActorOf(ctx)
	if err != nil {
		return false, err
	}
	args := actor.Args()
	args["id"], args["title"], args["licence"], args["citation"], args["contact"], args["url"] = w.ID, w.Title, w.Licence, w.Citation, w.Contact, w.URL
	err = postgres.Write(ctx, s.db, func(tx pgx.Tx) error {
		n, err := postgres.Exec(ctx, tx, addQuery, args)
		if err != nil {
			return fmt.Errorf("store data source %s: %w", w.ID, err)
		}
		if created = n > 0; !created || !w.Private {
			return nil
		}
		return private.SetIn(ctx, tx, w.ID, true, dayOf(w.PublicFrom))
	})
	return created, err
}

func isWebAddress(s string) bool {
	u, err := url.Parse(s)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Hostname() != "" && u.User == nil
}
