package areas

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	lockBuiltInQuery   = sql.Get("areas/lock_built_in.sql")
	builtInQuery       = sql.Get("areas/built_in.sql")
	isBuiltInQuery     = sql.Get("areas/is_built_in.sql")
	markBuiltInQuery   = sql.Get("areas/mark_built_in.sql")
	forgetBuiltInQuery = sql.Get("areas/forget_built_in.sql")
	putValidQuery      = sql.Get("areas/put_valid.sql")
	removeOthersQuery  = sql.Get("areas/remove_others.sql")
)

// BuiltIn is a set that the program brings. The id of a feature and its property "name" are those of the area.
type BuiltIn struct {
	Set        string
	Digest     string                    // of the collection
	Collection func() (io.Reader, error) // a GeoJSON FeatureCollection
}

// ErrBuiltIn means that a set comes with the program: nobody imports into it or removes it.
var ErrBuiltIn = errors.New("the set comes with the program, and stays as it is")

// checkOwn returns ErrBuiltIn for a set that the program brings.
func checkOwn(ctx context.Context, db postgres.Querier, set string) error {
	var builtIn bool
	if err := db.QueryRow(ctx, isBuiltInQuery.String(), pgx.StrictNamedArgs{"set": set}).Scan(&builtIn); err != nil {
		return fmt.Errorf("look whether a set of areas is built in: %w", err)
	}
	if builtIn {
		return fmt.Errorf("%s: %w", set, ErrBuiltIn)
	}
	return nil
}

// Keep stores a built-in set, unless the same one is stored. An id that another set has is left to it. Several processes may call it at the
// same time. It reports whether it stored the set.
func Keep(ctx context.Context, db *pgxpool.Pool, b BuiltIn) (stored bool, err error) {
	err = pgx.BeginFunc(ctx, db, func(tx pgx.Tx) error {
		if err := postgres.LimitStatements(ctx, tx, 0); err != nil {
			return err
		}
		if _, err := postgres.Exec(ctx, tx, lockBuiltInQuery); err != nil {
			return fmt.Errorf("wait for another process: %w", err)
		}
		var known bool
		args := pgx.StrictNamedArgs{"set": b.Set, "digest": b.Digest}
		if err := tx.QueryRow(ctx, builtInQuery.String(), args).Scan(&known); err != nil || known {
			return err
		}
		stored = true
		if err := b.store(ctx, tx); err != nil {
			return err
		}
		_, err := postgres.Exec(ctx, tx, markBuiltInQuery, args)
		return err
	})
	if err != nil {
		return false, fmt.Errorf("store the areas %s: %w", b.Set, err)
	}
	return stored, nil
}

// store stores the areas set-wise, and one by one those that need a repair, which takes longer.
func (b BuiltIn) store(ctx context.Context, tx pgx.Tx) error {
	file, err := b.Collection()
	if err != nil {
		return err
	}
	var ids, names []string
	var wkbs [][]byte
	features := map[string]sentFeature{}
	if err := eachFeature(file, func(_ int, f sentFeature) error {
		var id string
		if err := json.Unmarshal(f.ID, &id); err != nil {
			return fmt.Errorf("id %s: %w", f.ID, err)
		}
		shape, err := f.Geometry.shape(surveillance.MaxAreaVertices)
		if err != nil {
			return fmt.Errorf("%s: %w", id, err)
		}
		wkb, err := encode(shape)
		ids, names, wkbs, features[id] = append(ids, id), append(names, f.property("name")), append(wkbs, wkb), f
		return err
	}); err != nil {
		return err
	}
	rows, err := postgres.All[struct {
		ID string `db:"id"`
	}](ctx, tx, putValidQuery, pgx.StrictNamedArgs{"set": b.Set, "ids": ids, "names": names, "wkbs": wkbs})
	if err != nil {
		return err
	}
	one := importer{ImportOptions: ImportOptions{Set: b.Set, Name: "name"}}
	for _, row := range rows {
		why := new(surveillance.ValueError)
		if err := one.put(ctx, tx, row.ID, features[row.ID]); err != nil && (!errors.As(err, &why) || why.Code != "taken") {
			return fmt.Errorf("%s: %w", row.ID, err)
		}
	}
	_, err = postgres.Exec(ctx, tx, removeOthersQuery, pgx.StrictNamedArgs{"set": b.Set, "ids": ids})
	return err
}
