package dates

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/text"
)

// Order is the order of day, month and year in dates that are numbers.
type Order string

// The orders, as Options of an import name them. Undecided reads no date whose day and month may be confused.
const (
	Undecided    Order = ""
	DayMonthYear Order = "dmy"
	MonthDayYear Order = "mdy"
	YearMonthDay Order = "ymd"
)

// String describes an order for people.
func (o Order) String() string {
	switch o {
	case DayMonthYear:
		return "day/month/year"
	case MonthDayYear:
		return "month/day/year"
	case YearMonthDay:
		return "year/month/day"
	}
	return "undecided"
}

// Format says how dates are written that are not ISO 8601. The zero value reads those that nobody can misread: 2012/8/7,
// 07-JUN-2019, June 2019.
type Format struct {
	Order   Order
	Serial  bool // numbers are days since 1899-12-30, as spreadsheets count them
	pattern *pattern
}

// serialName is the name of a Format whose dates are serial numbers.
const serialName = "excel"

// ParseFormat reads dmy, mdy, ymd, excel or a pattern such as DD.MM.YYYY HH:mm. In a pattern, YYYY or YY is the year, MM the month,
// MON its name, DD the day, HH the hour, mm the minute, ss the second, AM or PM the half of the day; everything else stands for
// itself. YY is a year from 1969 to 2068.
func ParseFormat(s string) (Format, error) {
	switch order := Order(strings.ToLower(s)); order {
	case DayMonthYear, MonthDayYear, YearMonthDay:
		return Format{Order: order}, nil
	case serialName:
		return Format{Serial: true}, nil
	}
	p, err := parsePattern(s)
	if err != nil {
		return Format{}, fmt.Errorf("%q is no form of dates: %w; write dmy, mdy, ymd, excel or a pattern such as DD.MM.YYYY HH:mm", s, err)
	}
	return Format{pattern: p}, nil
}

// Parse reads a date, without blanks around it. ISO 8601 is always read, unless a pattern claims the text. It also reports what
// ParseLossy does.
func (f Format) Parse(s string) (d Date, lossy bool, err error) {
	if f.pattern != nil {
		if text.Missing(s) {
			return Date{}, false, ErrNone
		}
		m, err := f.pattern.parse(s)
		if err == nil || !errors.Is(err, ErrForm) || f.pattern.yearFirst() {
			return m.date(), m.offset != 0, err
		}
	}
	d, lossy, err = ParseLossy(s)
	if !errors.Is(err, ErrForm) || f.pattern != nil {
		return d, lossy, err
	}
	if f.Serial {
		if d, ok := fromSerial(s, 1, lastSerial); ok {
			return d, false, nil
		}
	}
	p, ok := takeApart(s)
	if !ok {
		return Date{}, false, ErrForm
	}
	m, err := p.moment(f.Order)
	if err != nil {
		return Date{}, false, err
	}
	return m.date(), m.offset != 0, nil
}

// Serial numbers of days. A column is taken for such numbers only from 1980 on: smaller ones may be years with days of the
// year, such as 19126.
const (
	leastSerial = 29221   // 1980-01-01
	mostSerial  = 73050   // 2099-12-31
	lastSerial  = 2958465 // 9999-12-31
)

// fromSerial reads a number of days since 1899-12-30, with a fraction for the time of day. Spreadsheets count a 29 February 1900
// that never was: the number 60 is no day, those before it are a day later.
func fromSerial(s string, least, most float64) (Date, bool) {
	if len(s) == 0 || strings.Trim(s, "0123456789.") != "" {
		return Date{}, false
	}
	n, err := strconv.ParseFloat(s, 64)
	if err != nil || n < least || n >= most+1 {
		return Date{}, false
	}
	days := math.Floor(n)
	if days == 60 {
		return Date{}, false
	}
	start := time.Date(1899, time.December, 30, 0, 0, 0, 0, time.UTC).AddDate(0, 0, int(days))
	if days < 60 {
		start = start.AddDate(0, 0, 1)
	}
	// The fraction of a double is exact to about a microsecond; people write seconds.
	if clock := time.Duration(math.Round((n-days)*24*60*60)) * time.Second; clock > 0 && clock < oneDay {
		return Date{Start: start.Add(clock), Precision: PrecisionTime}, true
	}
	return Date{Start: start, Precision: PrecisionDay}, true
}
