package surveillance

import "time"

// Count counts the observations of one taxon in one country from one data source, without rejected ones.
type Count struct {
	TaxonKey      int32     `db:"taxon_key"`
	CountryID     string    `db:"country_id"`      // "" at sea
	DataSourceKey int32     `db:"data_source_key"` // 0 for records made through the API
	Records       int64     `db:"records"`
	Specimens     int64     `db:"specimens"`
	First         time.Time `db:"first"`       // day on which the first record begins
	FirstUntil    time.Time `db:"first_until"` // last day of that record: of several that begin on that day, the one that ends first
	Last          time.Time `db:"last"`        // day on which the last record ends
	LastFrom      time.Time `db:"last_from"`   // first day of that record: of several that end on that day, the one that begins last
}

// Counts are counts of the same moment.
type Counts []Count

// Sum is the total of several Counts.
type Sum struct {
	Records, Specimens int64
	First, FirstUntil  time.Time // as those of Count; zero when there are no records
	Last, LastFrom     time.Time
	Taxa               int // distinct
}

// addDays widens the days of a sum by those of a count.
func (s *Sum) addDays(c Count) {
	if s.First.IsZero() || c.First.Before(s.First) || c.First.Equal(s.First) && c.FirstUntil.Before(s.FirstUntil) {
		s.First, s.FirstUntil = c.First, c.FirstUntil
	}
	if s.Last.IsZero() || c.Last.After(s.Last) || c.Last.Equal(s.Last) && c.LastFrom.After(s.LastFrom) {
		s.Last, s.LastFrom = c.Last, c.LastFrom
	}
}

// FirstPrecision says how exactly the first record is dated: day, month, year or interval. It is nil when there are no records.
func (s Sum) FirstPrecision() *string { return precisionOf(s.First, s.FirstUntil) }

// LastPrecision says how exactly the last record is dated.
func (s Sum) LastPrecision() *string { return precisionOf(s.LastFrom, s.Last) }

// precisionOf returns what the days from first to last are; a whole month is a month however it was written.
func precisionOf(first, last time.Time) *string {
	switch after := last.AddDate(0, 0, 1); {
	case first.IsZero():
		return nil
	case first.Equal(last):
		return new("day")
	case first.Day() == 1 && first.AddDate(0, 1, 0).Equal(after):
		return new("month")
	case first.YearDay() == 1 && first.AddDate(1, 0, 0).Equal(after):
		return new("year")
	}
	return new("interval")
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
		s.addDays(c)
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
