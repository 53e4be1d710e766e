package analytics

import (
	"math"
	"time"

	"github.com/skeeter-surveillance/skeeter/geo/analytics/calendar"
	"github.com/skeeter-surveillance/skeeter/geo/eventindex"
)

// days finds the bins of days and keeps them, because events share their days. One goroutine uses it.
type days struct {
	calendar calendar.Calendar
	bins     []calendar.Bin // of the days from firstDay on; one without a year was not asked for yet
}

// The days that events may have.
var (
	firstDay = calendar.DayOf(time.Date(calendar.MinYear, time.January, 1, 0, 0, 0, 0, time.UTC))
	lastDay  = calendar.DayOf(time.Date(calendar.MaxYear, time.December, 31, 0, 0, 0, 0, time.UTC))
)

func newDays(c calendar.Calendar) *days {
	d := &days{calendar: c}
	if c.Interval != calendar.Whole {
		d.bins = make([]calendar.Bin, lastDay-firstDay+1)
	}
	return d
}

func (d *days) bin(day int32) calendar.Bin {
	at := uint(calendar.Day(day) - firstDay)
	if at >= uint(len(d.bins)) {
		return d.calendar.BinOf(calendar.Day(day))
	}
	if d.bins[at].Year == 0 {
		d.bins[at] = d.calendar.BinOf(calendar.Day(day))
	}
	return d.bins[at]
}

// place returns the bin of an event; it is not ok for one that lies in none.
func (d *days) place(e *eventindex.Event) (b calendar.Bin, ok bool) {
	first := e.FirstDay
	if e.Nights > float64(e.LastDay-first) { // false for NaN: only the end of the nights is stated
		first = e.LastDay - int32(math.Ceil(e.Nights))
	}
	if !d.calendar.Fits(calendar.Day(first), calendar.Day(e.LastDay), calendar.Precision(e.Precision)) {
		return calendar.Bin{}, false
	}
	return d.bin(e.LastDay), true
}

// placePool returns the bin of a pool; it is not ok for one that lies in none.
func (d *days) placePool(p *eventindex.Pool) (b calendar.Bin, ok bool) {
	if !d.calendar.Fits(calendar.Day(p.FirstDay), calendar.Day(p.LastDay), calendar.Precision(p.Precision)) {
		return calendar.Bin{}, false
	}
	return d.bin(p.LastDay), true
}
