package uploads

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi/representation"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var shownQuery = sql.Get("predict/shown.sql")

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
	if shown, err := s.shown(r.Context(), id); err != nil {
		return err
	} else if !shown {
		return httpapi.NotFound("Not found")
	}
	var f *os.File
	var info fs.FileInfo
	err = s.within(func(root *os.Root) (err error) {
		if info, err = root.Lstat(name); err == nil && !info.Mode().IsRegular() {
			return fs.ErrNotExist // the store writes no links, and reading a pipe would block
		}
		if err == nil {
			f, err = root.Open(name)
		}
		return err
	})
	if errors.Is(err, fs.ErrNotExist) {
		return httpapi.NotFound("Not found")
	}
	if err != nil {
		return fmt.Errorf("open a saved picture: %w", err)
	}
	defer f.Close() //nolint:errcheck // the file was only read
	h := w.Header()
	httpapi.SetEmbeddable(h)                     // reports on other sites show the picture
	h.Set("Cache-Control", "public, max-age=60") // the record may be withdrawn or rejected
	if representation.NotModified(w, r, `"`+id.String()+`"`) {
		return nil
	}
	h.Set("Content-Type", "image/jpeg")
	http.ServeContent(w, r, "", info.ModTime(), f)
	return nil
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
