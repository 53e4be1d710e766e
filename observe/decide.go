package observe

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/access"
	"github.com/skeeter-surveillance/skeeter/internal/history"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/observe/form"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	identifyQuery = sql.Get("review/identify.sql")
	agreesQuery   = sql.Get("review/agrees.sql")
)

// What a reviewer decides of a record.
const (
	Confirm   = "confirm"
	Correct   = "correct" // name, stage or sex
	Reject    = "reject"
	NeedsMore = "needs_more"
)

var decisions = []string{Confirm, Correct, Reject, NeedsMore}

// Rules by which two people have to agree: always, or where what the public then sees raises an alert. Otherwise one decides.
const (
	RuleTwo    = "two"
	RuleAlerts = "alerts"
)

// What became of a decision.
const (
	resultDone    = "done"    // the record is as the reviewer says
	resultNoted   = "noted"   // what the reviewer says is kept; the record is as it was
	resultRefused = "refused" // nothing is kept
)

// Decision is what a reviewer says of a record. Nil is not given.
type Decision struct {
	ID             uuid.UUID
	Decision       string
	ScientificName *string
	LifeStage, Sex *string
	Reason         *string    // of a rejection
	Comment        *string    // to the reporter
	SeenAt         *time.Time // updated_at of the record as the reviewer saw it
}

// Decided is what became of a decision.
type Decided struct {
	ID          uuid.UUID            `json:"observation_id"`
	Result      string               `json:"result"`
	Status      string               `json:"status,omitempty"` // of the record, now
	Publication string               `json:"publication,omitempty"`
	Detail      string               `json:"detail,omitempty"` // why it is refused, or waits for another
	Type        string               `json:"type,omitempty"`   // of the refusal, as in an error body
	Errors      []httpapi.FieldError `json:"errors,omitempty"`
}

// errSeen refuses a decision about a record as it no longer is.
var errSeen = httpapi.Conflict("Somebody changed the observation meanwhile")

// What tells a reviewer that the rule asks for two.
const (
	waitsForSecond = "somebody else has to say the same"
	waitsForAlert  = "an alert would follow: " + waitsForSecond
)

// Decide does what a reviewer says of a record. An error that is the client's is in the answer.
func (o *Observe) Decide(ctx context.Context, d Decision) (Decided, error) {
	done, waits := false, ""
	rec, changed, err := o.store.update(ctx, d.ID, func(db postgres.Querier, rec record) (out draft, changed bool, err error) {
		if err := mayReview(ctx, rec, o.store.allNames()); err != nil {
			return out, false, err
		}
		if d.SeenAt != nil && !d.SeenAt.Equal(rec.UpdatedAt) {
			return out, false, errSeen
		}
		if out, err = o.draftBy(ctx, db, rec, d); err != nil {
			return out, false, err
		}
		if waits, err = o.needsTwo(ctx, db, rec, out); err != nil {
			return out, false, err
		}
		if done, err = o.store.identify(ctx, db, d, rec, out, waits != ""); err != nil || !done {
			return out, false, err
		}
		return out, true, nil
	})
	answer := Decided{ID: d.ID, Result: resultNoted}
	var refused *httpapi.Error
	switch {
	case errors.As(err, &refused) && refused.Status < 500:
		answer.Result, answer.Detail, answer.Type, answer.Errors = resultRefused, refused.Detail, refused.Type, refused.Fields
		return answer, nil
	case err != nil:
		return answer, err
	case changed:
		o.announce(ctx, rec)
		answer.Result = resultDone
	case d.Decision != NeedsMore:
		answer.Detail = waits
	}
	answer.Status, answer.Publication = rec.Status, rec.Publication
	return answer, nil
}

// needsTwo says why two people have to agree on what a draft makes of a record; "" where one decides.
func (o *Observe) needsTwo(ctx context.Context, db postgres.Querier, rec record, out draft) (why string, err error) {
	switch {
	case o.ReviewRule == RuleTwo:
		return waitsForSecond, nil
	case o.ReviewRule != RuleAlerts || out.Status == statusRejected || rec.FlagBits&int16(surveillance.DoubtfulPlace) != 0:
		return "", nil
	case cmp.Or(out.publication, rec.Publication) != public:
		return "", nil
	}
	last := out.ObservedAt
	if out.ObservedUntil != nil {
		if last, err = time.Parse(time.DateOnly, *out.ObservedUntil); err != nil {
			return "", fmt.Errorf("read the last day of observation %s: %w", rec.ID, err)
		}
	} else {
		last = postgres.Local(last, out.UTCOffset)
	}
	alarming, err := o.Introduces(ctx, db, o.store.allNames(), surveillance.Sighting{
		TaxonKey: out.taxon.Key, At: out.Location, LastDay: last, AccuracyM: out.LocationAccuracyM,
	})
	if alarming {
		why = waitsForAlert
	}
	return why, err
}

// mayDecide returns 409 for a change that one person alone may not make: of the status, of what a reviewer said of other content, of what the public
// sees.
func (o *Observe) mayDecide(ctx context.Context, db postgres.Querier, rec record, d draft) error {
	published := d.publication == public && rec.Publication != public
	decides := d.Status != rec.Status && d.Status != statusUnverified
	if d.Status == statusVerified && !decides {
		var err error
		if decides, err = d.changesJudged(rec); err != nil {
			return err
		}
	}
	if !published && !decides {
		return nil
	}
	why, err := o.needsTwo(ctx, db, rec, d)
	if err == nil && why != "" {
		err = httpapi.Conflict("Two people have to agree on this record, so decide on it at " + o.Base + "/review/decisions: " + why)
	}
	return err
}

// notReviewed refuses a record to somebody who reviews others: whether there is one that is not public is not for everybody.
func (r record) notReviewed() error {
	if r.Publication != public {
		return errNoRecord
	}
	return errOtherReviewer
}

// mayReview returns an error for who may not review a record: without the right, of other taxa or countries, the own one, one that was withdrawn.
func mayReview(ctx context.Context, rec record, names *surveillance.Names) error {
	v, err := access.Of(ctx)
	switch {
	case err != nil:
		return err
	case !v.May(access.Review):
		return access.Refusal(v, access.Review)
	case rec.isMadeBy(v):
		return errOwnReview
	case !reviews(v, rec, names):
		return rec.notReviewed()
	case rec.Publication == withdrawn:
		return httpapi.Conflict("The observation is withdrawn")
	}
	return nil
}

// draftBy returns a record as a decision makes it.
func (o *Observe) draftBy(ctx context.Context, db postgres.Querier, rec record, d Decision) (draft, error) {
	members := map[string]any{}
	if d.Decision == Correct {
		for name, value := range map[string]*string{"species_scientific_name": d.ScientificName, "life_stage": d.LifeStage, "sex": d.Sex} {
			if value != nil {
				members[name] = *value
			}
		}
	}
	encoded, err := json.Marshal(members)
	if err != nil {
		return draft{}, fmt.Errorf("encode a correction: %w", err)
	}
	object, err := httpapi.ParseObject(encoded)
	if err != nil {
		return draft{}, err
	}
	out, _, err := o.patched(ctx, db, rec, form.Form{Object: object, Patch: true, Now: o.Now()})
	if err != nil {
		return out, err
	}
	switch d.Decision {
	case Confirm, Correct:
		out.Status = statusVerified
	case Reject:
		out.Status = statusRejected
	}
	editor{}.place(rec, &out)
	out.action = history.Reviewed
	if out.publication == public {
		out.action = history.Published
	}
	if d.Reason != nil {
		out.reason = *d.Reason
	}
	return out, nil
}

// identify keeps what a reviewer says of a record, and reports whether that decides.
func (s store) identify(ctx context.Context, db postgres.Querier, d Decision, rec record, out draft, two bool) (decides bool, err error) {
	actor, err := history.ActorOf(ctx)
	if err != nil {
		return false, err
	}
	name := out.Species
	if taxon, known := s.allNames().FindTaxon(name); known {
		name = taxon.ScientificName
	} else if d.ScientificName != nil {
		name = *d.ScientificName
	}
	said := actor.Args()
	said["id"], said["decision"], said["name"] = rec.ID, d.Decision, name
	args := maps.Clone(said)
	args["life_stage"], args["sex"], args["reason"], args["comment"] = out.LifeStage, out.Sex, d.Reason, d.Comment
	if _, err := postgres.Exec(ctx, db, identifyQuery, args); err != nil {
		return false, fmt.Errorf("keep the identification of observation %s: %w", rec.ID, err)
	}
	if !two || d.Decision == NeedsMore {
		return d.Decision != NeedsMore, nil
	}
	said["since"] = append([]string{"status"}, judgedMembers...)
	return s.agrees(ctx, db, said)
}

// agrees reports whether somebody else says the same.
func (s store) agrees(ctx context.Context, db postgres.Querier, said pgx.StrictNamedArgs) (agrees bool, err error) {
	if err := db.QueryRow(ctx, agreesQuery.String(), said).Scan(&agrees); err != nil {
		return false, fmt.Errorf("look for another identification: %w", err)
	}
	return agrees, nil
}
