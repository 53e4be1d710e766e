package surveillance

// How the effort of a sampling event is known: effort_source in the database.
const (
	EffortStated  = "stated"  // as effort and unit, or as traps and nights
	EffortDerived = "derived" // from the first and the last day
)

// UnitTrapNight is the unit of the effort that traps and nights make: traps x nights.
const UnitTrapNight = "trap_night"

// The smallest and the largest effort, in any unit. A rate per less than MinEffort has no meaning. The check of the table is the same.
const (
	MinEffort = 1e-6
	MaxEffort = 1e9
)

// TrapNights returns traps x nights. Nights without a number of traps are those of one trap. ok is false for less than MinEffort.
func TrapNights(traps *int, nights float64) (effort float64, ok bool) {
	if traps != nil {
		nights *= float64(*traps)
	}
	if nights < MinEffort {
		return 0, false
	}
	return nights, true
}
