package names

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// initials are the species that the initial of a name of three words stands for, where it is not repeated as in "j. japonicus".
var initials = map[string]string{"Culex p.": "pipiens", "Anopheles m.": "maculipennis", "Anopheles h.": "hyrcanus"}

// subgenera are, beside the former genera, those that files write without brackets.
var subgenera = []string{"cellia", "nyssorhynchus", "kerteszia", "melanoconion", "neoculex", "barraudius", "maillotia", "rhinoskusea"}

// genusDot matches an abbreviated genus with no blank behind it: "Ae.albopictus".
var genusDot = regexp.MustCompile(`(^|[\s/])(\p{Lu}\p{L}{1,2})\.(\p{L}{3,})`)

// spaced puts the blank behind an abbreviated genus.
func spaced(text string) string {
	return genusDot.ReplaceAllStringFunc(text, func(found string) string {
		parts := genusDot.FindStringSubmatch(found)
		if _, known := Genera[capitalized(parts[2])]; !known {
			return found
		}
		return parts[1] + parts[2] + ". " + parts[3]
	})
}

// dropStages drops words of sex and stage, with the number before them; a text that has nothing else was no name already.
func dropStages(words []string) []string {
	kept := make([]string, 0, len(words))
	for _, word := range words {
		if !isStage(word) {
			kept = append(kept, word)
		} else if last := len(kept) - 1; last > 0 && isNumber(kept[last]) {
			kept = kept[:last]
		}
	}
	return kept
}

func isStage(word string) bool {
	for part := range strings.SplitSeq(strings.ToLower(strings.Trim(word, ".,;:()[]")), "/") { // male/female
		if sexWords[part] == "" && stageWords[part] == "" {
			return false
		}
	}
	return true
}

// isSign reports whether a word consists of signs that separate.
func isSign(word string) bool { return word != "" && strings.Trim(word, ":()[]=-–—,;.") == "" }

// tidy gives the words of a name the order and the signs that the rest of the package reads.
func tidy(words []string) []string {
	for len(words) > 1 && isSign(words[len(words)-1]) {
		words = words[:len(words)-1]
	}
	if len(words) < 2 {
		return words
	}
	words = expand(slices.Clone(words))
	words[len(words)-1] = strings.TrimRight(words[len(words)-1], ",;:")
	for i := range words[:len(words)-1] {
		// A comma stands before the author, and between two names.
		next := words[i+1]
		if bare, ok := strings.CutSuffix(words[i], ","); ok && i > 0 && (startsUpper(next) || next[0] == '(') && !knownGenus(next) {
			words[i] = bare
		}
	}
	if startsUpper(words[1]) && isSubgenus(words[1]) && !isSubgenus(words[0]) {
		words[1] = "(" + words[1] + ")"
	}
	words = fullInitial(words)
	words = siblingLetter(words)
	words = apartFromGroup(words)
	words = hybridAtEnd(words)
	if to, ok := renamed[formKey(words)]; ok {
		return strings.Fields(to)
	}
	return words
}

func isSubgenus(word string) bool {
	return slices.Contains(FormerGenera, strings.ToLower(word)) || slices.Contains(subgenera, strings.ToLower(word))
}

// fullInitial writes the species of a trinomen in full: "Ochlerotatus j. japonicus", "Culex p. quinquefasciatus".
func fullInitial(words []string) []string {
	if len(words) < 3 || len(words[1]) != 2 || words[1][1] != '.' || !strings.ContainsFunc(words[2], unicode.IsLetter) {
		return words
	}
	genus, initial, last := capitalized(words[0]), strings.ToLower(words[1]), strings.ToLower(words[2])
	species, known := initials[genus+" "+initial]
	if !known && last[0] == initial[0] {
		species, known = last, true
	}
	if known {
		words[1] = species
	}
	return words
}

// siblingLetter drops what stands between a species and the letter or number of its sibling: "culicifacies species B", "farauti No. 4".
func siblingLetter(words []string) []string {
	for len(words) > 3 && isSiblingLetter(words[len(words)-1]) && !startsUpper(words[1]) {
		switch strings.Trim(strings.ToLower(words[len(words)-2]), ".,") {
		case "species", "sp", "sibling", "type", "no", "number":
			words = slices.Delete(words, len(words)-2, len(words)-1)
			continue
		}
		break
	}
	return words
}

// isSiblingLetter reports whether a word is the letter or the number of a sibling species; L is Linnaeus.
func isSiblingLetter(word string) bool {
	return len(word) == 1 && (word >= "A" && word <= "Z" && word != "L" || word >= "1" && word <= "9")
}

// apartFromGroup takes apart what hyphens join: "annulipes-group", "pipiens-restuans group", "atlanticus-tormentor-infirmatus". One
// hyphen alone may belong to an epithet (novo-niveus).
func apartFromGroup(words []string) []string {
	for i, word := range words[1:] {
		i++
		lower := strings.ToLower(word)
		for _, marker := range []string{"-group", "-complex", "-subgroup"} {
			if bare, ok := strings.CutSuffix(lower, marker); ok && bare != "" {
				words = append(append(slices.Clone(words[:i]), bare, marker[1:]), words[i+1:]...)
				return apartFromGroup(words)
			}
		}
		parts := strings.Split(lower, "-")
		grouped := i+2 == len(words) && groupMarkers[strings.ToLower(words[i+1])] != ""
		short := slices.ContainsFunc(parts, func(part string) bool { return len(part) < 5 || strings.ContainsFunc(part, notLetter) })
		if len(parts) == 1 || short || startsUpper(word) && startsLower(words[0][1:]) || len(parts) == 2 && !grouped {
			continue
		}
		words = slices.Clone(words)
		if words[i] = strings.Join(parts, "/"); grouped {
			words = words[:i+1]
		}
		return words
	}
	return words
}

func notLetter(r rune) bool { return !unicode.IsLetter(r) }

func startsLower(word string) bool { return word != "" && !startsUpper(word) }

// hybridAtEnd writes the cross for the word: "Culex pipiens/quinquefasciatus hybrid".
func hybridAtEnd(words []string) []string {
	last := len(words) - 1
	switch strings.ToLower(strings.Trim(words[last], "().,")) {
	case "hybrid", "hybrids":
	default:
		return words
	}
	if to, ok := renamed[formKey(words[:last])]; ok {
		words = append(strings.Fields(to), "hybrid")
		last = len(words) - 1
	}
	bare := strings.Fields(strings.NewReplacer("/", " × ", "×", " × ").Replace(strings.Join(words[:last], " ")))
	if slices.ContainsFunc(bare, func(word string) bool { return word == "×" || word == "x" || word == "X" }) {
		return bare
	}
	return append(bare, "hybrid")
}

// oneForm writes the words for a form in one way.
var oneForm = strings.NewReplacer("-form", " form", " / ", "/", "forms", "form", "(", "", ")", "")

// formKey is by what renamed knows a name: without the words that say only that it is a form.
func formKey(words []string) string {
	text := strings.ToLower(strings.Join(words, " "))
	text = oneForm.Replace(text)
	kept := slices.DeleteFunc(strings.Fields(text), func(word string) bool {
		return slices.Contains([]string{"molecular", "s.s.", "ss", "s.str.", "chromosomal", "subsp.", "ssp.", "var."}, word)
	})
	if n := len(kept); n > 3 && (kept[n-2] == "form" || kept[n-2] == "f.") && len(kept[n-1]) > 3 { // form Mopti
		kept = slices.Delete(kept, n-2, n-1)
	} else if n > 3 && kept[n-1] == "form" && len(kept[n-2]) > 3 {
		kept = kept[:n-1]
	}
	return strings.Join(kept, " ")
}
