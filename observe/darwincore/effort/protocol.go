package effort

import (
	"slices"
	"strings"
	"time"
	"unicode"
)

// noTraps begin the words of protocols that are no traps standing through the night. Those of a few letters are whole words.
var (
	noTraps = strings.Fields(`larva larve dipp landing aspirat sweep human hand manual search netting pupa backpack
		aterrizaje aspira búsqueda busqueda filet puçá личин сачок аспиратор`)
	noTrapWords = strings.Fields(`dip dips net nets hlc hlcs psc pscs spray bhc`)
)

// NoTrap reports whether a samplingProtocol names something else than traps that stand for nights: dipping for larvae, human landing
// catches, aspirators, nets. A protocol that says trap too, or nothing, is taken for a trap.
func NoTrap(protocol string) bool {
	none := false
	for word := range strings.FieldsFuncSeq(strings.ToLower(protocol), func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) }) {
		if words[word] == 'T' {
			return false
		}
		begins := func(beginning string) bool { return strings.HasPrefix(word, beginning) }
		none = none || slices.Contains(noTrapWords, word) || slices.ContainsFunc(noTraps, begins)
	}
	return none
}

// MostNights is how long a trap stands at most for its nights to be counted from its dates.
const MostNights = 31

// Nights counts the nights between the first and the last instant of a collection: the midnights between them, of clocks that are ahead
// of UTC by a number of minutes, and at least 1, because a trap that was set and emptied on one day stood for a collection. It is 0 for
// more than MostNights.
func Nights(started, ended time.Time, offset int) int {
	const day = 24 * time.Hour
	ahead := time.Duration(offset) * time.Minute
	nights := int(ended.Add(ahead).UTC().Truncate(day).Sub(started.Add(ahead).UTC().Truncate(day)) / day)
	if nights < 0 || nights > MostNights {
		return 0
	}
	return max(nights, 1)
}
