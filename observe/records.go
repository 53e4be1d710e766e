package observe

import (
	"context"
	"errors"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
)

// What follows writes records for other doors than the routes here, with the same rules. A record is a JSON object as the API
// takes it; what is wrong with it is an *httpapi.Error with the members' names. ETags are those of the API.

// Create stores a new record. created is false for a request that was answered before.
func (o *Observe) Create(ctx context.Context, object []byte) (id uuid.UUID, etag string, created bool, err error) {
	parsed, err := httpapi.ParseObject(object)
	if err != nil {
		return id, "", false, err
	}
	rec, created, err := o.add(ctx, parsed)
	if err != nil {
		return id, "", false, err
	}
	etag, err = rec.ETag()
	return rec.ID, etag, created, err
}

// Replace gives a record new content. What a map does not show stays: who observed, the picture and what a model made of it, the
// event and the metadata.
func (o *Observe) Replace(ctx context.Context, id uuid.UUID, object []byte, conditions httpapi.Conditions) (etag string, err error) {
	parsed, err := httpapi.ParseObject(object)
	if err != nil {
		return "", err
	}
	rec, err := o.change(ctx, id, conditions, func(db postgres.Querier, rec record) (draft, bool, error) {
		return o.replaced(ctx, db, rec, form{Object: parsed, now: o.now()})
	})
	if err != nil {
		return "", err
	}
	return rec.ETag()
}

// replaced returns a record with the content of a form, and whether that changes it. It keeps the fields that features do not show.
func (o *Observe) replaced(ctx context.Context, db postgres.Querier, rec record, f form) (d draft, changed bool, err error) {
	old, err := draftOf(rec)
	if err != nil {
		return d, false, err
	}
	before, err := old.canonical()
	if err != nil {
		return d, false, err
	}
	d = newDraft()
	d.UserID, d.ObserverName, d.EventID, d.Metadata = old.UserID, old.ObserverName, old.EventID, old.Metadata
	d.ImageURL, d.PredictionID, d.ModelID, d.Confidence = old.ImageURL, old.PredictionID, old.ModelID, old.Confidence
	d.Verbatim = old.Verbatim
	return o.written(ctx, db, d, f, before)
}

// Update applies a merge patch (RFC 7396).
func (o *Observe) Update(ctx context.Context, id uuid.UUID, patch []byte, conditions httpapi.Conditions) (etag string, err error) {
	parsed, err := httpapi.ParseObject(patch)
	if err != nil {
		return "", err
	}
	rec, err := o.change(ctx, id, conditions, func(db postgres.Querier, rec record) (draft, bool, error) {
		return o.patched(ctx, db, rec, form{Object: parsed, patch: true, now: o.now()})
	})
	if err != nil {
		return "", err
	}
	return rec.ETag()
}

// Delete removes a record. One that was imported is stored again by the next import of its file.
func (o *Observe) Delete(ctx context.Context, id uuid.UUID, conditions httpapi.Conditions) error {
	err := o.store.remove(ctx, id, func(rec record) error { return check(conditions, rec) })
	if errors.Is(err, errNoRecord) {
		return notFound()
	}
	if err == nil {
		o.changed(ctx)
	}
	return err
}

// ETag returns a record's ETag. The error is a 404 when no record has the id.
func (o *Observe) ETag(ctx context.Context, id uuid.UUID) (string, error) {
	rec, err := o.store.get(ctx, o.store.db, id)
	if errors.Is(err, errNoRecord) {
		return "", notFound()
	}
	if err != nil {
		return "", err
	}
	return rec.ETag()
}

// Authorized refuses requests without the write token, if one is set.
func (o *Observe) Authorized(next httpapi.HandlerFunc) httpapi.HandlerFunc { return o.writing(next) }
