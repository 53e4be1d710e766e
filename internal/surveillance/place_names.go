package surveillance

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"golang.org/x/text/language"

	"github.com/skeeter-surveillance/skeeter/internal/lang"
)

// placeNames finds the identifiers of countries, regions and data sources by their names in any of the five languages.
type placeNames map[placeName]string

// placeName is a name without regard to case, accents and punctuation.
type placeName struct{ kind, slug string }

func newPlaceName(kind, name string) placeName { return placeName{kind, lang.Slug(lang.Fold(name))} }

// newPlaceNames indexes the names. Where two identifiers have the same name, the earlier language counts, then the earlier identifier.
func newPlaceNames(c Collections) placeNames {
	regions := map[string]bool{}
	for key := range c.Translations {
		if key.Kind == KindRegion {
			regions[key.ID] = true
		}
	}
	for _, id := range c.RegionOf {
		regions[id] = id != ""
	}
	maps.DeleteFunc(regions, func(_ string, is bool) bool { return !is })
	p := placeNames{}
	add := func(kind, name, id string) {
		if key := newPlaceName(kind, name); key.slug != "" && p[key] == "" {
			p[key] = id
		}
	}
	sources := map[string]bool{}
	for _, d := range c.DataSources {
		sources[d.ID] = true
		add(KindDataSource, d.Name, d.ID)
	}
	for kind, ids := range map[string][]string{
		KindCountry: slices.Sorted(maps.Keys(c.RegionOf)), KindRegion: slices.Sorted(maps.Keys(regions)), KindDataSource: slices.Sorted(maps.Keys(sources)),
	} {
		for _, id := range ids {
			if kind != KindCountry { // codes of countries are read apart: "la" is Laos before it is a word
				add(kind, id, id)
			}
		}
		for _, code := range lang.All {
			for _, id := range ids {
				add(kind, c.Translations[Translation{kind, code, id}], id)
			}
		}
	}
	return p
}

// FindCountry returns the identifier of a country: of its code (ISO 3166-1 alpha-2, alpha-3), or of its name in any of the five
// languages, the official one too. A code that is a country's is found although no record lies there.
func (n *Names) FindCountry(text string) (id string, ok bool) {
	code := strings.ToLower(strings.TrimSpace(text))
	if _, known := n.regionOf[code]; known || len(n.regionOf) == 0 { // without places any code is taken as it is
		return code, true
	}
	if region, err := language.ParseRegion(code); err == nil && region.IsCountry() {
		return strings.ToLower(region.Canonicalize().String()), true
	}
	if id, ok = n.places[newPlaceName(KindCountry, text)]; ok {
		return id, true
	}
	return lang.CountryCode(text)
}

// HasCountry reports whether a country has a shape, in which places are found.
func (n *Names) HasCountry(id string) bool {
	_, ok := n.regionOf[id]
	return ok
}

// FindRegion returns the identifier of a region, in any case, with hyphens or underscores, or of its name in any of the five
// languages.
func (n *Names) FindRegion(text string) (id string, ok bool) {
	if len(n.regionOf) == 0 {
		return lang.Slug(text), true
	}
	id, ok = n.places[newPlaceName(KindRegion, text)]
	return id, ok
}

// Unknown is a name in a parameter of the Filter that there is nothing of.
type Unknown struct{ Parameter, Name string }

// UnknownError holds the countries, regions, data sources and areas that a Filter names and that do not exist.
type UnknownError []Unknown

func (e UnknownError) Error() string {
	messages := make([]string, len(e))
	for i, u := range e {
		messages[i] = u.Error()
	}
	return strings.Join(messages, "; ")
}

// wanted says what the items of a parameter are.
var wanted = map[string]string{
	"country":     "countries are ISO 3166-1 codes, or names in English, Spanish, French, Portuguese or Russian",
	"region":      "GET regions lists them",
	"data_source": "GET filters/data_sources lists them",
	"area":        "POST areas makes one, GET areas lists those of sets",
}

// Error returns a sentence that names the parameter.
func (u Unknown) Error() string {
	return fmt.Sprintf("%s: there is no %s; %s", u.Parameter, shortened(u.Name), wanted[u.Parameter])
}

// maxShortened bounds how much of a client's text comes back in an error, in letters.
const maxShortened = 60

func shortened(text string) string {
	if letters := []rune(text); len(letters) > maxShortened {
		return string(letters[:maxShortened]) + "..."
	}
	return text
}

// findPlaces replaces the countries, regions and data sources of a Filter by their identifiers, and sets its areas. The error is an
// UnknownError.
func (n *Names) findPlaces(f Filter, sources, areas []string) (Filter, error) {
	var unknown UnknownError
	find := func(parameter string, names []string, find func(string) (string, bool)) (ids []string) {
		for _, name := range names {
			id, ok := find(name)
			if !ok {
				unknown = append(unknown, Unknown{parameter, name})
			}
			ids = append(ids, id)
		}
		return ids
	}
	f.Countries = find("country", f.Countries, n.FindCountry)
	f.Regions = find("region", f.Regions, n.FindRegion)
	if sources != nil {
		f.DataSources = []int32{}
	}
	find("data_source", sources, func(name string) (string, bool) {
		d, ok := n.FindDataSource(name)
		if ok {
			f.DataSources = append(f.DataSources, d.Key)
		}
		return d.ID, ok
	})
	find("area", areas, func(id string) (string, bool) {
		area, ok := n.areas[id]
		if ok {
			f.Areas = append(f.Areas, area)
		}
		return id, ok
	})
	if unknown != nil {
		return f, unknown
	}
	return f, nil
}

// Missing returns the slugs of the species and the data sources that criteria name and names do not hold.
func (c *Criteria) Missing(names *Names) (species, sources []string) {
	for _, name := range c.species {
		if _, ok := names.FindTaxon(name); !ok {
			species = append(species, names.unspelled(name)...)
		}
	}
	for _, name := range c.dataSources {
		if _, ok := names.FindDataSource(name); !ok {
			sources = append(sources, lang.Slug(lang.Fold(name)))
		}
	}
	return species, sources
}
