package dates

import (
	"errors"
	"strings"
	"unicode"
	"unicode/utf8"
)

// pattern is a stated form of dates, such as DD.MM.YYYY HH:mm.
type pattern struct {
	fields []patternField
}

// patternField is one element of a pattern: a kind of number, or a text that stands for itself.
type patternField struct {
	kind    string // one of patternKinds; empty for a text
	literal string
	tight   bool // a number follows without a separator: it has all its digits
}

// patternKinds are the elements of a pattern, longer ones first.
var patternKinds = []string{"YYYY", "YY", "MON", "MM", "M", "DD", "D", "HH", "H", "mm", "ss", "AM", "PM"}

// maxPattern is the most bytes of a pattern.
const maxPattern = 64

var (
	errPatternLong  = errors.New("it is too long")
	errPatternYear  = errors.New("it names no year (YYYY)")
	errPatternTwice = errors.New("it names a part twice")
	errPatternMonth = errors.New("it names a day and no month")
	errPatternClock = errors.New("it names a minute without an hour, or a time without a day")
)

func parsePattern(s string) (*pattern, error) {
	if len(s) > maxPattern {
		return nil, errPatternLong
	}
	p := &pattern{}
	for s != "" {
		field := patternField{}
		for _, kind := range patternKinds {
			if strings.HasPrefix(s, kind) {
				field.kind = kind
				break
			}
		}
		if field.kind == "" {
			_, size := utf8.DecodeRuneInString(s)
			field.literal = s[:size]
		}
		s = s[len(field.kind)+len(field.literal):]
		if n := len(p.fields); n > 0 && p.fields[n-1].kind != "" && field.kind != "" {
			p.fields[n-1].tight = true
		}
		if meaning := field.part(); meaning != 0 && p.has(meaning) {
			return nil, errPatternTwice
		}
		p.fields = append(p.fields, field)
	}
	switch {
	case !p.has('Y'):
		return nil, errPatternYear
	case p.has('D') && !p.has('M'):
		return nil, errPatternMonth
	case p.has('m') && !p.has('H'), p.has('s') && !p.has('m'), p.has('A') && !p.has('H'), p.has('H') && !p.has('D'):
		return nil, errPatternClock
	}
	return p, nil
}

// part is what a field says: Y, M, D, H, m, s or A for the half of the day; 0 for a text.
func (f patternField) part() byte {
	switch f.kind {
	case "":
		return 0
	case "PM":
		return 'A'
	}
	return f.kind[0]
}

func (p *pattern) has(part byte) bool {
	for _, f := range p.fields {
		if f.part() == part {
			return true
		}
	}
	return false
}

func (p *pattern) yearFirst() bool { return p.fields[0].part() == 'Y' }

// parse reads a date. It may end before the time of day, if day, month and year are there.
func (p *pattern) parse(s string) (moment, error) {
	if len(s) > maxWritten {
		return moment{}, ErrForm
	}
	year, month, day := 0, 0, 0
	var clock [3]string
	half := ""
	seen := map[byte]bool{}
	for _, f := range p.fields {
		part := f.part()
		if s == "" && seen['Y'] && seen['M'] == p.has('M') && seen['D'] == p.has('D') {
			break
		}
		if part == 0 {
			rest, ok := strings.CutPrefix(s, f.literal)
			if !ok {
				return moment{}, ErrForm
			}
			s = rest
			continue
		}
		value, rest := f.take(s)
		if value == "" {
			return moment{}, ErrForm
		}
		s = rest
		seen[part] = true
		switch part {
		case 'Y':
			year = number(value)
			if f.kind == "YY" {
				year += 2000
				if year > 2068 {
					year -= 100
				}
			}
		case 'M':
			if month = monthNames[strings.ToLower(value)]; f.kind != "MON" {
				month = number(value)
			}
		case 'D':
			day = number(value)
		case 'H':
			clock[0] = value
		case 'm':
			clock[1] = value
		case 's':
			clock[2] = value
		case 'A':
			half = value
		}
	}
	if s != "" {
		return moment{}, ErrForm
	}
	m, err := calendarDay(year, month, day)
	if err != nil || clock[0] == "" {
		return m, err
	}
	if clock[1] == "" {
		clock[1] = "00"
	}
	written := parts{clock: strings.TrimRight(strings.Join(clock[:], ":"), ":") + half}
	return written.at(m)
}

// take takes the value of a field from the beginning of a text; it is empty when there is none.
func (f patternField) take(s string) (value, rest string) {
	n := 0
	switch f.kind {
	case "MON":
		for n < len(s) {
			c, size := utf8.DecodeRuneInString(s[n:])
			if !unicode.IsLetter(c) {
				break
			}
			n += size
		}
		if _, known := monthNames[strings.ToLower(s[:n])]; !known {
			return "", s
		}
		return s[:n], strings.TrimPrefix(s[n:], ".")
	case "AM", "PM":
		if len(s) >= 2 && (strings.EqualFold(s[:2], "AM") || strings.EqualFold(s[:2], "PM")) {
			return s[:2], s[2:]
		}
		return "", s
	}
	least, most := 1, 2
	switch {
	case f.kind == "YYYY":
		least, most = 4, 4
	case f.kind == "YY" || f.tight || f.kind == "mm" || f.kind == "ss":
		least = 2
	}
	for n < len(s) && n < most && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	if n < least {
		return "", s
	}
	return s[:n], s[n:]
}
