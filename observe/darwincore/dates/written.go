package dates

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// parts are the parts of a date as it is written: numbers and the name of a month, and the time of day behind them.
type parts struct {
	numbers [3]string
	n       int
	month   int // by its name, else 0
	monthAt int // how many numbers stand before the name
	clock   string
}

// maxWritten is the most bytes of a date that is taken apart.
const maxWritten = 64

// takeApart splits a date. Numbers are separated by one kind of separator; a name of a month and words that say nothing may
// stand among them. It is not ok for anything else.
func takeApart(s string) (p parts, ok bool) {
	if len(s) > maxWritten {
		return p, false
	}
	s, p.clock = cutClock(s)
	separator := rune(0)
	for s != "" {
		c, size := utf8.DecodeRuneInString(s)
		end := size
		switch {
		case c >= '0' && c <= '9':
			for end < len(s) && s[end] >= '0' && s[end] <= '9' {
				end++
			}
			if p.n == len(p.numbers) {
				return p, false
			}
			p.numbers[p.n] = s[:end]
			p.n++
		case unicode.IsLetter(c):
			for end < len(s) {
				next, size := utf8.DecodeRuneInString(s[end:])
				if !unicode.IsLetter(next) {
					break
				}
				end += size
			}
			if !p.word(strings.ToLower(s[:end])) {
				return p, false
			}
		case c == ' ' || c == ',':
		case c == '/' || c == '-' || c == '.':
			if separator != 0 && separator != c && p.month == 0 {
				return p, false
			}
			separator = c
		default:
			return p, false
		}
		s = s[end:]
	}
	return p, p.n > 0 && (p.n < 3 || p.month == 0)
}

// word takes the name of a month, and passes words that say nothing, such as the endings of 1st and 1er.
func (p *parts) word(word string) bool {
	month, isMonth := monthNames[word]
	switch {
	case isMonth && p.month == 0:
		p.month, p.monthAt = month, p.n
		return true
	case fillers[word]:
		return true
	case p.n > 0:
		switch word {
		case "st", "nd", "rd", "th", "er":
			return true
		}
	}
	return false
}

// cutClock cuts a time of day off the end of a date: what begins with the number before the first colon.
func cutClock(s string) (date, clock string) {
	colon := strings.IndexByte(s, ':')
	if colon < 0 {
		return s, ""
	}
	at := colon
	for at > 0 && s[at-1] >= '0' && s[at-1] <= '9' {
		at--
	}
	if at == colon || at == 0 {
		return s, ""
	}
	date = strings.TrimRight(s[:at], " ,")
	if len(date) == at { // nothing between them but a T may stand there
		if s[at-1] != 'T' && s[at-1] != 't' {
			return s, ""
		}
		date = s[:at-1]
	}
	return date, s[at:]
}

// yearFirst reports whether the date begins with its year, and yearLast whether it ends with it. A year has four digits.
func (p *parts) yearFirst() bool { return len(p.numbers[0]) == 4 }
func (p *parts) yearLast() bool  { return p.n > 1 && len(p.numbers[p.n-1]) == 4 }

// short reports whether all numbers have at most two digits, so that the year of the date is not a whole one.
func (p *parts) short() bool {
	for _, number := range p.numbers[:p.n] {
		if len(number) > 2 {
			return false
		}
	}
	return p.n == 3 || p.n == 2 && p.month != 0
}

// undecided returns the first two numbers of a date that ends with its year, of which one is the day and one the month.
func (p *parts) undecided() (first, second int, ok bool) {
	if p.n != 3 || p.month != 0 || p.yearFirst() || !p.yearLast() || len(p.numbers[0]) > 2 || len(p.numbers[1]) > 2 {
		return 0, 0, false
	}
	return number(p.numbers[0]), number(p.numbers[1]), true
}

// moment makes a date of the parts. Day and month of a date that ends with its year stand in the given order.
func (p *parts) moment(order Order) (m moment, err error) {
	var y, month, day string
	switch n := p.numbers; {
	case p.short():
		return moment{}, ErrShortYear
	case p.month != 0:
		return p.named()
	case p.n == 3 && p.yearFirst():
		y, month, day = n[0], n[1], n[2]
	case p.n == 2 && p.yearFirst():
		y, month, day = n[0], n[1], "0"
	case p.n == 2 && p.yearLast():
		y, month, day = n[1], n[0], "0"
	case p.n != 3 || !p.yearLast():
		return moment{}, ErrForm
	case order == DayMonthYear:
		day, month, y = n[0], n[1], n[2]
	case order == MonthDayYear:
		month, day, y = n[0], n[1], n[2]
	default:
		if first, second, ok := p.undecided(); !ok || first != second {
			return moment{}, ErrForm
		}
		day, month, y = n[0], n[1], n[2]
	}
	if len(y) != 4 || len(month) > 2 || len(day) > 2 {
		return moment{}, ErrForm
	}
	if m, err = calendarDay(number(y), number(month), number(day)); err != nil {
		return moment{}, err
	}
	return p.at(m)
}

// named makes a date with a name of a month: June 2019, 07-JUN-2019, June 7, 2019, 2019 June 7.
func (p *parts) named() (m moment, err error) {
	switch {
	case p.n == 1 && p.yearFirst():
		m, err = calendarMonth(number(p.numbers[0]), p.month)
	case p.n == 2 && p.yearLast() && len(p.numbers[0]) <= 2:
		m, err = calendarDay(number(p.numbers[1]), p.month, number(p.numbers[0]))
	case p.n == 2 && p.yearFirst() && p.monthAt == 1 && len(p.numbers[1]) <= 2:
		m, err = calendarDay(number(p.numbers[0]), p.month, number(p.numbers[1]))
	default:
		err = ErrForm
	}
	if err != nil {
		return moment{}, err
	}
	return p.at(m)
}

// at adds the time of day. Midnight without a zone is how databases and spreadsheets write a day.
func (p *parts) at(m moment) (moment, error) {
	switch {
	case p.clock == "":
		return m, nil
	case m.precision != PrecisionDay:
		return moment{}, ErrForm
	}
	clock, err := from12Hours(p.clock)
	if err != nil {
		return moment{}, err
	}
	if strings.Trim(clock, "0:.") == "" {
		return m, nil
	}
	return m.at(clock)
}

// from12Hours turns 2:08:53 PM into 14:08:53. A clock without AM and PM only gets the zero that its hour may lack,
// and a Z for GMT.
func from12Hours(clock string) (string, error) {
	for _, zone := range [...]string{" GMT", " UTC"} {
		if n := len(clock) - len(zone); n > 0 && strings.EqualFold(clock[n:], zone) {
			clock = clock[:n] + "Z"
		}
	}
	bare := clock
	noon := false
	for _, half := range [...]struct {
		mark string
		noon bool
	}{{"AM", false}, {"PM", true}, {"A.M.", false}, {"P.M.", true}} {
		if n := len(clock) - len(half.mark); n > 0 && strings.EqualFold(clock[n:], half.mark) {
			bare, noon = strings.TrimSpace(clock[:n]), half.noon
		}
	}
	hour, rest, found := strings.Cut(bare, ":")
	if !found || !digits(hour) || len(hour) > 2 {
		return "", ErrForm
	}
	h := number(hour)
	if len(bare) != len(clock) {
		if h < 1 || h > 12 {
			return "", ErrRange
		}
		h %= 12
		if noon {
			h += 12
		}
	}
	return string([]byte{byte('0' + h/10), byte('0' + h%10), ':'}) + rest, nil
}
