package darwincore

import (
	"errors"
	"math"
	"regexp"
	"strconv"
	"strings"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/coordinates"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/headers"
)

// Reasons to reject a row for its count.
var (
	errCountForm     = errors.New("count is not a number")
	errCountNegative = errors.New("count below 0")
	errCountRange    = errors.New("count over 10,000,000")
)

// count reads how many specimens there are, and whether the record is an absence.
func (b *builder) count() error {
	if b.poolAlone {
		return nil
	}
	stated, key := b.statedCount()
	present, absent, unclear := b.status()
	n, rounded := 1, false
	if stated != "" {
		var err error
		if n, rounded, err = b.parseCount(stated); err != nil {
			return err
		}
	}
	switch {
	case b.nothing && (present || stated != "" && n > 0):
		return errNothingCounted
	case absent && stated != "" && n > 0:
		return errAbsentWithCount
	case n == 0 && present:
		return errCountOfNothing
	case absent || n == 0 || b.nothing:
		b.record.Absent = true
		return nil
	case stated == "" && unclear:
		return errStatus
	case !b.release010 && b.contradicted() != nil:
		return b.contradicted()
	case stated == "":
		b.warn.Add("count missing, taken as 1", b.line)
	case rounded:
		b.warn.Add("fractional count rounded, kept in the metadata", b.line)
		b.keep(key, stated)
	}
	b.record.Count = n
	return nil
}

// statedCount returns the count as it is written, and the term of its column.
func (b *builder) statedCount() (stated, term string) {
	if stated = b.get(headers.Count); stated == "" && strings.EqualFold(strings.TrimSuffix(b.get(headers.QuantityType), "s"), "individual") {
		return b.get(headers.Quantity), "organismQuantity"
	}
	return stated, "individualCount"
}

// thousands are numbers with a point before each three digits, as they are written where the decimal mark is a comma.
var thousands = regexp.MustCompile(`^\d{1,3}(\.\d{3})+(,\d+)?$`)

// parseCount reads a number of specimens. In a row whose coordinates have a decimal comma the count has one too.
func (b *builder) parseCount(s string) (n int, rounded bool, err error) {
	if strings.ContainsAny(s, ",.") && strings.Contains(b.get(headers.Lat)+b.get(headers.Lon), ",") {
		if thousands.MatchString(s) {
			s = strings.ReplaceAll(s, ".", "")
		}
		s = strings.Replace(s, ",", ".", 1)
	}
	return parseCount(s)
}

// parseCount reads a number of specimens. rounded says that a fraction was rounded half up, to 1 at least.
func parseCount(s string) (n int, rounded bool, err error) {
	if n, err := strconv.Atoi(s); err == nil && n >= 0 && n <= maxCount {
		return n, false, nil
	}
	f, ok := coordinates.Number(s)
	switch {
	case !ok:
		return 0, false, errCountForm
	case f < 0:
		return 0, false, errCountNegative
	case f > maxCount:
		return 0, false, errCountRange
	case f == math.Trunc(f):
		return int(f), false, nil
	}
	return max(1, int(math.Floor(f+0.5))), true, nil
}
