package observe

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"strconv"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/internal/access"
	"github.com/skeeter-surveillance/skeeter/internal/history"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// Numbers of entries in one answer: by default and at most.
const (
	defaultEntries = 50
	maxEntries     = 500
)

var errNoEntry = httpapi.NotFound("No such entry of the history")

// entryList is a page of a record's history.
type entryList struct {
	Entries []history.Stored `json:"entries"`
	Before  *int64           `json:"before"` // what the next page begins before; nil: this is the last
}

// history answers with who changed a record: for those who review, and for who made it, without the names of others.
func (o *Observe) history(w http.ResponseWriter, r *http.Request) error {
	p := httpapi.Query(r)
	limit := p.Int("limit", defaultEntries, 1, maxEntries)
	before := p.Text("before")
	var from *int64
	if n, err := strconv.ParseInt(before, 10, 64); before != "" && (err != nil || n < 1) {
		p.Fail("before", "not_an_integer", "before must be the id of an entry")
	} else if before != "" {
		from = &n
	}
	if err := p.Err(); err != nil {
		return err
	}
	id, err := pathID(r)
	if err != nil {
		return err
	}
	ctx := r.Context()
	rec, err := o.store.find(ctx, o.store.db, id)
	if err != nil {
		return err
	}
	reviewer, err := o.store.asOwn(ctx, rec, o.store.allNames())
	if err != nil {
		return err
	}

	entries, err := history.List(ctx, o.store.db, history.Observation, id.String(), from, limit+1)
	if err != nil {
		return err
	}

	out := entryList{Entries: entries[:min(limit, len(entries))]}
	if len(entries) > limit {
		out.Before = &out.Entries[limit-1].ID
	}
	for i := range out.Entries {
		if !reviewer {
			out.Entries[i].Actor = nil
		}
	}
	keepPrivate(w)
	return httpapi.JSON(w, http.StatusOK, out)
}

// asOwn returns an error for who neither reviews a record nor made it, and says whether the visitor reviews.
func (s store) asOwn(ctx context.Context, rec record, names *surveillance.Names) (reviewer bool, err error) {
	v, err := access.Of(ctx)
	if err != nil || reviews(v, rec, names) {
		return err == nil, err
	}
	owns, err := s.owns(ctx, s.db, v, rec)
	switch {
	case err != nil || owns:
		return false, err
	case rec.Publication != public:
		return false, errNoRecord
	default:
		return false, access.Refusal(v, access.Review)
	}
}

// undo puts back what an entry of a record's history says that it was.
func (o *Observe) undo(w http.ResponseWriter, r *http.Request) error {
	id, err := pathID(r)
	if err != nil {
		return err
	}
	entry, err := strconv.ParseInt(httpapi.Var(r, "entry_id"), 10, 64)
	if err != nil {
		return errNoEntry
	}

	rec, err := o.undoEntry(r.Context(), id, entry)
	if err != nil {
		return err
	}
	keepPrivate(w)
	return o.show(w, r, http.StatusOK, rec)
}

// undoEntry puts back what an entry changed.
func (o *Observe) undoEntry(ctx context.Context, id uuid.UUID, entry int64) (record, error) {
	rec, changed, err := o.store.update(ctx, id, func(db postgres.Querier, rec record) (draft, bool, error) {
		e, err := o.store.editorOf(ctx, db, rec, o.store.allNames())
		if err == nil && !reviews(e.Visitor, rec, o.store.allNames()) {
			err = rec.notReviewed()
		}
		if err != nil {
			return draft{}, false, err
		}
		d, err := o.undone(ctx, db, rec, entry)
		if err == nil {
			err = o.settleChange(ctx, db, e, rec, &d)
		}
		return d, true, err
	})
	if err == nil && changed {
		o.announce(ctx, rec)
	}
	return rec, err
}

// Undo puts back what an entry of a record's history changed, with the rules of the API, and returns the record.
func (o *Observe) Undo(ctx context.Context, id uuid.UUID, entry int64) (Observation, error) {
	rec, err := o.undoEntry(ctx, id, entry)
	return rec.Observation, err
}

// undone returns a record as it was before an entry of its history, as far as the entry changed it. Where two have to agree, one that was withdrawn
// waits for them. The error is 409 where somebody changed the same since, and where its reporter withdrew it.
func (o *Observe) undone(ctx context.Context, db postgres.Querier, rec record, entry int64) (d draft, err error) {
	e, err := history.Get(ctx, db, history.Observation, rec.ID.String(), entry)
	if errors.Is(err, history.ErrNone) {
		return d, errNoEntry
	}
	if err != nil {
		return d, err
	}
	if e.Was == nil {
		return d, httpapi.Conflict("There is nothing to put back: the entry says that the observation was " + e.Action)
	}
	if rec.Publication == withdrawn && equal(rec.heldReason, new(heldReporter)) {
		return d, httpapi.Conflict("Its reporter withdrew the observation")
	}
	left, err := rec.with(ctx, o.store, db, e.Is)
	if err != nil {
		return d, err
	}
	now, err := draftOf(rec)
	if err != nil {
		return d, err
	}
	if same, err := now.says(left); err != nil {
		return d, err
	} else if !same || rec.Publication != left.Publication {
		return d, httpapi.Conflict("The observation has changed since in what the entry changed")
	}
	was, err := rec.with(ctx, o.store, db, e.Was)
	if err != nil {
		return d, err
	}
	if d, err = draftOf(was); err != nil {
		return d, err
	}
	d.action, d.reason = history.Undone, "entry "+strconv.FormatInt(entry, 10)
	if was.Publication == rec.Publication {
		return d, nil
	}
	d.publication = was.Publication
	if was.heldReason != nil {
		d.heldReason = *was.heldReason
	}
	if rec.Publication != withdrawn || d.publication != public {
		return d, nil
	}
	why, err := o.needsTwo(ctx, db, rec, d)
	if why != "" {
		d.publication, d.Status = pending, statusUnverified
	}
	return d, err
}

// with returns a record with members in the place of its own. Why it is not public is what the members say, or not known.
func (r record) with(ctx context.Context, s store, db postgres.Querier, members json.RawMessage) (record, error) {
	var own, others history.Members
	encoded, err := json.Marshal(r.Observation)
	if err == nil {
		err = errors.Join(json.Unmarshal(encoded, &own), json.Unmarshal(members, &others))
	}
	if err != nil {
		return r, fmt.Errorf("read the history of observation %s: %w", r.ID, err)
	}
	// What a redaction took from the history stays as the record has it.
	maps.DeleteFunc(others, func(_ string, value json.RawMessage) bool { return string(value) == history.Redacted })
	maps.Copy(own, others)
	if encoded, err = json.Marshal(own); err != nil {
		return r, fmt.Errorf("read the history of observation %s: %w", r.ID, err)
	}
	var then state
	if err := json.Unmarshal(encoded, &then); err != nil {
		return r, fmt.Errorf("read the history of observation %s: %w", r.ID, err)
	}
	r.Observation, r.heldReason = then.Observation, then.HeldReason
	_, ahead := r.ObservedAt.Zone()
	r.UTCOffset = int16(ahead / 60)
	taxon, known := s.allNames().FindTaxon(r.SpeciesID)
	r.TaxonKey, r.DataSourceKey = taxon.Key, nil
	if r.DataSource != nil {
		from, err := s.source(ctx, db, *r.DataSource)
		if err != nil {
			return r, err
		}
		r.DataSourceKey = from.Key
		known = known && from.Key != nil
	}
	if !known {
		return r, httpapi.Conflict("The name or the data source that the observation had is gone")
	}
	return r, nil
}
