package events

import (
	"fmt"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/jsontext"
	"github.com/skeeter-surveillance/skeeter/observe/form"
)

// The values of date_precision.
const (
	precisionTime  = "time"
	precisionDay   = "day" // one, or the first and the last
	precisionWeek  = "week"
	precisionMonth = "month"
	precisionYear  = "year"
)

var precisions = []string{precisionTime, precisionDay, precisionWeek, precisionMonth, precisionYear}

// coarse are the precisions that say in which days a collection lay, with the most days that they have.
var coarse = map[string]int{precisionWeek: 7, precisionMonth: 31, precisionYear: 366}

// instant is a time on the clock that it was written by, or a day.
type instant struct {
	time.Time
	timed bool // false: a day, which begins at midnight UTC
}

// MarshalJSON writes a day as YYYY-MM-DD and a time as RFC 3339 does.
func (i instant) MarshalJSON() ([]byte, error) {
	if i.timed {
		return i.Time.MarshalJSON()
	}
	return jsontext.AppendString(nil, i.Format(time.DateOnly)), nil
}

// day is the instant as a day of its own clock.
func (i instant) day() instant {
	return instant{time.Date(i.Year(), i.Month(), i.Day(), 0, 0, 0, 0, time.UTC), false}
}

// span is the time of an event while a request is read.
type span struct {
	started   *instant
	ended     instant
	precision string
}

// readSpan reads started_at, ended_at and date_precision together, because each depends on the others. The precision that is not given
// is that of ended_at.
func (d *draft) readSpan(f form.Form) {
	if given := f.Given("started_at", "ended_at", "date_precision"); f.Patch && !given {
		return
	}
	s := d.span()
	if !s.read(f) || !s.agree(f) || !s.inRange(f) {
		return
	}
	_, offset := s.ended.Zone()
	d.StartedAt, d.EndedAt, d.UTCOffset, d.DatePrecision = nil, s.ended.UTC(), int16(offset/60), s.precision
	if s.started != nil {
		started := s.started.UTC()
		d.StartedAt = &started
	}
}

// read replaces the stored values with those of the request. It is false after an error, which f collects.
func (s *span) read(f form.Form) bool {
	ok := true
	if f.Required("ended_at") {
		ended := readInstant(f, "ended_at")
		if ok = ended != nil; ok {
			s.ended = *ended
		}
	} else if !f.Patch || f.IsNull("ended_at") {
		ok = false
	}
	if f.Given("started_at") {
		if s.started = nil; f.Has("started_at") {
			s.started = readInstant(f, "started_at")
			ok = ok && s.started != nil
		}
	}
	switch {
	case f.Kept("date_precision"):
		s.precision = f.OneOf("date_precision", precisions)
		return ok && s.precision != ""
	case f.Patch && f.IsNull("date_precision"):
		return false
	case coarse[s.precision] > 0: // a week stays a week
	case s.ended.timed:
		s.precision = precisionTime
	default:
		s.precision = precisionDay
	}
	return ok
}

func readInstant(f form.Form, name string) *instant {
	at, dateOnly, err := form.ParseInstant(f.Plain(name))
	if err != nil {
		f.Fail(name, "not_a_timestamp", name+" "+err.Error())
		return nil
	}
	return &instant{at, !dateOnly}
}

// agree brings both ends to the precision. It is false where they contradict it or each other.
func (s *span) agree(f form.Form) bool {
	switch {
	case s.precision == precisionTime && !s.ended.timed:
		f.Fail("date_precision", "inconsistent", "date_precision time needs an ended_at with a time")
		return false
	case s.started == nil && coarse[s.precision] > 0:
		f.Fail("started_at", "inconsistent", "date_precision "+s.precision+" needs started_at, its first day")
		return false
	case s.started != nil && s.started.timed != s.ended.timed:
		f.Fail("started_at", "inconsistent", "started_at and ended_at must both be dates or both have a time")
		return false
	}
	if s.precision != precisionTime {
		s.ended = s.ended.day()
		if s.started != nil {
			started := s.started.day()
			s.started = &started
		}
	}
	return true
}

func (s *span) inRange(f form.Form) bool {
	ok := true
	if first := s.started; first != nil && first.Before(form.Earliest) {
		f.Fail("started_at", "out_of_range", fmt.Sprintf("started_at must not lie before %d", form.Earliest.Year()))
		ok = false
	}
	latest, span := f.Now.Add(form.MaxAhead), coarse[s.precision]
	switch {
	case s.ended.Before(form.Earliest):
		f.Fail("ended_at", "out_of_range", fmt.Sprintf("ended_at must not lie before %d", form.Earliest.Year()))
	case span == 0 && s.ended.After(latest):
		f.Fail("ended_at", "out_of_range", "ended_at must not lie in the future")
	case span > 0 && s.started.After(latest): // a week may not be over yet
		f.Fail("started_at", "out_of_range", "started_at must not lie in the future")
	case s.started != nil && s.ended.Before(s.started.Time):
		f.Fail("started_at", "inconsistent", "started_at must not lie after ended_at")
	case span > 0 && s.ended.Sub(s.started.Time) > time.Duration(span-1)*24*time.Hour:
		f.Fail("ended_at", "inconsistent", fmt.Sprintf("date_precision %s holds at most %d days", s.precision, span))
	default:
		return ok
	}
	return false
}
