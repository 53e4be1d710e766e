package names

import (
	"slices"
	"strings"
	"unicode"
)

// Limits of a name's form.
const (
	maxFormWords  = 12 // of an undivided name; the longest that files have is of 9
	maxEpithet    = 40 // letters
	shortestGenus = 3  // letters
)

// besides are the words that canonical names have beside genus and epithets.
var besides = []string{"complex", "group", "subgroup", "s.l.", "s.s.", "hybrid", "sp.", "spp.", "ssp.", "subsp.", "var.", "f.", "form", "nr.", "cf.", "aff."}

// HasForm reports whether a canonical name has the form of a scientific one, of whatever animal: "Culex pipiens/restuans", "Anopheles dirus A",
// "Musca domestica". A text such as "<script>", "pipiens" or "Aedes 12345" has not.
func HasForm(scientific string) bool {
	if len(strings.Fields(scientific)) > maxFormWords {
		return false
	}
	for i, part := range strings.FieldsFunc(scientific, func(r rune) bool { return r == '/' || r == '×' }) {
		words := strings.Fields(part)
		if len(words) == 0 {
			return false
		}
		rest := words
		if isGenusWord(words[0]) {
			rest = words[1:]
		} else if i == 0 {
			return false
		}
		if slices.ContainsFunc(rest, func(word string) bool { return !isPartOfName(word) }) {
			return false
		}
	}
	return hasLetter(scientific)
}

// isGenusWord reports whether a word is written as a genus is, or as a taxon above it.
func isGenusWord(word string) bool {
	return startsUpper(word) && len(word) >= shortestGenus && isLatin(strings.ToLower(word))
}

// isPartOfName reports whether a word can stand behind the genus: an epithet, a subgenus in brackets, the letter or the code of a species that
// has no name yet, a word beside names.
func isPartOfName(word string) bool {
	if bare, ok := strings.CutPrefix(word, "("); ok {
		bare, ok = strings.CutSuffix(bare, ")")
		return ok && isGenusWord(bare)
	}
	if slices.Contains(besides, word) || isSiblingLetter(word) {
		return true
	}
	return len(word) <= maxEpithet && startsLower(word) && isLatin(word)
}

// isLatin reports whether a word in lower case consists of Latin letters with a vowel among them, and of hyphens within.
func isLatin(word string) bool {
	if len(word) < 2 || strings.Trim(word, "-") != word || !strings.ContainsAny(word, "aeiouyäöüéèáíóúæœ") {
		return false
	}
	return !strings.ContainsFunc(word, func(r rune) bool { return r != '-' && (!unicode.Is(unicode.Latin, r) || !unicode.IsLower(r)) })
}
