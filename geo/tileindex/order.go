package tileindex

import (
	"bytes"
	"cmp"
	"math"
	"slices"
)

// maxOrdered is how many rows of a chunk 16 bits can number. More of them are equal, and lie in no order.
const maxOrdered = math.MaxUint16 + 1

// listOrder returns the numbers of records in the order of lists: by time, the newest first, then by id. It sorts by day first, by
// counting, because few records of a chunk share a day.
func listOrder(records []record) []uint16 {
	if len(records) > maxOrdered {
		return nil
	}
	first, last := math.MaxInt, -1
	days := make([]int32, len(records))
	for i, r := range records {
		day := int(r.time >> clockBits / microsADay)
		days[i] = int32(day)
		first, last = min(first, day), max(last, day)
	}
	begin := make([]int32, last-first+2)
	for _, day := range days {
		begin[last-int(day)+1]++
	}
	for i := range len(begin) - 1 {
		begin[i+1] += begin[i]
	}
	order, next := make([]uint16, len(records)), slices.Clone(begin)
	for i, day := range days {
		at := &next[last-int(day)]
		order[*at] = uint16(i)
		*at++
	}
	for i := range len(begin) - 1 {
		if day := order[begin[i]:begin[i+1]]; len(day) > 1 {
			slices.SortFunc(day, func(a, b uint16) int { return compareInLists(&records[a].pointData, &records[b].pointData) })
		}
	}
	return order
}

func compareInLists(a, b *pointData) int {
	if c := cmp.Compare(b.time>>clockBits, a.time>>clockBits); c != 0 {
		return c
	}
	return bytes.Compare(a.id[:], b.id[:])
}
