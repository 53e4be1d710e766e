package observe

import (
	"errors"
	"fmt"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/dates"
	"github.com/skeeter-surveillance/skeeter/observe/form"
)

// precisions are the values of date_precision, the finest first.
var precisions = []string{
	string(dates.PrecisionTime), string(dates.PrecisionDay), string(dates.PrecisionMonth), string(dates.PrecisionYear),
	string(dates.PrecisionInterval),
}

// readWhen reads observed_at, date_precision and observed_until together, because each depends on the others. It derives what is not
// given: the precision from the layout of observed_at, the last day of a month or a year from its first day.
func (d *draft) readWhen(f form.Form) {
	given := f.Given("observed_at", "date_precision", "observed_until")
	if f.Patch && !given {
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
	latest := f.Now.Add(form.MaxAhead)
	switch {
	case w.at.Before(form.Earliest):
		f.Fail("observed_at", "out_of_range", fmt.Sprintf("observed_at must not lie before %d", form.Earliest.Year()))
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
func (w *when) read(f form.Form) bool {
	stored, ok := w.precision, true
	w.timed = stored == dates.PrecisionTime
	if f.Required("observed_at") {
		at, dateOnly, err := form.ParseInstant(f.Plain("observed_at"))
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
	if f.Kept("date_precision") {
		w.precision = dates.Precision(f.OneOf("date_precision", precisions))
		ok = ok && w.precision != ""
	}
	return w.readUntil(f) && ok
}

func (w *when) readUntil(f form.Form) bool {
	switch {
	case !f.Given("observed_until"):
		return true
	case f.IsNull("observed_until"):
		w.until, w.removed = nil, f.Patch
		return true
	}
	s := f.Plain("observed_until")
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
