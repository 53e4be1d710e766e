package analytics

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/skeeter-surveillance/skeeter/geo/analytics/calendar"
	"github.com/skeeter-surveillance/skeeter/geo/analytics/estimate"
	"github.com/skeeter-surveillance/skeeter/geo/eventindex"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// survey is the valid events of a question, in groups.
type survey struct {
	scope  *scope
	unit   string
	areas  *areaParts // nil unless they part the results
	groups map[groupKey]*group
	all    sums
}

// sums are what an answer says of all events together.
type sums struct {
	events, zeroEvents, unplaced int64
	effort                       float64
	unsexed, unidentified        int64 // specimens
	undivided                    int64 // events
	excluded                     map[string]int64
	protocols                    map[uint16]bool
	sources                      map[int32]bool
	assumed                      bool // an event does not say whether it is complete
}

// groupKey is what a group has in common. What the question does not ask for is zero.
type groupKey struct {
	bin      calendar.Bin
	protocol uint16
	country  uint16
	area     int32 // number of an area, from 1
	site     uint32
	target   uint16 // where results are parted by species: an event of another target looked for other ones
}

// group sums up events.
type group struct {
	events    int64
	effort    float64
	equal     bool    // every event has the same effort, first
	first     float64 // effort of the first event
	sites     map[uint32]float64
	catch     map[int32]*catch // by the number of a taxon; by allTaxa where results are not parted by species
	undivided int64            // events whose zero is in doubt
	doubts    map[string]int64 // events by what they caught (eventCatch.doubt)
	latest    place            // of the newest event: traps move
}

// place is where and when an event was.
type place struct{ day, lon, lat int32 }

// compare orders places by day, and on one day by where they are.
func (p place) compare(other place) int {
	return cmp.Or(cmp.Compare(p.day, other.day), cmp.Compare(p.lon, other.lon), cmp.Compare(p.lat, other.lat))
}

// allTaxa is the number of all taxa of a question together.
const allTaxa = -1

// catch sums up the specimens of a taxon.
type catch struct {
	specimens int64
	events    int64   // that caught one
	logs      float64 // sum of ln(specimens + 1)
	sites     map[uint32]int64
}

// newSurvey reads the events of a selection. unit is one of surveillance.EffortUnits.
func newSurvey(ctx context.Context, c *scope, unit string, areas *areaParts) (*survey, error) {
	s := &survey{scope: c, unit: unit, areas: areas, groups: map[groupKey]*group{}, all: newSums()}
	event := newEventCatch(c)
	err := c.selection.Each(ctx, func(e *eventindex.Event, all []eventindex.Catch) {
		if c.q.lastYear != 0 && int(c.q.calendar.BinOf(calendar.Day(e.LastDay)).Year) > c.q.lastYear {
			return
		}
		reason := c.exclude(e)
		effort, none := effortOf(e, unit)
		if reason == "" {
			reason = none
		}
		if reason != "" {
			s.all.excluded[reason]++
			return
		}
		var inside []int32
		if c.q.has(byArea) {
			if inside = areas.of(e.Lon, e.Lat); len(inside) == 0 {
				s.all.excluded[reasonNoArea]++
				return
			}
		}
		bin, ok := c.q.calendar.Place(calendar.Day(e.FirstDay), calendar.Day(e.LastDay), calendar.Precision(e.Precision))
		if !ok {
			s.all.unplaced++
			return
		}
		event.read(e, all)
		s.all.add(e, effort, event)
		key := groupKey{bin: bin}
		if !c.q.pool {
			key.protocol = e.Protocol
		}
		if c.q.has(byCountry) {
			key.country = e.Country
		}
		if c.q.has(bySite) {
			key.site = e.Site + 1
		}
		if c.q.has(bySpecies) {
			key.target = e.Target
		}
		if !c.q.has(byArea) {
			s.group(key).add(e, effort, event)
			return
		}
		for _, key.area = range inside {
			s.group(key).add(e, effort, event)
		}
	})
	return s, err
}

func newSums() sums {
	return sums{excluded: map[string]int64{}, protocols: map[uint16]bool{}, sources: map[int32]bool{}}
}

func (s *sums) add(e *eventindex.Event, effort float64, caught *eventCatch) {
	s.events++
	s.effort += effort
	if caught.specimens == 0 {
		s.zeroEvents++
	}
	if caught.inDoubt {
		s.undivided++
	}
	s.unsexed += caught.unsexed
	s.unidentified += caught.unidentified
	s.protocols[e.Protocol] = true
	s.sources[e.Source] = true
	s.assumed = s.assumed || !e.Traits.Has(eventindex.Complete)
}

func (s *survey) group(key groupKey) *group {
	g := s.groups[key]
	if g == nil && len(s.groups) > MaxResults {
		key = groupKey{} // the answer is too long already
		g = s.groups[key]
	}
	if g == nil {
		g = &group{equal: true, sites: map[uint32]float64{}, catch: map[int32]*catch{}}
		s.groups[key] = g
	}
	return g
}

func (g *group) add(e *eventindex.Event, effort float64, caught *eventCatch) {
	at := place{e.LastDay, e.Lon, e.Lat}
	if g.events == 0 {
		g.first, g.latest = effort, at
	}
	if at.compare(g.latest) > 0 {
		g.latest = at
	}
	g.equal = g.equal && effort == g.first
	g.events++
	g.effort += effort
	g.sites[e.Site] += effort
	if caught.inDoubt {
		g.undivided++
	}
	if !caught.parted {
		g.of(allTaxa).add(e.Site, caught.specimens)
		return
	}
	for _, taxon := range caught.taxa {
		g.of(int32(taxon.number)).add(e.Site, taxon.specimens)
	}
	if doubt := caught.doubt(); doubt != "" {
		if g.doubts == nil {
			g.doubts = map[string]int64{}
		}
		g.doubts[doubt]++
	}
}

func (g *group) of(taxon int32) *catch {
	c := g.catch[taxon]
	if c == nil {
		c = &catch{sites: map[uint32]int64{}}
		g.catch[taxon] = c
	}
	return c
}

func (c *catch) add(site uint32, specimens int64) {
	if specimens == 0 {
		return
	}
	c.specimens += specimens
	c.events++
	c.logs += math.Log1p(float64(specimens))
	c.sites[site] += specimens
}

// estimate returns the ratio of a taxon's catch to the effort of a group, which may be of several groups.
func (c *catch) estimate(sites map[uint32]float64) estimate.Ratio {
	list := make([]estimate.Site, 0, len(sites))
	for site, effort := range sites {
		list = append(list, estimate.Site{Catch: float64(c.sites[site]), Effort: effort})
	}
	return estimate.RatioOf(list)
}

// units returns the units of the effort of the events that count whatever the unit, and how many events have some.
func units(ctx context.Context, c *scope) (found []string, err error) {
	var seen [16]bool
	err = c.selection.Each(ctx, func(e *eventindex.Event, _ []eventindex.Catch) {
		if e.Unit != 0 && c.exclude(e) == "" {
			seen[e.Unit] = true
		}
	})
	for i, unit := range surveillance.EffortUnits {
		if seen[i+1] {
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
