// Package kinds finds the facts that alerts are about: where a species is new (introduction), when more are caught than usual (excess,
// anomaly), when pools are infected (infection), and which sites stopped to report (silence). docs/alerts.md defines each. It imports geo/analytics, internal packages and sql.
//
// A kind answers all of its rules at once, so that rules share what they read. Its facts are a function of the data and of the day: what is
// asked again gives the same facts with the same keys.
package kinds

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/geo/analytics"
	"github.com/skeeter-surveillance/skeeter/geo/analytics/calendar"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// Kinds of rules.
const (
	Introduction = "introduction"
	Excess       = "excess"
	Anomaly      = "anomaly"
	Infection    = "infection"
	Silence      = "silence"
)

// All lists the kinds that rules may have.
var All = []string{Introduction, Excess, Anomaly, Infection, Silence}

// Rule says what is looked for, and where. At most one of Species and Disease is given, and at most one of Area and Set.
type Rule struct {
	ID         uuid.UUID
	Kind       string
	Species    string // a name or an id of a species, a group or a genus
	Disease    string // id: the species that carry it
	Area       string // id
	Set        string // of areas, each of which is looked at on its own
	Parameters Parameters
}

// Fact is what an alert is about.
type Fact struct {
	Key     string // the same fact has the same key
	Title   string // one line in English
	Day     calendar.Day
	Place   *surveillance.Location // nil: the area, or everywhere
	Area    string                 // id; "" for everywhere
	Details any                    // a JSON object
}

// Findings are the facts of a rule now, those of earlier years too.
type Findings struct {
	Facts   []Fact
	Problem string // why nothing could be found out, which is no reason to raise or to close an alert; "" when it could
	// Gone returns why facts are there no longer, by their keys. A key without a reason is of facts that were not looked at again.
	Gone func(ctx context.Context, keys []string) (map[string]string, error)
}

// Reasons why facts are gone.
const (
	RecordRejected = "record_rejected"
	EarlierRecord  = "earlier_record" // one was added
	FactsChanged   = "facts_changed"
	EventsRemoved  = "events_removed"
	PoolsRemoved   = "pools_removed"
	SiteReported   = "site_reported"
)

// Finder finds facts.
type Finder struct {
	DB        *pgxpool.Pool
	Lookups   *postgres.Lookups
	Analytics *analytics.Analytics
	Now       func() time.Time
}

// Find returns the findings of rules. The error is that of the database; what is wrong with one rule is its Problem.
func (f *Finder) Find(ctx context.Context, rules []Rule) (map[uuid.UUID]Findings, error) {
	r := &round{Finder: f, today: calendar.DayOf(f.Now()), zones: map[string]*zones{}, found: map[uuid.UUID]Findings{}}
	byKind := map[string][]subject{}
	for _, rule := range rules {
		s, err := r.subjectOf(ctx, rule)
		if err == nil {
			byKind[rule.Kind] = append(byKind[rule.Kind], s)
		} else if err := r.fail(ctx, err, s); err != nil {
			return nil, err
		}
	}
	for kind, find := range map[string]func(context.Context, []subject) error{
		Introduction: r.introductions, Excess: r.excesses, Anomaly: r.anomalies, Infection: r.infections, Silence: r.silences,
	} {
		if err := find(ctx, byKind[kind]); err != nil {
			return nil, fmt.Errorf("look for %s: %w", kind, err)
		}
	}
	return r.found, nil
}

// round is one evaluation of rules.
type round struct {
	*Finder
	today calendar.Day
	zones map[string]*zones // by area id, or "set " and the name of a set
	found map[uuid.UUID]Findings
}

// fail makes an error of a question the problem of the rules that asked it. It returns errors of the database and of the context.
func (r *round) fail(ctx context.Context, err error, subjects ...subject) error {
	problem, ok := problemOf(err)
	if ctx.Err() != nil || !ok {
		return err
	}
	for _, s := range subjects {
		r.found[s.rule.ID] = Findings{Problem: problem}
	}
	return nil
}

// each has the reason of each key.
func each(reason func(key string) string) func(context.Context, []string) (map[string]string, error) {
	return func(_ context.Context, keys []string) (map[string]string, error) {
		reasons := make(map[string]string, len(keys))
		for _, key := range keys {
			if why := reason(key); why != "" {
				reasons[key] = why
			}
		}
		return reasons, nil
	}
}
