package surveillance

// MaxDimensions is how many dimensions a Table may have.
const MaxDimensions = 3

// maxDimensionCode is the largest code of a value of a dimension: three of them fit into a TableKey.
const (
	dimensionBits    = 21
	maxDimensionCode = 1<<dimensionBits - 1
)

// Dimension parts observations by one of their values. One of its functions is set. It returns the code of a value, from 1 on and not above
// 2,097,151; 0 for none. Equal values have the same code.
type Dimension struct {
	Taxon  func(key int32) uint32
	Traits func(t TableTraits) uint32
	// Days takes the first and the last day since 1970-01-01. Several goroutines call it at once.
	Days func(first, last int32) uint32
	// Places returns a function for one goroutine: the codes of the areas that a place in degrees lies in. A record counts in each of them.
	Places func() func(lon, lat float64) []uint32
}

// TableTraits are the values of observations that dimensions take, beside name, days and place. "" and 0 are unknown; the texts of the
// last three are lower case.
type TableTraits struct {
	Country, Region                  string
	Source                           int32 // key of the data source
	LifeStage, Sex, SamplingProtocol string
}

// TableKey is the codes of a row of a Table.
type TableKey uint64

// keyOf returns the part of a key that a code is: parts are joined by or. A code that does not fit is tooLarge.
func keyOf(dimension int, code uint32) TableKey {
	if code > maxDimensionCode {
		return tooLarge
	}
	return TableKey(code) << (dimension * dimensionBits)
}

// tooLarge is a bit that no other key has.
const tooLarge TableKey = 1 << 63

// Code returns the code of a dimension.
func (k TableKey) Code(dimension int) uint32 {
	return uint32(k>>(dimension*dimensionBits)) & maxDimensionCode
}

// TableSum is the observations of a row.
type TableSum struct{ Records, Specimens int64 }

// Add adds the observations of another sum.
func (s *TableSum) Add(other TableSum) {
	s.Records += other.Records
	s.Specimens += other.Specimens
}

// Table is the observations by the values of some dimensions: rows with at least one record.
type Table struct {
	Total TableSum // of what matches; a record in several areas counts once
	Over  bool     // there are more rows than the limit: the sums are not complete
	limit int
	sums  map[TableKey]*TableSum
	last  TableKey // records come by place, so that neighbours have often the same key
	of    *TableSum
}

// NewTable returns an empty table that holds a limit of rows at most.
func NewTable(limit int) *Table { return &Table{limit: limit, sums: map[TableKey]*TableSum{}} }

// Rows returns how many rows there are.
func (t *Table) Rows() int { return len(t.sums) }

// Each visits the rows in no order.
func (t *Table) Each(visit func(TableKey, TableSum)) {
	for key, sum := range t.sums {
		visit(key, *sum)
	}
}

// Add adds observations to a row.
func (t *Table) Add(key TableKey, s TableSum) {
	if t.of == nil || key != t.last {
		sum := t.sums[key]
		if sum == nil {
			if len(t.sums) >= t.limit || key&tooLarge != 0 {
				t.Over = true
				return
			}
			sum = &TableSum{}
			t.sums[key] = sum
		}
		t.last, t.of = key, sum
	}
	t.of.Add(s)
}

// Merge adds the rows of another table.
func (t *Table) Merge(other *Table) {
	t.Over = t.Over || other.Over
	t.Total.Add(other.Total)
	for key, sum := range other.sums {
		t.Add(key, *sum)
	}
}

// Dimensions are those of a Table, in order.
type Dimensions []Dimension

// OfTaxon returns the part of a key that a taxon has.
func (d Dimensions) OfTaxon(taxon int32) (key TableKey) {
	for i, by := range d {
		if by.Taxon != nil {
			key |= keyOf(i, by.Taxon(taxon))
		}
	}
	return key
}

// OfTraits returns the part of a key that traits have.
func (d Dimensions) OfTraits(t TableTraits) (key TableKey) {
	for i, by := range d {
		if by.Traits != nil {
			key |= keyOf(i, by.Traits(t))
		}
	}
	return key
}

// OfDays returns the part of a key that days have.
func (d Dimensions) OfDays(first, last int32) (key TableKey) {
	for i, by := range d {
		if by.Days != nil {
			key |= keyOf(i, by.Days(first, last))
		}
	}
	return key
}

// Locator returns, for one goroutine, the parts of keys that a place has: of a record in several areas several, valid until the next call. It is nil
// where no dimension asks for places.
func (d Dimensions) Locator() func(lon, lat float64) []TableKey {
	for i, by := range d {
		if by.Places == nil {
			continue
		}
		locate, parts := by.Places(), []TableKey(nil)
		return func(lon, lat float64) []TableKey {
			parts = parts[:0]
			for _, code := range locate(lon, lat) {
				parts = append(parts, keyOf(i, code))
			}
			if len(parts) == 0 {
				parts = append(parts, 0)
			}
			return parts
		}
	}
	return nil
}

// Ask reports which values of observations the dimensions take.
func (d Dimensions) Ask() (taxa, traits, days, places bool) {
	for _, by := range d {
		taxa, traits = taxa || by.Taxon != nil, traits || by.Traits != nil
		days, places = days || by.Days != nil, places || by.Places != nil
	}
	return taxa, traits, days, places
}
