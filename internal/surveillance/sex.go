package surveillance

import (
	"slices"
	"strings"
)

// Words for the sexes as files write them, in lower case; imports write most of them as female and male.
var (
	maleWords   = []string{"male", "males", "m", "♂", "macho", "machos", "mâle", "mâles", "masculino", "самец", "самцы"}
	femaleWords = []string{"female", "females", "f", "♀", "hembra", "hembras", "femelle", "femelles", "fêmea", "fêmeas", "самка", "самки"}
	// What words for stages before the adult begin with.
	immatureWords = []string{"larv", "pup", "egg", "nymph", "instar", "immature", "juvenile", "huevo", "œuf", "oeuf", "ovo", "l1", "l2", "l3", "l4", "ninf", "лич", "кукол", "яйц", "имматур"}
)

// IsMale reports whether a sex in lower case is the male one. What is no word for it may be anything.
func IsMale(sex string) bool { return slices.Contains(maleWords, sex) }

// IsFemale reports whether a sex in lower case is the female one.
func IsFemale(sex string) bool { return slices.Contains(femaleWords, sex) }

// StatesSex reports whether a word in lower case says of what sex specimens are.
func StatesSex(sex string) bool { return IsMale(sex) || IsFemale(sex) }

// IsImmature reports whether a life stage in lower case is one before the adult. What is no word for such a stage may be anything.
func IsImmature(stage string) bool {
	return slices.ContainsFunc(strings.Fields(stage), func(word string) bool {
		return slices.ContainsFunc(immatureWords, func(begin string) bool { return strings.HasPrefix(word, begin) })
	})
}
