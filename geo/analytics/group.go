package analytics

import (
	"cmp"
	"math"

	"github.com/skeeter-surveillance/skeeter/geo/analytics/calendar"
	"github.com/skeeter-surveillance/skeeter/geo/analytics/estimate"
	"github.com/skeeter-surveillance/skeeter/geo/eventindex"
)

// groupKey is what a group has in common. What the question does not ask for is zero.
type groupKey struct {
	bin      calendar.Bin
	protocol uint16
	country  uint16
	area     int32 // number of an area, from 1
	site     uint32
	target   uint16 // where results are parted by species: an event of another target looked for other ones
}

// parting says what parts the groups beside time.
type parting struct{ protocol, country, area, site, species bool }

func (q *question) parting() parting {
	return parting{!q.pool, q.has(byCountry), q.has(byArea), q.has(bySite), q.has(bySpecies)}
}

// key returns the key of the group of an event, without an area.
func (p parting) key(e *eventindex.Event, bin calendar.Bin) groupKey {
	key := groupKey{bin: bin}
	if p.protocol {
		key.protocol = e.Protocol
	}
	if p.country {
		key.country = e.Country
	}
	if p.site {
		key.site = e.Site + 1
	}
	if p.species {
		key.target = e.Target
	}
	return key
}

// group sums up events.
type group struct {
	events    int64
	effort    estimate.Sum
	equal     bool             // every event has the same effort, first
	first     float64          // effort of the first event
	sites     sites            // with the catch, where results are not parted by species; only for intervals
	all       catch            // of all taxa, where results are not parted by species
	catch     map[int32]*catch // by the number of a taxon, where they are
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
	events    int64        // that caught one
	logs      estimate.Sum // of ln(specimens + 1)
	sites     sites        // without effort, where results are parted by species; only for intervals
}

// newGroup returns a group without events, whose first one will be e.
func newGroup(e *eventindex.Event, effort float64) *group {
	return &group{equal: true, first: effort, latest: placeOf(e)}
}

func placeOf(e *eventindex.Event) place { return place{e.LastDay, e.Lon, e.Lat} }

func (g *group) add(e *eventindex.Event, effort float64, caught *eventCatch) {
	g.events++
	g.effort.Add(effort)
	g.equal = g.equal && effort == g.first
	if at := placeOf(e); at.compare(g.latest) > 0 {
		g.latest = at
	}
	if caught.inDoubt {
		g.undivided++
	}
	if !caught.parted {
		g.all.add(caught.specimens)
		return
	}
	for _, taxon := range caught.taxa {
		g.of(int32(taxon.number)).add(taxon.specimens)
	}
	if doubt := caught.doubt(); doubt != "" {
		g.addDoubt(doubt, 1)
	}
}

func (g *group) addDoubt(doubt string, events int64) {
	if g.doubts == nil {
		g.doubts = map[string]int64{}
	}
	g.doubts[doubt] += events
}

func (g *group) merge(other *group) {
	g.events += other.events
	g.effort.Join(other.effort)
	g.equal = g.equal && other.equal && g.first == other.first
	if other.latest.compare(g.latest) > 0 {
		g.latest = other.latest
	}
	g.undivided += other.undivided
	g.sites = append(g.sites, other.sites...)
	g.all.merge(&other.all)
	for taxon, c := range other.catch {
		g.of(taxon).merge(c)
	}
	for doubt, events := range other.doubts {
		g.addDoubt(doubt, events)
	}
}

// caught returns the sums of a taxon, or of allTaxa; nil for none.
func (g *group) caught(taxon int32) *catch {
	if taxon == allTaxa {
		return &g.all
	}
	return g.catch[taxon]
}

// of returns the sums of a taxon, to add to.
func (g *group) of(taxon int32) *catch {
	c := g.catch[taxon]
	if c == nil {
		if g.catch == nil {
			g.catch = map[int32]*catch{}
		}
		c = &catch{}
		g.catch[taxon] = c
	}
	return c
}

// rate is the catch of all taxa by the effort.
func (g *group) rate() float64 { return float64(g.all.specimens) / g.effort.Value() }

func (c *catch) add(specimens int64) {
	if specimens == 0 {
		return
	}
	c.specimens += specimens
	c.events++
	c.logs.Add(math.Log1p(float64(specimens)))
}

func (c *catch) merge(other *catch) {
	c.specimens += other.specimens
	c.events += other.events
	c.logs.Join(other.logs)
	c.sites = append(c.sites, other.sites...)
}
