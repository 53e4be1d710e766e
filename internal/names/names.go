// Package names reads scientific names of mosquitoes as people write them.
//
// Parse tells what a text names, how surely, and what it leaves open: rank, qualifier, the alternatives of an undivided name. Spell
// only spells. The package imports the standard library and nothing of the project: it knows no catalog, and no name is looked up
// but genera with their abbreviations (Genera) and few names that changed their meaning (renamed).
package names

import (
	"slices"
	"strings"
	"unicode"
)

// Name is what a text says about which mosquito it is.
type Name struct {
	// Scientific is the canonical spelling, by which a taxon is stored: "Culex pipiens", "Culex" for "Culex sp.", "Culex
	// pipiens/restuans", "Anopheles gambiae s.l.". A text that does not have the shape of a name stays as Spell spells it.
	Scientific string
	Genus      string // "" above the genus, and for an undivided name of two genera
	Rank       Rank
	// Qualifier is the doubt about the identification: "?", "cf.", "aff.", "nr.", "sp. nr.", "prob.", "poss."; several have blanks
	// between them. It is no part of Scientific.
	Qualifier string
	// Alternatives are the names among which an undivided name does not choose, or the parents of a hybrid, canonical and in full.
	Alternatives []string
	// Nothing marks a text that says that no mosquito was there ("No mosquitoes"), Unknown one that says that it is not known
	// which ("unidentified"), or that holds two names. Missing marks an Unknown that stands for no value ("NA"), Sum one of a row that adds
	// up others ("Total"), Failed one that says that the trap did not work or was not there. None of them has a Scientific.
	Nothing, Unknown, Missing, Sum, Failed bool
	// Sought is, of a text that says that a taxon was not there ("Aedes aegypti (negative)"), the name of that taxon as it is written.
	Sought string
	// Sex (female, male) and LifeStage (adult, larva, pupa, egg, immature) are what words beside the name say; "" where they say nothing.
	Sex, LifeStage string
	// Spelled is the text as Spell spells it.
	Spelled string
}

// Rank is the rank of a name.
type Rank string

const (
	Unranked   Rank = "" // the text does not have the shape of a name
	Family     Rank = "family"
	Subfamily  Rank = "subfamily"
	Tribe      Rank = "tribe"
	Genus      Rank = "genus"
	Subgenus   Rank = "subgenus"
	Group      Rank = "group" // a group, subgroup, aggregate, or a species in the broad sense (s.l.)
	Complex    Rank = "complex"
	Undivided  Rank = "undivided" // one of several, not told which
	Hybrid     Rank = "hybrid"
	Species    Rank = "species" // also one that has no name yet (Anopheles sp. A)
	Subspecies Rank = "subspecies"
	Form       Rank = "form"
)

// Parse reads a name. It is not ok when the text names no taxon: it holds no letter, or says that there was no mosquito or that it
// is not known which (Nothing and Unknown).
func Parse(written string) (Name, bool) {
	spelled := Spell(written)
	if spelled == "" {
		return Name{}, false
	}
	name := read(written)
	for range maxRounds {
		if name.Scientific == "" {
			name.Qualifier, name.Spelled = "", spelled
			return name, false
		}
		again := read(name.Scientific)
		if again.Scientific == name.Scientific && again.Qualifier == "" {
			name.Spelled = spelled
			return name, true
		}
		again.Qualifier, again.Sex, again.LifeStage = join(name.Qualifier, again.Qualifier), name.Sex, name.LifeStage
		name = again
	}
	return Name{Scientific: spelled, Spelled: spelled}, true
}

// read goes over a text once.
func read(text string) Name {
	text = strings.Trim(strings.Join(strings.Fields(text), " "), "\"' ")
	if !hasLetter(text) {
		return Name{}
	}
	text = dropResult(text)
	switch {
	case saysMissing(text):
		return Name{Unknown: true, Missing: true}
	case saysFailed(text):
		return Name{Unknown: true, Failed: true}
	case slices.Contains(nameless, strings.Join(plainWords(text), " ")):
		return Name{Unknown: true}
	case saysNothing(text):
		return Name{Nothing: true}
	case saysSum(text):
		return Name{Unknown: true, Sum: true}
	case saysNoName(text), saysUndecided(text), namesTwo(spaced(text)):
		return Name{Unknown: true}
	}
	if rest, before, absent := takeAbsence(text); absent {
		return readAbsence(rest, before)
	}
	text, ok := dropCount(text)
	if !ok {
		return Name{Unknown: true}
	}
	text, doubted := takeDoubt(spaced(text))
	words := strings.Fields(text)
	sex, stage := saidStages(words)
	words, qualifier := takeQualifiers(dropStages(words))
	if doubted && !strings.Contains(qualifier, "?") {
		qualifier = join(qualifier, "?")
	}
	words = dropUnknown(words)
	if len(words) == 0 || !hasLetter(strings.Join(words, "")) {
		return Name{Unknown: true}
	}
	words = tidy(words)
	if isEpithet(words) {
		return Name{Scientific: strings.Join(words, " "), Qualifier: qualifier, Sex: sex, LifeStage: stage}
	}
	name, ok := readAlternatives(words)
	if !ok {
		name = readOne(words)
	}
	name.Qualifier, name.Sex, name.LifeStage = qualifier, sex, stage
	return name
}

// Reason says in words why a text names no taxon; it is "" for one that does.
func (n Name) Reason() string {
	switch {
	case n.Sought != "":
		return "the name says that there was no " + n.Sought
	case n.Nothing:
		return "the name says that there was no mosquito"
	case n.Sum:
		return "the name says that the row adds up others"
	case n.Failed:
		return "the name says that the trap did not work or was not there"
	case n.Unknown && !n.Missing:
		return "the name says that it is not known which mosquito it is"
	case n.Scientific == "":
		return "no name"
	}
	return ""
}

// isEpithet reports whether words are an epithet without its genus, alone or with the letters of siblings: "pipiens", "culicifacies B/C".
func isEpithet(words []string) bool {
	first := words[0]
	if rankBySuffix(first) != Genus || knownGenus(first) || strings.ContainsFunc(first, func(r rune) bool { return !unicode.IsLower(r) && r != '-' }) {
		return false
	}
	return !slices.ContainsFunc(words[1:], func(word string) bool {
		for letter := range strings.SplitSeq(word, "/") {
			if !isSiblingLetter(letter) && !isSpecies(letter) {
				return true
			}
		}
		return false
	})
}

// readOne reads a name that has no alternatives.
func readOne(words []string) Name {
	words, marker := takeGroup(words)
	words = expand(words)
	words, form := markForm(words)
	words, letter := takeLetter(words)
	name := spell(strings.Join(words, " "))
	n := Name{Scientific: join(join(name, letter), marker)}
	if to, ok := renamed[strings.ToLower(n.Scientific)]; ok && !strings.Contains(to, "/") {
		n.Scientific = Spell(to)
	}
	n.rank()
	if n.Rank == Subspecies && form {
		n.Rank = Form
	}
	return n
}

// takeLetter takes the letter or the number of a sibling species off the end (Anopheles dirus A, Anopheles farauti 4), and a number that
// is none.
func takeLetter(words []string) (rest []string, letter string) {
	last := words[len(words)-1]
	if len(words) != 3 || !isSiblingLetter(last) || !strings.ContainsFunc(words[1], unicode.IsLower) || isOpen(words[1]) {
		return words, ""
	}
	if unicode.IsDigit(rune(last[0])) && words[0] != "Anopheles" { // no other genus has numbered siblings: it is a count
		return words[:2], ""
	}
	return words[:2], last
}

// rank finds rank and genus by the words of the canonical spelling.
func (n *Name) rank() {
	words := strings.Fields(n.Scientific)
	if strings.ContainsFunc(n.Scientific, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune(" -.()×", r)
	}) || !startsUpper(words[0]) {
		return
	}
	n.Genus = words[0]
	last := words[len(words)-1]
	switch {
	case slices.Contains(words, "×"), len(words) > 1 && last == "hybrid":
		n.Rank = Hybrid
	case len(words) == 1:
		n.Rank = rankBySuffix(words[0])
		if n.Rank != Genus {
			n.Genus = ""
		}
	case last == "complex":
		n.Rank = Complex
	case isGroupMarker(last):
		n.Rank = Group
	case len(words) == 2 && strings.HasPrefix(last, "("):
		n.Rank = Subgenus
	case len(words) == 2 || isOpen(words[1]) || len(words) == 3 && len(last) == 1:
		n.Rank = Species
	case n.Scientific == "Culex pipiens molestus": // whatever rank is written: nobody holds it for a subspecies today
		n.Rank = Form
	case len(words) == 3:
		n.Rank = Subspecies
	default:
		n.Genus = ""
	}
}

// rankBySuffix is the rank of a name of one word.
func rankBySuffix(word string) Rank {
	switch {
	case strings.HasSuffix(word, "idae"):
		return Family
	case strings.HasSuffix(word, "inae"):
		return Subfamily
	case strings.HasSuffix(word, "ini"):
		return Tribe
	}
	return Genus
}

// join joins two texts with a blank.
func join(a, b string) string { return strings.TrimSpace(a + " " + b) }
