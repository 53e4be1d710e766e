package darwincore

import (
	"errors"
	"strings"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/dates"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/headers"
)

// errFuture is a reason to reject a row, beside the errors of dates.
var errFuture = errors.New("date in the future")

// when reads the date: eventDate before the calendar columns, joined by eventTime.
func (b *builder) when() error {
	if b.undatedPool() {
		return nil
	}
	columns := b.calendar()
	d, err := b.date(columns)
	if err != nil {
		return err
	}
	for term, value := range columns.Unimplied(d) {
		b.keep(term, value)
	}
	b.noteZone(d, b.get(headers.EventDate))
	d = b.timeOfDay(d)
	if d.InFuture(b.now) {
		return errFuture
	}
	b.record.Date = d
	return nil
}

// calendar reads the calendar columns.
func (b *builder) calendar() dates.Columns {
	return dates.Columns{
		Year: b.get(headers.Year), Month: b.get(headers.Month), Day: b.get(headers.Day),
		StartDayOfYear: b.get(headers.StartDay), EndDayOfYear: b.get(headers.EndDay),
		Week: b.get(headers.Week), MMWR: b.mmwr,
	}
}

func (b *builder) date(columns dates.Columns) (dates.Date, error) {
	text := b.get(headers.EventDate)
	if text == "" {
		return columns.Date()
	}
	calendar, calendarErr := columns.Date()
	d, lossy, err := b.parseDate(text)
	if err == nil {
		d, err = b.refined(d)
	}
	switch {
	case errors.Is(err, dates.ErrForm) && calendarErr == nil && calendar.Says(text):
		b.warn.Add("eventDate not understood, year, month and day taken, eventDate kept in the metadata", b.line)
		b.keep("eventDate", text)
		return calendar, nil
	case err != nil:
		return dates.Date{}, err
	case !b.release010 && (lossy || columns.Stated() && b.datesKnow && !isISO(text)):
		b.keep("eventDate", text)
	}
	switch {
	case !columns.Stated():
	case calendarErr != nil:
		b.warn.Add("year, month or day make no date; eventDate taken, they are kept in the metadata", b.line)
	case calendar.Precision == dates.PrecisionDay && d.Precision == dates.PrecisionTime && d.Start.Equal(calendar.Start) && b.get(headers.EventTime) == "":
		// GBIF and others padded days with midnight for years.
		b.warn.Add("eventDate at midnight beside year, month and day, taken as the day", b.line)
		return calendar, nil
	case !strings.Contains(text, "/") && calendar.Within(d): // an interval has the days that it says
		b.warn.Add("year, month and day are finer than eventDate and agree with it; they are taken", b.line)
		return calendar, nil
	case !d.Overlaps(calendar):
		b.warn.Add("year, month or day contradict eventDate; eventDate taken, they are kept in the metadata", b.line)
		b.record.Flags |= DateConflict
	}
	return d, nil
}

// isISO reports whether a text is ISO 8601, which needs no format.
func isISO(text string) bool {
	_, _, err := dates.ParseLossy(text)
	return err == nil
}

// parseDate reads a date. The first that is not ISO 8601 has the format of the column found.
func (b *builder) parseDate(text string) (d dates.Date, lossy bool, err error) {
	if b.mmwr && dates.IsWeek(text) {
		b.warn.Add("dates that are written as weeks are weeks of the MMWR, as --weeks mmwr says", b.line)
		d, err = dates.Columns{Week: text, MMWR: true}.Date()
		return d, false, err
	}
	d, lossy, err = b.dates.Parse(text)
	if err == nil || b.datesKnow || !errors.Is(err, dates.ErrForm) {
		return d, lossy, err
	}
	b.datesKnow = true
	if b.dates, b.fatal = b.survey(); b.fatal != nil {
		return d, lossy, err
	}
	return b.dates.Parse(text)
}

// refined applies what other columns say of the precision and the last day of a date.
func (b *builder) refined(d dates.Date) (dates.Date, error) {
	until := b.get(headers.Until)
	if until == "" {
		return d.Refine(b.get(headers.Precision))
	}
	last, _, err := b.parseDate(until)
	if err != nil {
		return dates.Date{}, err
	}
	return d.Through(last)
}

// noteZone notes a time that is written without its zone.
func (b *builder) noteZone(d dates.Date, written string) {
	if d.Precision == dates.PrecisionTime && !b.release010 && !dates.Zoned(written) {
		b.warn.Add("time without a time zone, taken as UTC", b.line)
	}
}

func (b *builder) timeOfDay(d dates.Date) dates.Date {
	clock := b.get(headers.EventTime)
	if clock == "" {
		return d
	}
	if d.Precision != dates.PrecisionDay {
		b.keep("eventTime", clock)
		return d
	}
	at, utc, err := d.At(clock)
	if err != nil {
		b.warn.Add("eventTime not understood, kept in the metadata", b.line)
	}
	b.noteZone(at, clock)
	if !utc && !b.release010 {
		b.keep("eventTime", clock)
	}
	return at
}
