package darwincore

import (
	"errors"
	"math"
	"strconv"
	"strings"
)

// Reasons to reject a row for its count.
var (
	errCountForm       = errors.New("count is not a number")
	errCountNegative   = errors.New("count below 0")
	errCountRange      = errors.New("count over 10,000,000")
	errCountOfNothing  = errors.New("count of 0 claims to be present")
	errAbsentWithCount = errors.New("absent with a count above 0")
)

// count reads how many specimens there are, and whether the record is an absence.
func (b *builder) count() error {
	stated, key := b.get(roleCount), "individualCount"
	if stated == "" && strings.EqualFold(strings.TrimSuffix(b.get(roleQuantityType), "s"), "individual") {
		stated, key = b.get(roleQuantity), "organismQuantity"
	}
	absent, present := false, false
	switch status := b.get(roleStatus); strings.ToLower(status) {
	case "absent", "absence":
		absent = true
	case "present", "presence":
		present = true
	case "":
	default:
		b.warn.Add("occurrenceStatus is neither present nor absent, kept in the metadata", b.line)
		b.keep("occurrenceStatus", status)
	}
	n, rounded := 1, false
	if stated != "" {
		var err error
		if n, rounded, err = parseCount(stated); err != nil {
			return err
		}
	}
	switch {
	case absent && stated != "" && n > 0:
		return errAbsentWithCount
	case n == 0 && present:
		return errCountOfNothing
	case absent || n == 0:
		b.record.Absent = true
		return nil
	case stated == "":
		b.warn.Add("count missing, taken as 1", b.line)
	case rounded:
		b.warn.Add("fractional count rounded, kept in the metadata", b.line)
		b.keep(key, stated)
	}
	b.record.Count = n
	return nil
}

// parseCount reads a number of specimens. rounded says that a fraction was rounded half up, to 1 at least.
func parseCount(s string) (n int, rounded bool, err error) {
	if n, err := strconv.Atoi(s); err == nil && n >= 0 && n <= maxCount {
		return n, false, nil
	}
	f, ok := parseNumber(s)
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
