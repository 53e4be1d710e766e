package surveillance

import "slices"

// Flags are what looks wrong with a record, a bit each. They change nothing of it. The database keeps the same bits, and flag_names
// there has the same list.
type Flags int16

// The flags.
const (
	CountryMismatch   Flags = 1 << iota // the place lies in another country than the source states, and more than 5 km from the stated one
	ZeroCoordinates                     // a coordinate is exactly 0
	CountryCentroid                     // at most 1 km from the centre of a country of at least 5,000 km²
	CoarsePlace                         // the place is known to 10 km at best, or written with at most one decimal
	DateConflict                        // the source's year, month or day contradict its date
	Duplicate                           // another data source has a record with the same occurrenceID
	OutsideKnownRange                   // the catalog knows the species from other regions only
)

// DoubtfulPlace are the flags of a place that may be another one.
const DoubtfulPlace = CountryMismatch | ZeroCoordinates | CountryCentroid

// FlagNames are the names of the flags in the order of their bits.
var FlagNames = []string{
	"country_mismatch", "zero_coordinates", "country_centroid", "coarse_place", "date_conflict", "duplicate", "outside_known_range",
}

// Names returns the names of the flags that are set, in the order of their bits; never nil.
func (f Flags) Names() []string {
	names := []string{}
	for bit, name := range FlagNames {
		if f>>bit&1 == 1 {
			names = append(names, name)
		}
	}
	return names
}

// parseFlags returns the bits of names.
func parseFlags(parameter string, items []string) (f Flags, err error) {
	items, err = oneOf(parameter, items, FlagNames)
	for _, item := range items {
		f |= 1 << slices.Index(FlagNames, item)
	}
	return f, err
}
