package surveillance

import (
	"slices"

	"github.com/skeeter-surveillance/skeeter/internal/names"
)

// MayBe reports whether a specimen under one name may be of a taxon that is wanted, without being so for sure: a genus, group or complex
// that includes one, a subgenus of its genus, the family or one of its parts, or an undivided name with one among its alternatives.
func (n *Names) MayBe(key int32, wanted map[int32]bool) bool {
	t, ok := n.taxa[key]
	if !ok || wanted[key] || t.Identified() {
		return false
	}
	has := func(name string) bool {
		return slices.ContainsFunc(n.FindTaxa(name), func(below int32) bool { return wanted[below] })
	}
	switch parsed := n.hierarchy.parsed[key]; parsed.Rank {
	case names.Family, names.Subfamily, names.Tribe:
		return true // a little too wide: no list here says which genera a tribe has
	case names.Subgenus:
		return has(t.Genus)
	case names.Undivided:
		return has(t.ID) || slices.ContainsFunc(parsed.Alternatives, has)
	}
	return has(t.ID)
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
