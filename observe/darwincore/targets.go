package darwincore

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/headers"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/text"
)

// targets reads what an event looked for, less what it left out.
func (b *builder) targets(e *Event) {
	e.Targets = b.names.targets(cmp.Or(b.get(headers.Target), b.absentTaxa()))
	var excluded []string
	for _, written := range b.names.list(b.get(headers.ExcludedScope)) {
		excluded = append(excluded, b.names.taxon(written))
	}
	left := slices.DeleteFunc(slices.Clone(e.Targets), func(taxon string) bool { return slices.Contains(excluded, taxon) })
	if len(excluded) == 0 || len(left) > 0 && len(e.Targets)-len(left) == len(excluded) {
		e.Targets = left
		return
	}
	b.warn.Add("excludedTaxonomicScope leaves out taxa of those that the event looked for: the event is kept as incomplete", b.line)
	complete := false
	e.Complete = &complete
}

// Targets reads a list of what was looked for: the names as they are understood, else as they are written; none for all mosquitoes.
func Targets(list string) []string { return newNameCache().targets(list) }

func (c nameCache) targets(list string) (targets []string) {
	for _, written := range c.list(list) {
		taxon := c.taxon(written)
		if allMosquitoes(written) || allMosquitoes(taxon) {
			return nil
		}
		if !slices.Contains(targets, taxon) && len(targets) < maxTargets {
			targets = append(targets, taxon)
		}
	}
	return targets
}

// taxon is a target as it is understood, else as it is written.
func (c nameCache) taxon(written string) string {
	taxon, _ := text.Shorten(cmp.Or(c.parse(written).Scientific, written), maxNameRunes)
	return taxon
}

// wholeFamily are the taxa that hold all mosquitoes, and words for them; everything are words for all of something, ofEverything those beside
// them.
var (
	wholeFamily = strings.Fields(`culicidae culicomorpha nematocera diptera insecta hexapoda arthropoda animalia mosquito mosquitoes mosquitos culicids culícidos
		zancudos moustique moustiques culicidés pernilongos culicídeos комар комары комаров кровососущие`)
	everything   = strings.Fields(`all any every todo todos toda todas tous tout toute toutes все всех любые`)
	ofEverything = strings.Fields(`sp spp species adult adults female females taxa the of kinds los las os as de les especie especies espécies espèce espèces adultos adultas adultes
		hembras femelles fêmeas виды видов взрослые самки имаго`)
)

// allMosquitoes reports whether a target is all mosquitoes, or more: "Culicidae", "all species", "adult mosquitoes".
func allMosquitoes(written string) bool {
	all := false
	for _, word := range strings.Fields(strings.ToLower(written)) {
		word = strings.Trim(word, ".,()")
		if slices.Contains(wholeFamily, word) || slices.Contains(everything, word) {
			all = true
		} else if !slices.Contains(ofEverything, word) {
			return false
		}
	}
	return all
}

// list parts a list of names: by bars and semicolons, and by commas and words for "and" where these stand in no name with its author and year.
func (c nameCache) list(list string) (names []string) {
	for part := range strings.FieldsFuncSeq(text.OneLine(list), func(c rune) bool { return c == '|' || c == ';' }) {
		part = strings.TrimSpace(part)
		several := joining.Split(part, -1)
		isOther := func(word string) bool {
			return allMosquitoes(word) || c.parse(word).IsMosquito() || everyOther.MatchString(word)
		}
		switch name := c.parse(part); {
		case len(several) > 1 && (name.Scientific == "" || slices.ContainsFunc(several[1:], isOther)):
			names = append(names, several...)
		case len(name.Alternatives) > 0 && joinedByWord.MatchString(part): // "Culex pipiens and restuans" are both
			names = append(names, name.Alternatives...)
		default: // what is joined to a name may be its second author
			names = append(names, part)
		}
	}
	return slices.DeleteFunc(names, func(name string) bool { return !strings.ContainsFunc(name, unicode.IsLetter) })
}

// joining stands between the names of a list.
var (
	joining      = regexp.MustCompile(`(?i)\s*(?:,\s*(?:and|et|und|y|e|и)\s|,|&|\+|\s(?:and|et|und|y|e|и)\s)\s*`)
	everyOther   = regexp.MustCompile(`(?i)^(?:all|others?|otr[ao]s|autres|outr[ao]s|другие)\b`)
	joinedByWord = regexp.MustCompile(`(?i)&|\+|\s(?:and|et|und|y|e|и)\s`)
)

// maxTargets limits the taxa that an event looked for.
const maxTargets = 500
