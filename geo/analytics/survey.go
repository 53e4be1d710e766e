package analytics

import (
	"context"
	"maps"
	"slices"

	"github.com/skeeter-surveillance/skeeter/geo/analytics/estimate"
	"github.com/skeeter-surveillance/skeeter/geo/analytics/places"
	"github.com/skeeter-surveillance/skeeter/geo/eventindex"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// survey is the valid events of a question, in groups.
type survey struct {
	scope  *scope
	unit   string
	areas  *places.Areas // nil unless they part the results
	groups map[groupKey]*group
	joiner joiner
	all    sums
}

// sums are what an answer says of all events together.
type sums struct {
	events, zeroEvents, unplaced int64
	effort                       estimate.Sum
	unsexed, unidentified        int64 // specimens
	leftOut                      int64 // specimens of another sex or life stage
	undivided                    int64 // events
	excluded                     map[string]int64
	protocols                    map[uint16]bool
	sources                      map[int32]bool
	assumed                      bool // an event does not say whether it is complete
}

// newSurvey reads the events of a selection. unit is one of surveillance.EffortUnits.
func newSurvey(ctx context.Context, c *scope, unit string, areas *places.Areas) (*survey, error) {
	s := emptySurvey(c, unit, areas)
	err := c.selection.Each(ctx, func() (func(*eventindex.Event, []eventindex.Catch), func()) {
		part := emptySurvey(c, unit, areas)
		return part.visitor(), func() { s.merge(part) }
	})
	return s, err
}

func emptySurvey(c *scope, unit string, areas *places.Areas) *survey {
	s := &survey{scope: c, unit: unit, areas: areas, groups: map[groupKey]*group{}, all: newSums()}
	if c.q.intervals {
		s.joiner = newJoiner(len(c.selection.Sites))
	}
	return s
}

// visitor returns a function that adds an event.
func (s *survey) visitor() func(*eventindex.Event, []eventindex.Catch) {
	q, event, days, parts := s.scope.q, newEventCatch(s.scope), newDays(s.scope.q.calendar), s.scope.q.parting()
	var areasOf places.Locator
	if parts.area {
		areasOf = s.areas.Locator()
	}
	return func(e *eventindex.Event, all []eventindex.Catch) {
		if q.lastYear != 0 && int(days.bin(e.LastDay).Year) > q.lastYear {
			return
		}
		bin, placed := days.place(e)
		if q.groups != nil && (!placed || !q.groups[parts.key(e, bin)]) {
			return
		}
		effort, reason := s.scope.valid(e, s.unit)
		var inside []places.ID
		if reason == "" && parts.area {
			if inside = areasOf(eventindex.Degrees(e.Lon), eventindex.Degrees(e.Lat), ""); len(inside) == 0 {
				reason = reasonNoArea
			}
		}
		if reason != "" {
			s.all.excluded[reason]++
			return
		}
		if !placed {
			s.all.unplaced++
			return
		}
		event.read(e, all)
		s.all.add(e, effort, event)
		if q.total {
			return
		}
		key := parts.key(e, bin)
		if !parts.area {
			s.add(key, e, effort, event)
			return
		}
		for _, area := range inside {
			key.area = int32(area)
			s.add(key, e, effort, event)
		}
	}
}

// merge adds the events of a survey of the same question.
func (s *survey) merge(other *survey) {
	s.all.merge(&other.all)
	for key, g := range other.groups {
		if to := s.groups[key]; to != nil {
			to.merge(g)
		} else {
			s.groups[key] = g
		}
	}
}

func newSums() sums {
	return sums{excluded: map[string]int64{}, protocols: map[uint16]bool{}, sources: map[int32]bool{}}
}

func (s *sums) add(e *eventindex.Event, effort float64, caught *eventCatch) {
	s.events++
	s.effort.Add(effort)
	if caught.specimens == 0 {
		s.zeroEvents++
	}
	if caught.inDoubt {
		s.undivided++
	}
	s.unsexed += caught.unsexed
	s.unidentified += caught.unidentified
	s.leftOut += caught.leftOut
	s.protocols[e.Protocol] = true
	s.sources[e.Source] = true
	s.assumed = s.assumed || !e.Traits.Has(eventindex.Complete)
}

func (s *sums) merge(other *sums) {
	s.events += other.events
	s.zeroEvents += other.zeroEvents
	s.unplaced += other.unplaced
	s.effort.Join(other.effort)
	s.unsexed += other.unsexed
	s.unidentified += other.unidentified
	s.leftOut += other.leftOut
	s.undivided += other.undivided
	for reason, n := range other.excluded {
		s.excluded[reason] += n
	}
	maps.Copy(s.protocols, other.protocols)
	maps.Copy(s.sources, other.sources)
	s.assumed = s.assumed || other.assumed
}

// add adds an event to a group.
func (s *survey) add(key groupKey, e *eventindex.Event, effort float64, caught *eventCatch) {
	g := s.groups[key]
	if g == nil && len(s.groups) > MaxResults {
		key = groupKey{} // the answer is too long already
		g = s.groups[key]
	}
	if g == nil {
		g = newGroup(e, effort)
		s.groups[key] = g
	}
	g.add(e, effort, caught)
	if !s.scope.q.intervals {
		return
	}
	if !caught.parted {
		g.sites = s.joiner.add(g.sites, siteSum{e.Site, caught.specimens, estimate.SumOf(effort)})
		return
	}
	g.sites = s.joiner.add(g.sites, siteSum{site: e.Site, effort: estimate.SumOf(effort)})
	for _, taxon := range caught.taxa {
		c := g.of(int32(taxon.number))
		c.sites = s.joiner.add(c.sites, siteSum{site: e.Site, specimens: taxon.specimens})
	}
}

// units returns the units of the effort of the events that count whatever the unit.
func units(ctx context.Context, c *scope) (found []string, err error) {
	type units [16]bool
	var all units
	err = c.selection.Each(ctx, func() (func(*eventindex.Event, []eventindex.Catch), func()) {
		var seen units
		return func(e *eventindex.Event, _ []eventindex.Catch) {
				if !seen[e.Unit] && c.exclude(e) == "" {
					seen[e.Unit] = true
				}
			}, func() {
				for unit := range seen {
					all[unit] = all[unit] || seen[unit]
				}
			}
	})
	for i, unit := range surveillance.EffortUnits {
		if all[i+1] {
			found = append(found, unit)
		}
	}
	return found, err
}

// protocolNames are the protocols of the events, in order.
func (s *sums) protocolNames(words []string) []string {
	names := make([]string, 0, len(s.protocols))
	for number := range s.protocols {
		if number != 0 {
			names = append(names, words[number])
		}
	}
	slices.Sort(names)
	return names
}
