package xlsx

import (
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/xuri/excelize/v2"
	"github.com/xuri/nfp"
)

// dateFormat is what a number format shows of a date.
type dateFormat struct{ year, month, day, clock bool }

func (f dateFormat) any() bool { return f.year || f.month || f.day || f.clock }

// dateFormats returns what the formats of a workbook's cells show, by the number of the cell's style.
func dateFormats(book *excelize.File) []dateFormat {
	if book.Styles == nil || book.Styles.CellXfs == nil {
		return nil
	}
	codes := map[int]string{}
	if book.Styles.NumFmts != nil {
		for _, format := range book.Styles.NumFmts.NumFmt {
			codes[format.NumFmtID] = format.FormatCode
		}
	}
	formats := make([]dateFormat, len(book.Styles.CellXfs.Xf))
	for i, style := range book.Styles.CellXfs.Xf {
		if style.NumFmtID == nil {
			continue
		}
		if code, own := codes[*style.NumFmtID]; own {
			formats[i] = ofCode(code)
		} else {
			formats[i] = builtin(*style.NumFmtID)
		}
	}
	return formats
}

// builtin returns the formats that have a number and no code: ECMA-376, part 1, 18.8.30. Those of 27 to 36 and 50 to 58 are
// dates in some languages.
func builtin(id int) dateFormat {
	switch {
	case id == 17:
		return dateFormat{year: true, month: true}
	case id >= 14 && id <= 16, id >= 27 && id <= 31, id == 36, id >= 50 && id <= 54, id == 57, id == 58:
		return dateFormat{year: true, month: true, day: true}
	case id >= 18 && id <= 21, id >= 32 && id <= 35, id == 55, id == 56, id == 45, id == 47:
		return dateFormat{clock: true}
	case id == 22:
		return dateFormat{year: true, month: true, day: true, clock: true}
	}
	return dateFormat{}
}

// ofCode reads the code of a format. One of a duration, [h]:mm, is none of a date.
func ofCode(code string) (f dateFormat) {
	parser := nfp.NumberFormatParser()
	sections := parser.Parse(code)
	if len(sections) == 0 {
		return f
	}
	months := false // m, mm: of a date, or minutes of a clock
	for _, token := range sections[0].Items {
		switch token.TType {
		case nfp.TokenTypeElapsedDateTimes:
			return dateFormat{}
		case nfp.TokenTypeDateTimes:
			switch letter := strings.ToLower(token.TValue); {
			case strings.HasPrefix(letter, "y"), strings.HasPrefix(letter, "e"), strings.HasPrefix(letter, "b"):
				f.year = true
			case strings.HasPrefix(letter, "mmm"):
				f.month = true
			case strings.HasPrefix(letter, "m"):
				months = true
			case strings.HasPrefix(letter, "d"):
				f.day = true
			case strings.HasPrefix(letter, "h"), strings.HasPrefix(letter, "s"):
				f.clock = true
			}
		}
	}
	f.month = f.month || months && (f.year || f.day || !f.clock)
	return f
}

const (
	day         = 24 * time.Hour
	leapBug     = 60      // the serial number of 29 February 1900, which Excel believes in
	maxSerial   = 2958466 // 1 January 10000
	monthDigits = len("2006-01")
	yearDigits  = len("2006")
)

// iso writes the serial number of a date as ISO 8601. It is as exact as the format shows it: a month that somebody typed is
// stored as its first day. What is out of range stays a number.
func (f dateFormat) iso(serial float64, from int) string {
	if serial < 0 || serial >= maxSerial || math.IsNaN(serial) {
		return strconv.FormatFloat(serial, 'f', -1, 64)
	}
	begin := time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)
	switch {
	case from == 1904:
		begin = time.Date(1904, 1, 1, 0, 0, 0, 0, time.UTC)
	case serial < leapBug:
		begin = begin.Add(day)
	}
	whole, fraction := math.Modf(serial)
	at := begin.AddDate(0, 0, int(whole)).Add(time.Duration(math.Round(fraction*day.Seconds())) * time.Second)
	clock := at.Hour() != 0 || at.Minute() != 0 || at.Second() != 0
	switch {
	case whole == 0 && from == 1900:
		return at.Format(time.TimeOnly)
	case clock, f.clock && f.day:
		return at.Format("2006-01-02T15:04:05")
	case f.day || at.Day() != 1 || !f.year:
		return at.Format(time.DateOnly)
	case f.month || at.Month() != time.January:
		return at.Format(time.DateOnly)[:monthDigits]
	}
	return at.Format(time.DateOnly)[:yearDigits]
}
