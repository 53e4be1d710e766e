package analytics

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/geo/analytics/calendar"
	"github.com/skeeter-surveillance/skeeter/geo/analytics/estimate"
	"github.com/skeeter-surveillance/skeeter/geo/analytics/places"
	"github.com/skeeter-surveillance/skeeter/geo/eventindex"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// poolKey is what a group of pools has in common. What the question does not ask for is zero.
type poolKey struct {
	bin      calendar.Bin
	protocol uint16
	country  uint16
	taxon    int32 // key
	area     int32 // number of an area, from 1
	source   int32 // key of the data source
}

// pools sums up pools of a group.
type pools struct {
	inconclusive int64
	sizes        []sizeCount // one of each size, in order
}

// sizeCount is how many pools of a size have a result.
type sizeCount struct {
	size            int16
	pools, positive int32
}

func (p *pools) add(size int16, result string) {
	switch result {
	case surveillance.Inconclusive:
		p.inconclusive++
	case surveillance.Positive:
		p.addSize(sizeCount{size, 1, 1})
	default:
		p.addSize(sizeCount{size, 1, 0})
	}
}

// addSize is called for each of millions of pools: slices.BinarySearchFunc takes twice as long.
func (p *pools) addSize(added sizeCount) {
	first, end := 0, len(p.sizes)
	for first < end {
		if middle := (first + end) / 2; p.sizes[middle].size < added.size {
			first = middle + 1
		} else {
			end = middle
		}
	}
	if first == len(p.sizes) || p.sizes[first].size != added.size {
		p.sizes = slices.Insert(p.sizes, first, sizeCount{size: added.size})
	}
	p.sizes[first].pools += added.pools
	p.sizes[first].positive += added.positive
}

func (p *pools) merge(other *pools) {
	p.inconclusive += other.inconclusive
	for _, s := range other.sizes {
		p.addSize(s)
	}
}

// infection returns the rate of the group, and sets how many pools and specimens it is of.
func (p *pools) infection(i *Infection) estimate.Infection {
	groups := make([]estimate.Pools, len(p.sizes))
	for n, s := range p.sizes {
		groups[n] = estimate.Pools{Size: int(s.size), Pools: int(s.pools), Positive: int(s.positive)}
		i.Pools += int64(s.pools)
		i.Positive += int64(s.positive)
		i.Tested += int64(s.pools) * int64(s.size)
	}
	return estimate.InfectionOf(groups)
}

// poolSurvey is the pools of a question that were tested for a pathogen, in groups.
type poolSurvey struct {
	q         *question
	selection *eventindex.Pools
	tests     []poolTest    // by the number of a test
	unknown   []bool        // taxa that are not identified to species
	areas     *places.Areas // nil unless they part the results
	groups    map[poolKey]*pools
	protocols protocolSet

	any                            bool  // a pool matches, whether it counts or not
	unplaced                       int64 // pools, as the next three
	outside                        int64 // in none of the areas that part the results
	retested, disagreed            int64 // with several tests for the pathogen; with results that differ
	unsexed, unidentified, leftOut int64 // specimens
}

// poolTest says what the pools of a test are to a question.
type poolTest struct{ leftOut, unsexed bool }

// poolsOf reads the pools of a question that were tested for a pathogen.
func (a *Analytics) poolsOf(ctx context.Context, m *moment, q *question, pathogen surveillance.Pathogen, set string) (*poolSurvey, error) {
	var areas *places.Areas
	if q.filter.MatchesNothing() {
		return emptyPoolSurvey(q, &eventindex.Pools{}, nil), nil
	}
	if q.has(byArea) {
		var err error
		if areas, err = a.areaParts(ctx, q, set); err != nil {
			return nil, err
		}
	}
	s, err := m.surveyPools(ctx, q, pathogen, areas)
	if err == nil && !s.any {
		err = invalid("no_pools", fmt.Sprintf("no pool that was tested for %s matches", pathogen.Name))
	}
	return s, err
}

// surveyPools reads the pools of a question, from memory or by SQL.
func (m *moment) surveyPools(ctx context.Context, q *question, pathogen surveillance.Pathogen, areas *places.Areas) (*poolSurvey, error) {
	selection, err := m.pools(ctx, q.filter, pathogen)
	if err != nil {
		return nil, err
	}
	s := emptyPoolSurvey(q, selection, areas)
	err = selection.Each(ctx, func() (func(uuid.UUID, *eventindex.Pool), func()) {
		part := emptyPoolSurvey(q, selection, areas)
		part.tests, part.unknown = s.tests, s.unknown
		return part.visitor(), func() { s.merge(part) }
	})
	return s, err
}

// pools returns the pools of a Filter, from memory or by SQL.
func (m *moment) pools(ctx context.Context, f surveillance.Filter, pathogen surveillance.Pathogen) (*eventindex.Pools, error) {
	c := eventindex.PoolConditions{Filter: f, Pathogen: strings.ToLower(pathogen.Name)}
	if state := m.state.Events(); state.Holds(f) {
		return state.SelectPools(c), nil
	}
	return eventindex.MatchingPools(ctx, m.db, c)
}

func emptyPoolSurvey(q *question, selection *eventindex.Pools, areas *places.Areas) *poolSurvey {
	s := &poolSurvey{q: q, selection: selection, areas: areas, groups: map[poolKey]*pools{}, tests: make([]poolTest, len(selection.Tests))}
	for i, t := range selection.Tests {
		s.tests[i] = q.poolTest(t)
	}
	s.unknown = marks(selection.Taxa, func(key int32) bool {
		t, _ := q.names.Taxon(key)
		return !t.Identified()
	})
	return s
}

// poolTest reports what the pools of a test are to the question: males and what is not adult yet do not count unless the Filter asks for them.
func (q *question) poolTest(t eventindex.Test) poolTest {
	return poolTest{
		leftOut: q.filter.Sexes == nil && surveillance.IsMale(t.Sex) || q.filter.LifeStages == nil && surveillance.IsImmature(t.LifeStage),
		unsexed: !surveillance.StatesSex(t.Sex),
	}
}

// visitor returns a function that adds a pool.
func (s *poolSurvey) visitor() func(uuid.UUID, *eventindex.Pool) {
	q, days := s.q, newDays(s.q.calendar)
	parts := q.parting()
	bySource := q.has(bySource)
	var areasOf places.Locator
	if s.areas != nil {
		areasOf = s.areas.Locator()
	}
	return func(_ uuid.UUID, p *eventindex.Pool) {
		s.any = true
		test, about := &s.selection.Tests[p.Test], s.tests[p.Test]
		if about.leftOut {
			s.leftOut += int64(p.Size)
			return
		}
		bin, placed := days.placePool(p)
		if !placed {
			s.unplaced++
			return
		}
		key := poolKey{bin: bin}
		if parts.protocol {
			key.protocol = p.Protocol
		}
		if parts.country {
			key.country = p.Country
		}
		if parts.species {
			key.taxon = s.selection.Taxa[p.Taxon]
		}
		if bySource {
			key.source = p.Source
		}
		if areasOf == nil {
			s.count(p, test, about)
			s.group(key).add(p.Size, test.Result)
			return
		}
		inside := areasOf(eventindex.Degrees(p.Lon), eventindex.Degrees(p.Lat), "")
		if len(inside) == 0 {
			s.outside++
			return
		}
		s.count(p, test, about)
		for _, area := range inside {
			key.area = int32(area)
			s.group(key).add(p.Size, test.Result)
		}
	}
}

// count counts a pool for what the answer says of all together.
func (s *poolSurvey) count(p *eventindex.Pool, test *eventindex.Test, about poolTest) {
	s.protocols.add(int(p.Protocol))
	if s.unknown[p.Taxon] {
		s.unidentified += int64(p.Size)
	}
	if about.unsexed {
		s.unsexed += int64(p.Size)
	}
	if test.Retested {
		s.retested++
	}
	if test.Disagreed {
		s.disagreed++
	}
}

// group returns the sums of a key, to add to.
func (s *poolSurvey) group(key poolKey) *pools {
	g := s.groups[key]
	if g == nil && len(s.groups) > MaxResults {
		key = poolKey{} // the answer is too long already
		g = s.groups[key]
	}
	if g == nil {
		g = &pools{}
		s.groups[key] = g
	}
	return g
}

// merge adds the pools of a survey of the same question.
func (s *poolSurvey) merge(other *poolSurvey) {
	for key, g := range other.groups {
		s.group(key).merge(g)
	}
	s.protocols.join(other.protocols)
	s.any = s.any || other.any
	s.unplaced += other.unplaced
	s.outside += other.outside
	s.retested += other.retested
	s.disagreed += other.disagreed
	s.unsexed += other.unsexed
	s.unidentified += other.unidentified
	s.leftOut += other.leftOut
}
