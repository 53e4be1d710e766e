package tileindex

import (
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// TestShownSumsAfter: what is taken from the middle of a sum needs no scan, what may have been its first or last record does.
func TestShownSumsAfter(t *testing.T) {
	t.Parallel()
	dict := newDictionary()
	code := dict.facetCode(facet{Traits: Traits{Country: "fr", Status: surveillance.Unverified}})
	facets := dict.snapshot().facets
	of := func(day, count int) record {
		days, ok := packDays(day, day, int32(count))
		if !ok {
			t.Fatal(day, count)
		}
		return record{row: row{taxon: 1, facet: code, days: days}}
	}
	begun, ok := shownSums{}.after(&changed{added: []record{of(10, 1), of(20, 2)}, before: &changed{added: []record{of(20, 3), of(30, 4)}}}, facets)
	if !ok || len(begun) != 1 {
		t.Fatalf("four records make %v, %t", begun, ok)
	}
	for name, test := range map[string]struct {
		added, removed []record
		records        int64 // -1: the records have to be read
	}{
		"one of the middle":        {nil, []record{of(20, 2)}, 3},
		"another count":            {[]record{of(30, 9)}, []record{of(30, 4)}, 4},
		"a later one":              {[]record{of(40, 1)}, nil, 5},
		"came and went":            {[]record{of(50, 1)}, []record{of(50, 1)}, 4},
		"the first":                {nil, []record{of(10, 1)}, -1},
		"the last, for an earlier": {[]record{of(25, 4)}, []record{of(30, 4)}, -1},
		"all":                      {nil, []record{of(10, 1), of(20, 2), of(20, 3), of(30, 4)}, 0},
	} {
		after, ok := begun.after(&changed{added: test.added, removed: test.removed}, facets)
		var records int64
		for _, c := range after {
			records += c.records
		}
		if ok != (test.records >= 0) || ok && records != test.records {
			t.Errorf("%s: %v, %t", name, after, ok)
		}
	}
}
