package names

import (
	"slices"
	"strings"
)

// missings are whole texts that stand where a name belongs and name nothing, in lower case and without signs: no value, no sample,
// no identification.
var missings = []string{
	"na", "n a", "nan", "null", "nd", "n d", "no data", "missing", "missing data", "data missing", "not available", "not applicable", "not recorded",
	"trap failure", "trap failed", "trap malfunction", "trap damaged", "trap missing", "trap lost", "failed", "malfunction", "not sampled",
	"not identified", "not determined", "not set", "no sample", "no id", "no identification", "blank", "rain", "test", "tbd",
}

// stages are words of sex and stage, in lower case. They are no part of a name.
var stages = []string{
	"male", "males", "female", "females", "larva", "larvae", "larval", "pupa", "pupae", "pupal", "adult", "adults", "egg", "eggs", "immature",
	"immatures", "♀", "♂", "♀♀", "♂♂", "m♂", "f♀",
}

// absences are words that say after a name that the taxon was not there, in lower case.
var absences = []string{
	"negative", "neg", "none", "absent", "absence", "nil", "zero", "0", "undetected", "ausente", "negativo", "negativa", "absente", "négatif", "нет",
}

// absentBefore are words that say so before a name.
var absentBefore = []string{"no", "not", "none", "absent", "negative"}

// afterNot are the words that say so behind "not".
var afterNot = []string{"detected", "found", "present", "observed", "seen", "collected", "captured", "caught", "recorded", "trapped"}

// saysMissing reports whether a text stands for a missing name.
func saysMissing(text string) bool {
	if text == `\N` {
		return true
	}
	words := plainWords(text)
	if slices.Contains(missings, strings.Join(words, " ")) {
		return true
	}
	for _, word := range words {
		if !slices.Contains(stages, word) {
			return common(text)
		}
	}
	return len(words) > 0
}

// common reports whether a text is a common name (tiger mosquito): it says mosquito and has no genus.
func common(text string) bool {
	words := strings.Fields(text)
	mosquito := slices.ContainsFunc(words, func(word string) bool {
		return slices.Contains([]string{"mosquito", "mosquitoes", "mosquitos"}, strings.ToLower(strings.Trim(word, ".,()")))
	})
	return mosquito && !slices.ContainsFunc(words, knownGenus)
}

// plainWords are the words of a text in lower case, without signs.
func plainWords(text string) []string {
	return strings.Fields(strings.ToLower(strings.Map(func(r rune) rune {
		if strings.ContainsRune(".,;:!?()[]-–—_/", r) {
			return ' '
		}
		return r
	}, text)))
}

// takeAbsence takes what says that the taxon was not there off a text: "Aedes aegypti (negative)", "no Aedes aegypti".
func takeAbsence(text string) (rest string, absent bool) {
	words := strings.Fields(strings.NewReplacer(":", " : ", "(", " ( ", ")", " ) ", "[", " [ ", "]", " ] ", "=", " = ").Replace(text))
	isSign := func(word string) bool { return strings.Trim(word, ":()[]=-–—,;.") == "" }
	var said []int // places of the words that are no signs
	for i, word := range words {
		if !isSign(word) {
			said = append(said, i)
		}
	}
	bare := func(i int) string { return strings.ToLower(strings.Trim(words[said[i]], ".,;-–—")) }
	n := len(said)
	switch {
	case n < 2:
		return text, false
	case slices.Contains(absentBefore, bare(0)) && !strings.HasSuffix(words[said[0]], "."):
		at := strings.Index(text, words[said[0]]) + len(words[said[0]])
		return strings.Trim(text[at:], " :()[]=-–—,;"), true
	case n > 2 && bare(n-2) == "not" && slices.Contains(afterNot, bare(n-1)):
		n -= 2
	case slices.Contains(absences, bare(n-1)):
		n--
	default:
		return text, false
	}
	// What is left keeps its own signs, such as the brackets of a subgenus, but for one that opened before the words taken off.
	left := strings.TrimRight(text[:cutBefore(text, words[said[n]])], " :([=-–—,;")
	return left, true
}

// cutBefore is where the last occurrence of a word begins in a text that has it.
func cutBefore(text, word string) int { return max(0, strings.LastIndex(text, word)) }

// readAbsence reads a text from which words of absence were taken: the taxon is the one that was not there. What is no name of a known
// genus names none.
func readAbsence(rest string, no bool) Name {
	if n := read(rest); n.Scientific != "" && n.Rank != Unranked && knownGenus(strings.Fields(n.Scientific)[0]) {
		return Name{Nothing: true, Sought: rest}
	}
	if no { // "no idea" says nothing of mosquitoes
		return Name{Unknown: true}
	}
	return Name{Nothing: true}
}

// knownGenus reports whether a word is a genus of mosquitoes, its abbreviation, or the family's name or a part's.
func knownGenus(word string) bool {
	first, _, _ := strings.Cut(strings.Trim(word, "?\"'(),"), "/")
	if first == "" {
		return false
	}
	if _, ok := expanded(first, strings.HasSuffix(first, ".")); ok {
		return true
	}
	first = capitalized(strings.TrimRight(first, "."))
	if slices.Contains([]string{"Culicidae", "Culicinae", "Anophelinae"}, first) {
		return true
	}
	for _, genus := range Genera {
		if genus == first {
			return true
		}
	}
	return false
}
