package tileindex

import (
	"fmt"
	"path/filepath"
	"slices"

	"github.com/skeeter-surveillance/skeeter/geo/tileindex/snapshot"
)

// A file that somebody else wrote may have right checksums and wrong numbers. So whatever is an index of something is compared with its length, and
// bounds of rows are those of the rows.

// check holds that the numbers of a chunk name what the file has, and sets its bounds.
func (s *savedState) check(c *chunk) error {
	n := c.len()
	inside := c.lots.valid() && below(c.lots.taxon, len(s.Taxa)) && below(c.facet, len(c.facets)) && below(c.span, len(c.spans)) && below(c.order, n) &&
		below(c.taxa, len(s.Taxa)) && below(c.facets, s.Facets.Count) && len(c.taxonRows) == len(c.taxa) &&
		(c.facetRows == nil || len(c.facetRows) == len(c.facets)) && below(c.slots.numbers, maxSlots)
	m := c.months
	inside = inside && len(m.First) == len(m.Last) && below(m.First, n) && below(m.Last, n) &&
		m.Newest >= 0 && m.Newest < len(firstDays)-1 && len(m.First) <= m.Newest+1
	for _, span := range c.spans {
		low, _ := span.split()
		inside = inside && low == 0 && span.first() <= maxDay
	}
	if !inside {
		return fmt.Errorf("%w: a chunk refers to what is not there", snapshot.ErrDamaged)
	}
	c.lots.number()
	c.head = c.at(0)
	c.minX, c.maxX, c.minY, c.maxY = c.lots.bounds()
	c.firstDay, c.lastDay = maxDay, 0
	for i := range int32(n) {
		days := c.days(i)
		c.firstDay, c.lastDay = min(c.firstDay, days.first()), max(c.lastDay, days.last())
	}
	return nil
}

// checkOrder holds that chunks follow each other in the order of places.
func checkOrder(all chunks) error {
	last := uint64(0)
	for _, c := range all {
		if c.head.code < last {
			return fmt.Errorf("%w: a chunk lies before the former one", snapshot.ErrDamaged)
		}
		last = c.lots.code(c.lots.len() - 1)
	}
	return nil
}

// below says whether all numbers are below a length.
func below[T uint16 | uint32](numbers []T, length int) bool {
	return len(numbers) == 0 || int(slices.Max(numbers)) < length
}

// checkName holds that the name of the point file is one in its folder, and that its details have a length.
func (s *savedState) checkName() error {
	if s.Points == "" || filepath.Base(s.Points) != s.Points {
		return fmt.Errorf("%w: its point file has the name %q", snapshot.ErrDamaged, s.Points)
	}
	for _, block := range s.DetailsWritten {
		if block.Begin < 0 || block.Begin > s.DetailsBytes {
			return fmt.Errorf("%w: a block of details begins at byte %d of %d", snapshot.ErrDamaged, block.Begin, s.DetailsBytes)
		}
	}
	if s.DetailsBytes < 0 || s.DeadBytes < 0 {
		return fmt.Errorf("%w: its details have %d bytes", snapshot.ErrDamaged, s.DetailsBytes)
	}
	return nil
}
