package tileindex

import (
	"fmt"
	"iter"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// Count returns how many observations match. The State has to be Ready, as for every method that counts. The result is kept with
// the query, because each page of a list asks for it.
func (s *State) Count(f surveillance.Filter) int64 { return s.query(f).count() }

func (s *State) count(q *query) int64 {
	var total atomic.Int64
	parallel(len(s.rows), s.rows.len(), func() func(int) {
		t := &tally{scanner: scanner{q: q}}
		return func(i int) { total.Add(int64(t.count(s.rows[i]))) }
	})
	return total.Load()
}

// scanAll visits every matching row with several goroutines. Each of them calls make once for its own visitor. When all are done,
// scanAll calls the finish functions one after another.
func (s *State) scanAll(q *query, make func() (visit visitor, finish func())) {
	rows := s.rows.len()
	var finishes []func()
	var mu sync.Mutex
	parallel(len(s.rows), rows, func() func(int) {
		visit, finish := make()
		mu.Lock()
		finishes = append(finishes, finish)
		mu.Unlock()
		sc := scanner{q: q}
		return func(i int) { sc.scan(s.rows[i], 0, s.rows[i].len(), visit) }
	})
	for _, finish := range finishes {
		finish()
	}
}

// Stats returns the sums of the observations that match.
func (s *State) Stats(f surveillance.Filter) surveillance.Stats {
	total, partly := s.sumsOf(f)
	out := total.stats()
	out.PartlyInRange = partly
	return out
}

// sumsOf returns the sums of the observations that match, and how many lie partly in the dates of the Filter.
func (s *State) sumsOf(f surveillance.Filter) (total *sums, partly int64) {
	q := s.query(f)
	places := s.codes.places()
	dated := q.dated && q.firstDay <= q.lastDay // no record overlaps a range that ends before it begins
	scanned := s.cached(f, dated)               // keepInside below separates the records that lie inside the dates
	s.scanAll(scanned, func() (visitor, func()) {
		local, outside := newSums(s, places), int64(0)
		return func(c *chunk, rows []int32) {
				if dated {
					before := len(rows)
					rows = q.keepInside(c, rows)
					outside += int64(before - len(rows))
				}
				local.add(c, rows)
			}, func() {
				if total == nil {
					total = local // the groups of many places are large
				} else {
					total.merge(local)
				}
				partly += outside
			}
	})
	return total, partly
}

// places are the different pairs of country and data source.
type places struct {
	of   []uint32 // index in list of a facet's place
	list []place
}

type place struct {
	country string
	source  int32
}

func (c codes) places() places {
	p := places{of: make([]uint32, c.facets.len())}
	codes := map[place]uint32{}
	for i := range p.of {
		at := place{c.facets.country.at(uint32(i)), c.facets.source.at(uint32(i))}
		code, ok := codes[at]
		if !ok {
			code = uint32(len(p.list))
			codes[at] = code
			p.list = append(p.list, at)
		}
		p.of[i] = code
	}
	return p
}

// sums adds rows up by taxon and place.
type sums struct {
	state  *State
	places places
	groups []*page // indexed by place * number of taxa + taxon; most pairs have no record
	months []int64 // records that lie in one month, by month since dayZero
	years  []int64 // records that lie in one year, but in no single month of it
}

// pageBits is the number of bits of an index that a page takes. Of many places and taxa few meet.
const pageBits = 3

type page [1 << pageBits]sum

type sum struct {
	records, specimens int64
	ends               ends // of the records, when there are any
}

func newSums(s *State, p places) *sums {
	return &sums{
		state: s, places: p, groups: make([]*page, len(s.codes.taxa)*len(p.list)>>pageBits+1),
		months: make([]int64, int(monthOfDay[len(monthOfDay)-1])+1), years: make([]int64, int(monthOfDay[len(monthOfDay)-1])/12+1),
	}
}

func (s *sums) add(c *chunk, rows []int32) {
	taxa := len(s.state.codes.taxa)
	if at, ok := s.places.single(c); ok { // a chunk is a small area, mostly of one country
		for _, i := range rows {
			s.addRow(s.group(at*taxa+int(c.taxonOf(i))), c.days(i))
		}
		return
	}
	for _, i := range rows {
		s.addRow(s.group(int(s.places.of[c.facetOf(i)])*taxa+int(c.taxonOf(i))), c.days(i))
	}
}

func (s *sums) group(i int) *sum {
	p := &s.groups[i>>pageBits]
	if *p == nil {
		*p = new(page)
	}
	return &(*p)[i&(1<<pageBits-1)]
}

func (s *sums) addRow(to *sum, d packedDays) {
	to.add(sum{1, d.count(), endsOf(d)})
	first, last := d.first(), d.last()
	if month := monthOfDay[first]; first == last || month == monthOfDay[last] {
		s.months[month]++
	} else if month/12 == monthOfDay[last]/12 {
		s.years[month/12]++
	}
}

// single returns the place that all rows of a chunk share, if they share one.
func (p places) single(c *chunk) (at int, ok bool) {
	if len(c.facets) == 0 {
		return 0, false
	}
	first := p.of[c.facets[0]]
	for _, f := range c.facets[1:] {
		if p.of[f] != first {
			return 0, false
		}
	}
	return int(first), true
}

func (s *sum) add(o sum) {
	if o.records == 0 {
		return
	}
	if s.records == 0 {
		s.ends = noEnds
	}
	s.ends = s.ends.with(o.ends)
	s.records += o.records
	s.specimens += o.specimens
}

// all returns the groups that have records, by their index.
func (s *sums) all() iter.Seq2[int, sum] {
	return func(yield func(int, sum) bool) {
		for n, p := range s.groups {
			if p == nil {
				continue
			}
			for i, c := range p {
				if c.records > 0 && !yield(n<<pageBits+i, c) {
					return
				}
			}
		}
	}
}

// len returns the number of groups that have records.
func (s *sums) len() (n int) {
	for range s.all() {
		n++
	}
	return n
}

func (s *sums) merge(o *sums) {
	for i, c := range o.all() {
		s.group(i).add(c)
	}
	for i, n := range o.months {
		s.months[i] += n
	}
	for i, n := range o.years {
		s.years[i] += n
	}
}

// count is what statistics say of a group.
func (c sum) count(taxon int32, p place) surveillance.Count {
	first, firstUntil, last, lastFrom := c.ends.days()
	return surveillance.Count{
		TaxonKey: taxon, CountryID: p.country, DataSourceKey: p.source, Records: c.records, Specimens: c.specimens,
		First: Time(first), FirstUntil: Time(firstUntil), Last: Time(last), LastFrom: Time(lastFrom),
	}
}

func (s *sums) stats() surveillance.Stats {
	out := surveillance.Stats{Counts: make([]surveillance.Count, 0, s.len())} // they are many: a slice that grows would leave five times as much behind
	taxa := s.state.codes.taxa
	for i, c := range s.all() {
		out.Counts = append(out.Counts, c.count(taxa[i%len(taxa)], s.places.list[i/len(taxa)]))
	}
	years := slices.Clone(s.years)
	for i, n := range s.months {
		years[i/12] += n
		if n > 0 {
			out.Months = append(out.Months, surveillance.Month{Month: fmt.Sprintf("%04d-%02d", dayZero.Year()+i/12, i%12+1), Records: n})
		}
	}
	for i, n := range years {
		if n > 0 {
			out.Years = append(out.Years, surveillance.Year{Year: dayZero.Year() + i, Records: n})
		}
	}
	return out
}
