package darwincore

import (
	"cmp"
	"slices"
	"strings"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/headers"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/text"
)

// targets reads what an event looked for, less what it left out.
func (b *builder) targets(e *Event) {
	for _, written := range b.taxa(cmp.Or(b.get(headers.Target), b.absentTaxa())) {
		taxon := b.taxon(written)
		if allMosquitoes(taxon) {
			e.Targets = nil
			break
		}
		if !slices.Contains(e.Targets, taxon) && len(e.Targets) < maxTargets {
			e.Targets = append(e.Targets, taxon)
		}
	}
	var excluded []string
	for _, written := range b.taxa(b.get(headers.ExcludedScope)) {
		excluded = append(excluded, b.taxon(written))
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

// taxon is a target as it is understood, else as it is written.
func (b *builder) taxon(written string) string {
	taxon, _ := text.Shorten(cmp.Or(b.names.parse(written).Scientific, written), maxNameRunes)
	return taxon
}

// wholeFamily are the taxa that hold all mosquitoes, and words for them.
var wholeFamily = strings.Fields(`culicidae culicomorpha nematocera diptera insecta hexapoda arthropoda animalia mosquito mosquitoes mosquitos moustique moustiques
	culicídeos комар комары`)

// allMosquitoes reports whether a target is all mosquitoes, or more.
func allMosquitoes(taxon string) bool {
	word, rest, _ := strings.Cut(strings.ToLower(taxon), " ")
	return slices.Contains(wholeFamily, word) && (rest == "" || rest == "sp." || rest == "spp." || rest == "sp" || rest == "spp")
}

// taxa parts a list of names: by bars and semicolons, and by commas where these stand in no name with its author and year.
func (b *builder) taxa(list string) []string {
	var out []string
	for part := range strings.FieldsFuncSeq(text.OneLine(list), func(c rune) bool { return c == '|' || c == ';' }) {
		part = strings.TrimSpace(part)
		if part == "" {
			continue
		}
		if b.names.parse(part).Scientific == "" && strings.Contains(part, ",") {
			for name := range strings.SplitSeq(part, ",") {
				out = append(out, strings.TrimSpace(name))
			}
			continue
		}
		out = append(out, part)
	}
	return slices.DeleteFunc(out, func(name string) bool { return name == "" })
}

// maxTargets limits the taxa that an event looked for.
const maxTargets = 500
