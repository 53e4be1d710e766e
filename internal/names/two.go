package names

import (
	"slices"
	"strings"
	"unicode"
)

// namesApart puts spaces around the signs that join names.
var namesApart = strings.NewReplacer(",", " , ", ";", " ; ", "|", " | ", "+", " + ", "&", " & ")

// namesTwo reports whether a text holds two names: joined by a word or a sign that means both ("An. gambiae and An. funestus", "Aedes
// albopictus; Culex pipiens"), or one behind the other, as the lines of a cell. Alternatives and the parents of a hybrid are one name.
func namesTwo(text string) bool {
	text = namesApart.Replace(text)
	words := strings.Fields(text)
	capitals := !strings.ContainsFunc(text, unicode.IsLower)
	genus := -1 // the place of the last one
	for i, word := range words {
		binomial := isBinomial(words[i:], capitals)
		if !binomial && !knownGenus(word) {
			continue
		}
		if genus >= 0 {
			switch strings.ToLower(words[i-1]) {
			case "and", "&", "+", "et", "und", "y", "e":
				if startsUpper(word) {
					return true
				}
			case ",", ";", "|": // neither "Culicidae, Aedes" nor "Aedes, Stegomyia" are two
				if !isFamily(words[genus]) && !isFamily(word) && (genus+2 < i || !isSubgenus(word)) {
					return true
				}
			default:
				if binomial && endsName(words[genus:i], capitals) {
					return true
				}
			}
		}
		genus = i
	}
	return false
}

// isBinomial reports whether words begin with a genus of mosquitoes, perhaps abbreviated, and an epithet.
func isBinomial(words []string, capitals bool) bool {
	if len(words) < 2 || !canBeEpithet(words[1], capitals) {
		return false
	}
	_, abbreviated := expanded(words[0], true)
	return abbreviated || knownGenus(words[0]) && !isFamily(words[0])
}

// endsName reports whether words from a genus on are a whole name, with nothing behind it but what ends in a number or a bracket.
func endsName(words []string, capitals bool) bool {
	last := words[len(words)-1]
	if len(words) == 1 || strings.HasSuffix(last, ")") || isNumber(last) {
		return len(words) > 1
	}
	return !slices.ContainsFunc(words[1:], func(word string) bool { return !canBeEpithet(word, capitals) })
}

// canBeEpithet reports whether a word can be an epithet, or stands for one (sp.), and is no other word that names have beside them.
func canBeEpithet(word string, capitals bool) bool {
	lower := strings.ToLower(word)
	if isSpecies(word) {
		return true
	}
	if len(word) < 3 || lower != word && !capitals || strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && r != '-' }) {
		return false
	}
	_, doubt := qualifiers[lower]
	return !doubt && !slices.Contains(particles, lower) && !slices.Contains(conjunctions, lower) && !slices.Contains(absentBefore, lower) &&
		!isStage(lower)
}

func isFamily(word string) bool {
	return slices.Contains(families, capitalized(strings.Trim(word, "?\"'():")))
}
