package observe

import (
	"context"

	"github.com/skeeter-surveillance/skeeter/internal/history"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
)

// noted are the members of a record whose changes the history keeps: those that somebody says. What follows from them is left out.
// sql/fragment/noted_members.sql has the same but held_reason: what is public has none.
var noted = []string{
	"species_id", "species_scientific_name", "verbatim_scientific_name", "identification_qualifier", "count", "location", "location_accuracy_m", "obscured_degrees",
	"observed_at", "date_precision", "observed_until", "notes", "user_id", "observer_name", "data_source", "life_stage", "sex", "sampling_protocol",
	"event_id", "image_url", "prediction_id", "model_id", "confidence", "metadata", "status", "publication", "held_reason", "basis_of_record", "licence",
}

// judgedMembers are the noted members that a reviewer judges. What was said of a record before one of them changed, or its status, was said of another.
// sql/fragment/judged_members.sql has the same.
var judgedMembers = []string{
	"species_id", "verbatim_scientific_name", "identification_qualifier", "count", "life_stage", "sex", "location", "location_accuracy_m", "observed_at",
	"date_precision", "observed_until", "notes", "image_url", "prediction_id",
}

// state is a record as the history knows it.
type state struct {
	Observation
	HeldReason *string `json:"held_reason"` // why it is not public
}

// note adds the change of a record to its history. "" is the action that the change itself says.
func (s store) note(ctx context.Context, db postgres.Querier, before, after record, action, reason string) error {
	was, is, err := history.Differing(state{before.Observation, before.heldReason}, state{after.Observation, after.heldReason})
	if err != nil {
		return err
	}
	was, is = was.Only(noted), is.Only(noted)
	switch {
	case len(was)+len(is) == 0:
		return nil
	case action != "":
	case before.Publication != public && after.Publication == public:
		action = history.Published
	case before.Publication == public && after.Publication != public:
		action = history.Held
	case before.Status != after.Status:
		action = history.Reviewed
	default:
		action = history.Changed
	}
	return history.Add(ctx, db, history.Entry{Entity: history.Observation, ID: after.ID.String(), Action: action, Was: was, Is: is, Reason: reason})
}
