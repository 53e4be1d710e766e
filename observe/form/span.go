package form

import (
	"fmt"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/jsontext"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
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

// Coarse reports whether a precision says in which days a collection lay.
func Coarse(precision string) bool {
	return precision == precisionWeek || precision == precisionMonth || precision == precisionYear
}

// maxWeek is how many days a week has at most.
const maxWeek = 7

// Instant is a time on the clock that it was written by, or a day.
type Instant struct {
	time.Time
	Timed bool // false: a day, which begins at midnight UTC
}

// MarshalJSON writes a day as YYYY-MM-DD and a time as RFC 3339 does.
func (i Instant) MarshalJSON() ([]byte, error) {
	if i.Timed {
		return i.Time.MarshalJSON()
	}
	return jsontext.AppendString(nil, i.Format(time.DateOnly)), nil
}

// day is the Instant as a day of its own clock.
func (i Instant) day() Instant {
	return Instant{time.Date(i.Year(), i.Month(), i.Day(), 0, 0, 0, 0, time.UTC), false}
}

// Span is the time of a sampling event, as it is stored.
type Span struct {
	StartedAt     *time.Time // UTC, as EndedAt
	EndedAt       time.Time
	UTCOffset     int16 // minutes
	DatePrecision string
}

// SpanOf returns the time that columns of these values hold.
func SpanOf(started *time.Time, ended time.Time, utcOffset int16, precision string) Span {
	s := Span{EndedAt: ended.UTC(), UTCOffset: utcOffset, DatePrecision: precision}
	if started != nil {
		first := started.UTC()
		s.StartedAt = &first
	}
	return s
}

// Instants returns both ends as they are shown; started is nil where one time or day alone is known.
func (s Span) Instants() (started *Instant, ended Instant) {
	at := func(t time.Time) Instant {
		return Instant{postgres.Local(t.UTC(), s.UTCOffset), s.DatePrecision == precisionTime}
	}
	if s.StartedAt != nil {
		first := at(*s.StartedAt)
		started = &first
	}
	return started, at(s.EndedAt)
}

// FirstDay is the local day on which the collection began, midnight UTC.
func (s Span) FirstDay() time.Time {
	started, ended := s.Instants()
	if started == nil {
		return ended.day().Time
	}
	return started.day().Time
}

// Read reads started_at, ended_at and date_precision together, because each depends on the others. The precision that is not given is
// that of ended_at.
func (s *Span) Read(f Form) {
	if given := f.Given("started_at", "ended_at", "date_precision"); f.Patch && !given {
		return
	}
	sent := span{precision: s.DatePrecision}
	sent.started, sent.ended = s.Instants()
	if !sent.read(f) || !sent.agree(f) || !sent.inRange(f) {
		return
	}
	_, offset := sent.ended.Zone()
	var started *time.Time
	if sent.started != nil {
		started = &sent.started.Time
	}
	*s = SpanOf(started, sent.ended.Time, int16(offset/60), sent.precision)
}

// span is the time of an event while a request is read.
type span struct {
	started   *Instant
	ended     Instant
	precision string
}

// read replaces the stored values with those of the request. It is false after an error, which f collects.
func (s *span) read(f Form) bool {
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
	case Coarse(s.precision): // a week stays a week
	case s.ended.Timed:
		s.precision = precisionTime
	default:
		s.precision = precisionDay
	}
	return ok
}

func readInstant(f Form, name string) *Instant {
	at, dateOnly, err := ParseInstant(f.Plain(name))
	if err != nil {
		f.Fail(name, "not_a_timestamp", name+" "+err.Error())
		return nil
	}
	return &Instant{at, !dateOnly}
}

// agree brings both ends to the precision. It is false where they contradict it or each other.
func (s *span) agree(f Form) bool {
	switch {
	case s.precision == precisionTime && !s.ended.Timed:
		f.Fail("date_precision", "inconsistent", "date_precision time needs an ended_at with a time")
		return false
	case s.started == nil && Coarse(s.precision):
		f.Fail("started_at", "inconsistent", "date_precision "+s.precision+" needs started_at, its first day")
		return false
	case s.started != nil && s.started.Timed != s.ended.Timed:
		f.Fail("started_at", "inconsistent", "started_at and ended_at must both be dates or both have a time")
		return false
	}
	if s.precision != precisionTime {
		s.ended = s.ended.day()
		if s.started != nil {
			started := s.started.day()
			s.started = &started
		}
		return true
	}
	return s.oneClock(f)
}

// oneClock puts started_at on the clock of ended_at, because an event has one offset. It is false where the first day would become another.
func (s *span) oneClock(f Form) bool {
	if s.started == nil {
		return true
	}
	started := Instant{s.started.In(s.ended.Location()), true}
	if !started.day().Equal(s.started.day().Time) {
		f.Fail("started_at", "inconsistent", "started_at is on another day by the clock of ended_at; write both with the same offset from UTC")
		return false
	}
	s.started = &started
	return true
}

func (s *span) inRange(f Form) bool {
	ok := true
	if first := s.started; first != nil && first.Before(Earliest) {
		f.Fail("started_at", "out_of_range", fmt.Sprintf("started_at must not lie before %d", Earliest.Year()))
		ok = false
	}
	latest, coarse := f.Now.Add(MaxAhead), Coarse(s.precision)
	switch {
	case s.ended.Before(Earliest):
		f.Fail("ended_at", "out_of_range", fmt.Sprintf("ended_at must not lie before %d", Earliest.Year()))
	case !coarse && s.ended.After(latest):
		f.Fail("ended_at", "out_of_range", "ended_at must not lie in the future")
	case coarse && s.started.After(latest): // a week may not be over yet
		f.Fail("started_at", "out_of_range", "started_at must not lie in the future")
	case s.started != nil && s.ended.Before(s.started.Time):
		f.Fail("started_at", "inconsistent", "started_at must not lie after ended_at")
	case coarse:
		return s.fits(f) && ok
	default:
		return ok
	}
	return false
}

// fits reports whether the days are those of one week, month or year. A week may begin on any day and may be shorter.
func (s *span) fits(f Form) bool {
	first, last := s.started.Time, s.ended.Time
	year, month, _ := first.Date()
	switch s.precision {
	case precisionMonth:
		first = time.Date(year, month, 1, 0, 0, 0, 0, time.UTC)
		last = first.AddDate(0, 1, -1)
	case precisionYear:
		first = time.Date(year, time.January, 1, 0, 0, 0, 0, time.UTC)
		last = first.AddDate(1, 0, -1)
	default:
		if last.Before(first.AddDate(0, 0, maxWeek)) {
			return true
		}
		f.Fail("ended_at", "inconsistent", fmt.Sprintf("date_precision week has at most %d days", maxWeek))
		return false
	}
	if first.Equal(s.started.Time) && last.Equal(s.ended.Time) {
		return true
	}
	f.Fail("date_precision", "inconsistent", fmt.Sprintf("date_precision %[1]s needs the first and the last day of one %[1]s as started_at and ended_at, such as %[2]s and %[3]s",
		s.precision, first.Format(time.DateOnly), last.Format(time.DateOnly)))
	return false
}
