package surveillance

import (
	"slices"

	"github.com/skeeter-surveillance/skeeter/internal/names"
)

// MayBe reports whether a specimen under one name may be of a taxon that is wanted, without being so for sure: a genus, group or complex
// that includes one, or an undivided name with one among its alternatives.
func (n *Names) MayBe(key int32, wanted map[int32]bool) bool {
	t, ok := n.taxa[key]
	if !ok || wanted[key] || t.Identified() {
		return false
	}
	has := func(name string) bool {
		for _, below := range n.FindTaxa(name) {
			if wanted[below] {
				return true
			}
		}
		return false
	}
	if parsed := n.hierarchy.parsed[key]; parsed.Rank == names.Undivided {
		for _, alternative := range parsed.Alternatives {
			if has(alternative) {
				return true
			}
		}
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
