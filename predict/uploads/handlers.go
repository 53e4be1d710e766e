package uploads

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/access"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi/representation"
	"github.com/skeeter-surveillance/skeeter/internal/secret"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	shownQuery    = sql.Get("predict/shown.sql")
	ownQuery      = sql.Get("predict/own.sql")
	reviewedQuery = sql.Get("predict/reviewed.sql")
)

// Routes returns the operation that serves the pictures, relative to the service. A nil Store, of a server that keeps no pictures,
// answers 404.
func (s *Store) Routes() []httpapi.Route {
	return []httpapi.Route{{Method: http.MethodGet, Path: path + "{name}", Name: "getPredictionImage", Handler: s.serve, Light: true}}
}

func (s *Store) serve(w http.ResponseWriter, r *http.Request) error {
	name := httpapi.Var(r, "name")
	id, err := uuid.Parse(trimEnding(name))
	if err != nil || id.String()+ending != name || s == nil {
		return httpapi.NotFound("Not found")
	}
	public, err := s.shown(r.Context(), id)
	if err == nil && !public {
		err = s.sees(r.Context(), id)
	}
	if err != nil {
		return err
	}
	f, since, err := s.where.Open(r.Context(), name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return httpapi.NotFound("Not found")
	case errors.Is(err, errAway), errors.Is(err, errSilent):
		return httpapi.Unavailable("Pictures cannot be read at the moment; try again", err)
	case err != nil:
		return err
	}
	defer f.Close() //nolint:errcheck // the file was only read
	h := w.Header()
	httpapi.SetEmbeddable(h) // reports on other sites show the picture
	if public {
		h.Set("Cache-Control", "public, max-age=60") // the record may be withdrawn or rejected
	} else {
		h.Set("Cache-Control", "private, no-store")
	}
	if representation.NotModified(w, r, `"`+id.String()+`"`) {
		return nil
	}
	h.Set("Content-Type", "image/jpeg")
	http.ServeContent(w, r, "", since, f)
	return nil
}

// sees returns 404 for a picture that is not public, unless the visitor has the receipt of its record or reviews it.
func (s *Store) sees(ctx context.Context, id uuid.UUID) error {
	v, err := access.Of(ctx)
	if err == nil && v.May(access.Review) {
		if reviewed, err := s.reviews(ctx, v, id); err != nil || reviewed {
			return err
		}
	}
	own := false
	if v.Receipt != "" || v.Account != uuid.Nil {
		args := pgx.StrictNamedArgs{"hash": secret.Hash(v.Receipt), "account": v.Account, "id": id}
		if err := s.DB.QueryRow(ctx, ownQuery.String(), args).Scan(&own); err != nil {
			return fmt.Errorf("look for the receipt of a picture: %w", err)
		}
	}
	if !own {
		return httpapi.NotFound("Not found")
	}
	return nil
}

// reviews reports whether a reviewer decides on a record of a picture.
func (s *Store) reviews(ctx context.Context, v access.Visitor, id uuid.UUID) (reviewed bool, err error) {
	if len(v.Taxa)+len(v.Countries) == 0 {
		return true, nil
	}
	args := pgx.StrictNamedArgs{"id": id, "taxa": nil, "countries": nil}
	if keys, all := s.Targets(v.Taxa); !all {
		args["taxa"] = keys
	}
	if len(v.Countries) > 0 {
		args["countries"] = v.Countries
	}
	if err := s.DB.QueryRow(ctx, reviewedQuery.String(), args).Scan(&reviewed); err != nil {
		return false, fmt.Errorf("look for the records of a picture: %w", err)
	}
	return reviewed, nil
}

// shown reports whether a picture may be seen. One that is no prediction's may.
func (s *Store) shown(ctx context.Context, id uuid.UUID) (shown bool, err error) {
	err = s.DB.QueryRow(ctx, shownQuery.String(), pgx.StrictNamedArgs{"id": id}).Scan(&shown)
	if errors.Is(err, pgx.ErrNoRows) {
		return true, nil
	}
	if err != nil {
		return false, fmt.Errorf("look for the records of a picture: %w", err)
	}
	return shown, nil
}
