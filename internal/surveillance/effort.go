package surveillance

import (
	"slices"
	"strings"
	"time"
	"unicode"
)

// How the effort of a sampling event is known: effort_source in the database.
const (
	EffortStated  = "stated"  // as effort and unit, or as traps and nights
	EffortDerived = "derived" // from the first and the last day
)

// UnitTrapNight is the unit of the effort that traps and nights make: traps x nights.
const UnitTrapNight = "trap_night"

// maxDerivedNights bounds the nights that are derived from days: a longer span says when a trap stood, and not how many nights.
const maxDerivedNights = 31

// TrapNights returns traps x nights. Nights without a number of traps are those of one trap. ok is false where nights are not stated, or
// are none.
func TrapNights(traps *int, nights *float64) (effort float64, ok bool) {
	if nights == nil || *nights <= 0 {
		return 0, false
	}
	return float64(trapsOrOne(traps)) * *nights, true
}

// DerivedTrapNights returns traps x the nights between the first and the last day of a trap, each on its own clock, traps being one when
// not stated. ok is false for less than one night and more than 31, and for a protocol that catches otherwise than by traps.
func DerivedTrapNights(traps *int, started, ended time.Time, protocol string) (effort float64, ok bool) {
	const day = 24 * time.Hour
	nights := localDay(ended).Sub(localDay(started)) / day
	if nights < 1 || nights > maxDerivedNights || !byTraps(protocol) {
		return 0, false
	}
	return float64(trapsOrOne(traps)) * float64(nights), true
}

func trapsOrOne(traps *int) int {
	if traps == nil {
		return 1
	}
	return *traps
}

func localDay(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC)
}

// handMethods are beginnings of words that name how mosquitoes are caught without a trap, and handWords whole words.
var (
	handMethods = []string{"larva", "dipp", "landing", "aspirat", "netting", "sweep", "human", "handnet"}
	handWords   = []string{"dip", "dips", "net", "nets", "hand", "hlc", "hbc"}
)

// byTraps reports whether a sampling protocol may be that of a trap; one that is not stated may.
func byTraps(protocol string) bool {
	return !slices.ContainsFunc(strings.FieldsFunc(strings.ToLower(protocol), func(r rune) bool { return !unicode.IsLetter(r) }), func(word string) bool {
		return slices.Contains(handWords, word) || slices.ContainsFunc(handMethods, func(start string) bool { return strings.HasPrefix(word, start) })
	})
}
