package analytics

import (
	"github.com/skeeter-surveillance/skeeter/internal/jsontext"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// Envelope is what every answer says of the events behind it.
type Envelope struct {
	Filter       map[string]string `json:"filter"`       // the Filter's parameters as they were sent
	Unit         *string           `json:"unit"`         // of effort; null for answers about records
	Zeros        *string           `json:"zeros"`        // complete: every data source lists collections without catch; missing; null without events
	Completeness *string           `json:"completeness"` // stated: every event says that it counted all; assumed; null without events
	Pooled       bool              `json:"pool_protocols"`
	Protocols    []string          `json:"protocols"`
	Events       *int64            `json:"events"` // null for answers about pools, as ZeroEvents
	Effort       *float64          `json:"effort"` // null for answers about records
	ZeroEvents   *int64            `json:"zero_events"`
	Excluded     map[string]int64  `json:"excluded"` // events by reason
	Unplaced     int64             `json:"unplaced"` // events, or records, that lie in no bin
	Unsexed      int64             `json:"unsexed"`  // specimens that count and have no sex
	Unidentified int64             `json:"unidentified"`
	LeftOut      int64             `json:"left_out"`         // specimens of the taxa that are of another sex or life stage
	Undivided    int64             `json:"undivided_events"` // zero events that caught a name which may be of the taxa
	// InaccurateRecords are less exact than a cell and in none of them; only of presence.
	InaccurateRecords *int64 `json:"inaccurate_records,omitzero"`
	// Retested are pools with several tests for the pathogen, each counted once, and Disagreed those of them whose results differ.
	Retested  *int64 `json:"retested,omitzero"`
	Disagreed *int64 `json:"disagreed,omitzero"`
	// Included are the names that a condition on species, genus or disease finds.
	Included []surveillance.Included `json:"included,omitzero"`
}

// Values of Zeros and Completeness.
const (
	zerosComplete = "complete"
	zerosMissing  = "missing"

	completenessStated  = "stated"
	completenessAssumed = "assumed"
)

// envelope says what a survey counted.
func (s *survey) envelope() Envelope {
	e := newEnvelope(s.scope.q)
	e.Pooled = s.scope.q.pool
	if s.unit != "" {
		e.Unit = &s.unit
	}
	e.Protocols = s.all.protocols.names(s.scope.selection.Words)
	e.Events, e.Effort, e.ZeroEvents = new(s.all.events), new(s.all.effort.Value()), new(s.all.zeroEvents)
	e.Excluded, e.Unplaced = s.all.excluded, s.all.unplaced
	e.LeftOut = s.all.leftOut
	e.Unsexed, e.Unidentified, e.Undivided = s.all.unsexed, s.all.unidentified, s.all.undivided
	if s.all.events == 0 {
		return e
	}
	e.Zeros, e.Completeness = new(zerosComplete), new(completenessStated)
	for source := range s.all.sources {
		if !s.scope.selection.ZeroSources[source] {
			e.Zeros = new(zerosMissing)
		}
	}
	if s.all.assumed {
		e.Completeness = new(completenessAssumed)
	}
	return e
}

func newEnvelope(q *question) Envelope {
	return Envelope{Filter: q.given, Effort: new(0.0), Events: new(int64(0)), ZeroEvents: new(int64(0)), Protocols: []string{}, Excluded: map[string]int64{}, Included: q.filter.Included(q.names)}
}

// columns are what each line of a CSV repeats, because it is read without the rest: the unit, and whether the zeros are there.
func (e Envelope) columns() jsontext.Object {
	return jsontext.Object{
		{Name: "unit", Value: e.Unit}, {Name: "zeros", Value: e.Zeros}, {Name: "completeness", Value: e.Completeness}, {Name: "pool_protocols", Value: e.Pooled},
	}
}
