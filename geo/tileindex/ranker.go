package tileindex

import (
	"slices"
	"sort"
)

// rowOf returns the row of a rank in the order of lists, which is the order of the point file. Where rows have no order, that is their own.
func (c *chunk) rowOf(rank int32) int32 {
	if c.order == nil {
		return rank
	}
	return int32(c.order[rank])
}

// rankOf returns the rank of a row.
func (c *chunk) rankOf(row int32) int32 {
	day := c.days[row].first()
	rank := sort.Search(len(c.order), func(i int) bool { return c.days[c.order[i]].first() <= day+dayMargin })
	for int32(c.order[rank]) != row {
		rank++
	}
	return int32(rank)
}

// ranker finds the ranks of rows. One goroutine uses it.
type ranker struct {
	ranks  []int32
	marked []bool // all false between two calls
}

// searchedRanks is how many ranks are searched for one by one rather than in one pass over all of a chunk.
const searchedRanks = 16

// ranksOf returns the ranks of rows of a chunk, ascending. They are valid until the next call.
func (r *ranker) ranksOf(c *chunk, rows []int32) []int32 {
	if c.order == nil {
		return rows
	}
	if len(rows) <= searchedRanks {
		r.ranks = r.ranks[:0]
		for _, row := range rows {
			r.ranks = append(r.ranks, c.rankOf(row))
		}
		slices.Sort(r.ranks)
		return r.ranks
	}
	r.ranks, r.marked = slices.Grow(r.ranks[:0], len(c.order))[:len(c.order)], slices.Grow(r.marked[:0], len(c.order))[:len(c.order)]
	for _, row := range rows {
		r.marked[row] = true
	}
	n := 0
	for rank, row := range c.order { // without a branch, as in query.go
		r.ranks[n] = int32(rank)
		if r.marked[row] {
			n++
		}
	}
	for _, row := range rows {
		r.marked[row] = false
	}
	return r.ranks[:n]
}
