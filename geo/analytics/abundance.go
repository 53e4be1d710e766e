package analytics

import (
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/skeeter-surveillance/skeeter/geo/analytics/calendar"
	"github.com/skeeter-surveillance/skeeter/geo/analytics/estimate"
	"github.com/skeeter-surveillance/skeeter/geo/analytics/places"
	"github.com/skeeter-surveillance/skeeter/geo/eventindex"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/jsontext"
)

// Abundance is specimens per unit of effort in one group of events: the ratio of the sums of both.
type Abundance struct {
	Bin        *string  `json:"bin"`   // 2012-W28, 2012-B14, 2012-07, 2012; null without an interval
	Start      *string  `json:"start"` // first day
	End        *string  `json:"end"`   // last day
	Protocol   *string  `json:"protocol"`
	SpeciesID  *string  `json:"species_id"`
	Species    *string  `json:"species"`
	CountryID  *string  `json:"country_id"`
	AreaID     *string  `json:"area_id"`
	SiteID     *string  `json:"site_id"` // or the place, as latitude and longitude
	DataSource *string  `json:"data_source"`
	Specimens  int64    `json:"specimens"`
	Effort     float64  `json:"effort"`
	Events     int64    `json:"events"`
	ZeroEvents int64    `json:"zero_events"`
	Sites      int      `json:"sites"`
	Abundance  float64  `json:"abundance"`
	SE         *float64 `json:"se"`
	Lower      *float64 `json:"lower"`
	Upper      *float64 `json:"upper"`
	Williams   *float64 `json:"williams"`         // null for events of different effort
	Undivided  int64    `json:"undivided_events"` // zero events that caught a name which may be of the taxon

	outline any // GeoJSON geometry of a site or an area
	order   groupKey
}

func (a Abundance) Geometry() any { return a.outline }

// point is the newest place of a site as a GeoJSON geometry.
func (p place) point() any {
	return jsontext.Object{{Name: "type", Value: "Point"}, {Name: "coordinates", Value: [2]float64{eventindex.Degrees(p.lon), eventindex.Degrees(p.lat)}}}
}

func (a *Analytics) getAbundance(w http.ResponseWriter, r *http.Request) error {
	p := httpapi.Query(r)
	set := p.Text("set")
	q, err := a.readQuestion(r, p, asked{
		intervals: anyInterval, by: []string{bySpecies, byProtocol, byCountry, byArea, bySite}, events: true,
	})
	if err != nil {
		return err
	}
	q.intervals = true
	if set != "" && !q.has(byArea) {
		q.by = append(q.by, byArea)
	}
	return a.answerOfSet(w, r, &q, set, func(m *moment) (answer, error) {
		s, err := a.surveyOf(r.Context(), m, &q, set)
		if err != nil {
			return answer{}, err
		}
		results := s.abundances()
		if err := checkSize(len(results)); err != nil {
			return answer{}, err
		}
		return newAnswer(s.envelope(), results), nil
	})
}

// abundances are the results of all groups, in the order of time, protocol and what else parts them.
func (s *survey) abundances() []Abundance {
	results := []Abundance{}
	if s.scope.q.has(bySpecies) {
		results = s.bySpecies()
	} else {
		for key, g := range s.groups {
			results = append(results, s.abundance(key, allTaxa, []*group{g}))
		}
	}
	slices.SortFunc(results, func(a, b Abundance) int {
		return cmp.Or(a.order.bin.Compare(b.order.bin), compareText(a.Protocol, b.Protocol), compareText(a.CountryID, b.CountryID),
			compareText(a.AreaID, b.AreaID), compareText(a.SiteID, b.SiteID), compareText(a.DataSource, b.DataSource), compareText(a.SpeciesID, b.SpeciesID))
	})
	return results
}

// compareText orders texts; null is first.
func compareText(a, b *string) int {
	switch {
	case a == nil && b == nil:
		return 0
	case a == nil:
		return -1
	case b == nil:
		return 1
	}
	return strings.Compare(*a, *b)
}

// bySpecies parts the groups by the names that were caught. The effort of a name is that of the events which looked for it.
func (s *survey) bySpecies() (results []Abundance) {
	families := map[groupKey]map[uint16]*group{} // by the key without a target, then by target
	for key, g := range s.groups {
		target := key.target
		key.target = 0
		if families[key] == nil {
			families[key] = map[uint16]*group{}
		}
		families[key][target] = g
	}
	for key, family := range families {
		caught := map[int32]bool{}
		for _, g := range family {
			g.sites = s.joiner.join(g.sites)
			for taxon := range g.catch {
				caught[taxon] = true
			}
		}
		if len(caught) == 0 {
			caught[allTaxa] = true
		}
		for taxon := range caught {
			var groups []*group
			for _, target := range s.targetsOf(family) {
				if taxon == allTaxa || s.scope.targets[target][taxon] {
					groups = append(groups, family[target])
				}
			}
			results = append(results, s.abundance(key, taxon, groups))
		}
	}
	return results
}

// targetsOf returns the targets of groups in the order of their names, because sums of floating point numbers depend on their order.
func (s *survey) targetsOf(family map[uint16]*group) []uint16 {
	return slices.SortedFunc(maps.Keys(family), func(a, b uint16) int {
		return strings.Compare(s.scope.selection.Targets[a], s.scope.selection.Targets[b])
	})
}

// abundance is the result of a taxon over groups, which differ in their targets alone.
func (s *survey) abundance(key groupKey, taxon int32, groups []*group) Abundance {
	a := Abundance{order: key}
	var specimens, caught int64
	var effort, logs estimate.Sum
	var all sites
	equal, first, at := true, groups[0].first, groups[0].latest
	for _, g := range groups {
		a.Events += g.events
		effort.Join(g.effort)
		a.Undivided += g.undividedOf(taxon, s.scope)
		equal = equal && g.equal && g.first == first
		if g.latest.compare(at) > 0 {
			at = g.latest
		}
		all = append(all, g.sites...)
		if c := g.caught(taxon); c != nil {
			specimens += c.specimens
			caught += c.events
			logs.Join(c.logs)
			all = append(all, c.sites...)
		}
	}
	list := s.joiner.join(all).estimates()
	ratio := estimate.RatioOf(list)
	a.Effort, a.Specimens, a.ZeroEvents, a.Sites, a.Abundance = effort.Value(), specimens, a.Events-caught, len(list), ratio.Value
	a.SE, a.Lower, a.Upper = ratio.SE, ratio.Lower, ratio.Upper
	if equal {
		a.Williams = new(estimate.Williams(logs.Value(), int(a.Events)))
	}
	s.name(&a, key, taxon)
	if key.site != 0 {
		a.outline = at.point()
	}
	return a
}

// undividedOf counts the events that did not catch a taxon and caught a name which may be it.
func (g *group) undividedOf(taxon int32, c *scope) int64 {
	if taxon == allTaxa {
		return g.undivided
	}
	var n int64
	wanted := map[int32]bool{c.selection.Taxa[taxon]: true}
	for key, events := range g.doubts {
		numbers := doubtTaxa(key)
		if !slices.Contains(numbers, uint16(taxon)) && slices.ContainsFunc(numbers, func(other uint16) bool {
			return c.q.names.MayBe(c.selection.Taxa[other], wanted)
		}) {
			n += events
		}
	}
	return n
}

// name says what parts a result from the others.
func (s *survey) name(a *Abundance, key groupKey, taxon int32) {
	c, q := s.scope.selection, s.scope.q
	a.Bin, a.Start, a.End = binOf(q.calendar, key.bin)
	if !q.pool && key.protocol != 0 {
		a.Protocol = &c.Words[key.protocol]
	}
	if key.country != 0 {
		a.CountryID = &c.Words[key.country]
	}
	if key.area != 0 {
		area := s.areas.Place(places.ID(key.area))
		a.AreaID, a.outline = area.AreaID, area.Geometry()
	}
	if key.site != 0 {
		site := c.Sites[key.site-1]
		a.SiteID = new(siteName(site))
		if d, ok := q.names.DataSource(site.Source); ok {
			a.DataSource = &d.ID
		}
	}
	if taxon != allTaxa {
		if t, ok := q.names.Taxon(c.Taxa[taxon]); ok {
			a.SpeciesID, a.Species = &t.ID, &t.ScientificName
		}
	}
}

// siteName is the site as its source names it, else its latitude and longitude to five decimals.
func siteName(s eventindex.Site) string {
	if s.ID != "" {
		return s.ID
	}
	return fmt.Sprintf("%.5f,%.5f", eventindex.Degrees(s.Lat), eventindex.Degrees(s.Lon))
}

// binOf names a bin and its days; nil without an interval.
func binOf(c calendar.Calendar, b calendar.Bin) (label, start, end *string) {
	if c.Interval == calendar.Whole {
		return nil, nil, nil
	}
	first, last := c.Days(b)
	return new(c.Label(b)), new(first.String()), new(last.String())
}
