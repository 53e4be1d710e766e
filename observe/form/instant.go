package form

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/dates"
)

// Earliest is the first instant that a record may have.
var Earliest = time.Date(dates.MinYear, 1, 1, 0, 0, 0, 0, time.UTC)

// MaxAhead is how far the time of a record may lie in the future.
const MaxAhead = 24 * time.Hour

// Layouts of instants: RFC 3339, the same without seconds, and both without a zone, which means UTC.
var timeLayouts = []string{time.RFC3339, "2006-01-02T15:04Z07:00", "2006-01-02T15:04:05", "2006-01-02T15:04"}

// ParseInstant reads a timestamp or a date, in whole microseconds and on the clock that it is written by.
func ParseInstant(s string) (at time.Time, dateOnly bool, err error) {
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

// SetDay reads an optional day, YYYY-MM-DD, into a field.
func (f Form) SetDay(name string, field **string) {
	if !f.Given(name) {
		return
	}
	*field = nil
	if !f.Has(name) {
		return
	}
	day, err := time.Parse(time.DateOnly, f.Plain(name))
	switch {
	case err != nil:
		f.Fail(name, "not_a_date", name+" must be a date as YYYY-MM-DD")
	case day.Before(Earliest) || day.After(f.Now.Add(MaxAhead)):
		f.Fail(name, "out_of_range", fmt.Sprintf("%s must not lie before %d or in the future", name, Earliest.Year()))
	default:
		*field = new(day.Format(time.DateOnly))
	}
}
