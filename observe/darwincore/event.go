package darwincore

import "time"

// Event is one sampling event as a row states it. Several rows may state the same one.
type Event struct {
	EventID  string
	SiteID   string  // the trap or site (locationID)
	Lat, Lon float64 // as those of a Record, as are CRS, X and Y
	CRS      string
	X, Y     float64
	// Started is zero when one time or day alone is stated. What is no time begins at midnight UTC, and Ended is the midnight that
	// begins the last day.
	Started, Ended time.Time
	Offset         int16  // minutes that the clock is ahead of UTC
	Precision      string // time, day, week, month or year

	AccuracyM        *float64 // metres, >= 0; nil when not stated
	StatedCountry    string   // name or code, as the row has it
	SamplingProtocol string
	Lure             string
	Traps            *int     // 1 to 10,000
	Nights           *float64 // 0 to 366
	Effort           *float64 // above 0; nil for none, as are EffortUnit and EffortSource
	EffortUnit       string   // trap_night, trap_hour, collection, dip, house, person_hour
	EffortSource     string   // stated, sampling_effort, derived
	Problem          bool     // something went wrong
	Targets          []string // scientific names of what was looked for; nil: all mosquitoes
	Complete         *bool    // every target taxon was counted; nil when not stated
	Remarks          string
	Metadata         map[string]any
	Hash             [16]byte // covers what the row says of the event
	Own              *Own     // what only archives of our own say; its Dataset has ID and Name too
}
