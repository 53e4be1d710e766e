package filter

import (
	"slices"
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/lang"
	"github.com/skeeter-surveillance/skeeter/internal/lookup"
)

// groups name taxa by what they have in common. A nil list asks for nothing.
type groups struct {
	genera   []string // slugs
	statuses []string // vector statuses, lower case
	diseases []string // ids
}

// withGroups restricts the Filter to the taxa of every group that is asked for. As for species, a group that nothing has matches
// nothing, and without the lookup of names there is no answer.
func (f *Filter) withGroups(g groups, names *lookup.Snapshot) error {
	if g.genera == nil && g.statuses == nil && g.diseases == nil {
		return nil
	}
	if err := names.TaxaErr(); err != nil {
		return httpapi.Unavailable("Species names are not loaded; try again", err)
	}
	carriers := map[int32]bool{}
	for _, disease := range g.diseases {
		for _, key := range names.Vectors(disease) {
			carriers[key] = true
		}
	}
	keys := []int32{}
	for _, t := range names.Taxa() {
		if (g.genera == nil || slices.Contains(g.genera, lang.Slug(t.Genus))) &&
			(g.statuses == nil || slices.Contains(g.statuses, strings.ToLower(t.VectorStatus))) &&
			(g.diseases == nil || carriers[t.Key]) {
			keys = append(keys, t.Key)
		}
	}
	f.restrict(keys)
	return nil
}
