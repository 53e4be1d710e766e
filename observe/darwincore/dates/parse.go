package dates

import (
	"regexp"
	"strings"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/text"
)

// Parse reads what Darwin Core allows in eventDate (https://dwc.tdwg.org/terms/#dwc:eventDate): ISO 8601 dates, times
// (without a zone they are UTC; "2007-05-06 00:00:00" of a database is a day), years, months, ordinal dates, weeks, and intervals,
// whose end may leave out what it shares with the beginning; and what field files write beside: 2006-2008 for an interval of
// years, 2013-10-00 for a month. An interval that is one whole month or year becomes that precision, one within a day becomes that day.
func Parse(s string) (Date, error) {
	d, _, err := ParseLossy(strings.TrimSpace(s))
	return d, err
}

// ParseLossy is Parse for a text without blanks around it. It also reports whether the text says more than the Date can
// keep as it was written: a zone other than UTC, or the time at which an interval begins or ends.
func ParseLossy(s string) (d Date, lossy bool, err error) {
	if text.Missing(s) {
		return Date{}, false, ErrNone
	}
	if begin, end, found := strings.Cut(s, "/"); found {
		return parseInterval(strings.TrimSpace(begin), strings.TrimSpace(end))
	}
	if isYears(s) {
		return parseInterval(s[:4], s[5:])
	}
	if len(s) > 5 && (s[4] == 'W' || s[5] == 'W') {
		if week := weeks.FindStringSubmatch(s); week != nil {
			d, err := parseWeek(week[1], week[2], week[3])
			return d, false, err
		}
	}
	m, err := parseMoment(s)
	if err != nil {
		return Date{}, false, err
	}
	return m.date(), m.offset != 0, nil
}

// isYears reports whether a text is an interval of years as 2006-2008.
func isYears(s string) bool {
	return len(s) == len("2006-2008") && s[4] == '-' && digits(s[:4]) && digits(s[5:])
}

// weeks are the weeks of ISO 8601, and the days of them.
var weeks = regexp.MustCompile(`^(\d{4})-?W(\d\d)(?:-?([1-7]))?$`)

// IsWeek reports whether a text is a week of ISO 8601: 2020-W53.
func IsWeek(s string) bool {
	week := weeks.FindStringSubmatch(strings.TrimSpace(s))
	return week != nil && week[3] == ""
}

// parseWeek reads a week, or a day of it by its number from Monday.
func parseWeek(year, week, day string) (Date, error) {
	d, err := Columns{Week: week}.week(number(year))
	if err != nil || day == "" {
		return d, err
	}
	first := d.Start.AddDate(0, 0, number(day)-1)
	return spanning(first, first, 0), nil
}

func parseInterval(begin, end string) (d Date, lossy bool, err error) {
	from, to, err := parseEnds(begin, end)
	if err != nil {
		return Date{}, false, err
	}
	begins, ends := from.precision == PrecisionTime, to.precision == PrecisionTime // at a time of day
	switch {
	case midnight(from.local()).After(to.last), ends && to.start.Before(from.start):
		return Date{}, false, ErrIntervalOrder
	case begins && ends && from.start.Equal(to.start):
		return from.date(), from.offset != 0, nil
	}
	d = spanning(from.start, to.last, from.offset)
	return d, ends || begins && (d.Precision == PrecisionDay || from.offset != 0), nil
}

// parseEnds reads the ends of an interval.
func parseEnds(begin, end string) (from, to moment, err error) {
	if begin == "" || end == "" || begin == ".." || end == ".." {
		return from, to, ErrIntervalOpen
	}
	if from, err = parseMoment(begin); err != nil {
		return from, to, err
	}
	if end, err = completeEnd(begin, from, end); err != nil {
		return from, to, err
	}
	to, err = parseMoment(end)
	return from, to, err
}

// Ends reads both ends of an interval, each as it is written: with its time of day, or as a day, a month or a year. A date that is no
// interval is both. It does not look at their order.
func Ends(s string) (first, last Date, err error) {
	s = strings.TrimSpace(s)
	begin, end, found := strings.Cut(s, "/")
	if isYears(s) {
		begin, end, found = s[:4], s[5:], true
	}
	if !found {
		first, err = Parse(s)
		return first, first, err
	}
	from, to, err := parseEnds(strings.TrimSpace(begin), strings.TrimSpace(end))
	if err != nil {
		return Date{}, Date{}, err
	}
	return from.date(), to.date(), nil
}

// completeEnd gives the end of an interval what it leaves out of its beginning: the year, the month, the day, the zone.
func completeEnd(begin string, from moment, end string) (string, error) {
	end = strings.TrimPrefix(end, "T")
	switch {
	case len(end) == 2 && digits(end) && from.precision == PrecisionDay && len(begin) == 10:
		return begin[:8] + end, nil
	case len(end) == 2 && digits(end) && from.precision == PrecisionMonth:
		return begin[:5] + end, nil
	case len(end) == 5 && end[2] == '-' && digits(end[:2]) && digits(end[3:]) && len(begin) == 10:
		return begin[:5] + end, nil
	case len(end) >= 5 && end[2] == ':' && from.precision == PrecisionTime && len(begin) > 10:
		end = begin[:10] + "T" + end
	case len(end) < 4:
		return "", ErrForm
	}
	if from.zone == "" || len(end) <= 10 {
		return end, nil
	}
	if to, err := parseMoment(end); err == nil && to.precision == PrecisionTime && to.zone == "" {
		end += from.zone
	}
	return end, nil
}

// Zoned reports whether the zone of a time of day is written, in a text that has a time of day.
func Zoned(s string) bool {
	s, _, _ = strings.Cut(s, "/")
	at := strings.IndexByte(s, ':')
	if at < 0 {
		at = strings.IndexAny(s, "Tt")
	}
	clock := s[at+1:]
	return strings.ContainsAny(clock, "Zz+-") || strings.HasSuffix(clock, "GMT") || strings.HasSuffix(clock, "UTC")
}

// digits reports whether a text is one or more ASCII digits.
func digits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

func number(s string) int {
	n := 0
	for i := range len(s) {
		n = n*10 + int(s[i]-'0')
	}
	return n
}
