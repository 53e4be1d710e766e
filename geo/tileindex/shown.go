package tileindex

import (
	"cmp"
	"maps"
	"slices"
	"sync"

	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// maxCarried is how many changed records are carried from State to State at most, for somebody who asks for the sums of what is shown. They take 5 MB.
const maxCarried = 1 << 16

// shownGroup is what the records of a sum have in common.
type shownGroup struct {
	taxon uint16
	place
}

// shownSums are the sums of the records that a Filter takes by default. They never change.
type shownSums map[shownGroup]sum

// shown holds the sums of a State, or those of an earlier one with what changed since: a change of some records needs no scan of all.
type shown struct {
	sync.Mutex
	sums   shownSums // nil: not asked for yet
	before shownSums // of an earlier State; nil: none that is near enough
	since  *changed  // since then; nil: nothing
}

// changed is a change of records, and those before it.
type changed struct {
	added, removed []record
	before         *changed
	records        int // of all of them
}

// ShownCounts returns the counts of what a Filter takes by default, by country, data source and taxon.
func (s *State) ShownCounts() surveillance.Counts {
	s.shown.Lock()
	defer s.shown.Unlock()
	if s.shown.sums == nil {
		var ok bool
		if s.shown.before != nil {
			s.shown.sums, ok = s.shown.before.after(s.shown.since, s.codes.facets)
		}
		if !ok {
			s.shown.sums = s.sumShown()
		}
		s.shown.before, s.shown.since = nil, nil
	}
	return s.shown.sums.counts(s.codes.taxa)
}

// carry lets a State begin with the sums of the one before it.
func (s *State) carry(from *State, added, removed []record) {
	from.shown.Lock()
	defer from.shown.Unlock()
	before, since := from.shown.sums, &changed{added: added, removed: removed, records: len(added) + len(removed)}
	if before == nil {
		before, since.before = from.shown.before, from.shown.since
	}
	if since.before != nil {
		since.records += since.before.records
	}
	if before != nil && since.records <= maxCarried {
		s.shown.before, s.shown.since = before, since
	}
}

// sumShown reads all records.
func (s *State) sumShown() shownSums {
	all, _ := s.sumsOf(surveillance.DefaultFilter())
	out, taxa := shownSums{}, len(s.codes.taxa)
	for i, c := range all.all() {
		out[shownGroup{uint16(i % taxa), all.places.list[i/taxa]}] = c
	}
	return out
}

// after returns the sums after changes. ok is false when the records left have to be read: the first or the last one of a sum
// may be gone.
func (t shownSums) after(since *changed, facets attributes) (out shownSums, ok bool) {
	type dated struct {
		shownGroup
		ends
	}
	out = maps.Clone(t)
	more := map[dated]int64{} // how many records more a group has with some first and last days
	change := func(records []record, by int64) {
		for _, r := range records {
			if !facets.shown[r.facet] {
				continue
			}
			g := shownGroup{r.taxon, place{facets.country.at(r.facet), facets.source.at(r.facet)}}
			c, there := out[g]
			if !there {
				c.ends = noEnds
			}
			c.records += by
			c.specimens += by * r.days.count()
			out[g] = c
			more[dated{g, endsOf(r.days)}] += by
		}
	}
	for ; since != nil; since = since.before {
		change(since.added, 1)
		change(since.removed, -1)
	}
	for d, n := range more {
		c, base := out[d.shownGroup], t[d.shownGroup].ends
		switch {
		case c.records < 0:
			return nil, false
		case c.records == 0:
			delete(out, d.shownGroup)
		case n > 0:
			c.ends = c.ends.with(d.ends)
			out[d.shownGroup] = c
		case n < 0 && (d.earliest <= base.earliest || d.latest >= base.latest):
			return nil, false
		}
	}
	return out, true
}

func (t shownSums) counts(taxa []int32) surveillance.Counts {
	out := make(surveillance.Counts, 0, len(t))
	for g, c := range t {
		out = append(out, c.count(taxa[g.taxon], g.place))
	}
	slices.SortFunc(out, func(a, b surveillance.Count) int {
		return cmp.Or(cmp.Compare(a.CountryID, b.CountryID), cmp.Compare(a.DataSourceKey, b.DataSourceKey), cmp.Compare(a.TaxonKey, b.TaxonKey))
	})
	return out
}
