package observe

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/observe/form"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var identificationsQuery = sql.Get("review/identifications.sql")

// MaxDecisions is how many decisions one request may make.
const MaxDecisions = 1000

// maxIdentifications is how many identifications of a record are shown, the newest ones.
const maxIdentifications = 100

// maxComment is the longest comment or reason in characters.
const maxComment = 2000

// decided answers decisions, one by one in their order.
type decided struct {
	Done    int       `json:"done"`
	Noted   int       `json:"noted"`
	Refused int       `json:"refused"`
	Results []Decided `json:"results"`
}

func (o *Observe) decide(w http.ResponseWriter, r *http.Request) error {
	object, err := httpapi.ReadObject(w, r, jsonType)
	if err != nil {
		return err
	}
	object.Require("decisions")
	var sent []json.RawMessage
	if raw := object.Raw("decisions"); raw != nil && (json.Unmarshal(raw, &sent) != nil || len(sent) == 0 || len(sent) > MaxDecisions) {
		object.Fail("decisions", "out_of_range", fmt.Sprintf("decisions must be a list of 1 to %d", MaxDecisions))
	}
	if err := object.Err(); err != nil {
		return err
	}

	wanted := make([]Decision, len(sent))
	for i, one := range sent {
		wanted[i] = readDecision(object, i, one)
	}
	if err := object.Err(); err != nil {
		return err
	}

	answer := decided{Results: []Decided{}}
	for _, d := range wanted {
		one := Decided{ID: d.ID, Result: resultRefused, Detail: d.lacks(), Type: httpapi.TypeValidation}
		if one.Detail == "" {
			if one, err = o.Decide(r.Context(), d); err != nil {
				return err
			}
		}
		answer.add(one)
	}

	keepPrivate(w)
	return httpapi.JSON(w, http.StatusOK, answer)
}

func (d *decided) add(one Decided) {
	switch one.Result {
	case resultDone:
		d.Done++
	case resultNoted:
		d.Noted++
	default:
		d.Refused++
	}
	d.Results = append(d.Results, one)
}

// readDecision reads one decision of a body. It reports what is wrong to the body, with the number of the decision, from 0, in the place.
func readDecision(body *httpapi.Object, number int, raw []byte) (d Decision) {
	object, err := httpapi.ParseObject(raw)
	if err != nil {
		body.Fail("decisions", "not_an_object", fmt.Sprintf("decision %d is no object", number))
		return d
	}
	object.Require("observation_id", "decision")
	if id := object.UUID("observation_id"); id != nil {
		d.ID = *id
	}
	if object.Has("decision") {
		d.Decision = form.Form{Object: object}.OneOf("decision", decisions)
	}
	d.ScientificName, d.LifeStage, d.Sex = object.Text("scientific_name", maxFileName), object.Text("life_stage", maxTerm), object.Text("sex", maxTerm)
	d.Reason, d.Comment = object.Text("reason", maxComment), object.Text("comment", maxComment)
	if seen := object.Text("updated_at", maxTerm); seen != nil {
		at, err := time.Parse(time.RFC3339, *seen)
		if err != nil {
			object.Fail("updated_at", "not_a_timestamp", "updated_at must be that of the observation")
		}
		d.SeenAt = &at
	}
	var wrong *httpapi.Error
	if errors.As(object.Err(), &wrong) {
		for _, f := range wrong.Fields {
			body.Fail("decisions", f.Type, fmt.Sprintf("decision %d: %s", number, f.Msg))
		}
	}
	return d
}

// lacks says what a decision lacks, or says in vain; "" for nothing.
func (d Decision) lacks() string {
	says := d.ScientificName != nil || d.LifeStage != nil || d.Sex != nil
	switch {
	case d.Decision == Correct && !says:
		return "a correction says scientific_name, life_stage or sex"
	case d.Decision != Correct && says:
		return "scientific_name, life_stage and sex belong to the decision " + Correct
	case d.Decision == Reject && d.Reason == nil:
		return "a rejection says its reason"
	case d.Decision == NeedsMore && d.Comment == nil:
		return "the reporter is told in the comment what is needed"
	}
	return ""
}

// identification is what somebody made of a record.
type identification struct {
	At             time.Time `json:"at" db:"at"`
	Decision       string    `json:"decision" db:"decision"`
	ScientificName *string   `json:"scientific_name" db:"scientific_name"`
	LifeStage      *string   `json:"life_stage" db:"life_stage"`
	Sex            *string   `json:"sex" db:"sex"`
	ActorKind      string    `json:"actor_kind" db:"actor_kind"`
	Actor          *string   `json:"actor" db:"actor"`
	Reason         *string   `json:"reason" db:"reason"`
	Comment        *string   `json:"comment" db:"comment"`
}

// reviewed is how far the review of a record is.
type reviewed struct {
	Status          string           `json:"status"`
	Publication     string           `json:"publication"`
	HeldReason      *string          `json:"held_reason"`
	Identifications []identification `json:"identifications"`
}

// getReview answers with what reviewers said of a record, for those who review, and for who made it, without their names.
func (o *Observe) getReview(w http.ResponseWriter, r *http.Request) error {
	id, err := pathID(r)
	if err != nil {
		return err
	}
	rec, err := o.store.find(r.Context(), o.store.db, id)
	if err != nil {
		return err
	}
	reviewer, err := o.store.asOwn(r.Context(), rec, o.store.allNames())
	if err != nil {
		return err
	}

	out := reviewed{Status: rec.Status, Publication: rec.Publication, HeldReason: rec.heldReason}
	if out.Identifications, err = o.store.identifications(r.Context(), id); err != nil {
		return err
	}
	for i := range out.Identifications {
		if !reviewer {
			out.Identifications[i].Actor = nil
		}
	}

	keepPrivate(w)
	return httpapi.JSON(w, http.StatusOK, out)
}

func (s store) identifications(ctx context.Context, id uuid.UUID) ([]identification, error) {
	said, err := postgres.All[identification](ctx, s.db, identificationsQuery, pgx.StrictNamedArgs{"id": id, "limit": maxIdentifications})
	if err != nil {
		return nil, fmt.Errorf("read the identifications of observation %s: %w", id, err)
	}
	return said, nil
}
