package areas

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/twpayne/go-geom"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	addQuery        = sql.Get("areas/add.sql")
	dropUnusedQuery = sql.Get("areas/drop_unused.sql")
	getQuery        = sql.Get("areas/get.sql")
	listQuery       = sql.Get("areas/list.sql")
	countQuery      = sql.Get("areas/count.sql")
)

// store keeps areas in the database.
type store struct{ db *pgxpool.Pool }

// add stores a drawn area. created is false when it was known. The error is a 422 when nothing of it has an area.
func (s store) add(ctx context.Context, shape *geom.MultiPolygon) (stored record, created bool, err error) {
	wkb, err := encode(shape)
	if err != nil {
		return record{}, false, err
	}
	type added struct {
		record
		Created     bool `db:"created"`
		RepairedNow bool `db:"repaired_now"`
	}
	var row added
	err = postgres.Transaction(ctx, s.db, pgx.TxOptions{}, func(tx pgx.Tx) error {
		var err error
		if row, err = postgres.One[added](ctx, tx, addQuery, pgx.StrictNamedArgs{"wkb": wkb}); err != nil || !row.Created {
			return err
		}
		_, err = postgres.Exec(ctx, tx, dropUnusedQuery, pgx.StrictNamedArgs{"keep": MaxDrawn})
		return err
	})
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return record{}, false, invalid(noArea(), "body", "coordinates")
	case err != nil:
		return record{}, false, fmt.Errorf("store an area: %w", err)
	}
	row.Repaired = row.RepairedNow
	return row.record, row.Created, nil
}

// get returns an area with its geometry as WKB. The error is a 404 when there is none.
func (s store) get(ctx context.Context, id string) (record, []byte, error) {
	type found struct {
		record
		WKB []byte `db:"wkb"`
	}
	row, err := postgres.One[found](ctx, s.db, getQuery, pgx.StrictNamedArgs{"id": id})
	if errors.Is(err, pgx.ErrNoRows) {
		return record{}, nil, httpapi.NotFound("Area not found")
	}
	if err != nil {
		return record{}, nil, fmt.Errorf("read an area: %w", err)
	}
	return row.record, row.WKB, nil
}

// wanted are the areas of sets that a list has. The zero value is all of them.
type wanted struct {
	set    string
	search string // part of a name or id, as lang.Fold returns it
}

func (w wanted) args() postgres.Args {
	args := postgres.Args{"set": nil, "search": nil}
	if w.set != "" {
		args["set"] = w.set
	}
	if w.search != "" {
		args["search"] = w.search
	}
	return args
}

func count(ctx context.Context, db postgres.Querier, w wanted) (n int64, err error) {
	if err := db.QueryRow(ctx, countQuery.String(), w.args()).Scan(&n); err != nil {
		return 0, fmt.Errorf("count areas: %w", err)
	}
	return n, nil
}

// list returns a page of areas of sets, and how many there are.
func (s store) list(ctx context.Context, w wanted, page httpapi.Page) (records []record, total int64, err error) {
	if total, err = count(ctx, s.db, w); err != nil {
		return nil, 0, err
	}
	args := w.args()
	args["limit"], args["offset"] = page.Limit, page.Offset
	if records, err = postgres.All[record](ctx, s.db, listQuery, args); err != nil {
		return nil, 0, fmt.Errorf("list areas: %w", err)
	}
	return records, total, nil
}
