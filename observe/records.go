package observe

import (
	"context"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi/representation"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/observe/form"
)

// What follows writes records for the OGC API, with the rules of the routes here. What was sent comes in two parts: the place, in
// range and rounded, and the other members of a record. What is wrong is an *httpapi.Error that names the members at their places
// in the client's document. ETags are those of the API.

// Create stores a new record, under the client's own id if there is one; its anonymous reporter gets a receipt. created is false for a request that was answered before.
func (o *Observe) Create(ctx context.Context, own *uuid.UUID, at *surveillance.Location, members *httpapi.Object) (id uuid.UUID, etag, receipt string, created bool, err error) {
	rec, created, err := o.add(ctx, own, form.Form{Object: members, Location: at, Now: o.Now()})
	if err != nil {
		return id, "", "", false, err
	}
	etag, err = o.etag(ctx, rec.Observation)
	return rec.ID, etag, rec.receipt, created, err
}

// Replace gives a record new content. What a map does not show stays: who observed, the picture and what a model made of it, the
// event and the metadata.
func (o *Observe) Replace(ctx context.Context, id uuid.UUID, at *surveillance.Location, members *httpapi.Object, conditions representation.Conditions) (etag string, err error) {
	if err := o.mayMove(ctx, id); err != nil {
		return "", err
	}
	rec, err := o.change(ctx, id, conditions, form.Form{Object: members, Location: at, Now: o.Now()}, ofPublic(o.replaced))
	return o.etagOf(ctx, rec, err)
}

// Update applies a merge patch (RFC 7396). Nil leaves the record at its place.
func (o *Observe) Update(ctx context.Context, id uuid.UUID, at *surveillance.Location, members *httpapi.Object, conditions representation.Conditions) (etag string, err error) {
	if at != nil {
		if err := o.mayMove(ctx, id); err != nil {
			return "", err
		}
	}
	rec, err := o.change(ctx, id, conditions, form.Form{Object: members, Location: at, Patch: true, Now: o.Now()}, ofPublic(o.patched))
	return o.etagOf(ctx, rec, err)
}

// mayMove returns 409 for a record whose exact place the OGC API does not show: the place that was drawn would come back as the exact one.
func (o *Observe) mayMove(ctx context.Context, id uuid.UUID) error {
	rec, err := o.store.read(ctx, id)
	if err == nil && rec.CellDegrees != nil {
		err = httpapi.Conflict("The place of the observation is obscured: change it at " + o.Base + "/observations/" + id.String())
	}
	return err
}

func (o *Observe) etagOf(ctx context.Context, rec record, err error) (string, error) {
	if err != nil {
		return "", err
	}
	return o.etag(ctx, rec.Observation)
}

// replaced returns a record with the content of a form, and whether that changes it. It keeps the fields that features do not show.
func (o *Observe) replaced(ctx context.Context, db postgres.Querier, rec record, f form.Form) (d draft, changed bool, err error) {
	old, err := draftOf(rec)
	if err != nil {
		return d, false, err
	}
	before, err := old.canonical()
	if err != nil {
		return d, false, err
	}
	d = newDraft()
	d.UserID, d.ObserverName, d.EventID, d.Metadata, d.Licence = old.UserID, old.ObserverName, old.EventID, old.Metadata, old.Licence
	d.ImageURL, d.PredictionID, d.ModelID, d.Confidence = old.ImageURL, old.PredictionID, old.ModelID, old.Confidence
	d.Verbatim, d.sourceKey = old.Verbatim, old.sourceKey
	return o.written(ctx, db, d, f, before)
}

// Delete withdraws a record: the public sees it no more, and its id stays taken.
func (o *Observe) Delete(ctx context.Context, id uuid.UUID, conditions representation.Conditions) error {
	return o.remove(ctx, id, func(rec record) error {
		if rec.Publication != public {
			return errNoRecord
		}
		return o.check(ctx, conditions, rec)
	})
}

// remove withdraws a record for which allowed returns no error.
func (o *Observe) remove(ctx context.Context, id uuid.UUID, allowed func(record) error) error {
	err := o.store.withdraw(ctx, id, func(db postgres.Querier, rec record) (string, error) {
		e, err := o.store.editorOf(ctx, db, rec, o.store.allNames())
		switch {
		case err != nil:
			return "", err
		case e.own:
			return heldReporter, allowed(rec)
		case !e.writes:
			return "", rec.mayBeWritten(e.Visitor)
		default:
			return heldWriter, allowed(rec)
		}
	})
	if err == nil {
		o.Changed(ctx)
	}
	return err
}

// ofPublic applies a change to what is public: the OGC API has no other records.
func ofPublic(apply applyForm) applyForm {
	return func(ctx context.Context, db postgres.Querier, rec record, f form.Form) (draft, bool, error) {
		if rec.Publication != public {
			return draft{}, false, errNoRecord
		}
		return apply(ctx, db, rec, f)
	}
}

// ETag returns a record's ETag. The error is a 404 when no record has the id.
func (o *Observe) ETag(ctx context.Context, id uuid.UUID) (string, error) {
	rec, err := o.store.read(ctx, id)
	return o.etagOf(ctx, rec, err)
}
