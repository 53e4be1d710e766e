package darwincore

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// ParseName gives a scientific name its canonical spelling: authorship, year and rank markers
// stripped, one blank between words, the genus with a capital and the rest without. What limits an
// identification stays: sp., s.l., cf., aff., a slash between species, the cross of a hybrid. A name
// that is a genus or family alone stays as it is. It is not ok when the text holds no letter.
func ParseName(s string) (canonical string, ok bool) {
	if !strings.ContainsFunc(s, unicode.IsLetter) {
		return "", false
	}
	collapsed := strings.Join(strings.Fields(s), " ")
	name := collapsed
	for range nameRounds {
		spelled := spellName(name)
		if spelled == name {
			return name, true
		}
		name = spelled
	}
	// Not the shape of a name at all: it stays as it is.
	return collapsed, true
}

// nameRounds is how often a name is spelled until it stays the same; a second look is enough for all
// that deserves to be called a name.
const nameRounds = 4

// spellName goes over a name once. It does not touch a text of which no letter would be left.
func spellName(s string) string {
	p := nameParser{words: nameWords(s), shouted: !strings.ContainsFunc(s, unicode.IsLower)}
	p.genus()
	p.epithets()
	spelled := strings.Join(p.out, " ")
	if !strings.ContainsFunc(spelled, unicode.IsLetter) {
		return s
	}
	return spelled
}

// nameWords splits a name at blanks, without the quotes around it; a slash or a cross with blanks
// around it is put where it belongs.
func nameWords(s string) []string {
	s = strings.ReplaceAll(s, "×", " × ")
	words := strings.Fields(s)
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

// replaceWord replaces whole words, in any case.
func replaceWord(s, old, with string) string {
	i := strings.Index(strings.ToLower(s), " "+old)
	if i < 0 || len(strings.ToLower(s)) != len(s) {
		return s
	}
	rest := s[i+1+len(old):]
	if rest != "" && rest[0] != ' ' && rest[0] != ',' && rest[0] != ')' {
		return s
	}
	return s[:i] + " " + with + rest
}

// nameParser walks over the words of a name.
type nameParser struct {
	words   []string
	shouted bool // all in capitals: case tells nothing
	out     []string
}

func (p *nameParser) peek(ahead int) string {
	if ahead < len(p.words) {
		return p.words[ahead]
	}
	return ""
}

func (p *nameParser) take(as string) {
	p.out = append(p.out, as)
	p.words = p.words[1:]
}

// genus takes the first word, and a subgenus when no species follows it.
func (p *nameParser) genus() {
	if p.peek(0) == "×" {
		p.take("×")
	}
	if len(p.words) == 0 {
		return
	}
	first := strings.TrimRight(p.words[0], ",")
	p.take(capitalized(first))
	if subgenus := p.peek(0); strings.HasPrefix(subgenus, "(") && strings.HasSuffix(subgenus, ")") && !strings.ContainsFunc(subgenus, unicode.IsDigit) {
		if next := p.peek(1); p.isEpithet(next) && !isOpen(next) {
			p.words = p.words[1:]
		} else if next == "" || isOpen(next) {
			p.take("(" + capitalized(strings.Trim(subgenus, "()")) + ")")
		}
	}
}

// epithets takes what follows the genus.
func (p *nameParser) epithets() {
	species, authored := false, false
	for len(p.words) > 0 {
		word := p.words[0]
		lower := strings.ToLower(word)
		switch {
		case lower == "s.l.":
			p.take("s.l.")
		case lower == "s.s.":
			p.words = p.words[1:]
		case lower == "x" && len(p.words) > 1 && !authored || word == "×":
			p.take("×")
			species, authored = false, false
			if next := p.peek(0); next != "" && startsUpper(next) && !p.shouted && p.isEpithet(p.peek(1)) {
				p.take(capitalized(next))
			}
		case isRank(lower) && species && p.isEpithet(p.peek(1)):
			p.words = p.words[1:]
			p.take(strings.ToLower(p.words[0]))
			authored = false
		case authored:
			p.words = p.words[1:]
		case isOpen(word):
			p.open(lower)
			species = true
		case isParticle(lower) && !p.shouted:
			authored = true
		case p.isEpithet(word) || !species && p.wronglyCapital():
			p.take(p.spelled(word))
			species = true
		case p.isLetterOfComplex(word):
			p.take(word)
		default:
			authored = true
			p.words = p.words[1:]
		}
	}
}

// open takes an identification that stays open: "sp." with all that says which one is meant, or the
// qualifier of the epithet that follows.
func (p *nameParser) open(lower string) {
	switch strings.TrimSuffix(lower, ".") {
	case "sp":
		p.take("sp.")
	case "spp":
		p.take("spp.")
	default:
		p.take(strings.TrimSuffix(lower, ".") + ".")
		return
	}
	for len(p.words) > 0 {
		p.take(p.words[0])
	}
}

// isOpen tells the words of an open identification.
func isOpen(word string) bool {
	switch strings.TrimSuffix(strings.ToLower(word), ".") {
	case "sp", "spp", "cf", "aff", "nr":
		return true
	}
	return false
}

func isRank(lower string) bool {
	return slices.Contains([]string{"subsp.", "subsp", "ssp.", "ssp", "subspecies", "var.", "var", "variety", "f.", "form", "forma", "fo."}, lower)
}

func isParticle(lower string) bool {
	return slices.Contains([]string{"de", "da", "do", "du", "des", "van", "von", "der", "den", "la", "le", "di", "del", "della", "et", "and", "ex", "in", "al.", "al", "auct.", "auctt.", "nec", "non", "y", "e"}, lower)
}

// isEpithet tells whether a word can be an epithet by its looks: letters without a capital first,
// perhaps with a hyphen, a slash or a question mark.
func (p *nameParser) isEpithet(word string) bool {
	first, _ := utf8.DecodeRuneInString(strings.TrimLeft(word, `?"'`))
	if !unicode.IsLetter(first) || strings.ContainsAny(word, "(),&") || unicode.IsUpper(first) && !p.shouted {
		return false
	}
	if p.shouted && isYear(p.peek(1)) {
		return false
	}
	return !p.shouted || !isParticle(strings.ToLower(word))
}

// wronglyCapital tells whether the second word is an epithet written with a capital (Aedes Aegypti)
// rather than the author of a genus (Anopheles Meigen).
func (p *nameParser) wronglyCapital() bool {
	word := p.words[0]
	if len(p.out) == 0 || strings.ContainsAny(word, ".,()&0123456789") || !startsUpper(word) {
		return false
	}
	family := strings.HasSuffix(p.out[0], "idae") || strings.HasSuffix(p.out[0], "inae") || strings.HasSuffix(p.out[0], "ini")
	if family || slices.Contains(genusAuthors, strings.ToLower(word)) {
		return false
	}
	next := p.peek(1)
	return next == "" || !startsUpper(word[1:]) && (startsUpper(next) || next[0] == '(') && !isYear(next) && next != "&"
}

// genusAuthors named genera of mosquitoes; after a genus they are authors, not epithets.
var genusAuthors = []string{
	"arribálzaga", "blanchard", "brunetti", "coquillett", "dyar", "edwards", "felt", "goeldi", "howard", "leicester", "linnaeus",
	"linné", "lutz", "meigen", "neveu-lemaire", "peryassú", "reinert", "robineau-desvoidy", "skuse", "theobald",
	"williston",
}

// isLetterOfComplex tells the letter of a sibling species (Anopheles dirus A); L is Linnaeus.
func (p *nameParser) isLetterOfComplex(word string) bool {
	return len(p.out) > 1 && len(word) == 1 && word >= "A" && word <= "Z" && word != "L" && len(p.words) == 1
}

// spelled gives an epithet its lower case; a slash may join whole names.
func (p *nameParser) spelled(word string) string {
	if before, after, joined := strings.Cut(word, "/"); joined && startsUpper(after) && !startsUpper(before) {
		return word
	}
	return strings.ToLower(word)
}

func isYear(word string) bool {
	word = strings.Trim(word, "(),")
	return len(word) == 4 && digits(word)
}

func startsUpper(word string) bool {
	first, _ := utf8.DecodeRuneInString(word)
	return unicode.IsUpper(first)
}

// capitalized makes the first letter a capital and the others small.
func capitalized(word string) string {
	_, size := utf8.DecodeRuneInString(word)
	return strings.ToUpper(word[:size]) + strings.ToLower(word[size:])
}
