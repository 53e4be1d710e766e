package keyed

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"maps"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/history"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi/representation"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/observe/form"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	findDataSourceQuery = sql.Get("observe/find_data_source.sql")
	lockIDQuery         = sql.Get("keyed/lock_id.sql")
)

// get reads a record with its exact place.
func (s *Resource[R, P]) get(ctx context.Context, db postgres.Querier, id uuid.UUID) (P, error) {
	return s.read(ctx, db, s.Queries.GetExact, id)
}

// shown reads a record as the visitor may see it: who may write it sees its exact place, and who recorded it.
func (s *Resource[R, P]) shown(ctx context.Context, id uuid.UUID) (P, error) {
	rec, err := s.read(ctx, s.DB, s.Queries.Get, id)
	if err != nil {
		return nil, err
	}
	d, err := rec.Draft()
	if err != nil {
		return nil, err
	}
	writes, err := mayWrite(ctx, d)
	if err != nil {
		return nil, err
	}
	if writes {
		return s.get(ctx, s.DB, id)
	}
	rec.HideObservers()
	return rec, nil
}

func (s *Resource[R, P]) read(ctx context.Context, db postgres.Querier, query sql.Query, id uuid.UUID) (P, error) {
	r, err := postgres.One[R](ctx, db, query, pgx.StrictNamedArgs{"id": id})
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, s.none
	}
	if err != nil {
		return nil, fmt.Errorf("read %s %s: %w", s.noun, id, err)
	}
	rec := P(&r)
	rec.Unpack()
	return rec, nil
}

// insert stores a new record and returns it, or the record that has the id; created says which.
func (s *Resource[R, P]) insert(ctx context.Context, d Draft) (rec P, created bool, err error) {
	id := d.UUID()
	hash, err := hashOf(d)
	if err != nil {
		return nil, false, err
	}
	err = postgres.Write(ctx, s.DB, func(tx pgx.Tx) error {
		if err := d.Prepare(ctx, tx); err != nil {
			return err
		}
		if _, err := postgres.Exec(ctx, tx, lockIDQuery, pgx.StrictNamedArgs{"source": d.Source(), "id": id}); err != nil {
			return fmt.Errorf("lock the id of %s %s: %w", s.noun, id, err)
		}
		args := d.Args()
		maps.Copy(args, d.Identity())
		args["id"] = id
		n, err := postgres.Exec(ctx, tx, s.Queries.Insert, args)
		if err != nil {
			return fmt.Errorf("store %s %s: %w", s.noun, id, err)
		}
		if created = n > 0; created {
			if _, err := postgres.Exec(ctx, tx, s.Queries.InsertRequest, pgx.StrictNamedArgs{"id": id, "hash": hash}); err != nil {
				return fmt.Errorf("store the request of %s %s: %w", s.noun, id, err)
			}
		}
		if rec, err = s.get(ctx, tx, id); err != nil || !created {
			return err
		}
		return history.Add(ctx, tx, history.Entry{Entity: s.noun, ID: id.String(), Action: history.Created, Is: rec.Shown(nil)})
	})
	if errors.Is(err, s.none) {
		err = httpapi.Conflict("The " + s.noun + " with this " + s.Key + " was just removed")
	}
	return rec, created, err
}

// isRepeated reports whether a draft is what a stored record was created with, or what it is now. So a create can be sent again after the
// record was changed.
func (s *Resource[R, P]) isRepeated(ctx context.Context, rec P, d Draft) (bool, error) {
	hash, err := hashOf(d)
	if err != nil {
		return false, err
	}
	var stored []byte
	err = s.DB.QueryRow(ctx, s.Queries.Request.String(), pgx.StrictNamedArgs{"id": rec.UUID()}).Scan(&stored)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return false, fmt.Errorf("read the request of %s %s: %w", s.noun, rec.UUID(), err)
	}
	if bytes.Equal(hash, stored) {
		return true, nil
	}
	other, err := differ(rec, d)
	return !other, err
}

// lock reads a record and locks it until the transaction ends.
func (s *Resource[R, P]) lock(ctx context.Context, tx pgx.Tx, id uuid.UUID) (P, error) {
	var locked uuid.UUID
	err := tx.QueryRow(ctx, s.Queries.Lock.String(), pgx.StrictNamedArgs{"id": id}).Scan(&locked)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, s.none
	}
	if err != nil {
		return nil, fmt.Errorf("lock %s %s: %w", s.noun, id, err)
	}
	return s.get(ctx, tx, id)
}

// update applies a form to a record, if the conditions of the request hold. The result is the stored record, and whether it was changed.
func (s *Resource[R, P]) update(ctx context.Context, id uuid.UUID, conditions representation.Conditions, f form.Form, names *surveillance.Names,
) (rec P, changed bool, err error) {
	err = postgres.Write(ctx, s.DB, func(tx pgx.Tx) error {
		if rec, err = s.lock(ctx, tx, id); err != nil {
			return err
		}
		d, err := rec.Draft()
		if err != nil {
			return err
		}
		if err := cmp.Or(ofVisitor(ctx, d), s.check(conditions, rec)); err != nil {
			return err
		}
		if err := cmp.Or(d.Read(ctx, tx, f, names), f.Err()); err != nil {
			return err
		}
		if changed, err = differ(rec, d); err != nil || !changed {
			return err
		}
		if err := d.Prepare(ctx, tx); err != nil {
			return err
		}
		args := d.Args()
		args["id"], args["moved"] = id, d.Moved()
		if _, err := postgres.Exec(ctx, tx, s.Queries.Update, args); err != nil {
			return fmt.Errorf("change %s %s: %w", s.noun, id, err)
		}
		before := rec
		if rec, err = s.get(ctx, tx, id); err != nil {
			return err
		}
		was, is, err := history.Differing(before.Shown(nil), rec.Shown(nil))
		if err != nil {
			return err
		}
		return history.Add(ctx, tx, history.Entry{Entity: s.noun, ID: id.String(), Action: history.Changed, Was: was, Is: is})
	})
	return rec, changed, err
}

// remove deletes a record, if the conditions of the request hold.
func (s *Resource[R, P]) remove(ctx context.Context, id uuid.UUID, conditions representation.Conditions) error {
	return postgres.Write(ctx, s.DB, func(tx pgx.Tx) error {
		rec, err := s.lock(ctx, tx, id)
		if err != nil {
			return err
		}
		d, err := rec.Draft()
		if err != nil {
			return err
		}
		if err := cmp.Or(ofVisitor(ctx, d), s.check(conditions, rec)); err != nil {
			return err
		}
		if _, err := postgres.Exec(ctx, tx, s.Queries.Delete, pgx.StrictNamedArgs{"id": id}); err != nil {
			return fmt.Errorf("delete %s %s: %w", s.noun, id, err)
		}
		return history.Add(ctx, tx, history.Entry{Entity: s.noun, ID: id.String(), Action: history.Deleted, Was: rec.Shown(nil)})
	})
}

// differ reports whether a draft has other content than a stored record.
func differ[R any, P Record[R]](rec P, d Draft) (bool, error) {
	stored, err := rec.Draft()
	if err != nil {
		return false, err
	}
	before, err := canonical(stored)
	if err != nil {
		return false, err
	}
	after, err := canonical(d)
	return !bytes.Equal(before, after), err
}

// canonical returns the draft's JSON, which does not depend on how the request was written.
func canonical(d Draft) ([]byte, error) {
	b, err := json.Marshal(d)
	if err != nil {
		return nil, fmt.Errorf("encode the request: %w", err)
	}
	return b, nil
}

// hashOf returns the SHA-256 of the canonical form.
func hashOf(d Draft) ([]byte, error) {
	b, err := canonical(d)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(b)
	return sum[:], nil
}

// FindDataSource returns the key of the data source of an id, for a new record; 0 for "", which is reported already. noun is what the
// records are, in the plural. It reports the client's errors to fail.
func FindDataSource(ctx context.Context, db postgres.Querier, id, noun string, fail func(member, code, msg string)) (key int32, err error) {
	if id == "" {
		return 0, nil
	}
	var synthetic bool
	err = db.QueryRow(ctx, findDataSourceQuery.String(), pgx.StrictNamedArgs{"slug": id}).Scan(&key, &synthetic)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		fail("data_source", "unknown_data_source", "Unknown data_source")
	case err != nil:
		return 0, fmt.Errorf("look for a data source: %w", err)
	case synthetic:
		fail("data_source", "synthetic_data_source", "data_source "+id+" holds "+noun+" that the program made up; yours cannot join them")
	}
	return key, nil
}
