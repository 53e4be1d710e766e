package dates

import (
	"strings"
	"time"
)

// moment is a date that is no interval, or one end of an interval.
type moment struct {
	start     time.Time // first instant
	last      time.Time // last day of the place
	precision Precision
	zone      string // as written
	offset    int    // minutes east of UTC that it stands for
}

func (m moment) date() Date {
	d := Date{Start: m.start, Precision: m.precision, Offset: m.offset}
	if m.precision == PrecisionMonth || m.precision == PrecisionYear {
		d.Until = m.last
	}
	return d
}

// local is the first instant as the clocks of its zone showed it.
func (m moment) local() time.Time { return m.start.Add(time.Duration(m.offset) * time.Minute) }

// parseMoment reads a date by its length and separators. For time.Parse its forms would be dozens of layouts.
func parseMoment(s string) (moment, error) {
	switch {
	case len(s) > 10 && (s[10] == 'T' || s[10] == ' ' || s[10] == 't'):
		return parseDateTime(s[:10], strings.TrimSpace(s[11:]), s[10] == ' ')
	case len(s) == 10 && s[4] == '-' && s[7] == '-' && digits(s[:4]) && digits(s[5:7]) && digits(s[8:]):
		return calendarDay(number(s[:4]), number(s[5:7]), number(s[8:]))
	case len(s) == 8 && digits(s):
		return calendarDay(number(s[:4]), number(s[4:6]), number(s[6:]))
	case len(s) == 8 && s[4] == '-' && digits(s[:4]) && digits(s[5:]):
		return ordinalDay(number(s[:4]), number(s[5:]))
	case len(s) == 7 && s[4] == '-' && digits(s[:4]) && digits(s[5:]):
		return calendarMonth(number(s[:4]), number(s[5:]))
	case len(s) == 4 && digits(s):
		return calendarYear(number(s))
	case len(s) > 8 && len(s) < 10 && s[4] == '-':
		return shortDay(s)
	default:
		return moment{}, ErrForm
	}
}

// shortDay reads a day whose month or day lacks its zero: 2007-5-06.
func shortDay(s string) (moment, error) {
	parts := strings.Split(s, "-")
	if len(parts) != 3 || !digits(parts[0]) || !digits(parts[1]) || !digits(parts[2]) || len(parts[1]) > 2 || len(parts[2]) > 2 {
		return moment{}, ErrForm
	}
	return calendarDay(number(parts[0]), number(parts[1]), number(parts[2]))
}

// calendarDay makes a day, a month if the day is 0, and a year if the month is 0 too: so 2013-10-00 is written.
func calendarDay(y, m, d int) (moment, error) {
	switch {
	case y == 0 && m == 0 && d == 0:
		return moment{}, ErrNone // as databases write that there is none
	case y < MinYear:
		return moment{}, ErrTooEarly
	case m == 0 && d == 0:
		return calendarYear(y)
	case d == 0:
		return calendarMonth(y, m)
	}
	t := time.Date(y, time.Month(m), d, 0, 0, 0, 0, time.UTC)
	if m < 1 || m > 12 || d < 1 || t.Day() != d {
		return moment{}, ErrRange
	}
	return moment{start: t, last: t, precision: PrecisionDay}, nil
}

func ordinalDay(y, n int) (moment, error) {
	if y < MinYear {
		return moment{}, ErrTooEarly
	}
	t := time.Date(y, time.January, n, 0, 0, 0, 0, time.UTC)
	if n < 1 || t.Year() != y {
		return moment{}, ErrRange
	}
	return moment{start: t, last: t, precision: PrecisionDay}, nil
}

func calendarMonth(y, m int) (moment, error) {
	first, err := calendarDay(y, m, 1)
	first.last = first.start.AddDate(0, 1, -1)
	first.precision = PrecisionMonth
	return first, err
}

func calendarYear(y int) (moment, error) {
	first, err := calendarDay(y, 1, 1)
	first.last = first.start.AddDate(1, 0, -1)
	first.precision = PrecisionYear
	return first, err
}

// parseDateTime reads a day and a time of day with an optional zone. Midnight behind a blank and without a zone is how
// databases write a day.
func parseDateTime(date, clock string, blank bool) (moment, error) {
	m, err := parseMoment(date)
	if err != nil {
		return moment{}, err
	}
	if m.precision != PrecisionDay {
		return moment{}, ErrForm
	}
	if blank && strings.Trim(clock, "0:.") == "" {
		return m, nil
	}
	return m.at(clock)
}

func (m moment) at(clock string) (moment, error) {
	zone := ""
	if i := strings.IndexAny(clock, "Zz+-"); i >= 0 {
		clock, zone = strings.TrimSpace(clock[:i]), clock[i:]
	}
	sinceMidnight, err := parseClock(clock)
	if err != nil {
		return moment{}, err
	}
	offset, err := parseZone(zone)
	if err != nil {
		return moment{}, err
	}
	local := m.start.Add(sinceMidnight)
	return moment{
		start: local.Add(-offset), last: midnight(local), precision: PrecisionTime, zone: zone, offset: int(offset / time.Minute),
	}, nil
}

// parseClock reads hh, hh:mm, hhmm, hh:mm:ss or hhmmss, the seconds with a fraction that is cut to microseconds.
func parseClock(s string) (time.Duration, error) {
	whole, fraction, hasFraction := strings.Cut(strings.Replace(s, ",", ".", 1), ".")
	compact := whole
	if len(whole) == 5 || len(whole) == 8 {
		if whole[2] != ':' || len(whole) == 8 && whole[5] != ':' {
			return 0, ErrForm
		}
		compact = whole[:2] + whole[3:5]
		if len(whole) == 8 {
			compact += whole[6:]
		}
	}
	if !digits(compact) || len(compact)%2 != 0 || len(compact) > 6 || hasFraction && (len(compact) != 6 || !digits(fraction)) {
		return 0, ErrForm
	}
	compact += "000000"[len(compact):]
	h, m, sec := number(compact[:2]), number(compact[2:4]), number(compact[4:6])
	if h > 23 || m > 59 || sec > 59 {
		return 0, ErrRange
	}
	micros := number((fraction + "000000")[:6])
	return time.Duration(h)*time.Hour + time.Duration(m)*time.Minute + time.Duration(sec)*time.Second +
		time.Duration(micros)*time.Microsecond, nil
}

// parseZone reads "", Z, +hh, +hhmm or +hh:mm.
func parseZone(s string) (time.Duration, error) {
	if s == "" || s == "Z" || s == "z" {
		return 0, nil
	}
	compact := strings.Replace(s[1:], ":", "", 1)
	if s[0] != '+' && s[0] != '-' || !digits(compact) || len(compact) != 2 && len(compact) != 4 {
		return 0, ErrForm
	}
	compact = (compact + "00")[:4]
	h, m := number(compact[:2]), number(compact[2:])
	offset := time.Duration(h)*time.Hour + time.Duration(m)*time.Minute
	if m > 59 || offset > MaxOffset {
		return 0, ErrRange
	}
	if s[0] == '-' {
		offset = -offset
	}
	return offset, nil
}
