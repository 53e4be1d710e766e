package observe

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/internal/access"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi/representation"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/secret"
	"github.com/skeeter-surveillance/skeeter/observe/form"
)

const (
	jsonType       = "application/json"
	mergePatchType = "application/merge-patch+json"
)

// pathID returns the id in the path; one that is no UUID is no record's.
func pathID(r *http.Request) (uuid.UUID, error) {
	id, ok := httpapi.ParseUUID(httpapi.Var(r, "observation_id"))
	if !ok {
		return id, errNoRecord
	}
	return id, nil
}

func (o *Observe) get(w http.ResponseWriter, r *http.Request) error {
	id, err := pathID(r)
	if err != nil {
		return err
	}
	rec, err := o.read(r.Context(), id)
	if err != nil {
		return err
	}
	viewer, err := o.viewerOfRecord(r.Context(), rec)
	if err != nil {
		return err
	}
	views, err := viewer.views(r.Context(), o.store, []record{rec})
	if err != nil {
		return err
	}
	seen := views[0]
	etag, err := o.etag(r.Context(), seen)
	if err != nil {
		return err
	}
	if rec.Publication != public {
		keepPrivate(w)
	}
	if representation.NotModified(w, r, etag) {
		return nil
	}
	return httpapi.JSON(w, http.StatusOK, seen)
}

// read returns a record that the visitor may see.
func (o *Observe) read(ctx context.Context, id uuid.UUID) (record, error) {
	var rec record
	err := o.store.inEither(ctx, o.store.db, id, func() (err error) {
		if rec, err = o.store.read(ctx, id); errors.Is(err, errNoRecord) {
			rec, err = o.store.get(ctx, o.store.db, held.get, id)
		}
		return err
	})
	if err != nil {
		return rec, err
	}
	return rec, o.store.sees(ctx, o.store.db, rec, o.store.allNames())
}

// keepPrivate tells caches not to keep an answer that is not for everybody.
func keepPrivate(w http.ResponseWriter) { w.Header().Set("Cache-Control", "private, no-store") }

// show answers a write with the stored record, its ETag, and warnings if there are any.
func (o *Observe) show(w http.ResponseWriter, r *http.Request, status int, rec record, warnings ...string) error {
	etag, err := o.etag(r.Context(), rec.Observation)
	if err != nil {
		return err
	}
	w.Header().Set("ETag", etag)
	return httpapi.JSON(w, status, struct {
		Observation
		Receipt  string   `json:"receipt,omitempty"`
		Warnings []string `json:"warnings,omitempty"`
	}{rec.Observation, rec.receipt, warnings})
}

func (o *Observe) create(w http.ResponseWriter, r *http.Request) error {
	object, err := httpapi.ReadObject(w, r, jsonType)
	if err != nil {
		return err
	}
	warnings := []string{}
	rec, created, err := o.add(r.Context(), object.UUID("id"), form.Form{Object: object, Now: o.Now(), Warnings: &warnings})
	if err != nil {
		return err
	}
	w.Header().Set("Location", httpapi.BaseURL(r)+o.Base+"/observations/"+rec.ID.String())
	status := http.StatusOK
	if created {
		status = http.StatusCreated
	}
	if rec.receipt != "" || rec.Publication != public {
		keepPrivate(w)
	}
	return o.show(w, r, status, rec, warnings...)
}

// add stores a new record, under the client's own id if there is one, and returns it. created is false for a request that was
// answered before: then the record is the stored one.
func (o *Observe) add(ctx context.Context, own *uuid.UUID, f form.Form) (rec record, created bool, err error) {
	v, err := access.Of(ctx)
	if err != nil {
		return rec, false, err
	}
	d := newDraft()
	d.read(f)
	if err := d.limit(ctx, v, o.ReviewRule, f); err != nil {
		return rec, false, err
	}
	if v.Account != uuid.Nil {
		d.account = &v.Account
	}

	var hash []byte
	if own != nil {
		if hash, err = d.hash(); err != nil {
			return rec, false, err
		}
		taken, err := o.store.requests(ctx, o.store.db, *own)
		if err != nil {
			return rec, false, err
		}
		if stored, ok := taken[*own]; ok {
			// Before the names are looked up: a repeated request stays good when its species or data source went.
			if err := f.Err(); err != nil {
				return rec, false, err
			}
			if rec, err = o.repeated(ctx, stored, d, hash); errors.Is(err, errTaken) {
				err = refused(own, f)
			}
			return rec, false, err
		}
		checkOwnID(own, f)
	}
	if err := o.store.resolve(ctx, o.store.db, o.Lookups.Current(), &d, f.Fail); err != nil {
		return rec, false, err
	}
	if err := f.Err(); err != nil {
		return rec, false, err
	}
	if f.Warnings != nil && d.taxon.Doubt != "" {
		*f.Warnings = append(*f.Warnings, d.taxon.Doubt)
	}
	if d.heldReason = d.waits(v); d.heldReason != "" && f.Warnings != nil {
		*f.Warnings = append(*f.Warnings, waitsBecause[d.heldReason])
	}
	receipt := ""
	if v.Anonymous() {
		receipt = secret.New(receiptPrefix)
		d.receipt = secret.Hash(receipt)
	}
	if rec, created, err = o.insert(ctx, own, d, hash); created {
		rec.receipt = receipt
	}
	return rec, created, err
}

// insert stores a new record under the client's own id or a new one.
func (o *Observe) insert(ctx context.Context, own *uuid.UUID, d draft, hash []byte) (rec record, created bool, err error) {
	if own == nil {
		id, err := uuid.NewV7()
		if err != nil {
			return rec, false, fmt.Errorf("make an id: %w", err)
		}
		own = &id
	}
	if d.UserID == nil {
		d.UserID = new(uuid.NewString())
	}
	rec, created, err = o.store.insert(ctx, *own, d, hash)
	if err != nil {
		return rec, false, err
	}
	if !created {
		taken, err := o.store.requests(ctx, o.store.db, *own)
		if err != nil {
			return rec, false, err
		}
		rec, err = o.repeated(ctx, taken[*own], d, hash)
		return rec, false, err
	}
	o.announce(ctx, rec)
	return rec, true, nil
}

// announce updates what the server keeps in memory after a commit and before the answer. So the next request finds the record, by a new
// name too.
func (o *Observe) announce(ctx context.Context, rec record) {
	names := o.Lookups.Current()
	if rec.Publication != public {
		names = names.ForReviewers()
	}
	if _, known := names.FindTaxon(rec.SpeciesID); !known {
		_ = o.Lookups.Refresh(ctx) // logs its failure; the notification of the change refreshes again
	}
	o.Changed(ctx)
}

func (o *Observe) update(w http.ResponseWriter, r *http.Request) error {
	id, err := pathID(r)
	if err != nil {
		return err
	}
	object, err := httpapi.ReadObject(w, r, jsonType, mergePatchType)
	if err != nil {
		return err
	}

	rec, err := o.change(r.Context(), id, representation.ConditionsOf(r), form.Form{Object: object, Patch: true, Now: o.Now()}, o.patched)
	if err != nil {
		return err
	}
	if rec.Publication != public {
		keepPrivate(w)
	}
	return o.show(w, r, http.StatusOK, rec)
}

// withdraw takes a record and its picture from the public.
func (o *Observe) withdraw(w http.ResponseWriter, r *http.Request) error {
	id, err := pathID(r)
	if err != nil {
		return err
	}
	conditions := representation.ConditionsOf(r)
	if err := o.remove(r.Context(), id, func(rec record) error { return o.check(r.Context(), conditions, rec) }); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// applyForm makes a draft of a record and a form, and says whether that changes it.
type applyForm func(context.Context, postgres.Querier, record, form.Form) (draft, bool, error)

// change applies a form to a record, if the conditions of the request hold, and returns the stored record.
func (o *Observe) change(ctx context.Context, id uuid.UUID, conditions representation.Conditions, f form.Form, apply applyForm) (record, error) {
	rec, changed, err := o.store.update(ctx, id, func(db postgres.Querier, rec record) (draft, bool, error) {
		e, err := o.store.editorOf(ctx, db, rec, o.store.allNames())
		if err == nil {
			err = o.check(ctx, conditions, rec)
		}
		if err != nil {
			return draft{}, false, err
		}
		d, changed, err := apply(ctx, db, rec, f)
		if err == nil && changed {
			err = o.settleChange(ctx, db, e, rec, &d)
		}
		return d, changed, err
	})
	if err == nil && changed {
		o.announce(ctx, rec)
	}
	return rec, err
}

// settleChange says where a changed record lies, unless the editor may not change it so.
func (o *Observe) settleChange(ctx context.Context, db postgres.Querier, e editor, rec record, d *draft) error {
	if err := e.mayChange(ctx, rec, *d, o.store.allNames()); err != nil {
		return err
	}
	e.place(rec, d)
	return o.mayDecide(ctx, db, rec, *d)
}

func (o *Observe) check(ctx context.Context, conditions representation.Conditions, rec record) error {
	etag, err := o.etag(ctx, rec.Observation)
	if err != nil {
		return err
	}
	if conditions.Changed(etag) {
		return httpapi.PreconditionFailed("The observation has changed since; read it again")
	}
	if conditions.Excluded(etag) {
		return httpapi.PreconditionFailed("The observation is there, with the ETag that If-None-Match names")
	}
	return nil
}

// patched applies a merge patch to a record, and says whether that changes it.
func (o *Observe) patched(ctx context.Context, db postgres.Querier, rec record, f form.Form) (d draft, changed bool, err error) {
	if d, err = draftOf(rec); err != nil {
		return d, false, err
	}
	before, err := d.canonical()
	if err != nil {
		return d, false, err
	}
	return o.written(ctx, db, d, f, before)
}

// written reads a form into a record, and says whether that makes another of it than before.
func (o *Observe) written(ctx context.Context, db postgres.Querier, d draft, f form.Form, before []byte) (draft, bool, error) {
	d.read(f)
	if err := o.store.resolve(ctx, db, o.Lookups.Current(), &d, f.Fail); err != nil {
		return d, false, err
	}
	if err := f.Err(); err != nil {
		return d, false, err
	}
	after, err := d.canonical()
	return d, !bytes.Equal(before, after), err
}
