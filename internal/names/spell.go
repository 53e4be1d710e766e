package names

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Spell gives a text the spelling of a scientific name and drops nothing that it says of the taxon: authorship, year and rank markers
// are stripped, one blank stands between words, the genus has a capital and the rest has none; sp., s.l., cf. and slashes stay. It
// is "" when the text holds no letter. The identity of imported records without ids rests on it, so it never changes.
func Spell(written string) string {
	if !hasLetter(written) {
		return ""
	}
	collapsed := strings.Join(strings.Fields(written), " ")
	name := collapsed
	for range maxRounds {
		spelled := spell(name)
		if spelled == name {
			return name
		}
		name = spelled
	}
	return collapsed
}

// maxRounds is how often a name is read until it stays the same. Two rounds are enough for all real names.
const maxRounds = 4

// spell goes over a name once. A text of which no letter would be left stays as it is.
func spell(s string) string {
	p := parser{words: split(s), capitals: !strings.ContainsFunc(s, unicode.IsLower)}
	p.genus()
	p.epithets()
	if spelled := strings.Join(p.out, " "); hasLetter(spelled) {
		return spelled
	}
	return s
}

// split splits a name at blanks and takes the quotes around it away. Blanks around a slash are removed, and put around a
// cross.
func split(s string) []string {
	words := strings.Fields(strings.ReplaceAll(s, "×", " × "))
	s = strings.Trim(strings.Join(words, " "), `"'`)
	s = strings.ReplaceAll(strings.ReplaceAll(s, " /", "/"), "/ ", "/")
	for _, spelled := range []string{"sensu lato", "sens. lat.", "s. l.", "s.lat."} {
		s = replaceWord(s, spelled, "s.l.")
	}
	for _, spelled := range []string{"sensu stricto", "sens. str.", "s. s.", "s. str.", "s.str."} {
		s = replaceWord(s, spelled, "s.s.")
	}
	return strings.Fields(s)
}

// replaceWord replaces the first of whole words, in any case.
func replaceWord(s, old, with string) string {
	lower := strings.ToLower(s)
	i := strings.Index(lower, " "+old)
	if i < 0 || len(lower) != len(s) {
		return s
	}
	rest := s[i+1+len(old):]
	if rest != "" && rest[0] != ' ' && rest[0] != ',' && rest[0] != ')' {
		return s
	}
	return s[:i] + " " + with + rest
}

func hasLetter(s string) bool { return strings.ContainsFunc(s, unicode.IsLetter) }

func startsUpper(word string) bool {
	first, _ := utf8.DecodeRuneInString(word)
	return unicode.IsUpper(first)
}

// capitalized makes the first letter a capital and the others small.
func capitalized(word string) string {
	_, size := utf8.DecodeRuneInString(word)
	return strings.ToUpper(word[:size]) + strings.ToLower(word[size:])
}
