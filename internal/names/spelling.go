package names

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// parser walks over the words of a name and gathers those that stay.
type parser struct {
	words    []string
	capitals bool // the name is all in capitals, so that case distinguishes nothing
	out      []string
}

func (p *parser) peek(ahead int) string {
	if ahead < len(p.words) {
		return p.words[ahead]
	}
	return ""
}

func (p *parser) take(as string) {
	p.out = append(p.out, as)
	p.skip()
}

func (p *parser) skip() { p.words = p.words[1:] }

// genus takes the first word, and a subgenus when no species follows it.
func (p *parser) genus() {
	if p.peek(0) == "×" {
		p.take("×")
	}
	if len(p.words) == 0 {
		return
	}
	p.take(capitalized(strings.TrimRight(p.words[0], ",")))
	subgenus := p.peek(0)
	if !strings.HasPrefix(subgenus, "(") || !strings.HasSuffix(subgenus, ")") || strings.ContainsFunc(subgenus, unicode.IsDigit) {
		return
	}
	switch next := p.peek(1); {
	case p.isEpithet(next) && !isOpen(next):
		p.skip()
	case next == "" || isOpen(next):
		p.take("(" + capitalized(strings.Trim(subgenus, "()")) + ")")
	}
}

func (p *parser) epithets() {
	species, authored := false, false
	for len(p.words) > 0 {
		word := p.words[0]
		lower := strings.ToLower(word)
		switch {
		case lower == "s.l.":
			p.take("s.l.")
		case lower == "s.s.":
			p.skip()
		case lower == "x" && len(p.words) > 1 && !authored || word == "×":
			p.hybrid()
			species, authored = false, false
		case slices.Contains(ranks, lower) && species && p.isEpithet(p.peek(1)):
			p.skip()
			p.take(strings.ToLower(p.words[0]))
			authored = false
		case authored:
			p.skip()
		case isOpen(word):
			p.open(lower)
			species = true
		case slices.Contains(particles, lower) && !p.capitals:
			authored = true
		case p.isEpithet(word) || !species && p.isCapitalizedEpithet():
			p.take(p.spelled(word))
			species = true
		case p.isLetterOfComplex(word):
			p.take(word)
		default:
			authored = true
			p.skip()
		}
	}
}

// hybrid takes a cross, and the genus of the other parent where it is repeated.
func (p *parser) hybrid() {
	p.take("×")
	if next := p.peek(0); next != "" && startsUpper(next) && !p.capitals && p.isEpithet(p.peek(1)) {
		p.take(capitalized(next))
	}
}

// open takes an identification that stays open: "sp." with all that says which one is meant, or the qualifier of the
// epithet that follows.
func (p *parser) open(lower string) {
	qualifier := strings.TrimSuffix(lower, ".")
	p.take(qualifier + ".")
	if qualifier == "sp" || qualifier == "spp" {
		p.out = append(p.out, p.words...)
		p.words = nil
	}
}

// isOpen reports whether a word leaves an identification open.
func isOpen(word string) bool {
	switch strings.TrimSuffix(strings.ToLower(word), ".") {
	case "sp", "spp", "cf", "aff", "nr":
		return true
	}
	return false
}

// isEpithet reports whether a word can be an epithet by its looks: letters without a capital first, perhaps with a hyphen, a
// slash or a question mark.
func (p *parser) isEpithet(word string) bool {
	first, _ := utf8.DecodeRuneInString(strings.TrimLeft(word, `?"'`))
	if !unicode.IsLetter(first) || strings.ContainsAny(word, "(),&") {
		return false
	}
	if !p.capitals {
		return !unicode.IsUpper(first)
	}
	return !isYear(p.peek(1)) && !slices.Contains(particles, strings.ToLower(word))
}

// isCapitalizedEpithet reports whether the next word is an epithet written with a capital (Aedes Aegypti) rather than the
// author of a genus (Anopheles Meigen).
func (p *parser) isCapitalizedEpithet() bool {
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

// isLetterOfComplex reports whether a word is the letter of a sibling species (Anopheles dirus A); L is Linnaeus.
func (p *parser) isLetterOfComplex(word string) bool {
	return len(p.out) > 1 && len(word) == 1 && word >= "A" && word <= "Z" && word != "L" && len(p.words) == 1
}

// spelled gives an epithet its lower case; a slash may join whole names.
func (p *parser) spelled(word string) string {
	if before, after, joined := strings.Cut(word, "/"); joined && startsUpper(after) && !startsUpper(before) {
		return word
	}
	return strings.ToLower(word)
}

func isYear(word string) bool {
	word = strings.Trim(word, "(),")
	return len(word) == 4 && strings.Trim(word, "0123456789") == ""
}
