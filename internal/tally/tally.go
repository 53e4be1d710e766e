// Package tally is how the domains speak of numbers of observations without knowing each other: geo counts, the catalog
// shows. It imports nothing of the project.
package tally

import "time"

// Cell is what one taxon has in one country from one data source, rejected records left out.
type Cell struct {
	TaxonKey      int32     `db:"taxon_key"`
	CountryID     string    `db:"country_id"`      // "" at sea
	DataSourceKey int32     `db:"data_source_key"` // 0 for records made through the API
	Records       int64     `db:"records"`
	Specimens     int64     `db:"specimens"`
	First         time.Time `db:"first"` // UTC day on which the first record begins
	Last          time.Time `db:"last"`  // UTC day on which the last one ends
}

// Sum is the total of some cells.
type Sum struct {
	Records, Specimens int64
	First, Last        time.Time // zero when there are no records
	Taxa               int       // different taxa
}

// Totals are the cells of all observations, at one moment.
type Totals struct {
	Cells []Cell
}

// By adds the cells up by a key.
func By[K comparable](t Totals, key func(Cell) K) map[K]Sum {
	type pair struct {
		k     K
		taxon int32
	}
	sums, seen := make(map[K]Sum), make(map[pair]bool)
	for _, c := range t.Cells {
		k := key(c)
		s := sums[k]
		s.Records += c.Records
		s.Specimens += c.Specimens
		if s.First.IsZero() || c.First.Before(s.First) {
			s.First = c.First
		}
		if c.Last.After(s.Last) {
			s.Last = c.Last
		}
		if p := (pair{k, c.TaxonKey}); !seen[p] {
			seen[p] = true
			s.Taxa++
		}
		sums[k] = s
	}
	return sums
}

// Month counts the records whose days all lie in one month; Month is "2020-07".
type Month struct {
	Month   string `db:"month"`
	Records int64  `db:"records"`
}

// Year counts the records whose days all lie in one year: those of its months, and those that say no month.
type Year struct {
	Year    int   `db:"year"`
	Records int64 `db:"records"`
}

// Words counts records by a word that they say: a life stage, a sex, a sampling protocol, a status, a region. Lower case.
type Words map[string]int64

// Add counts records that say a word; "" is none.
func (w Words) Add(word string, records int64) {
	if word != "" {
		w[word] += records
	}
}

// Facets are the records of each value of what a Filter can ask for.
type Facets struct {
	LifeStages, Sexes, SamplingProtocols, Statuses, Regions Words
}

// NewFacets returns empty ones.
func NewFacets() Facets { return Facets{Words{}, Words{}, Words{}, Words{}, Words{}} }

// Box holds all records, in degrees; West > East crosses the antimeridian.
type Box struct {
	West, South, East, North float64
}

// Stats are the sums of the observations that match a Filter.
type Stats struct {
	Cells         []Cell
	Months        []Month // in order, those with records
	Years         []Year  // in order, those with records
	PartlyInRange int64   // records that the dates left out although their interval overlaps them
}
