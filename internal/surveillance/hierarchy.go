package surveillance

import (
	"slices"
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/lang"
	"github.com/skeeter-surveillance/skeeter/internal/names"
)

// Member is what a complex or group of the catalog includes: a species, or a group within it.
type Member struct {
	Slug string
	Name string
}

// formerGenus is the genus of which the former genera in files are subgenera (Wilkerson et al. 2015).
const formerGenus = "aedes"

// hierarchy knows which name includes which. A species includes its subspecies and forms; a complex or group its members, and the
// groups within it; a genus all that has its name. An undivided name, and a hybrid, are in what includes every one of their
// alternatives, and in nothing else: Culex pipiens/restuans is in the genus Culex and not in Culex pipiens.
type hierarchy struct {
	names    *Names
	parsed   map[int32]names.Name
	members  map[string][]Member // by id of the group
	groupsOf map[string][]string // scientific names of the groups by id of a member
	above    map[string][]string // ids of what includes a name, by its id; itself first
	below    map[string][]int32  // keys of the taxa that a name includes, by its id, in order
	genera   map[string]bool     // ids of the genera that names have
	spelled  []spelled           // names of the catalog's species

	misspelled map[string]bool // whether a genus is spelled like one of mosquitoes, by each genus of names that is none
}

// newHierarchy reads the names of taxa that before, which may be nil, has not read.
func newHierarchy(n *Names, members map[int32][]Member, before *hierarchy) *hierarchy {
	h := &hierarchy{
		names: n, parsed: make(map[int32]names.Name, len(n.taxa)), members: map[string][]Member{}, groupsOf: map[string][]string{},
		above: map[string][]string{}, below: map[string][]int32{}, genera: map[string]bool{}, misspelled: map[string]bool{},
	}
	for key, t := range n.taxa {
		parsed, unresolved := before.read(t)
		t.Unresolved = unresolved
		h.parsed[key] = parsed
		t.Rank = string(parsed.Rank)
		n.taxa[key] = t
		if _, known := h.misspelled[parsed.Genus]; !known && !parsed.IsMosquito() {
			h.misspelled[parsed.Genus] = isMisspelledGenus(parsed.Genus)
		}
	}
	h.spelled = spelledSpecies(n)
	for key, t := range n.taxa {
		for _, member := range members[key] {
			h.members[t.ID] = append(h.members[t.ID], member)
			id := h.accepted(member.Slug)
			h.groupsOf[id] = append(h.groupsOf[id], t.ScientificName)
		}
		// Of a group that the catalog lacks one member is certain: the species that it is called after.
		if species, ok := eponym(h.parsed[key]); ok && len(members[key]) == 0 {
			id := h.accepted(lang.Slug(species))
			h.groupsOf[id] = append(h.groupsOf[id], t.ScientificName)
		}
	}
	for key, t := range n.taxa {
		for _, id := range h.including(t.ScientificName) {
			h.below[id] = append(h.below[id], key)
		}
	}
	for _, keys := range h.below {
		slices.Sort(keys)
	}
	return h
}

// read reads the name of a taxon, unless h, which may be nil, has read it.
func (h *hierarchy) read(t Taxon) (n names.Name, unresolved bool) {
	if h != nil {
		if known, ok := h.names.taxa[t.Key]; ok && known.ScientificName == t.ScientificName && known.InCatalog == t.InCatalog {
			return h.parsed[t.Key], known.Unresolved
		}
	}
	if !t.InCatalog && !IsResolved(t.ScientificName) {
		return names.Name{Scientific: t.ScientificName}, true
	}
	n, _ = names.Parse(t.ScientificName)
	return n, false
}

// accepted returns the id of the taxon that a slug spells, else the slug itself.
func (h *hierarchy) accepted(slug string) string {
	if key, ok := h.names.spellings[slug]; ok {
		return h.names.taxa[key].ID
	}
	return slug
}

// find returns the id of a scientific name, and how it is read: the accepted name of a synonym.
func (h *hierarchy) find(scientific string) (id string, n names.Name) {
	t, id, ok := h.names.find(scientific)
	if ok {
		return id, h.parsed[t.Key]
	}
	n, _ = names.Parse(scientific)
	return id, n
}

// including returns the ids of what includes a name, its own first.
func (h *hierarchy) including(scientific string) []string {
	id, n := h.find(scientific)
	if above, known := h.above[id]; known {
		return above
	}
	above := []string{id}
	h.above[id] = above // a group that includes itself by way of others ends here
	add := func(ids ...string) {
		for _, other := range ids {
			if !slices.Contains(above, other) {
				above = append(above, other)
			}
		}
	}
	// A name that an earlier release stored may be spelled otherwise today: Culex pipiens pallens.
	if _, today, _ := h.names.find(n.Scientific); n.Qualifier == "" && n.Rank != names.Unranked && today != id {
		add(h.including(n.Scientific)...)
	}
	switch n.Rank {
	case names.Subspecies, names.Form:
		add(h.including(binomial(n.Scientific))...)
	case names.Undivided, names.Hybrid:
		add(h.includingAll(n.Alternatives)...)
	}
	for _, group := range h.groupsOf[id] {
		add(h.including(group)...)
	}
	if genus := h.genus(id, n); genus != "" {
		add(genus)
		if isFormerGenus(genus) {
			add(formerGenus)
		}
		h.genera[genus] = true
	}
	h.above[id] = above
	return above
}

// includingAll returns the ids of what includes every one of the names.
func (h *hierarchy) includingAll(all []string) []string {
	var common []string
	for i, name := range all {
		above := h.including(name)
		if i == 0 {
			common = slices.Clone(above)
			continue
		}
		common = slices.DeleteFunc(common, func(id string) bool { return !slices.Contains(above, id) })
	}
	return common
}

// divides reports whether a taxon is an undivided name or a hybrid, and each of its alternatives is in one of the ids.
func (h *hierarchy) divides(key int32, ids map[string]bool) bool {
	n := h.parsed[key]
	if n.Rank != names.Undivided && n.Rank != names.Hybrid || len(n.Alternatives) == 0 {
		return false
	}
	return !slices.ContainsFunc(n.Alternatives, func(name string) bool {
		id, _ := h.find(name)
		return !ids[id] && !slices.ContainsFunc(h.above[id], func(other string) bool { return ids[other] })
	})
}

// genus returns the slug of a name's genus, "" for an undivided name of two genera and for what is no name. A text that does not look like a name has the
// genus that it is stored with.
func (h *hierarchy) genus(id string, n names.Name) string {
	if n.Rank == names.Unranked {
		if t, ok := h.names.taxa[h.names.spellings[id]]; ok && !t.Unresolved {
			return lang.Slug(t.Genus)
		}
	}
	return lang.Slug(n.Genus)
}

// transmits reports whether a name stands for vectors alone, of which vectors holds the ids: a vector or a part of one, an undivided
// name or a hybrid of vectors, a group that is a vector itself or includes vectors alone.
func (h *hierarchy) transmits(scientific string, vectors map[string]bool) bool {
	id, n := h.find(scientific)
	if vectors[id] {
		return true
	}
	switch n.Rank {
	case names.Subspecies, names.Form:
		return h.transmits(binomial(n.Scientific), vectors)
	case names.Undivided, names.Hybrid:
		return len(n.Alternatives) > 0 && !slices.ContainsFunc(n.Alternatives, func(name string) bool { return !h.transmits(name, vectors) })
	case names.Group, names.Complex:
		members := h.members[id]
		return len(members) > 0 && !slices.ContainsFunc(members, func(m Member) bool { return !h.transmits(m.Name, vectors) })
	}
	return false
}

// inCatalog is Names.InCatalog.
func (h *hierarchy) inCatalog(scientific string) bool {
	id, n := h.find(scientific)
	if key, ok := h.names.spellings[id]; ok && h.names.taxa[key].InCatalog {
		return true
	}
	switch n.Rank {
	case names.Subspecies, names.Form:
		return h.inCatalog(binomial(n.Scientific))
	case names.Undivided, names.Hybrid:
		return len(n.Alternatives) > 0 && !slices.ContainsFunc(n.Alternatives, func(name string) bool { return !h.inCatalog(name) })
	}
	return slices.ContainsFunc(h.groupsOf[id], func(group string) bool { return h.names.taxa[h.names.spellings[lang.Slug(group)]].InCatalog })
}

// binomial is the name of the species that a name of a subspecies begins with.
func binomial(scientific string) string {
	words := strings.Fields(scientific)
	return strings.Join(words[:min(2, len(words))], " ")
}

// eponym is the species that a group is called after.
func eponym(n names.Name) (string, bool) {
	words := strings.Fields(n.Scientific)
	return binomial(n.Scientific), (n.Rank == names.Group || n.Rank == names.Complex) && len(words) == 3
}

// isFormerGenus reports whether a slug is that of a genus whose species stand in the genus Aedes today.
func isFormerGenus(slug string) bool { return slices.Contains(names.FormerGenera, slug) }
