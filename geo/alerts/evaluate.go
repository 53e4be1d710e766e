package alerts

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/geo/alerts/kinds"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	raiseQuery     = sql.Get("alerts/raise.sql")
	missingQuery   = sql.Get("alerts/missing.sql")
	closeQuery     = sql.Get("alerts/close.sql")
	evaluatedQuery = sql.Get("alerts/evaluated.sql")
	forgetQuery    = sql.Get("alerts/forget.sql")
	tryLockQuery   = sql.Get("alerts/try_lock.sql")
)

// evaluateEvery is how often rules are evaluated though nothing changed, because time passes.
const evaluateEvery = time.Hour

// maxFacts is how many facts of a rule have an alert: the newest.
const maxFacts = 10_000

// Evaluate raises and closes alerts by the data as it is now. It does nothing when the rules were evaluated for that within the hour, by
// this server or another, or while another does. done says whether the rules were evaluated for the data by now.
func (a *Alerts) Evaluate(ctx context.Context) (done bool, err error) {
	done, err = a.alone(ctx, evaluating, func(ctx context.Context) error {
		rules, before, at, err := a.store.subject(ctx)
		if err != nil {
			return err
		}
		subject := a.DataVersion() + " " + rules
		if subject == before && a.Now().Sub(at) < evaluateEvery {
			return nil
		}
		if err := a.evaluateRules(ctx); err != nil {
			return err
		}
		return a.store.noteEvaluation(ctx, subject)
	})
	if err != nil {
		return done, err
	}
	return done, a.metrics.count(ctx)
}

// Works that one server does at a time.
const (
	evaluating = "skeeter alerts"
	sending    = "skeeter alerts: sending"
)

// alone runs do unless another server does the same work; ran says whether it did.
func (a *Alerts) alone(ctx context.Context, work string, do func(context.Context) error) (ran bool, err error) {
	err = postgres.Transaction(ctx, a.DB, pgx.TxOptions{}, func(tx pgx.Tx) error {
		if err := tx.QueryRow(ctx, tryLockQuery.String(), pgx.StrictNamedArgs{"work": work}).Scan(&ran); err != nil {
			return fmt.Errorf("take the lock of the alerts: %w", err)
		}
		if !ran {
			return nil
		}
		return do(ctx)
	})
	return ran, err
}

func (a *Alerts) evaluateRules(ctx context.Context) error {
	rules, err := enabledRules(ctx, a.DB)
	if err != nil {
		return err
	}
	asked := make([]kinds.Rule, len(rules))
	for i, r := range rules {
		if asked[i], err = r.asked(); err != nil {
			return fmt.Errorf("read the parameters of rule %s: %w", r.ID, err)
		}
	}
	found, err := a.finder.Find(ctx, asked)
	if err != nil {
		return err
	}
	for _, r := range rules {
		if err := a.store.apply(ctx, r, found[r.ID], a.Now()); err != nil && !errors.Is(err, errNoRule) {
			return fmt.Errorf("evaluate rule %s: %w", r.ID, err)
		}
	}
	if _, err := postgres.Exec(ctx, a.DB, forgetQuery, pgx.StrictNamedArgs{}); err != nil {
		return fmt.Errorf("forget the alerts about what is not public: %w", err)
	}
	return nil
}

// foundFact is a fact as sql/alerts/raise.sql reads it.
type foundFact struct {
	ID    uuid.UUID `json:"id"`
	Key   string    `json:"key"`
	Title string    `json:"title"`
	Facts any       `json:"facts"`
	Lng   *float64  `json:"lng"`
	Lat   *float64  `json:"lat"`
	Area  *string   `json:"area_id"`
	Day   string    `json:"day"`
}

// reasonRule is why facts are gone that a rule does not look for any more.
const reasonRule = "rule_changed"

// apply raises the alerts of a rule about its findings and closes the others. A rule that was changed meanwhile waits for the next
// evaluation.
func (s store) apply(ctx context.Context, r Rule, f kinds.Findings, now time.Time) error {
	facts := newest(f.Facts)
	found, keys := make([]foundFact, len(facts)), make([]string, len(facts))
	for i, fact := range facts {
		found[i], keys[i] = newFoundFact(r.ID, fact), fact.Key
	}
	encoded, err := json.Marshal(found)
	if err != nil {
		return fmt.Errorf("encode facts: %w", err)
	}
	return postgres.Transaction(ctx, s.db, pgx.TxOptions{}, func(tx pgx.Tx) error {
		if changed, err := s.lockRule(ctx, tx, r.ID); err != nil || !changed.Equal(r.UpdatedAt) {
			return err
		}
		if f.Problem == "" {
			args := pgx.StrictNamedArgs{"rule": r.ID, "found": string(encoded), "today": now.UTC()}
			if _, err := postgres.Exec(ctx, tx, raiseQuery, args); err != nil {
				return fmt.Errorf("raise alerts: %w", err)
			}
			if err := s.closeMissing(ctx, tx, r, f, keys); err != nil {
				return err
			}
		}
		args := pgx.StrictNamedArgs{"rule": r.ID, "problem": nil}
		if f.Problem != "" {
			args["problem"] = f.Problem
		}
		if _, err := postgres.Exec(ctx, tx, evaluatedQuery, args); err != nil {
			return fmt.Errorf("note the evaluation: %w", err)
		}
		return nil
	})
}

func newFoundFact(rule uuid.UUID, fact kinds.Fact) foundFact {
	f := foundFact{ID: alertID(rule, fact.Key), Key: fact.Key, Title: fact.Title, Facts: fact.Details, Day: fact.Day.String()}
	if fact.Place != nil {
		f.Lng, f.Lat = &fact.Place.Lng, &fact.Place.Lat
	}
	if fact.Area != "" {
		f.Area = &fact.Area
	}
	return f
}

// newest returns at most maxFacts facts, the newest.
func newest(facts []kinds.Fact) []kinds.Fact {
	if len(facts) <= maxFacts {
		return facts
	}
	facts = slices.SortedStableFunc(slices.Values(facts), func(a, b kinds.Fact) int { return int(b.Day - a.Day) })
	return facts[:maxFacts]
}

// closeMissing closes the open alerts of a rule that are not about facts with these keys.
func (s store) closeMissing(ctx context.Context, tx pgx.Tx, r Rule, f kinds.Findings, keys []string) error {
	rows, err := tx.Query(ctx, missingQuery.String(), pgx.StrictNamedArgs{"rule": r.ID, "keys": keys})
	if err != nil {
		return fmt.Errorf("look for alerts to close: %w", err)
	}
	gone, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return fmt.Errorf("look for alerts to close: %w", err)
	}
	if len(gone) == 0 {
		return nil
	}
	var keysGone, reasons []string
	if r.EvaluatedAt == nil { // what is gone is what the rule looked for before
		keysGone, reasons = gone, slices.Repeat([]string{reasonRule}, len(gone))
	} else {
		why, err := f.Gone(ctx, gone)
		if err != nil {
			return err
		}
		for key, reason := range why {
			keysGone, reasons = append(keysGone, key), append(reasons, reason)
		}
	}
	if _, err := postgres.Exec(ctx, tx, closeQuery, pgx.StrictNamedArgs{"rule": r.ID, "keys": keysGone, "reasons": reasons}); err != nil {
		return fmt.Errorf("close alerts: %w", err)
	}
	return nil
}
