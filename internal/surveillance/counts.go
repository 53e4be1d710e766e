package surveillance

import "time"

// Count counts the observations of one taxon in one country from one data source, without rejected ones.
type Count struct {
	TaxonKey      int32     `db:"taxon_key"`
	CountryID     string    `db:"country_id"`      // "" at sea
	DataSourceKey int32     `db:"data_source_key"` // 0 for records made through the API
	Records       int64     `db:"records"`
	Specimens     int64     `db:"specimens"`
	First         time.Time `db:"first"` // UTC day on which the first record begins
	Last          time.Time `db:"last"`  // UTC day on which the last one ends
}

// Counts are counts of the same moment.
type Counts []Count

// Sum is the total of several Counts.
type Sum struct {
	Records, Specimens int64
	First, Last        time.Time // zero when there are no records
	Taxa               int       // distinct
}

func (c Counts) Sum() Sum {
	return SumBy(c, func(Count) struct{} { return struct{}{} })[struct{}{}]
}

// SumBy returns the totals of the counts that share a key.
func SumBy[K comparable](counts Counts, key func(Count) K) map[K]Sum {
	type pair struct {
		k     K
		taxon int32
	}
	sums, seen := make(map[K]Sum), make(map[pair]bool)
	for _, c := range counts {
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

// Month counts the records whose days all lie in one month.
type Month struct {
	Month   string `db:"month"` // such as 2020-07
	Records int64  `db:"records"`
}

// Year counts the records whose days all lie in one year: those of its months, and those that state no month.
type Year struct {
	Year    int   `db:"year"`
	Records int64 `db:"records"`
}

// ValueCounts counts records by the value of one field: a life stage, a sex, a sampling protocol, a status, a region. Values
// are lower case.
type ValueCounts map[string]int64

// Add counts records with a value; "" is no value.
func (c ValueCounts) Add(value string, records int64) {
	if value != "" {
		c[value] += records
	}
}

// Facets count records by the values of fields that a Filter selects by.
type Facets struct {
	LifeStages, Sexes, SamplingProtocols, Statuses, Regions ValueCounts
	Flags                                                   ValueCounts // a record counts for each of its flags
	Qualifiers                                              ValueCounts // certain, uncertain
}

// AddFlags counts records with some flags.
func (f Facets) AddFlags(flags Flags, records int64) {
	for _, name := range flags.Names() {
		f.Flags.Add(name, records)
	}
}

func NewFacets() Facets {
	return Facets{ValueCounts{}, ValueCounts{}, ValueCounts{}, ValueCounts{}, ValueCounts{}, ValueCounts{}, ValueCounts{}}
}

// Stats are the counts of the observations that match a Filter.
type Stats struct {
	Counts        Counts
	Months        []Month // in order, those with records
	Years         []Year  // in order, those with records
	PartlyInRange int64   // records that the filter's dates exclude although the record's interval overlaps them
}
