package keyed

import (
	"cmp"
	"context"
	"errors"
	"net/http"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/internal/access"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi/representation"
	"github.com/skeeter-surveillance/skeeter/observe/form"
)

const (
	jsonType       = "application/json"
	mergePatchType = "application/merge-patch+json"
)

// pathID returns the id in the path; one that is no UUID is no record's.
func (s *Resource[R, P]) pathID(r *http.Request) (uuid.UUID, error) {
	id, ok := httpapi.ParseUUID(httpapi.Var(r, s.Variable))
	if !ok {
		return id, s.none
	}
	return id, nil
}

// Get answers with one record as the visitor sees it.
func (s *Resource[R, P]) Get(w http.ResponseWriter, r *http.Request) error {
	id, err := s.pathID(r)
	if err != nil {
		return err
	}
	rec, err := s.shown(r.Context(), id)
	if err != nil {
		return err
	}
	etag, err := representation.ETagOf(rec.Shown(nil))
	if err != nil {
		return err
	}
	if representation.NotModified(w, r, etag) {
		return nil
	}
	return httpapi.JSON(w, http.StatusOK, rec.Shown(nil))
}

// show answers a write with the stored record, its ETag, and warnings if there are any.
func show[R any, P Record[R]](w http.ResponseWriter, status int, rec P, warnings []string) error {
	etag, err := representation.ETagOf(rec.Shown(nil))
	if err != nil {
		return err
	}
	w.Header().Set("ETag", etag)
	return httpapi.JSON(w, status, rec.Shown(warnings))
}

// Create stores a new record, or answers with the stored one when the request is repeated.
func (s *Resource[R, P]) Create(w http.ResponseWriter, r *http.Request) error {
	object, err := httpapi.ReadObject(w, r, jsonType)
	if err != nil {
		return err
	}
	names := s.Lookups.Current()
	if err := names.TaxaErr(); err != nil {
		return err
	}
	warnings := []string{}
	f := form.Form{Object: object, Now: s.Now(), Warnings: &warnings}
	d := s.New()
	if err := cmp.Or(d.Read(r.Context(), s.DB, f, names), f.Err(), ofVisitor(r.Context(), d)); err != nil {
		return err
	}

	rec, created, err := s.insert(r.Context(), d)
	if err != nil {
		return err
	}
	status := http.StatusCreated
	if created {
		s.Changed(r.Context(), rec)
	} else {
		status = http.StatusOK
		if repeated, err := s.isRepeated(r.Context(), rec, d); err != nil || !repeated {
			return cmp.Or(err, error(httpapi.Conflict(s.Noun+" with this "+s.Key+" and other content exists")))
		}
	}
	w.Header().Set("Location", httpapi.BaseURL(r)+s.Path+"/"+rec.UUID().String())
	return show(w, status, rec, warnings)
}

// Update applies a merge patch to a record.
func (s *Resource[R, P]) Update(w http.ResponseWriter, r *http.Request) error {
	id, err := s.pathID(r)
	if err != nil {
		return err
	}
	object, err := httpapi.ReadObject(w, r, jsonType, mergePatchType)
	if err != nil {
		return err
	}
	names := s.Lookups.Current()
	if err := names.TaxaErr(); err != nil {
		return err
	}
	warnings := []string{}
	f := form.Form{Object: object, Patch: true, Now: s.Now(), Warnings: &warnings}

	rec, changed, err := s.update(r.Context(), id, representation.ConditionsOf(r), f, names)
	if err != nil {
		return err
	}
	if changed {
		s.Changed(r.Context(), rec)
	}
	return show(w, http.StatusOK, rec, warnings)
}

// Delete removes a record.
func (s *Resource[R, P]) Delete(w http.ResponseWriter, r *http.Request) error {
	id, err := s.pathID(r)
	if err != nil {
		return err
	}
	if err := s.remove(r.Context(), id, representation.ConditionsOf(r)); err != nil {
		return err
	}
	s.Changed(r.Context(), nil)
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// ofVisitor returns 403 for a draft of a data source that the visitor may not write.
func ofVisitor(ctx context.Context, d Draft) error {
	v, err := access.Of(ctx)
	if err != nil {
		return err
	}
	return v.CheckSource(d.Source())
}

// mayWrite reports whether the visitor may write a record. A token that is not valid finds out nothing.
func mayWrite(ctx context.Context, d Draft) (bool, error) {
	v, err := access.Of(ctx)
	var refused *httpapi.Error
	if errors.As(err, &refused) && refused.Status == http.StatusUnauthorized {
		return false, nil
	}
	return err == nil && v.May(access.WriteEvents) && v.CheckSource(d.Source()) == nil, err
}

// check returns an error when the record is not in the state that the request is for.
func (s *Resource[R, P]) check(conditions representation.Conditions, rec P) error {
	etag, err := representation.ETagOf(rec.Shown(nil))
	switch {
	case err != nil:
		return err
	case conditions.Changed(etag):
		return httpapi.PreconditionFailed("The " + s.noun + " has changed since; read it again")
	case conditions.Excluded(etag):
		return httpapi.PreconditionFailed("The " + s.noun + " is there, with the ETag that If-None-Match names")
	}
	return nil
}
