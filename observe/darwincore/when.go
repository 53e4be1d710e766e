package darwincore

import (
	"errors"
	"strings"
	"time"
)

// Reasons to reject a row for its date, beside those of ParseDate.
var (
	errFuture     = errors.New("date in the future")
	errMonthRange = errors.New("month out of range")
	errDayRange   = errors.New("day out of range")
	errYearForm   = errors.New("year is not a number of four digits")
	errMonthForm  = errors.New("month is not a number")
	errDayForm    = errors.New("day is not a number")
	errPrecision  = errors.New("date_precision does not fit the date")
)

// when reads the date: eventDate before the calendar columns, joined by eventTime.
func (b *builder) when() error {
	d, err := b.date()
	if err != nil {
		return err
	}
	b.keepUnimplied(d)
	d = b.timeOfDay(d)
	latest := b.now.Add(day)
	if d.Start.After(latest) || d.Precision == PrecisionInterval && d.Until.After(latest) && !goesOn(d.Until, latest) {
		return errFuture
	}
	b.record.Date = d
	return nil
}

// goesOn tells whether a day ends the month or the year that now lies in. An interval up to it says no more of the future
// than the month or year alone does, which is taken while it goes on. It may be written in days: an export of 1750/2026 is.
func goesOn(until, now time.Time) bool {
	year, month, _ := now.UTC().Date()
	return until.Equal(time.Date(year, month+1, 0, 0, 0, 0, 0, time.UTC)) || until.Equal(time.Date(year, time.December, 31, 0, 0, 0, 0, time.UTC))
}

func (b *builder) date() (Date, error) {
	columns, stated, columnsErr := b.calendar()
	text := b.get(roleEventDate)
	if text == "" {
		if !stated {
			return Date{}, errNoDate
		}
		return columns, columnsErr
	}
	d, lossy, err := parseDate(text)
	if err == nil {
		d, err = b.refine(d)
	}
	switch {
	case errors.Is(err, errDateForm) && stated && columnsErr == nil:
		b.warn.add("eventDate not understood, year, month and day taken, eventDate kept in the metadata", b.line)
		b.keep("eventDate", text)
		return columns, nil
	case err != nil:
		return Date{}, err
	case lossy:
		b.keep("eventDate", text)
	}
	switch {
	case stated && columnsErr == nil && columns.Precision == PrecisionDay && d.Precision == PrecisionTime &&
		d.Start.Equal(columns.Start) && b.get(roleEventTime) == "":
		// GBIF and others padded days with midnight for years.
		b.warn.add("eventDate at midnight beside year, month and day, taken as the day", b.line)
		return columns, nil
	case columnsErr != nil:
		b.warn.add("year, month or day make no date; eventDate taken, they are kept in the metadata", b.line)
	case stated && !overlap(d, columns):
		b.warn.add("year, month or day contradict eventDate; eventDate taken, they are kept in the metadata", b.line)
	}
	return d, nil
}

// keepUnimplied keeps the calendar columns that the date does not imply.
func (b *builder) keepUnimplied(d Date) {
	first, last := midnight(d.Start), d.lastDay()
	knowsMonth := d.Precision != PrecisionYear
	knowsDay := knowsMonth && d.Precision != PrecisionMonth
	for _, column := range [...]struct {
		role        role
		key         string
		known       bool
		first, last int
	}{
		{roleYear, "year", true, first.Year(), last.Year()},
		{roleMonth, "month", knowsMonth, int(first.Month()), int(last.Month())},
		{roleDay, "day", knowsDay, first.Day(), last.Day()},
		{roleStartDay, "startDayOfYear", knowsDay, first.YearDay(), first.YearDay()},
		{roleEndDay, "endDayOfYear", knowsDay, last.YearDay(), last.YearDay()},
	} {
		value := b.get(column.role)
		if value == "" {
			continue
		}
		text := strings.TrimSuffix(value, ".0")
		if column.role == roleYear && len(text) > 4 {
			if years, err := ParseDate(text); err == nil && years == d {
				continue // 2006-2008 as an interval
			}
		}
		says := -1
		if digits(text) && len(text) <= 4 {
			says = number(text)
		}
		if !column.known || says != column.first && says != column.last {
			b.keep(column.key, value)
		}
	}
}

// overlap tells whether two dates may mean the same day. A time may fall on the neighbouring day in
// its own zone.
func overlap(d, other Date) bool {
	var slack time.Duration
	if d.Precision == PrecisionTime {
		slack = day
	}
	return !midnight(d.Start).Add(-slack).After(other.lastDay()) && !d.lastDay().Add(slack).Before(midnight(other.Start))
}

// refine applies date_precision and observed_until, which this server's own lists have beside the
// first instant of a date.
func (b *builder) refine(d Date) (Date, error) {
	precision, until := Precision(strings.ToLower(b.get(rolePrecision))), b.get(roleUntil)
	if until != "" {
		last, err := parseMoment(until)
		if err != nil {
			return Date{}, err
		}
		if midnight(d.Start).After(last.last) {
			return Date{}, errIntervalOrder
		}
		return interval(d.Start, last.last), nil
	}
	first := midnight(d.Start)
	switch precision {
	case "", d.Precision:
		return d, nil
	case PrecisionTime:
		return Date{Start: d.Start, Precision: PrecisionTime}, nil
	case PrecisionDay:
		return interval(first, first), nil
	case PrecisionMonth:
		m, err := calendarMonth(first.Year(), int(first.Month()))
		return Date{Start: m.start, Precision: PrecisionMonth, Until: m.last}, err
	case PrecisionYear:
		m, err := calendarYear(first.Year())
		return Date{Start: m.start, Precision: PrecisionYear, Until: m.last}, err
	default:
		return Date{}, errPrecision
	}
}

// timeOfDay joins eventTime to a day.
func (b *builder) timeOfDay(d Date) Date {
	clock := b.get(roleEventTime)
	if clock == "" {
		return d
	}
	if d.Precision != PrecisionDay {
		b.keep("eventTime", clock)
		return d
	}
	m, err := moment{start: d.Start}.at(clock)
	if err != nil {
		b.warn.add("eventTime not understood, kept in the metadata", b.line)
		b.keep("eventTime", clock)
		return d
	}
	if !m.utc {
		b.keep("eventTime", clock)
	}
	return Date{Start: m.start, Precision: PrecisionTime}
}

// calendar makes a date of the columns year, month and day, or year and days of the year. stated says
// that there is a year.
func (b *builder) calendar() (d Date, stated bool, err error) {
	year := strings.TrimSuffix(b.get(roleYear), ".0")
	if year == "" {
		return Date{}, false, nil
	}
	if len(year) != 4 || !digits(year) {
		d, _, err = parseDate(year)
		if err != nil {
			err = errYearForm
		}
		return d, true, err
	}
	month := strings.TrimSuffix(b.get(roleMonth), ".0")
	dayOf := strings.TrimSuffix(b.get(roleDay), ".0")
	var m moment
	switch {
	case month == "" && b.get(roleStartDay) != "":
		d, err = b.daysOfYear(number(year))
		return d, true, err
	case month == "":
		m, err = calendarYear(number(year))
	case !digits(month) || len(month) > 2:
		err = errMonthForm
	case number(month) < 1 || number(month) > 12:
		err = errMonthRange
	case dayOf == "":
		m, err = calendarMonth(number(year), number(month))
	case !digits(dayOf) || len(dayOf) > 2:
		err = errDayForm
	default:
		if m, err = calendarDay(number(year), number(month), number(dayOf)); errors.Is(err, errDateRange) {
			err = errDayRange
		}
	}
	if err != nil {
		return Date{}, true, err
	}
	d = interval(m.start, m.last)
	return d, true, nil
}

// daysOfYear makes a date of year, startDayOfYear and endDayOfYear.
func (b *builder) daysOfYear(year int) (Date, error) {
	start, end := strings.TrimSuffix(b.get(roleStartDay), ".0"), strings.TrimSuffix(b.get(roleEndDay), ".0")
	if end == "" {
		end = start
	}
	if !digits(start) || !digits(end) || len(start) > 3 || len(end) > 3 {
		return Date{}, errDayForm
	}
	first, err := ordinalDay(year, number(start))
	if errors.Is(err, errDateRange) {
		return Date{}, errDayRange
	}
	if err != nil {
		return Date{}, err
	}
	last, err := ordinalDay(year, number(end))
	switch {
	case err != nil:
		return Date{}, errDayRange
	case last.start.Before(first.start):
		return Date{}, errIntervalOrder
	}
	return interval(first.start, last.last), nil
}
