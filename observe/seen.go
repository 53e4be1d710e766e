package observe

import (
	"context"
	"errors"
	"net/http"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/internal/access"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/export"
)

// viewer is who reads records. Who observed, and an exact place that the public may not know, are for those who write or review records, and for
// the reporter; others see no names, a pseudonym instead of user_id, and a place that was drawn.
type viewer struct {
	access.Visitor
	names     *surveillance.Names // what limits of reviewers mean
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
	s.names = o.store.allNames()
	if err == nil && !s.reviewsAll() && (!s.May(access.WriteObservations) || len(s.Sources) > 0) {
		s.pseudonym, err = o.Pseudonym(ctx)
	}
	return s, err
}

func (s viewer) reviewsAll() bool { return s.May(access.Review) && len(s.Taxa)+len(s.Countries) == 0 }

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

// sees reports whether a viewer sees who observed a record, and where. The record has its exact place where the viewer reviews some: that of the
// public may lie in another country.
func (s viewer) sees(rec record) bool {
	return s.pseudonym == nil || rec.isOf(s.Visitor) || s.May(access.WriteObservations) && rec.ofVisitor(s.Visitor) == nil || reviews(s.Visitor, rec, s.names)
}

// views returns what the viewer sees of records.
func (s viewer) views(ctx context.Context, of store, records []record) ([]Observation, error) {
	var hidden []uuid.UUID
	for _, rec := range records {
		if rec.CellDegrees != nil && (s.May(access.Review) || s.sees(rec)) {
			hidden = append(hidden, rec.ID)
		}
	}
	exact, err := of.exactly(ctx, hidden)
	if err != nil {
		return nil, err
	}
	out := make([]Observation, len(records))
	for i, rec := range records {
		found, ok := exact[rec.ID]
		if !ok {
			found = rec
		}
		if s.sees(found) {
			out[i] = found.Observation
		} else {
			out[i] = s.withoutPerson(rec.Observation)
		}
	}
	return out, nil
}

// withoutPerson returns what the viewer sees of the record of somebody else.
func (s viewer) withoutPerson(seen Observation) Observation {
	seen.ObserverName = nil
	if id := seen.UserID; id != nil && (s.asked == nil || *s.asked != *id) {
		seen.UserID = new(s.pseudonym(*id))
	}
	seen.Metadata = export.WithoutObservers(seen.Metadata)
	return seen
}
