package darwincore

import (
	"cmp"
	"strings"
	"time"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/dates"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/headers"
)

// precisions are those of an event, the coarser ones last.
var precisions = map[dates.Precision]int{dates.PrecisionTime: 0, dates.PrecisionDay: 1, dates.PrecisionInterval: 1, dates.PrecisionMonth: 2, dates.PrecisionYear: 3}

// dated takes the date of a row as that of its event, with the times of day at both ends, which a Date does not hold.
func (b *builder) dated(e *Event, d dates.Date) {
	first, last := b.ends(d)
	coarsest := first.Precision
	if precisions[last.Precision] > precisions[coarsest] {
		coarsest = last.Precision
	}
	switch {
	case coarsest == dates.PrecisionTime:
		e.Precision, e.Started, e.Ended, e.Offset = "time", first.Start, last.Start, int16(last.Offset)
	case b.isWeek(d):
		e.Precision, e.Started, e.Ended = "week", d.First(), d.Last()
	case precisions[coarsest] == 1:
		e.Precision, e.Started, e.Ended = "day", d.First(), d.Last()
	default:
		e.Precision, e.Started, e.Ended = string(coarsest), d.First(), d.Last()
		if e.Started.AddDate(0, 0, maxMonthDays).Before(e.Ended.AddDate(0, 0, 1)) {
			e.Precision = "year" // the collection lay in no one month
		}
		return
	}
	if e.Started.Equal(e.Ended) && e.Precision != "week" && (e.Precision != "day" || !b.bothEnds()) {
		e.Started = time.Time{} // one time or day alone
	}
}

// maxMonthDays is how many days a date to the month has at most.
const maxMonthDays = 31

// bothEnds reports whether the row states a first and a last day, which may be the same.
func (b *builder) bothEnds() bool {
	return b.get(headers.Precision) == "" && (b.get(headers.Until) != "" || strings.Contains(b.get(headers.EventDate), "/"))
}

// ends returns the first and the last date of an interval as they are written, both of them d for any other date.
func (b *builder) ends(d dates.Date) (first, last dates.Date) {
	written, until := b.get(headers.EventDate), b.get(headers.Until)
	var err error
	switch {
	case until != "":
		if first, _, err = b.dates.Parse(written); err == nil {
			last, _, err = b.dates.Parse(until)
		}
	case d.Precision == dates.PrecisionInterval || strings.Contains(written, "/"): // of one day or month, too
		first, last, err = dates.Ends(cmp.Or(written, b.get(headers.Year)))
	default:
		return d, d
	}
	if err != nil || !first.First().Equal(d.First()) || !last.Last().Equal(d.Last()) || first.Start.After(last.Start) {
		return d, d // the date comes from elsewhere, or is written in another form
	}
	return first, last
}

// isWeek reports whether the date of the row is written as a week, or is that of its column of weeks.
func (b *builder) isWeek(d dates.Date) bool {
	written := b.get(headers.EventDate)
	if d.Precision != dates.PrecisionInterval || b.get(headers.Week) == "" && written == "" {
		return false
	}
	if written != "" {
		return dates.IsWeek(written) && b.get(headers.Until) == ""
	}
	week := b.calendar()
	week.StartDayOfYear, week.EndDayOfYear = "", ""
	other, err := week.Date()
	return err == nil && other == d
}
