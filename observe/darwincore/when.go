package darwincore

import (
	"errors"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/dates"
)

// errFuture is a reason to reject a row, beside the errors of dates.
var errFuture = errors.New("date in the future")

// when reads the date: eventDate before the calendar columns, joined by eventTime.
func (b *builder) when() error {
	columns := dates.Columns{
		Year: b.get(roleYear), Month: b.get(roleMonth), Day: b.get(roleDay),
		StartDayOfYear: b.get(roleStartDay), EndDayOfYear: b.get(roleEndDay),
	}
	d, err := b.date(columns)
	if err != nil {
		return err
	}
	for term, value := range columns.Unimplied(d) {
		b.keep(term, value)
	}
	d = b.timeOfDay(d)
	if d.InFuture(b.now) {
		return errFuture
	}
	b.record.Date = d
	return nil
}

func (b *builder) date(columns dates.Columns) (dates.Date, error) {
	text := b.get(roleEventDate)
	if text == "" {
		return columns.Date()
	}
	calendar, calendarErr := columns.Date()
	d, lossy, err := dates.ParseLossy(text)
	if err == nil {
		d, err = d.Refine(b.get(rolePrecision), b.get(roleUntil))
	}
	switch {
	case errors.Is(err, dates.ErrForm) && calendarErr == nil:
		b.warn.Add("eventDate not understood, year, month and day taken, eventDate kept in the metadata", b.line)
		b.keep("eventDate", text)
		return calendar, nil
	case err != nil:
		return dates.Date{}, err
	case lossy:
		b.keep("eventDate", text)
	}
	switch {
	case !columns.Stated():
	case calendarErr != nil:
		b.warn.Add("year, month or day make no date; eventDate taken, they are kept in the metadata", b.line)
	case calendar.Precision == dates.PrecisionDay && d.Precision == dates.PrecisionTime && d.Start.Equal(calendar.Start) && b.get(roleEventTime) == "":
		// GBIF and others padded days with midnight for years.
		b.warn.Add("eventDate at midnight beside year, month and day, taken as the day", b.line)
		return calendar, nil
	case !d.Overlaps(calendar):
		b.warn.Add("year, month or day contradict eventDate; eventDate taken, they are kept in the metadata", b.line)
	}
	return d, nil
}

func (b *builder) timeOfDay(d dates.Date) dates.Date {
	clock := b.get(roleEventTime)
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
	if !utc {
		b.keep("eventTime", clock)
	}
	return at
}
