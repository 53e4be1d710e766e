package surveillance

import (
	"maps"
	"slices"
	"strings"
)

// Spellings returns the names of each taxon by its key, the ids of its synonyms among them, with blanks for hyphens.
func (n *Names) Spellings() map[int32][]string {
	all := make(map[int32][]string, len(n.taxa))
	for slug, key := range n.spellings {
		all[key] = append(all[key], strings.ReplaceAll(slug, "-", " "))
	}
	return all
}

// Diseases returns the ids of the diseases of the catalog, in order.
func (n *Names) Diseases() []string {
	ids := map[string]bool{}
	for key := range n.translations {
		if key.Kind == KindDisease {
			ids[key.ID] = true
		}
	}
	return slices.Sorted(maps.Keys(ids))
}
