package dates

import (
	"errors"
	"fmt"
	"strings"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/text"
)

// Survey finds the Format of a whole column. The zero value has seen nothing.
type Survey struct {
	dayFirst, monthFirst sighting // rows that tell day and month apart
	undecided            sighting // rows that may be read either way
	serial               sighting // rows that may be the numbers of a spreadsheet
	other                sighting // rows that are no such number
}

// sighting is the first row of a kind, and how many there are.
type sighting struct {
	rows    int
	line    int
	written string
}

func (s *sighting) add(written string, line int) {
	if s.rows == 0 {
		s.line, s.written = line, strings.Clone(written)
	}
	s.rows++
}

// Add looks at the date of a row, as it is written in a line of the file, and at the month and day that the row states beside it.
func (s *Survey) Add(written string, line int, beside Columns) {
	if text.Missing(written) {
		return
	}
	if _, ok := fromSerial(written, leastSerial, mostSerial); ok {
		s.serial.add(written, line)
		return
	}
	s.other.add(written, line)
	if _, _, err := ParseLossy(written); !errors.Is(err, ErrForm) {
		return
	}
	p, ok := takeApart(written)
	if !ok {
		return
	}
	first, second, ok := p.undecided()
	if !ok {
		return
	}
	dayMonth := fits(first, second) && beside.fit(first, second)
	monthDay := fits(second, first) && beside.fit(second, first)
	switch {
	case first == second, !dayMonth && !monthDay:
	case dayMonth && monthDay:
		s.undecided.add(written, line)
	case dayMonth:
		s.dayFirst.add(written, line)
	default:
		s.monthFirst.add(written, line)
	}
}

// fits reports whether two numbers can be a day and a month; 0 stands for one that is not known.
func fits(day, month int) bool {
	return day <= 31 && month <= 12 && (month > 0 || day == 0)
}

// fit reports whether the columns agree with a day and a month, as far as they say anything.
func (c Columns) fit(day, month int) bool {
	agrees := func(written string, n int) bool {
		written = counted(written)
		return written == "" || !digits(written) || len(written) > 2 || number(written) == n
	}
	return agrees(c.Month, month) && agrees(c.Day, day)
}

// Errors of a Survey, wrapped with their evidence.
var (
	ErrUndecided     = errors.New("nothing in the file tells day and month apart")
	ErrContradictory = errors.New("the dates have different forms")
)

// Format returns the Format of the column and its evidence, for a note; empty where none is needed. A column whose day and month
// cannot be told apart, or that contradicts itself, is an error that wraps ErrUndecided or ErrContradictory.
func (s *Survey) Format() (f Format, evidence string, err error) {
	switch {
	case s.serial.rows > 0 && s.other.rows == 0:
		return Format{Serial: true}, fmt.Sprintf("dates are day numbers of a spreadsheet: %s in line %d", s.serial.written, s.serial.line), nil
	case s.dayFirst.rows > 0 && s.monthFirst.rows > 0:
		return Format{}, "", fmt.Errorf("%w: %s in line %d can only be day/month/year, %s in line %d only month/day/year",
			ErrContradictory, s.dayFirst.written, s.dayFirst.line, s.monthFirst.written, s.monthFirst.line)
	case s.dayFirst.rows > 0:
		return Format{Order: DayMonthYear}, s.dayFirst.proves(DayMonthYear), nil
	case s.monthFirst.rows > 0:
		return Format{Order: MonthDayYear}, s.monthFirst.proves(MonthDayYear), nil
	case s.undecided.rows > 0:
		return Format{}, "", fmt.Errorf("%w, such as %s in line %d", ErrUndecided, s.undecided.written, s.undecided.line)
	}
	if s.serial.rows > 0 {
		evidence = fmt.Sprintf("some dates look like day numbers of a spreadsheet, such as %s in line %d; --dates excel reads them",
			s.serial.written, s.serial.line)
	}
	return Format{}, evidence, nil
}

func (s *sighting) proves(order Order) string {
	return fmt.Sprintf("dates are %s: %s in line %d", order, s.written, s.line)
}
