package surveillance

import (
	"slices"

	"github.com/skeeter-surveillance/skeeter/internal/names"
)

// MayBe reports whether a specimen under one name may be of a taxon that is wanted, without being so for sure: a genus, group or complex
// that includes one, a subgenus of its genus, the family or one of its parts, what the family belongs to (Diptera), or an undivided name with one
// among its alternatives.
func (n *Names) MayBe(key int32, wanted map[int32]bool) bool {
	t, ok := n.taxa[key]
	if !ok || wanted[key] || t.Identified() {
		return false
	}
	has := func(name string) bool {
		return slices.ContainsFunc(n.FindTaxa(name), func(below int32) bool { return wanted[below] })
	}
	parsed := n.hierarchy.parsed[key]
	if len(parsed.Alternatives) == 0 && parsed.MayBeMosquito() {
		return true
	}
	switch parsed.Rank {
	case names.Family, names.Subfamily, names.Tribe:
		return parsed.IsMosquito() // a little too wide: no list here says which genera a tribe has
	case names.Subgenus:
		return has(t.Genus)
	case names.Undivided:
		return has(t.ID) || slices.ContainsFunc(parsed.Alternatives, has)
	}
	return has(t.ID)
}

// Mosquito reports whether the specimens under a name are mosquitoes as far as is known, and where they are not, whether they may be. They are
// not where the name is that of another family, or of a genus that is spelled like none of mosquitoes.
func (n *Names) Mosquito(key int32) (is, may bool) {
	parsed := n.hierarchy.parsed[key]
	if may = parsed.MayBeMosquito(); may {
		return false, true
	}
	return parsed.IsMosquito() || parsed.Rank == names.Unranked || isAbbreviated(parsed) || n.hierarchy.misspelled[parsed.Genus], false
}

// Covering returns the keys of the taxa that include all of some: whoever looked for such a one looked for them all.
func (n *Names) Covering(wanted []int32) (keys []int32) {
	for key, t := range n.taxa {
		below := set(n.FindTaxa(t.ID))
		if !slices.ContainsFunc(wanted, func(want int32) bool { return !below[want] }) {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys
}
