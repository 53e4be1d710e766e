package surveillance

import (
	"cmp"
	"errors"
	"fmt"
	"hash/fnv"
	"maps"
	"slices"
	"strconv"

	"github.com/skeeter-surveillance/skeeter/internal/lang"
	"github.com/skeeter-surveillance/skeeter/internal/names"
)

// Kinds of translations.
const (
	KindSpecies    = "species"
	KindDisease    = "disease"
	KindRegion     = "region"
	KindCountry    = "country"
	KindDataSource = "data_source"
)

// ErrNamesNotLoaded is the error of calls that need taxa while those could not be read from the database.
var ErrNamesNotLoaded = errors.New("species names are not loaded")

// Translation is the key of a translated name.
type Translation struct {
	Kind string
	Lang lang.Code
	ID   string
}

// Collections are the contents of Names. A collection that could not be read is empty.
type Collections struct {
	Taxa         []Taxon
	TaxaErr      error              // why Taxa, Spellings or Vectors could not be read
	Spellings    map[string]int32   // slug of an id, a scientific name or a synonym -> taxon key
	Vectors      map[string][]int32 // disease id -> taxon keys
	Members      map[int32][]Member // taxon key of a complex or group -> what it includes
	DataSources  []DataSource
	RegionOf     map[string]string // country id -> region id
	Translations map[Translation]string
}

// Names holds the names that answers need, read from the database at one moment: taxa by key and by any spelling, data
// sources, translations. It is immutable.
type Names struct {
	taxa         map[int32]Taxon
	taxaErr      error
	spellings    map[string]int32
	vectors      map[string][]int32
	hierarchy    *hierarchy
	sources      map[int32]DataSource
	sourceIDs    map[string]int32
	regionOf     map[string]string
	translations map[Translation]string
	places       placeNames
	areas        map[string]Area // those that were asked for
	version      string
	reviewers    *Names // the names with those that are for reviewers; nil: there are none
}

// NewNames indexes the collections.
func NewNames(c Collections) *Names { return new(Names).Next(c) }

// Next indexes the collections as they are after a change. What n knows of their taxa is not read again.
func (n *Names) Next(c Collections) *Names {
	before := n.ForReviewers().hierarchy
	if !slices.ContainsFunc(c.Taxa, Taxon.waits) {
		return newNames(c, before)
	}
	known := c
	known.Taxa, known.Spellings = slices.DeleteFunc(slices.Clone(c.Taxa), Taxon.waits), maps.Clone(c.Spellings)
	waits := map[int32]bool{}
	for _, t := range c.Taxa {
		waits[t.Key] = t.Waits
	}
	maps.DeleteFunc(known.Spellings, func(_ string, key int32) bool { return waits[key] })
	next := newNames(known, before)
	next.reviewers = newNames(c, before)
	return next
}

// ForReviewers returns the names with those that only records have which are not public.
func (n *Names) ForReviewers() *Names {
	if n.reviewers == nil {
		return n
	}
	return n.reviewers.WithAreas(n.areas)
}

func newNames(c Collections, before *hierarchy) *Names {
	n := &Names{
		taxa: make(map[int32]Taxon, len(c.Taxa)), taxaErr: c.TaxaErr, spellings: c.Spellings, vectors: c.Vectors,
		sources: make(map[int32]DataSource, len(c.DataSources)), sourceIDs: make(map[string]int32, len(c.DataSources)),
		regionOf: c.RegionOf, translations: c.Translations, places: newPlaceNames(c),
	}
	for _, t := range c.Taxa {
		n.taxa[t.Key] = t
	}
	for _, d := range c.DataSources {
		n.sources[d.Key] = d
		n.sourceIDs[d.ID] = d.Key
	}
	n.hierarchy = newHierarchy(n, c.Members, before)
	n.version = n.digest()
	return n
}

// Version is a digest of the content: servers with the same names have the same version.
func (n *Names) Version() string { return n.version }

// digest adds up a hash of each entry, because maps have no order.
func (n *Names) digest() string {
	var sum uint64
	add := func(entry any) {
		h := fnv.New64a()
		_, _ = fmt.Fprintf(h, "%T %v", entry, entry)
		sum += h.Sum64()
	}
	for _, t := range n.taxa {
		add(t)
	}
	for _, d := range n.sources {
		add(d)
	}
	for group, members := range n.hierarchy.members {
		add([]any{group, members})
	}
	for disease, keys := range n.vectors {
		add([]any{disease, keys})
	}
	for key, name := range n.translations {
		add([]any{key, name})
	}
	return strconv.FormatUint(sum, 36)
}

// TaxaErr returns ErrNamesNotLoaded with its cause when the taxa could not be read. Callers that need taxa must check this
// error.
func (n *Names) TaxaErr() error {
	if n.taxaErr == nil {
		return nil
	}
	return fmt.Errorf("%w: %w", ErrNamesNotLoaded, n.taxaErr)
}

// Taxon returns a taxon by its key.
func (n *Names) Taxon(key int32) (Taxon, bool) {
	t, ok := n.taxa[key]
	return t, ok
}

// FindTaxon returns the taxon of an id, a scientific name or a synonym, in any case, with hyphens or underscores. An undivided name, and a
// hybrid, finds no taxon that is neither, and is found by no such name.
func (n *Names) FindTaxon(name string) (Taxon, bool) {
	t, _, ok := n.find(name)
	return t, ok
}

// FindTaxa returns the keys of the taxa that a name includes, its own among them, in order; none for an unknown name. The name is
// spelled as FindTaxon takes it, or as names.Parse does.
func (n *Names) FindTaxa(name string) []int32 { return n.hierarchy.below[n.resolveID(name)] }

// findExactly returns the keys of the names alone, which are spelled as FindTaxa takes them.
func (n *Names) findExactly(all []string) []int32 {
	keys := []int32{}
	for _, name := range all {
		t, ok := n.FindTaxon(name)
		if !ok {
			t, ok = n.FindTaxon(n.resolveID(name))
		}
		if ok {
			keys = append(keys, t.Key)
		}
	}
	return keys
}

// findAll returns the keys of the taxa that the names include, and of undivided names and hybrids whose alternatives they all include.
func (n *Names) findAll(all []string) []int32 {
	keys, ids := []int32{}, map[string]bool{}
	for _, name := range all {
		if id := n.resolveID(name); id != "" {
			keys, ids[id] = append(keys, n.hierarchy.below[id]...), true
		}
	}
	if len(ids) < 2 {
		return keys
	}
	for key := range n.taxa {
		if n.hierarchy.divides(key, ids) {
			keys = append(keys, key)
		}
	}
	return keys
}

// resolveID returns the id of what a name names, "" for an unknown name.
func (n *Names) resolveID(name string) string {
	_, id, _ := n.find(name)
	if _, ok := n.hierarchy.below[id]; ok {
		return id
	}
	parsed, ok := names.Parse(name)
	if !ok || parsed.Qualifier != "" {
		return ""
	}
	_, id, _ = n.find(parsed.Scientific)
	return id
}

// InCatalog reports whether the catalog knows a scientific name: as one of its own, as part of such a species, as member of such a group,
// or as alternatives that it knows all. Genera and what is above them are not in the catalog.
func (n *Names) InCatalog(scientific string) bool { return n.hierarchy.inCatalog(scientific) }

// FindGenus returns the keys of the taxa in a genus; none for a name that is not that of a genus.
func (n *Names) FindGenus(name string) []int32 {
	slug := lang.Slug(name)
	if !n.hierarchy.genera[slug] && slug != formerGenus {
		return nil
	}
	return n.hierarchy.below[slug]
}

// GenusOf returns the id of the genus in the name of a taxon, as it was identified; "" for a name of two genera or above a genus, and for what is
// no name.
func (n *Names) GenusOf(key int32) string {
	t, ok := n.Taxon(key)
	if !ok || t.Unresolved {
		return ""
	}
	return n.hierarchy.genus(t.ID, n.hierarchy.parsed[key])
}

// Genera returns the genera that names have, in order. FindGenus knows each of them.
func (n *Names) Genera() []string {
	genera := map[string]bool{}
	for _, parsed := range n.hierarchy.parsed {
		if n.hierarchy.genera[lang.Slug(parsed.Genus)] {
			genera[parsed.Genus] = true
		}
	}
	return slices.Sorted(maps.Keys(genera))
}

// Included returns taxa by their keys, ordered by name.
func (n *Names) Included(keys []int32) []Included {
	out := make([]Included, 0, len(keys))
	for _, key := range keys {
		if t, ok := n.taxa[key]; ok {
			out = append(out, Included{t.ID, t.ScientificName, t.Rank})
		}
	}
	slices.SortFunc(out, func(a, b Included) int { return cmp.Compare(a.Name, b.Name) })
	return out
}

// Vectors returns the keys of the taxa that the catalog lists as vectors of a disease, nil for an unknown disease.
func (n *Names) Vectors(diseaseID string) []int32 { return n.vectors[diseaseID] }

// FindVectors returns the keys of all taxa that stand for vectors of one of the diseases alone: those that the catalog lists, their
// subspecies and forms, undivided names and hybrids of vectors, and groups of vectors.
func (n *Names) FindVectors(diseaseIDs []string) []int32 {
	keys := []int32{}
	for _, disease := range diseaseIDs {
		vectors := map[string]bool{}
		for _, key := range n.vectors[disease] {
			vectors[n.taxa[key].ID] = true
		}
		if len(vectors) == 0 {
			continue
		}
		for key, t := range n.taxa {
			if n.hierarchy.transmits(t.ScientificName, vectors) {
				keys = append(keys, key)
			}
		}
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

// Taxa returns all taxa, ordered by the code points of their scientific names.
func (n *Names) Taxa() []Taxon {
	return slices.SortedFunc(maps.Values(n.taxa), func(a, b Taxon) int { return cmp.Compare(a.ScientificName, b.ScientificName) })
}

// DataSource returns a data source by its key.
func (n *Names) DataSource(key int32) (DataSource, bool) {
	d, ok := n.sources[key]
	return d, ok
}

// FindDataSource returns the data source of an id, in any case, with hyphens or underscores, or of its name in any of the five
// languages.
func (n *Names) FindDataSource(id string) (DataSource, bool) {
	key, ok := n.sourceIDs[lang.Slug(id)]
	if !ok {
		key, ok = n.sourceIDs[n.places[newPlaceName(KindDataSource, id)]]
	}
	if !ok {
		return DataSource{}, false
	}
	return n.DataSource(key)
}

// DataSources returns all data sources, ordered by id.
func (n *Names) DataSources() []DataSource {
	return slices.SortedFunc(maps.Values(n.sources), func(a, b DataSource) int { return cmp.Compare(a.ID, b.ID) })
}

// Countries returns the ids of all countries, in order.
func (n *Names) Countries() []string { return slices.Sorted(maps.Keys(n.regionOf)) }

// RegionOf returns the region of a country, "" when it has none.
func (n *Names) RegionOf(countryID string) string { return n.regionOf[countryID] }

// Name returns the name of an identifier in the language, else in English, else the identifier itself. A data source without a
// translation has its own name.
func (n *Names) Name(kind string, c lang.Code, id string) string {
	for _, code := range []lang.Code{c, lang.English} {
		if name, ok := n.translations[Translation{kind, code, id}]; ok {
			return name
		}
	}
	if kind == KindDataSource {
		if d, ok := n.FindDataSource(id); ok {
			return d.Name
		}
	}
	return id
}

// CommonName returns the common name of a taxon in the language, "" for a taxon outside the catalog.
func (n *Names) CommonName(c lang.Code, t Taxon) string {
	if !t.InCatalog {
		return ""
	}
	return n.Name(KindSpecies, c, t.ID)
}
