package surveillance

import (
	"slices"
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/lang"
)

// family is the name of all mosquitoes, which a list of targets may have in the place of none.
const family = "Culicidae"

// FindTargets returns the keys of the taxa that a sampling event looks for which names its targets. all is true where it looks for all
// mosquitoes: it names none, or their family.
func (n *Names) FindTargets(targets []string) (keys []int32, all bool) {
	if len(targets) == 0 || slices.ContainsFunc(targets, isFamily) {
		return nil, true
	}
	return n.findAll(targets), false
}

func isFamily(name string) bool { return strings.EqualFold(strings.TrimSpace(name), family) }

// TargetedBy reports whether a sampling event with these targets looks for every taxon that the Filter asks for.
func (f Filter) TargetedBy(targets []string, names *Names) bool {
	keys, all := names.FindTargets(targets)
	if all || f.Taxa == nil {
		return true
	}
	within := set(keys)
	return !slices.ContainsFunc(f.Taxa, func(key int32) bool { return !within[key] })
}

// TargetName returns the accepted name of a target, which is written as a name, a synonym or an id. ok is false for a name that is not
// known, which is returned as it is written.
func (n *Names) TargetName(written string) (name string, ok bool) {
	if isFamily(written) {
		return family, true
	}
	if t, ok := n.FindTaxon(written); ok {
		return t.ScientificName, true
	}
	r := n.Resolve(written)
	if r.Taxon != nil || len(n.hierarchy.below[lang.Slug(r.Scientific)]) > 0 {
		return r.Scientific, true
	}
	return strings.TrimSpace(written), false
}
