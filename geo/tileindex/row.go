package tileindex

import (
	"bytes"
	"cmp"
	"math"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// row is one observation as the index counts it. Chunks keep it by column, in fewer bytes.
type row struct {
	code  uint64 // Morton code of the place
	days  packedDays
	facet uint32 // code of the other values that filters ask for
	taxon uint16 // code of the taxon's key
}

// compareRows orders rows by place, then by everything else, so that equal rows stand together.
func compareRows(a, b row) int {
	if a.code != b.code {
		return order(a.code < b.code)
	}
	if a.taxon != b.taxon {
		return order(a.taxon < b.taxon)
	}
	if a.facet != b.facet {
		return order(a.facet < b.facet)
	}
	if a.days != b.days {
		return order(a.days < b.days)
	}
	return 0
}

// pointData is what a tile shows of a single observation beside its row.
type pointData struct {
	id      [16]byte
	time    uint64     // microseconds since dayZero, then clockBits for the precision and the clock
	details detailsRef // of the record; it may change while the record stays the same
}

// clockBits hold a code: 0 to 2 for a day, a month and a year, which have no clock; from 3 on twice the clock, and 1 more for an
// interval than for a time.
const (
	clockBits  = 8
	clockCodes = 3
)

// The clock of a time is kept in quarters of an hour from the westernmost one. No zone of today is finer; a time of a finer one is
// shown in UTC.
const (
	clockStep = 15
	clockWest = -14 * 60
)

// ShownOffset returns the offset that a tile shows a time with.
func ShownOffset(utcOffset int16) int16 {
	if utcOffset%clockStep != 0 {
		return 0
	}
	return utcOffset
}

func newPointData(id [16]byte, micros int64, p Precision, utcOffset int16) pointData {
	utcOffset = ShownOffset(utcOffset)
	code := uint64(p) - uint64(PrecisionDay)
	if p == PrecisionTime || p == PrecisionInterval {
		code = clockCodes + uint64((utcOffset-clockWest)/clockStep)<<1
		if p == PrecisionInterval {
			code++
		}
	}
	return pointData{id: id, time: uint64(micros+pgDayZero*microsADay)<<clockBits | code}
}

// micros is the time in PostgreSQL's count, from 2000-01-01.
func (p pointData) micros() int64 { return int64(p.time>>clockBits) - pgDayZero*microsADay }

// clock returns the precision of the time and the minutes that its clock is ahead of UTC.
func (p pointData) clock() (Precision, int16) {
	code := p.time & (1<<clockBits - 1)
	if code < clockCodes {
		return PrecisionDay + Precision(code), 0
	}
	code -= clockCodes
	utcOffset := int16(code>>1)*clockStep + clockWest
	if code&1 == 1 {
		return PrecisionInterval, utcOffset
	}
	return PrecisionTime, utcOffset
}

// record is a row with its point data. Without a point file the data is zero, and equal rows are interchangeable.
type record struct {
	row
	pointData
}

// compareRecords orders records by row, then by id and time. Details do not count.
func compareRecords(a, b record) int {
	if a.code != b.code { // a short cut that decides most comparisons
		return order(a.code < b.code)
	}
	if c := compareRows(a.row, b.row); c != 0 {
		return c
	}
	if c := bytes.Compare(a.id[:], b.id[:]); c != 0 {
		return c
	}
	return cmp.Compare(a.time, b.time)
}

func order(less bool) int {
	if less {
		return -1
	}
	return 1
}

// packedDays holds the days and the count of a row: 18 bits for the first day since dayZero, 18 bits for the number of days from the
// first to the last, 24 bits for the count.
type packedDays uint64

const (
	dayBits   = 18
	spanBits  = 18
	countBits = 24
	dayShift  = spanBits + countBits
	spanMask  = 1<<spanBits - 1
	countMask = 1<<countBits - 1
	maxDay    = 1<<dayBits - 1
)

// dayZero is the first day that a record may have. A check of the table says the same.
var dayZero = time.Date(1700, 1, 1, 0, 0, 0, 0, time.UTC)

// pgDayZero is PostgreSQL's day 0, 2000-01-01, counted from dayZero.
const pgDayZero = 109572

// PostgresDay returns a day of a Point as PostgreSQL counts days.
func PostgresDay(day int32) int32 { return day - pgDayZero }

// LocalDay returns the day, as PostgreSQL counts days, of an instant of a Point on a clock that is some minutes ahead of UTC.
func LocalDay(micros int64, utcOffset int16) int32 {
	return int32(floorDiv(micros+int64(utcOffset)*microsAMinute, microsADay))
}

func packDays(first, last int, count int32) (packedDays, bool) {
	span := last - first
	if first < 0 || first > maxDay || span < 0 || span > spanMask || count < 0 || count > countMask {
		return 0, false
	}
	return packedDays(first)<<dayShift | packedDays(span)<<countBits | packedDays(count), true
}

// The low bits of the first day are a column of a chunk, the rest is mostly the same for many rows.
const (
	lowBits = 16
	lowMask = 1<<lowBits - 1
)

// split returns the low bits of the first day, and the rest.
func (f packedDays) split() (low uint16, rest packedDays) {
	return uint16(f >> dayShift & lowMask), f &^ (lowMask << dayShift)
}

// with returns what split took apart.
func (f packedDays) with(low uint16) packedDays { return f | packedDays(low)<<dayShift }

func (f packedDays) first() int   { return int(f >> dayShift) }
func (f packedDays) last() int    { return f.first() + int(f>>countBits)&spanMask }
func (f packedDays) count() int64 { return int64(f & countMask) }

// dayOf returns the days since dayZero. It counts seconds, because a time.Duration holds at most 292 years.
func dayOf(t time.Time) int { return int(math.Floor(float64(t.Unix()-dayZero.Unix()) / 86400)) }

func dateOf(day int) time.Time { return dayZero.AddDate(0, 0, day) }

// Date formats a day of a Cell or a Point as YYYY-MM-DD.
func Date(day int32) string { return Time(day).Format(time.DateOnly) }

// Time returns midnight UTC of a day of a Point.
func Time(day int32) time.Time { return dateOf(int(day)) }

// monthOfDay holds the number of months since dayZero for every day that the index can hold; modulo 12, 0 is January.
var monthOfDay = func() []uint16 {
	out := make([]uint16, maxDay+spanMask+2)
	for month, day := 0, 0; day < len(out); month++ {
		for next := min(dayOf(dayZero.AddDate(0, month+1, 0)), len(out)); day < next; day++ {
			out[day] = uint16(month)
		}
	}
	return out
}()

// monthsOf returns the months that a row touches; bit 0 is January. The SQL function months_mask does the same.
func monthsOf(w packedDays) surveillance.Months {
	first := monthOfDay[w.first()]
	if w>>countBits&spanMask == 0 {
		return 1 << (first % 12)
	}
	last := monthOfDay[w.last()]
	if last-first >= 11 {
		return 1<<12 - 1
	}
	run := uint32(1)<<(last-first+1) - 1
	run <<= first % 12
	return surveillance.Months((run | run>>12) & (1<<12 - 1))
}
