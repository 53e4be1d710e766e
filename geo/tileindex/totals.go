package tileindex

// totals sum up the rows of a chunk that a Filter takes by default.
type totals struct {
	records, specimens int64
	ends               ends
	sumX, sumY         int64   // of grid coordinates
	taxonRows          []int32 // how many of them have each of the chunk's taxa
}

// takesShown says whether a query takes all rows of a chunk that a Filter takes by default, and no other.
func (q *query) takesShown(c *chunk, need tests) bool {
	if need.facets = false; need != (tests{}) {
		return false
	}
	for _, f := range c.facets {
		if q.shown[f] != (q.facets == nil || q.facets[f]) {
			return false
		}
	}
	return true
}

// sums returns the totals of a chunk, which are made when they are first asked for; nil when it has too many taxa.
func (c *chunk) sums(shown []bool) *totals {
	if c.taxa == nil {
		return nil
	}
	if t := c.totals.Load(); t != nil {
		return t
	}
	t := c.sumUp(shown)
	c.totals.Store(t)
	return t
}

func (c *chunk) sumUp(shown []bool) *totals {
	t := &totals{ends: noEnds, taxonRows: make([]int32, len(c.taxa))}
	place := map[uint16]int{}
	for i, taxon := range c.taxa {
		place[taxon] = i
	}
	for lot, taxon := range c.lots.taxon {
		n := int32(0)
		for i := int32(c.lots.first(lot)); i < int32(c.lots.first(lot+1)); i++ {
			if shown[c.facetOf(i)] {
				days := c.days(i)
				t.specimens += days.count()
				t.ends = t.ends.with(endsOf(days))
				n++
			}
		}
		t.records += int64(n)
		t.sumX += int64(n) * int64(c.lots.x[lot])
		t.sumY += int64(n) * int64(c.lots.y[lot])
		t.taxonRows[place[taxon]] += n
	}
	return t
}
