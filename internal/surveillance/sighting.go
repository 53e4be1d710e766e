package surveillance

import "time"

// Sighting is what a record says that is not public yet.
type Sighting struct {
	TaxonKey  int32
	At        Location
	LastDay   time.Time
	AccuracyM *float64 // radius in metres; nil: unknown
}
