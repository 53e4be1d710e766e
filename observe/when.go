package observe

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/dates"
)

// precisions are the values of date_precision, the finest first.
var precisions = []string{
	string(dates.PrecisionTime), string(dates.PrecisionDay), string(dates.PrecisionMonth), string(dates.PrecisionYear),
	string(dates.PrecisionInterval),
}

// Range of observed_at: there are no records from before 1700, and a year has four digits.
var earliest = time.Date(1700, 1, 1, 0, 0, 0, 0, time.UTC)

const lastYear = 9999

// Layouts of observed_at: RFC 3339, the same without seconds, and both without a zone, which means UTC.
var timeLayouts = []string{time.RFC3339, "2006-01-02T15:04Z07:00", "2006-01-02T15:04:05", "2006-01-02T15:04"}

// parseObservedAt reads a timestamp or a date, in whole microseconds and on the clock that it is written by.
func parseObservedAt(s string) (at time.Time, dateOnly bool, err error) {
	if at, err = time.Parse(time.DateOnly, s); err == nil {
		return at, true, nil
	}
	for _, layout := range timeLayouts {
		// RFC 3339 allows t and z in lower case.
		if at, err = time.Parse(layout, strings.ToUpper(s)); err == nil {
			if _, offset := at.Zone(); offset%60 != 0 || (time.Duration(offset)*time.Second).Abs() > dates.MaxOffset {
				return at, false, errors.New("must have an offset of whole minutes, at most 14 hours")
			}
			return at.Truncate(time.Microsecond), false, nil
		}
	}
	return time.Time{}, false, errors.New("must be an RFC 3339 timestamp, a timestamp without zone (UTC), or a date as YYYY-MM-DD")
}

// readWhen reads observed_at, date_precision and observed_until together, because each depends on the others. It derives what is not
// given: the precision from the layout of observed_at, the last day of a month or a year from its first day.
func (d *draft) readWhen(f form) {
	given := f.given("observed_at", "date_precision", "observed_until")
	if f.patch && !given {
		return
	}
	w := when{at: postgres.Local(d.ObservedAt, d.UTCOffset), precision: dates.Precision(d.DatePrecision), until: d.ObservedUntil}
	if !w.read(f) {
		return
	}
	if name, err := w.complete(); err != nil {
		f.Fail(name, "inconsistent", err.Error())
		return
	}
	latest := f.now.Add(maxAhead)
	switch {
	case w.at.Before(earliest):
		f.Fail("observed_at", "out_of_range", fmt.Sprintf("observed_at must not lie before %d", earliest.Year()))
	case w.at.After(latest):
		f.Fail("observed_at", "out_of_range", "observed_at must not lie in the future")
	case w.precision == dates.PrecisionInterval && *w.until > latest.UTC().Format(time.DateOnly):
		f.Fail("observed_until", "out_of_range", "observed_until must not lie in the future")
	default:
		_, offset := w.at.Zone()
		d.ObservedAt, d.UTCOffset, d.DatePrecision, d.ObservedUntil = w.at.UTC(), int16(offset/60), string(w.precision), w.until
	}
}

// when is the time of a record while a request is read.
type when struct {
	at        time.Time
	precision dates.Precision
	until     *string // YYYY-MM-DD

	timed      bool // at has a time of day
	untilGiven bool // until was sent, not derived
	removed    bool // until was sent as null
}

// read replaces the stored values with those of the request. It is false after an error, which f collects.
func (w *when) read(f form) bool {
	stored, ok := w.precision, true
	w.timed = stored == dates.PrecisionTime
	if f.required("observed_at") {
		at, dateOnly, err := parseObservedAt(f.plain("observed_at"))
		if err != nil {
			f.Fail("observed_at", "not_a_timestamp", "observed_at "+err.Error())
			ok = false
		}
		w.at, w.timed = at, !dateOnly
		switch {
		case stored != "" && stored != dates.PrecisionTime && stored != dates.PrecisionDay:
			// A month stays a month.
		case dateOnly:
			w.precision = dates.PrecisionDay
		default:
			w.precision = dates.PrecisionTime
		}
	} else if f.IsNull("observed_at") || stored == "" {
		ok = false
	}
	if f.kept("date_precision") {
		w.precision = dates.Precision(f.oneOf("date_precision", precisions))
		ok = ok && w.precision != ""
	}
	return w.readUntil(f) && ok
}

func (w *when) readUntil(f form) bool {
	switch {
	case !f.given("observed_until"):
		return true
	case f.IsNull("observed_until"):
		w.until, w.removed = nil, f.patch
		return true
	}
	s := f.plain("observed_until")
	if _, err := time.Parse(time.DateOnly, s); err != nil {
		f.Fail("observed_until", "not_a_date", "observed_until must be a date as YYYY-MM-DD")
		return false
	}
	w.until, w.untilGiven = &s, true
	return true
}

// complete derives missing values from the others. Where they contradict each other, it returns the name of the member and the error.
func (w *when) complete() (name string, err error) {
	day := time.Date(w.at.Year(), w.at.Month(), w.at.Day(), 0, 0, 0, 0, time.UTC)
	switch w.precision {
	case dates.PrecisionTime, dates.PrecisionDay:
		if w.untilGiven {
			return "observed_until", errors.New("observed_until needs date_precision month, year or interval")
		}
		if w.precision == dates.PrecisionTime && !w.timed {
			return "date_precision", errors.New("date_precision time needs an observed_at with a time")
		}
		w.until = nil
		if w.precision == dates.PrecisionDay {
			w.at = day
		}
		return "", nil
	case dates.PrecisionMonth:
		w.at = day.AddDate(0, 0, 1-day.Day())
		return w.endOn(w.at.AddDate(0, 1, -1))
	case dates.PrecisionYear:
		w.at = time.Date(day.Year(), 1, 1, 0, 0, 0, 0, time.UTC)
		return w.endOn(w.at.AddDate(1, 0, -1))
	}
	if w.until == nil {
		return "observed_until", errors.New("date_precision interval needs observed_until")
	}
	if *w.until < day.Format(time.DateOnly) {
		return "observed_until", errors.New("observed_until must not lie before observed_at")
	}
	return "", nil
}

// endOn sets the last day of a month or a year. A last day that was sent has to be the same.
func (w *when) endOn(last time.Time) (name string, err error) {
	day := last.Format(time.DateOnly)
	if w.removed || w.untilGiven && *w.until != day {
		return "observed_until", fmt.Errorf("observed_until must be %s, the last day of the %s", day, w.precision)
	}
	w.until = &day
	return "", nil
}
