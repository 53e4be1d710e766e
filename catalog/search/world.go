package search

import (
	"context"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/skeeter-surveillance/skeeter/catalog"
	"github.com/skeeter-surveillance/skeeter/catalog/places"
	"github.com/skeeter-surveillance/skeeter/internal/lang"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// current returns the index of the newest names. It is made when names or areas changed, by the first who searches then.
func (s *Search) current(ctx context.Context) (*index, *surveillance.Names, error) {
	s.making.Lock()
	defer s.making.Unlock()
	names := s.Lookups.Current()
	if s.index != nil && s.names == names {
		return s.index, names, nil
	}
	if err := names.TaxaErr(); err != nil {
		return nil, nil, err
	}
	made, err := s.makeIndex(ctx, names)
	if err != nil {
		return nil, nil, err
	}
	s.index, s.names = made, names
	return made, names, nil
}

// The least importance of each type, and how much more the most important one has.
const (
	countryImportance = 1.0
	speciesImportance = 0.75
	diseaseImportance = 0.85
	areaImportance    = 0.55
	sourceImportance  = 0.4
	townImportance    = 0.2
	more              = 0.3
)

// embeddedTowns are read once.
var embeddedTowns = sync.OnceValues(places.Towns)

func (s *Search) makeIndex(ctx context.Context, names *surveillance.Names) (*index, error) {
	boxes, err := catalog.Boxes(ctx, s.DB)
	if err != nil {
		return nil, err
	}
	areas, err := s.store.areas(ctx)
	if err != nil {
		return nil, err
	}
	towns, err := embeddedTowns()
	if err != nil {
		return nil, err
	}
	b := newBuilder()
	for _, id := range slices.Sorted(maps.Keys(boxes)) {
		b.add(entry{kind: Country, id: id, importance: countryImportance, misspelled: true, box: boxes[id]}, inAllLanguages(names, surveillance.KindCountry, id)...)
	}
	genera := names.Genera()
	for _, genus := range genera {
		addGenus(b, names, genus)
	}
	spellings := names.Spellings()
	for _, taxon := range names.Taxa() {
		if taxon.Unresolved || slices.Contains(genera, taxon.ScientificName) {
			continue
		}
		e := entry{kind: Species, id: taxon.ID, importance: importanceOf(taxon), misspelled: taxon.InCatalog, word: taxon.ScientificName}
		known := []string{taxon.ScientificName}
		if taxon.InCatalog {
			known = append(known, inAllLanguages(names, surveillance.KindSpecies, taxon.ID)...)
		}
		b.add(e, known...)
		b.addSpellings(spellings[taxon.Key])
	}
	for _, id := range names.Diseases() {
		b.add(entry{kind: Disease, id: id, importance: diseaseImportance, misspelled: true}, inAllLanguages(names, surveillance.KindDisease, id)...)
	}
	for _, source := range names.DataSources() {
		b.add(entry{kind: DataSource, id: source.ID, importance: sourceImportance, word: source.Name},
			append(inAllLanguages(names, surveillance.KindDataSource, source.ID), source.Name)...)
	}
	for _, area := range areas {
		e := entry{kind: Area, id: area.ID, importance: areaImportance + more*min(1, math.Log10(1+area.KM2)/7), word: area.Name, also: area.Set,
			box: []float64{area.West, area.South, area.East, area.North}}
		if country, _, _ := strings.Cut(area.ID, "-"); area.Set == s.States && names.HasCountry(country) {
			e.also, e.country = "", country
		}
		b.add(e, area.Name, area.ID)
	}
	for _, town := range towns {
		addTown(b, town)
	}
	return b.build(), nil
}

// addGenus adds a genus, as important as the most important of its names. Those of equal importance are found in the order in which they were
// added, so a genus that is added first comes before its species.
func addGenus(b *builder, names *surveillance.Names, genus string) {
	e := entry{kind: Genus, id: genus, word: genus}
	for _, key := range names.FindGenus(genus) {
		taxon, _ := names.Taxon(key)
		e.importance = max(e.importance, importanceOf(taxon))
		if taxon.InCatalog && taxon.Identified() {
			e.species++
		}
	}
	e.misspelled = e.species > 0
	b.add(e, genus)
}

// importanceOf is that of a name.
func importanceOf(t surveillance.Taxon) float64 {
	if !t.InCatalog {
		return sourceImportance
	}
	return speciesImportance + more*dangerOf(t)
}

// dangerOf is 0 to 1, by how well known a taxon is as a vector.
func dangerOf(t surveillance.Taxon) float64 {
	at := slices.Index(surveillance.VectorStatuses, t.VectorStatus)
	return 1 - float64(max(at, 0))/float64(len(surveillance.VectorStatuses)-1)
}

// leastRank is the rank of the least important towns.
const leastRank = 10

func addTown(b *builder, town places.Town) {
	importance := townImportance + more*(1-float64(town.Rank)/leastRank)
	if town.Capital {
		importance += more / 2
	}
	e := entry{kind: Town, importance: importance, word: town.Name, also: town.State, country: strings.ToLower(town.Country), box: []float64{town.Lon, town.Lat}}
	e.id = strings.ReplaceAll(strings.Trim(e.country+" "+fold(town.Name), " "), " ", "-")
	b.add(e, append([]string{town.Name}, town.Also...)...)
}

// inAllLanguages returns the names of an identifier.
func inAllLanguages(names *surveillance.Names, kind, id string) []string {
	var all []string
	for _, code := range lang.All {
		if name := names.Name(kind, code, id); name != id && !slices.Contains(all, name) {
			all = append(all, name)
		}
	}
	return all
}
