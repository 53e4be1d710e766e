package tileindex

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// recordsOfYears are records of random places, clocks and days of some years, among which are months, years and intervals. Many share a place.
func recordsOfYears(rng *rand.Rand, n, years int) []record {
	records := make([]record, n)
	for i := range records {
		micros, clock := int64(rng.IntN(years*365))*microsADay, int16(rng.IntN(113)-56)*15
		span := 0
		switch rng.IntN(4) {
		case 0:
			micros += rng.Int64N(microsADay)
		case 1:
			span = rng.IntN(rng.IntN(400) + 1)
		}
		first := int(LocalDay(micros, clock)) + pgDayZero
		days, _ := packDays(first, first+span, 1)
		records[i].row = row{code: interleave(rng.Uint32()&(0xffff<<rng.UintN(16)), rng.Uint32()&(0xffff<<rng.UintN(16))), days: days, facet: rng.Uint32N(40), taxon: uint16(rng.UintN(40))}
		records[i].pointData = newPointData([16]byte{byte(i), byte(i >> 8), byte(i >> 16)}, micros, PrecisionTime, clock)
	}
	sortRecords(records)
	return records
}

func randomMarks(rng *rand.Rand, n int) []bool {
	marks, share := make([]bool, n), rng.Float64()
	for i := range marks {
		marks[i] = rng.Float64() < share
	}
	return marks
}

func randomQuery(rng *rand.Rand, years int) *query {
	q := &query{lastDay: math.MaxInt, overlap: rng.IntN(2) == 0}
	if rng.IntN(3) == 0 {
		q.taxa = randomMarks(rng, 40)
	}
	if rng.IntN(3) == 0 {
		q.facets = randomMarks(rng, 40)
	}
	if rng.IntN(2) == 0 {
		q.dated, q.firstDay = true, pgDayZero-400+rng.IntN(365*(years+2))
		q.lastDay = q.firstDay - 1 + rng.IntN(rng.IntN(365*years)+2)
		if rng.IntN(4) == 0 {
			q.lastDay = math.MaxInt // as of a Filter without an end
		}
	}
	if rng.IntN(2) == 0 {
		q.months = surveillance.Months(rng.UintN(1<<12) & rng.UintN(1<<12))
	}
	if rng.IntN(2) == 0 {
		q.boxed = true
		q.west, q.east, q.north, q.south = rng.Uint32(), rng.Uint32(), rng.Uint32(), rng.Uint32()
		q.crosses, q.north, q.south = q.west > q.east, min(q.north, q.south), max(q.north, q.south)
	}
	return q
}

// matches says whether one row matches.
func (q *query) matches(c *chunk, i int) bool {
	days := c.days(int32(i))
	x, y := c.place(int32(i))
	inside := days.first() >= q.firstDay && days.last() <= q.lastDay
	if q.overlap {
		inside = days.first() <= q.lastDay && days.last() >= q.firstDay
	}
	return (q.taxa == nil || q.taxa[c.taxonOf(int32(i))]) && (q.facets == nil || q.facets[c.facetOf(int32(i))]) && (!q.dated || inside) &&
		(q.months == 0 || monthsOf(days)&^q.months == 0) && (!q.boxed || q.inBox(x, y))
}

// TestTallyAgainstEachRow counts by random queries and row by row, of chunks with an order and without.
func TestTallyAgainstEachRow(t *testing.T) {
	t.Parallel()
	for name, file := range map[string]*pointFile{"rows alone": nil, "with a point file": newPointFile(t)} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(12, 3))
			counted := 0
			for _, years := range []int{1, 30} {
				cs, ok := chunks(nil).changed(recordsOfYears(rng, 3*chunkRows, years), nil, file)
				if !ok {
					t.Fatal("no chunks")
				}
				for range 300 {
					q := randomQuery(rng, years)
					q.runs = q.monthRuns(cs)
					count := tally{scanner: scanner{q: q}}
					for _, c := range cs {
						want := 0
						for i := range c.len() {
							if q.matches(c, i) {
								want++
							}
						}
						if got := count.count(c); got != want {
							t.Fatalf("%d of %d rows match %+v, %d are counted", want, c.len(), *q, got)
						}
						counted += want
					}
				}
			}
			if counted < 100_000 {
				t.Errorf("only %d rows were counted", counted)
			}
		})
	}
}

// TestRunsHoldTheirRows looks for rows beside the runs that have the days and months asked for, and for rows that are certain and do not.
func TestRunsHoldTheirRows(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(12, 4))
	certain := 0
	for _, span := range []int{0, 1000} {
		records := recordsOfYears(rng, chunkRows, 3)
		for i := range records {
			days := records[i].days
			records[i].days, _ = packDays(days.first(), min(days.last(), days.first()+span), 1)
		}
		sortRecords(records)
		cs, _ := chunks(nil).changed(records, nil, newPointFile(t))
		for range 200 {
			q := randomQuery(rng, 3)
			q.taxa, q.facets, q.boxed = nil, nil, false
			for _, c := range cs {
				if q.testsOf(c).none {
					continue
				}
				runs := q.runsOf(c, nil)
				for rank, row := range c.order {
					matches, found := q.matches(c, int(row)), 0
					for _, r := range runs {
						if rank >= r.begin && rank < r.end {
							found++
						}
						if rank >= r.certain && rank < r.uncertain {
							certain++
							if !matches {
								t.Fatalf("a row from %s to %s is certain to match %+v", dateOf(c.days(int32(row)).first()), dateOf(c.days(int32(row)).last()), *q)
							}
						}
					}
					if matches && found != 1 {
						t.Fatalf("a row of %s is in %d of the runs of %+v", dateOf(c.days(int32(row)).first()), found, *q)
					}
				}
			}
		}
	}
	if certain < 10_000 {
		t.Errorf("only %d rows were certain", certain)
	}
}
