package events

import (
	"cmp"
	"net/http"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi/representation"
	"github.com/skeeter-surveillance/skeeter/observe/form"
)

const (
	jsonType       = "application/json"
	mergePatchType = "application/merge-patch+json"
)

// pathID returns the id in the path; one that is no UUID is no event's.
func pathID(r *http.Request) (uuid.UUID, error) {
	id, ok := httpapi.ParseUUID(httpapi.Var(r, "sampling_event_id"))
	if !ok {
		return id, errNoEvent
	}
	return id, nil
}

func (e *Events) get(w http.ResponseWriter, r *http.Request) error {
	id, err := pathID(r)
	if err != nil {
		return err
	}
	rec, err := e.store.get(r.Context(), e.store.db, id)
	if err != nil {
		return err
	}
	etag, err := rec.ETag()
	if err != nil {
		return err
	}
	if representation.NotModified(w, r, etag) {
		return nil
	}
	return httpapi.JSON(w, http.StatusOK, rec.Event)
}

// show answers a write with the stored event, its ETag, and warnings if there are any.
func show(w http.ResponseWriter, status int, rec record, warnings []string) error {
	etag, err := rec.ETag()
	if err != nil {
		return err
	}
	w.Header().Set("ETag", etag)
	return httpapi.JSON(w, status, struct {
		Event
		Warnings []string `json:"warnings,omitempty"`
	}{rec.Event, warnings})
}

func (e *Events) create(w http.ResponseWriter, r *http.Request) error {
	object, err := httpapi.ReadObject(w, r, jsonType)
	if err != nil {
		return err
	}
	names := e.Lookups.Current()
	if err := names.TaxaErr(); err != nil {
		return err
	}
	warnings := []string{}
	f := form.Form{Object: object, Now: e.Now(), Warnings: &warnings}
	d := newDraft()
	d.read(f, names)
	if err := e.store.findDataSource(r.Context(), &d, f.Fail); err != nil {
		return err
	}
	if err := f.Err(); err != nil {
		return err
	}

	rec, created, err := e.store.insert(r.Context(), d)
	if err != nil {
		return err
	}
	status := http.StatusCreated
	if created {
		e.Changed(r.Context())
	} else {
		status = http.StatusOK
		if repeated, err := e.store.isRepeated(r.Context(), rec, d); err != nil || !repeated {
			return cmp.Or(err, error(httpapi.Conflict("An event with this data_source and event_id and other content exists")))
		}
	}
	w.Header().Set("Location", httpapi.BaseURL(r)+e.Base+"/events/"+rec.ID.String())
	return show(w, status, rec, warnings)
}

func (e *Events) update(w http.ResponseWriter, r *http.Request) error {
	id, err := pathID(r)
	if err != nil {
		return err
	}
	object, err := httpapi.ReadObject(w, r, jsonType, mergePatchType)
	if err != nil {
		return err
	}
	names := e.Lookups.Current()
	if err := names.TaxaErr(); err != nil {
		return err
	}
	warnings := []string{}
	f := form.Form{Object: object, Patch: true, Now: e.Now(), Warnings: &warnings}
	conditions := representation.ConditionsOf(r)

	rec, changed, err := e.store.update(r.Context(), id, func(rec record) (d draft, err error) {
		if err := check(conditions, rec); err != nil {
			return d, err
		}
		if d, err = draftOf(rec); err != nil {
			return d, err
		}
		d.read(f, names)
		return d, f.Err()
	})
	if err != nil {
		return err
	}
	if changed {
		e.Changed(r.Context())
	}
	return show(w, http.StatusOK, rec, warnings)
}

func (e *Events) remove(w http.ResponseWriter, r *http.Request) error {
	id, err := pathID(r)
	if err != nil {
		return err
	}
	conditions := representation.ConditionsOf(r)
	if err := e.store.remove(r.Context(), id, func(rec record) error { return check(conditions, rec) }); err != nil {
		return err
	}
	e.Changed(r.Context())
	w.WriteHeader(http.StatusNoContent)
	return nil
}

func check(conditions representation.Conditions, rec record) error {
	etag, err := rec.ETag()
	if err != nil {
		return err
	}
	if conditions.Changed(etag) {
		return httpapi.PreconditionFailed("The event has changed since; read it again")
	}
	if conditions.Excluded(etag) {
		return httpapi.PreconditionFailed("The event is there, with the ETag that If-None-Match names")
	}
	return nil
}
