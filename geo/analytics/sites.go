package analytics

import (
	"slices"

	"github.com/skeeter-surveillance/skeeter/geo/analytics/estimate"
)

// sites are sums by site. A site may have several until they are joined.
type sites []siteSum

// siteSum is what was caught at a site with some effort.
type siteSum struct {
	site      uint32
	specimens int64
	effort    estimate.Sum
}

// joiner joins the sums of each site. One goroutine uses it.
type joiner struct {
	at []int32 // by the number of a site: the place of its sum in the list, from 1; all 0 between calls
}

func newJoiner(sites int) joiner { return joiner{make([]int32, sites)} }

// join returns one sum for each site. It writes over the list.
func (j joiner) join(list sites) sites {
	n := 0
	for _, one := range list {
		if at := j.at[one.site]; at != 0 {
			sum := &list[at-1]
			sum.specimens += one.specimens
			sum.effort.Join(one.effort)
			continue
		}
		list[n] = one
		n++
		j.at[one.site] = int32(n)
	}
	for _, one := range list[:n] {
		j.at[one.site] = 0
	}
	return list[:n]
}

// minJoin is how long a list is that is worth to be joined.
const minJoin = 1024

// add adds a sum. A list that is full is joined before it grows, so that many events at few sites take little memory.
func (j joiner) add(list sites, one siteSum) sites {
	if len(list) == cap(list) && len(list) >= minJoin {
		if list = j.join(list); len(list) > cap(list)/2 {
			list = slices.Grow(list, cap(list))
		}
	}
	return append(list, one)
}

// estimates are joined sums as the estimator takes them.
func (s sites) estimates() []estimate.Site {
	list := make([]estimate.Site, len(s))
	for i, one := range s {
		list[i] = estimate.Site{Catch: float64(one.specimens), Effort: one.effort.Value()}
	}
	return list
}
