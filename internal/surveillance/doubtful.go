package surveillance

import "github.com/skeeter-surveillance/skeeter/internal/names"

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
