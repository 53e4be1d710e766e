package surveillance

import (
	"slices"
	"strings"
	"unicode"

	"github.com/skeeter-surveillance/skeeter/internal/editdistance"
	"github.com/skeeter-surveillance/skeeter/internal/lang"
	"github.com/skeeter-surveillance/skeeter/internal/names"
)

// spelled is a name of a catalogued species, accepted or not.
type spelled struct {
	genus, epithet string // slugs; the epithet with all that follows it
	key            int32
}

// spelledSpecies lists the names of the catalog's species, in order.
func spelledSpecies(n *Names) []spelled {
	var all []spelled
	for slug, key := range n.spellings {
		genus, epithet, two := strings.Cut(slug, "-")
		if t := n.taxa[key]; two && t.InCatalog && t.Rank == string(names.Species) {
			all = append(all, spelled{genus, epithet, key})
		}
	}
	slices.SortFunc(all, func(a, b spelled) int { return strings.Compare(a.genus+"-"+a.epithet, b.genus+"-"+b.epithet) })
	return all
}

// initial returns the letter of a genus that is abbreviated to one.
func initial(scientific string) (letter string, ok bool) {
	genus, _, _ := strings.Cut(scientific, " ")
	letter, dotted := strings.CutSuffix(genus, ".")
	return strings.ToLower(letter), dotted && len(letter) == 1
}

// byInitial finds the species of the catalog whose genus begins with the letter of "A. aegypti", if there is one only.
func (h *hierarchy) byInitial(scientific string) (Taxon, bool) {
	letter, ok := initial(scientific)
	if !ok {
		return Taxon{}, false
	}
	_, rest, _ := strings.Cut(scientific, " ")
	epithet := lang.Slug(rest)
	return h.only(func(s spelled) bool { return strings.HasPrefix(s.genus, letter) && s.epithet == epithet })
}

// byEnding finds the species of the catalog that has the name but for the ending by which an epithet agrees with its genus (japonicus,
// japonica, japonicum), if there is one only.
func (h *hierarchy) byEnding(scientific string) (Taxon, bool) {
	genus, rest, _ := strings.Cut(scientific, " ")
	genus = lang.Slug(genus)
	stem, ok := withoutEnding(lang.Slug(rest))
	if !ok {
		return Taxon{}, false
	}
	return h.only(func(s spelled) bool {
		other, ok := withoutEnding(s.epithet)
		return ok && s.genus == genus && other == stem
	})
}

// withoutEnding takes the ending off an epithet that changes with the gender of the genus. It is not ok for an epithet that does not
// change, or of which little would be left.
func withoutEnding(epithet string) (stem string, ok bool) {
	for _, ending := range []string{"us", "um", "a"} {
		if stem, ok := strings.CutSuffix(epithet, ending); ok && len(stem) >= minStem {
			return stem, true
		}
	}
	return "", false
}

// minStem is the shortest stem by which a name is known.
const minStem = 4

// only returns the one taxon whose names match.
func (h *hierarchy) only(match func(spelled) bool) (Taxon, bool) {
	var found int32
	for _, s := range h.spelled {
		if !match(s) {
			continue
		}
		if found != 0 && found != s.key {
			return Taxon{}, false
		}
		found = s.key
	}
	t, ok := h.names.taxa[found]
	return t, ok
}

// isAbbreviated reports whether a name lacks letters of its genus (A. vexans), of its epithet (Culex pip.), or the whole genus (pipiens).
func isAbbreviated(n names.Name) bool {
	_, oneLetter := initial(n.Scientific)
	return oneLetter || shortEpithet(n) || isEpithet(n)
}

// shortEpithet reports whether the epithet of a species is cut: "Culex pip.".
func shortEpithet(n names.Name) bool {
	return n.Rank == names.Species && strings.HasSuffix(n.Scientific, ".")
}

// isEpithet reports whether a text has the look of an epithet without its genus.
func isEpithet(n names.Name) bool {
	return n.Rank == names.Unranked && !strings.ContainsFunc(n.Scientific, func(r rune) bool { return !unicode.IsLower(r) })
}

// near lists the catalog's species whose names are near to a name: in its genus by the epithet, and by the genus where the epithet is
// that of the species; for an abbreviated name those that it may abbreviate. A subspecies of a species of the catalog is near to none:
// Culex pipiens molestus is no misspelling of Culex sitiens.
func (h *hierarchy) near(n names.Name) []Candidate {
	switch {
	case isEpithet(n):
		return h.abbreviated("", lang.Slug(n.Scientific), false)
	case n.Rank != names.Species && n.Rank != names.Subspecies && n.Rank != names.Form:
		return nil
	}
	genus, rest, _ := strings.Cut(binomial(n.Scientific), " ")
	genus, epithet := lang.Slug(genus), lang.Slug(rest)
	if isAbbreviated(n) {
		if letter, ok := initial(n.Scientific); ok {
			genus = letter
		} else {
			genus += "-"
		}
		return h.abbreviated(genus, epithet, shortEpithet(n))
	}
	var all []Candidate
	for _, s := range h.spelled {
		distance, limit := 0, 0
		switch {
		case s.genus == genus && s.epithet == epithet:
			return nil
		case s.genus == genus:
			distance, limit = editdistance.Between(s.epithet, epithet), tolerance(epithet)
		case s.epithet == epithet:
			distance, limit = editdistance.Between(s.genus, genus), tolerance(genus)
		}
		if limit > 0 && distance <= limit {
			all = append(all, Candidate{h.names.taxa[s.key], distance})
		}
	}
	return sortCandidates(all)
}

// abbreviated lists the catalog's species with such a genus and epithet. The genus is its beginning, and whole where a hyphen ends it;
// the epithet is its beginning where it is cut.
func (h *hierarchy) abbreviated(genus, epithet string, cut bool) []Candidate {
	var all []Candidate
	for _, s := range h.spelled {
		if strings.HasPrefix(s.genus+"-", genus) && (s.epithet == epithet || cut && strings.HasPrefix(s.epithet, epithet)) {
			all = append(all, Candidate{h.names.taxa[s.key], 0})
		}
	}
	return sortCandidates(all)
}

// isMisspelledGenus reports whether a word is spelled like a genus of mosquitoes.
func isMisspelledGenus(word string) bool {
	slug := lang.Slug(word)
	for _, genus := range names.Genera {
		if editdistance.Between(lang.Slug(genus), slug) <= tolerance(slug) {
			return true
		}
	}
	return false
}

// tolerance is the largest distance at which a word may be a misspelling.
func tolerance(word string) int {
	switch n := len([]rune(word)); {
	case n < 4:
		return 0
	case n < 7:
		return 1
	case n < 12:
		return 2
	}
	return 3
}
