package analytics

import (
	"cmp"
	"maps"
	"net/http"
	"runtime"
	"slices"
	"sync"

	"github.com/skeeter-surveillance/skeeter/geo/analytics/calendar"
	"github.com/skeeter-surveillance/skeeter/geo/analytics/estimate"
	"github.com/skeeter-surveillance/skeeter/geo/analytics/places"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// Infection is how many of a thousand mosquitoes are infected, by the pools of one group. A pool of m is positive with the probability
// 1-(1-p)^m.
type Infection struct {
	Bin          *string  `json:"bin"` // null without an interval
	Start        *string  `json:"start"`
	End          *string  `json:"end"`
	Protocol     *string  `json:"protocol"`
	SpeciesID    *string  `json:"species_id"`
	Species      *string  `json:"species"`
	CountryID    *string  `json:"country_id"`
	AreaID       *string  `json:"area_id"`
	Pools        int64    `json:"pools"` // with a result: positive or negative
	Positive     int64    `json:"positive"`
	Inconclusive int64    `json:"inconclusive"` // in no estimate
	Tested       int64    `json:"tested"`       // mosquitoes in pools with a result
	Estimator    string   `json:"estimator"`
	Estimate     *float64 `json:"estimate"` // of 1,000, as the others
	Lower        *float64 `json:"lower"`
	Upper        *float64 `json:"upper"`
	MIR          *float64 `json:"mir"` // minimum infection rate, a lower bound
	Reason       *string  `json:"reason"`

	outline any // GeoJSON geometry of an area
	order   poolKey
}

// Geometry is the outline of an area.
func (i Infection) Geometry() any { return i.outline }

// Area returns the id of the area that an Infection of an Inquiry is of; "" for everywhere.
func (i Infection) Area() string { return orZero(i.AreaID) }

// Source returns the key of the data source that an Infection of an Inquiry is of.
func (i Infection) Source() int32 { return i.order.source }

// Estimators of the infection rate.
const (
	estimatorFirth = "firth"
	estimatorMLE   = "mle"
	estimatorMIR   = "mir"
)

// Why there is no estimate.
const (
	reasonAllPositive  = "all_positive" // lower is the MIR, a bound without a confidence
	reasonNoResult     = "inconclusive" // of every pool
	reasonNotConverged = "not_converged"
)

// perMille is how many mosquitoes a rate is of.
const perMille = 1000

// maxPathogen is how long the name of a pathogen may be.
const maxPathogen = 200

// readPathogen reads what pools were tested for.
func readPathogen(p *httpapi.Params) surveillance.Pathogen {
	text := p.Text("pathogen")
	switch {
	case text == "":
		p.Fail("pathogen", "missing", "pathogen is required: what pools were tested for, such as West Nile virus")
	case len(text) > maxPathogen:
		p.Fail("pathogen", "too_long", "pathogen must not be longer than 200 bytes")
	}
	return surveillance.FindPathogen(text)
}

func readEstimator(p *httpapi.Params) string {
	return p.OneOf("estimator", estimatorFirth, estimatorFirth, estimatorMLE, estimatorMIR)
}

// anyInterval are the intervals of questions that need none.
var anyInterval = []calendar.Interval{calendar.Whole, calendar.Weekly, calendar.Biweekly, calendar.Monthly, calendar.Yearly}

func (a *Analytics) getInfection(w http.ResponseWriter, r *http.Request) error {
	p := httpapi.Query(r)
	set, pathogen, estimator, pool := p.Text("set"), readPathogen(p), readEstimator(p), p.Bool("pool_protocols")
	q, err := a.readQuestion(r, p, asked{intervals: anyInterval, by: []string{bySpecies, byProtocol, byCountry, byArea}})
	if err != nil {
		return err
	}
	q.pool = pool
	if set != "" && !q.has(byArea) {
		q.by = append(q.by, byArea)
	}
	return a.answerOfSet(w, r, &q, set, func(m *moment) (answer, error) {
		s, err := a.poolsOf(r.Context(), m, &q, pathogen, set)
		if err != nil {
			return answer{}, err
		}
		if err := checkSize(len(s.groups)); err != nil {
			return answer{}, err
		}
		return newAnswer(s.envelope(), s.infections(estimator)), nil
	})
}

// infections are the results of all groups, in the order of time and what else parts them.
func (s *poolSurvey) infections(estimator string) []Infection {
	keys := slices.Collect(maps.Keys(s.groups))
	results := make([]Infection, len(keys))
	var group sync.WaitGroup
	for part := range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for i := part; i < len(keys); i += runtime.GOMAXPROCS(0) {
				results[i] = s.infection(keys[i], s.groups[keys[i]], estimator)
			}
		})
	}
	group.Wait()
	slices.SortFunc(results, func(a, b Infection) int {
		return cmp.Or(a.order.bin.Compare(b.order.bin), compareText(a.Protocol, b.Protocol), compareText(a.CountryID, b.CountryID),
			compareText(a.AreaID, b.AreaID), compareText(a.SpeciesID, b.SpeciesID), cmp.Compare(a.order.source, b.order.source))
	})
	return results
}

func (s *poolSurvey) infection(key poolKey, g *pools, estimator string) Infection {
	i := Infection{order: key, Inconclusive: g.inconclusive, Estimator: estimator}
	i.estimate(g.infection(&i))
	i.Bin, i.Start, i.End = binOf(s.q.calendar, key.bin)
	if key.protocol != 0 {
		i.Protocol = &s.selection.Words[key.protocol]
	}
	if key.country != 0 {
		i.CountryID = &s.selection.Words[key.country]
	}
	if t, ok := s.q.names.Taxon(key.taxon); ok {
		i.SpeciesID, i.Species = &t.ID, &t.ScientificName
	}
	if key.area != 0 {
		area := s.areas.Place(places.ID(key.area))
		i.AreaID, i.outline = area.AreaID, area.Geometry()
	}
	return i
}

// estimate sets the rates by the estimator. The MIR is no estimate of the rate that the interval holds, and has none.
func (i *Infection) estimate(rate estimate.Infection) {
	i.MIR = ofThousand(rate.MIR)
	switch {
	case i.Pools == 0:
		i.Reason = new(reasonNoResult)
	case i.Estimator == estimatorMIR:
		i.Estimate = i.MIR
	case !rate.Converged:
		i.Reason = new(reasonNotConverged)
	default:
		i.Lower, i.Upper = ofThousand(rate.Lower), ofThousand(rate.Upper)
		if i.Estimate = ofThousand(rate.Firth); i.Estimator == estimatorMLE {
			i.Estimate = ofThousand(rate.MLE)
		}
		if i.Positive == i.Pools {
			i.Reason = new(reasonAllPositive)
		}
	}
}

func orZero[T any](value *T) (v T) {
	if value != nil {
		v = *value
	}
	return v
}

func ofThousand(rate *float64) *float64 {
	if rate == nil {
		return nil
	}
	return new(perMille * *rate)
}

// envelope is that of an answer about pools: nothing is said of sampling events.
func (s *poolSurvey) envelope() Envelope {
	e := newEnvelope(s.q)
	e.Events, e.Effort, e.ZeroEvents, e.Pooled = nil, nil, nil, s.q.pool
	e.Protocols = s.protocols.names(s.selection.Words)
	e.Retested, e.Disagreed = &s.retested, &s.disagreed
	e.Unplaced, e.Unsexed, e.Unidentified, e.LeftOut = s.unplaced, s.unsexed, s.unidentified, s.leftOut
	if s.outside > 0 {
		e.Excluded[reasonNoArea] = s.outside
	}
	return e
}
