package tileindex

import (
	"math"
	"time"
)

// row is one observation as the index counts it. It is comparable: equal rows are interchangeable.
type row struct {
	lon, lat int32  // 1e-7 degrees
	taxon    uint16 // code of the taxon's key
	facet    uint32 // code of everything else that filters ask for
	when     fact
}

// fact packs first day, length and count of a row: 18 bits for the first day since dayZero, 18 for the days from first to
// last, 24 for the count. 22 bytes a row in all.
type fact uint64

const (
	dayBits   = 18
	spanBits  = 18
	countBits = 24
	dayShift  = spanBits + countBits
	spanMask  = 1<<spanBits - 1
	countMask = 1<<countBits - 1
	maxDay    = 1<<dayBits - 1
)

// dayZero is the first day that a record may have (a check of the table).
var dayZero = time.Date(1700, 1, 1, 0, 0, 0, 0, time.UTC)

// pgDayZero is PostgreSQL's day 0, 2000-01-01, counted from dayZero.
const pgDayZero = 109572

func packFact(first, last int, count int32) (fact, bool) {
	span := last - first
	if first < 0 || first > maxDay || span < 0 || span > spanMask || count < 0 || count > countMask {
		return 0, false
	}
	return fact(first)<<dayShift | fact(span)<<countBits | fact(count), true
}

func (f fact) first() int   { return int(f >> dayShift) }
func (f fact) last() int    { return f.first() + int(f>>countBits)&spanMask }
func (f fact) count() int64 { return int64(f & countMask) }

// dayOf counts in seconds, because a time.Duration ends after 292 years.
func dayOf(t time.Time) int { return int(math.Floor(float64(t.Unix()-dayZero.Unix()) / 86400)) }

func dateOf(day int) time.Time { return dayZero.AddDate(0, 0, day) }

// columns hold the rows by column, so that a scan reads only what the filter asks for.
type columns struct {
	lon, lat []int32
	taxon    []uint16
	facet    []uint32
	when     []fact
}

func (c *columns) len() int { return len(c.when) }

func (c *columns) at(i int) row {
	return row{c.lon[i], c.lat[i], c.taxon[i], c.facet[i], c.when[i]}
}

func (c *columns) add(r row) {
	c.lon = append(c.lon, r.lon)
	c.lat = append(c.lat, r.lat)
	c.taxon = append(c.taxon, r.taxon)
	c.facet = append(c.facet, r.facet)
	c.when = append(c.when, r.when)
}

// remove puts the last row in the place of row i.
func (c *columns) remove(i int) {
	n := c.len() - 1
	c.lon[i], c.lat[i], c.taxon[i], c.facet[i], c.when[i] = c.lon[n], c.lat[n], c.taxon[n], c.facet[n], c.when[n]
	c.lon, c.lat, c.taxon, c.facet, c.when = c.lon[:n], c.lat[:n], c.taxon[:n], c.facet[:n], c.when[:n]
}

// bytes is the memory that the rows take.
func (c *columns) bytes() int64 {
	return int64(cap(c.lon)*4 + cap(c.lat)*4 + cap(c.taxon)*2 + cap(c.facet)*4 + cap(c.when)*8)
}
