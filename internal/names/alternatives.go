package names

import (
	"slices"
	"strings"
	"unicode"
)

// conjunctions join the alternatives of an undivided name, in lower case.
var conjunctions = []string{"/", "or", "and", "&", "+", "et", "ou", "und", "oder", "y", "o", "e", "vel"}

// signsApart puts spaces around the signs that join alternatives.
var signsApart = strings.NewReplacer("/", " / ", "×", " × ", "+", " + ")

// readAlternatives reads an undivided name (Culex pipiens/restuans, Culex pipiens or restuans) or the formula of a hybrid. It is not
// ok for any other name: "and" may join authors.
func readAlternatives(words []string) (Name, bool) {
	words = strings.Fields(signsApart.Replace(strings.Join(words, " ")))
	parts := [][]string{nil}
	hybrid, slash := 0, false
	capitals := !strings.ContainsFunc(strings.Join(words, ""), unicode.IsLower)
	for i, word := range words {
		lower := word
		if capitals && len(word) > 1 || word == "X" {
			lower = strings.ToLower(word)
		}
		cross := word == "×" || lower == "x"
		if i == 0 || !cross && !slices.Contains(conjunctions, lower) {
			parts[len(parts)-1] = append(parts[len(parts)-1], word)
			continue
		}
		if cross {
			hybrid++
		}
		slash = slash || word == "/"
		parts = append(parts, nil)
	}
	if len(parts) == 1 || hybrid > 0 && hybrid != len(parts)-1 {
		return Name{}, false
	}
	full, ok := completed(parts, slash)
	if !ok {
		return Name{}, false
	}
	var all []string
	for _, part := range full {
		one := readOne(part)
		if one.Rank == Unranked || one.Rank == Hybrid {
			return Name{}, false
		}
		if !slices.Contains(all, one.Scientific) {
			all = append(all, one.Scientific)
		}
	}
	if len(all) == 1 {
		return readOne(full[0]), true
	}
	if hybrid == 0 && !slices.ContainsFunc(all, notAedes) { // two names of one genus
		return readOne([]string{"Aedes"}), true
	}
	n := Name{Rank: Hybrid, Alternatives: all}
	separator := " × "
	if hybrid == 0 {
		slices.Sort(all)
		n.Rank, separator = Undivided, "/"
	}
	n.Scientific = shortened(all, separator)
	n.Genus = commonGenus(all)
	return n, true
}

// notAedes reports whether a name is neither Aedes nor a former genus that stands in it.
func notAedes(name string) bool {
	return name != "Aedes" && !slices.Contains(FormerGenera, strings.ToLower(name))
}

// subspecies are, by the species, the epithets below it that may follow a slash: "pipiens pipiens/molestus". Another epithet there is
// that of a species: "japonicus japonicus/koreicus".
var subspecies = map[string][]string{
	"pipiens": {"pipiens", "molestus", "pallens"}, "aegypti": {"aegypti", "formosus", "queenslandensis"}, "vexans": {"vexans", "nipponii", "arabiensis"},
	"japonicus": {"japonicus", "shintienensis", "amamiensis", "yaeyamensis"}, "canadensis": {"canadensis", "mathesoni"},
	"rutilus": {"rutilus", "septentrionalis"},
}

// completed gives each part what it leaves out of the one before: the genus, or all but the last epithet. A part that is no
// epithet and no name after a name makes it not ok.
func completed(parts [][]string, slash bool) ([][]string, bool) {
	capitals := !strings.ContainsFunc(strings.Join(parts[0], ""), unicode.IsLower)
	if len(parts[0]) == 0 || !plain(parts[0], true) {
		return nil, false
	}
	before := strings.Fields(readOne(parts[0]).Scientific)
	// Without a slash it takes a species before it, and in capitals no author, to tell "and restuans" from "and Knab".
	if !slash && (len(before) < 2 || capitals && len(parts[0]) > 2) {
		return nil, false
	}
	full := [][]string{parts[0]}
	for _, part := range parts[1:] {
		if slash && len(part) == 1 && len(before) == 3 && isSiblingLetter(part[0]) && isSiblingLetter(before[2]) { // culicifacies B/C
			full = append(full, []string{before[0], before[1], part[0]})
			continue
		}
		if len(part) == 0 || !plain(part, false) || slices.Contains(particles, strings.ToLower(part[0])) {
			return nil, false
		}
		named := startsUpper(part[0]) && (!capitals || len(part) > 1)
		switch {
		case len(before) == 1 && len(part) == 1 && startsUpper(part[0]): // two genera
		case named && len(part) > 1 && (capitals || !startsUpper(part[1]) || strings.HasPrefix(part[1], "(")):
		case named || len(before) < 2:
			return nil, false
		case len(part) == 1 || isGroupMarker(strings.ToLower(part[len(part)-1])) && len(part) == 2:
			last := len(before) - 1
			switch {
			case isGroupMarker(before[last]):
				last--
			case len(before) == 3 && len(part) == 1 && !slices.Contains(subspecies[before[1]], strings.ToLower(part[0])):
				last = 1
			}
			part = append(slices.Clone(before[:last]), lowered(part)...)
		default:
			part = append([]string{before[0]}, lowered(part)...)
		}
		full = append(full, part)
		before = strings.Fields(readOne(part).Scientific)
		if len(before) == 0 {
			return nil, false
		}
	}
	return full, true
}

// plain reports whether words are such as names have: no digits and, but for the first part, no signs.
func plain(words []string, first bool) bool {
	for _, word := range words {
		for _, r := range word {
			if unicode.IsLetter(r) || r == '-' || r == '.' || first && strings.ContainsRune("(),&0123456789'", r) || r == '(' || r == ')' {
				continue
			}
			return false
		}
	}
	return hasLetter(words[0])
}

func lowered(words []string) []string {
	out := make([]string, len(words))
	for i, word := range words {
		out[i] = strings.ToLower(word)
	}
	return out
}

// shortened joins names, with what they share before the last word once.
func shortened(all []string, separator string) string {
	first := strings.Fields(all[0])
	shared := strings.Join(first[:len(first)-1], " ") + " "
	if len(first) < 2 || isGroupMarker(first[len(first)-1]) {
		return strings.Join(all, separator)
	}
	lasts := []string{first[len(first)-1]}
	for _, name := range all[1:] {
		last, ok := strings.CutPrefix(name, shared)
		joined := len(first) == 2 || slices.Contains(subspecies[first[1]], last) || isSiblingLetter(first[2]) && isSiblingLetter(last)
		if !ok || !joined || strings.Contains(last, " ") || isGroupMarker(last) {
			return strings.Join(all, separator)
		}
		lasts = append(lasts, last)
	}
	return shared + strings.Join(lasts, separator)
}

// commonGenus is the genus that all names have, "" when there is none.
func commonGenus(all []string) string {
	genus, _, _ := strings.Cut(all[0], " ")
	for _, name := range all[1:] {
		if other, _, _ := strings.Cut(name, " "); other != genus {
			return ""
		}
	}
	return genus
}
