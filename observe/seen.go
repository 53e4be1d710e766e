package observe

import (
	"context"
	"errors"
	"net/http"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/internal/access"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/export"
)

// viewer is who reads records. Who observed, and an exact place that the public may not know, are for those who write or review records, and for
// the reporter; others see no names, a pseudonym instead of user_id, and a place that was drawn.
type viewer struct {
	access.Visitor
	pseudonym func(string) string // nil where the viewer sees everything
	asked     *string             // user_id that the request names: who knows it gets it
}

// viewerOf returns who sent a request. A token that is not valid is nobody's: it finds out nothing.
func (o *Observe) viewerOf(ctx context.Context) (s viewer, err error) {
	s.Visitor, err = access.Of(ctx)
	var e *httpapi.Error
	if errors.As(err, &e) && e.Status == http.StatusUnauthorized {
		s.Visitor, err = access.Visitor{}, nil
	}
	if err == nil && (!s.May(access.Change) || len(s.Sources) > 0) {
		s.pseudonym, err = o.Pseudonym(ctx)
	}
	return s, err
}

// viewerOfRecord is viewerOf for one record: whoever brings its receipt made it.
func (o *Observe) viewerOfRecord(ctx context.Context, rec record) (viewer, error) {
	s, err := o.viewerOf(ctx)
	if err != nil || s.Receipt == "" {
		return s, err
	}
	owns, err := o.store.owns(ctx, o.store.db, s.Visitor, rec)
	if owns {
		s.pseudonym = nil
	}
	return s, err
}

// sees reports whether a viewer sees who observed a record.
func (s viewer) sees(rec record) bool {
	if s.pseudonym == nil || rec.Account != nil && *rec.Account == s.Account && s.Account != uuid.Nil {
		return true
	}
	return s.May(access.Change) && rec.ofVisitor(s.Visitor) == nil
}

// views returns what the viewer sees of records.
func (s viewer) views(ctx context.Context, of store, records []record) ([]Observation, error) {
	var hidden []uuid.UUID
	for _, rec := range records {
		if rec.CellDegrees != nil && s.sees(rec) {
			hidden = append(hidden, rec.ID)
		}
	}
	exact, err := of.exactly(ctx, hidden)
	if err != nil {
		return nil, err
	}
	out := make([]Observation, len(records))
	for i, rec := range records {
		if found, ok := exact[rec.ID]; ok {
			rec = found
		}
		out[i] = s.view(rec)
	}
	return out, nil
}

// view returns what the viewer sees of a record.
func (s viewer) view(rec record) Observation {
	seen := rec.Observation
	if s.sees(rec) {
		return seen
	}
	seen.ObserverName = nil
	if id := seen.UserID; id != nil && (s.asked == nil || *s.asked != *id) {
		seen.UserID = new(s.pseudonym(*id))
	}
	seen.Metadata = export.WithoutObservers(seen.Metadata)
	return seen
}
