package surveillance

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/lang"
	"github.com/skeeter-surveillance/skeeter/internal/names"
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

// TargetedBy reports whether a sampling event with these targets looks for every taxon that the Filter's conditions on species, genera and
// diseases ask for. One that looks for all mosquitoes looks for nothing else.
func (f Filter) TargetedBy(targets []string, names *Names) bool {
	keys, all := names.FindTargets(targets)
	switch {
	case !f.NamesTaxa:
		return true
	case all:
		return !slices.ContainsFunc(f.Taxa, func(key int32) bool {
			is, may := names.Mosquito(key)
			return !is && !may
		})
	}
	within := set(keys)
	return !slices.ContainsFunc(f.Taxa, func(key int32) bool { return !within[key] })
}

// Understands reports whether each of the targets is a name that a record or the catalog has, or that of a mosquito at least. An event with
// another target ("vectors") looked for something that nobody can tell: it has neither a zero nor a rate.
func (n *Names) Understands(targets []string) bool {
	return !slices.ContainsFunc(targets, func(target string) bool {
		if isFamily(target) || len(n.FindTaxa(target)) > 0 {
			return false
		}
		parsed, _ := names.Parse(target)
		return parsed.Rank == names.Unranked || !parsed.IsMosquito()
	})
}

// Narrowed returns the targets of a sampling event without what the Filter's conditions on species, genera and diseases leave out: the names
// of those taxa that the event looked for. ok is false where names cannot say it.
func (f Filter) Narrowed(targets []string, names *Names) (narrowed []string, ok bool) {
	if f.Exact { // a name as a target includes all below it
		return nil, false
	}
	keys, all := names.FindTargets(targets)
	looked, left := set(keys), set(f.Taxa)
	if !all {
		maps.DeleteFunc(left, func(key int32, _ bool) bool { return !looked[key] })
	}
	size := func(key int32) int { return len(names.FindTaxa(names.taxa[key].ID)) }
	largest := slices.SortedFunc(maps.Keys(left), func(a, b int32) int { return cmp.Or(cmp.Compare(size(b), size(a)), cmp.Compare(a, b)) })
	beyond := func(key int32) bool { return !left[key] }
	said := map[int32]bool{}
	for _, key := range largest {
		below := names.FindTaxa(names.taxa[key].ID)
		if said[key] || slices.ContainsFunc(below, beyond) {
			continue
		}
		for _, key := range below {
			said[key] = true
		}
		narrowed = append(narrowed, names.taxa[key].ScientificName)
	}
	slices.Sort(narrowed)
	return narrowed, len(narrowed) > 0 && len(narrowed) <= MaxTargets && !slices.ContainsFunc(names.findAll(narrowed), beyond)
}

// MaxTargets is how many targets a sampling event may have.
const MaxTargets = 500

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
