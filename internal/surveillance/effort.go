package surveillance

// How the effort of a sampling event is known: effort_source in the database.
const (
	EffortStated  = "stated"  // as effort and unit, or as traps and nights
	EffortDerived = "derived" // from the first and the last day
)

// UnitTrapNight is the unit of the effort that traps and nights make: traps x nights.
const UnitTrapNight = "trap_night"

// TrapNights returns traps x nights. Nights without a number of traps are those of one trap. ok is false for no nights.
func TrapNights(traps *int, nights float64) (effort float64, ok bool) {
	if nights <= 0 {
		return 0, false
	}
	if traps != nil {
		nights *= float64(*traps)
	}
	return nights, true
}
