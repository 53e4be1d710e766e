package tileindex

import "sort"

// delta is what changes in records: those that come, those that go, and those that do both and so stay, perhaps with other details. Each
// list is sorted.
type delta struct{ added, removed, replaced []record }

// newDelta tells records that are added and removed from the others.
func newDelta(added, removed []record) (d delta) {
	for len(added) > 0 && len(removed) > 0 {
		switch c := compareRecords(added[0], removed[0]); {
		case c < 0:
			d.added, added = append(d.added, added[0]), added[1:]
		case c > 0:
			d.removed, removed = append(d.removed, removed[0]), removed[1:]
		default:
			d.replaced = append(d.replaced, added[0])
			added, removed = added[1:], removed[1:]
		}
	}
	d.added, d.removed = append(d.added, added...), append(d.removed, removed...)
	return d
}

func (d delta) empty() bool { return len(d.added)+len(d.removed)+len(d.replaced) == 0 }

// first returns the first row that changes. The delta is not empty.
func (d delta) first() (first row) {
	found := false
	for _, records := range [][]record{d.added, d.removed, d.replaced} {
		if len(records) > 0 && (!found || compareRows(records[0].row, first) < 0) {
			first, found = records[0].row, true
		}
	}
	return first
}

// before returns the part of the delta that comes before a row.
func (d delta) before(next row) delta {
	until := func(records []record) []record {
		return records[:sort.Search(len(records), func(i int) bool { return compareRows(records[i].row, next) >= 0 })]
	}
	return delta{until(d.added), until(d.removed), until(d.replaced)}
}

// after returns the delta without its first part.
func (d delta) after(first delta) delta {
	return delta{d.added[len(first.added):], d.removed[len(first.removed):], d.replaced[len(first.replaced):]}
}

// replacing returns the last of the replaced records that equals a record, and drops those before and with it; nil for none.
func (d *delta) replacing(r record) (same *record) {
	for len(d.replaced) > 0 {
		c := compareRecords(d.replaced[0], r)
		if c > 0 {
			break
		}
		if c == 0 {
			same = &d.replaced[0]
		}
		d.replaced = d.replaced[1:]
	}
	return same
}
