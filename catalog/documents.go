package catalog

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/text/language"

	"github.com/skeeter-surveillance/skeeter/catalog/shapes"
	"github.com/skeeter-surveillance/skeeter/internal/lang"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// loadFormat is part of the version. Raise it when Load writes the same files differently.
const loadFormat = 5

// version holds digests of a catalog's content. The database stores it as text.
type version struct {
	texts  string // of the files and CLDR's names
	places string // of regions, countries and their shapes, which take most of a load's time
}

func (v version) String() string { return v.texts + " " + v.places }

func (v version) hasPlaces(loaded string) bool { return strings.HasSuffix(loaded, " "+v.places) }

func embeddedVersion() (version, error) {
	files, err := hashFiles(dataFiles)
	if err != nil {
		return version{}, fmt.Errorf("read the catalog: %w", err)
	}
	countries, err := shapes.Hash()
	if err != nil {
		return version{}, fmt.Errorf("read the country shapes: %w", err)
	}
	digest := func(content string) string {
		sum := sha256.Sum256(fmt.Appendf(nil, "%d %s %s", loadFormat, language.CLDRVersion, content))
		return hex.EncodeToString(sum[:])
	}
	return version{digest(files), digest(countries)}, nil
}

// documents are the arguments of the steps of a load, by name.
type documents map[string]any

// translation is a row of the table translations.
type translation struct {
	Kind   string    `json:"kind"`
	Lang   lang.Code `json:"lang"`
	ID     string    `json:"id"`
	Name   string    `json:"name"`
	Texts  any       `json:"texts"`
	Folded string    `json:"folded"`
}

// spelling is a row of the table taxon_names.
type spelling struct {
	Slug     string `json:"slug"`
	Name     string `json:"name"`
	Species  string `json:"species"` // id
	Accepted bool   `json:"accepted"`
}

// newDocuments encodes the catalog for the steps: small tables as JSON, countries and their pieces as arrays with geometries as EWKB.
func newDocuments(e entries, countries []shapes.Country) (documents, error) {
	texts := speciesTranslations(e.Species)
	texts = append(texts, diseaseTranslations(e.Diseases)...)
	texts = append(texts, placeTranslations(countries)...)
	docs := documents{}
	for name, rows := range map[string]any{
		"species": e.Species, "diseases": e.Diseases, "names": spellings(e.Species), "members": members(e.Species),
		"references": referenceRows(e.References), "regions": regionDocument(), "translations": texts,
	} {
		encoded, err := json.Marshal(rows)
		if err != nil {
			return nil, fmt.Errorf("encode the catalog's %s: %w", name, err)
		}
		docs[name] = encoded
	}
	docs.addCountries(countries)
	return docs, nil
}

func (d documents) addCountries(countries []shapes.Country) {
	regionByM49 := map[string]string{}
	for _, r := range shapes.Subregions() {
		regionByM49[r.M49] = r.ID
	}
	n := len(countries)
	ids, iso, regions, outlines, points := make([]string, n), make([]string, n), make([]string, n), make([]string, n), make([]string, n)
	var pieces, owners []string
	for i, c := range countries {
		ids[i], iso[i], regions[i], outlines[i], points[i] = strings.ToLower(c.A2), c.A3, regionByM49[shapes.SubregionOf(c.A2)], c.Shape, c.Point
		pieces, owners = append(pieces, c.Pieces...), append(owners, slices.Repeat([]string{ids[i]}, len(c.Pieces))...)
	}
	d["country_ids"], d["country_iso_a3s"], d["country_regions"], d["country_shapes"], d["country_points"] = ids, iso, regions, outlines, points
	d["piece_countries"], d["piece_shapes"] = owners, pieces
}

func regionDocument() []map[string]string {
	var rows []map[string]string
	for _, r := range shapes.Subregions() {
		rows = append(rows, map[string]string{"id": r.ID, "m49": r.M49})
	}
	return rows
}

func spellings(species []speciesEntry) []spelling {
	var rows []spelling
	for _, s := range species {
		rows = append(rows, spelling{s.ID, s.ScientificName, s.ID, true})
		for _, synonym := range s.Synonyms {
			rows = append(rows, spelling{lang.Slug(synonym), synonym, s.ID, false})
		}
	}
	return rows
}

// member is a row of the table species_members.
type member struct {
	Group string `json:"group"` // id
	Slug  string `json:"slug"`
	Name  string `json:"name"`
}

func members(species []speciesEntry) []member {
	var rows []member
	for _, s := range species {
		for _, name := range s.Members {
			rows = append(rows, member{s.ID, lang.Slug(name), name})
		}
	}
	return rows
}

func speciesTranslations(species []speciesEntry) []translation {
	var rows []translation
	for _, s := range species {
		spelled := append([]string{s.ScientificName}, s.Synonyms...)
		for _, code := range lang.All {
			t := s.Text[code]
			rows = append(rows, translation{surveillance.KindSpecies, code, s.ID, t.CommonName, t, fold(append(spelled[:len(spelled):len(spelled)], t.CommonName))})
		}
	}
	return rows
}

func diseaseTranslations(diseases []diseaseEntry) []translation {
	var rows []translation
	for _, d := range diseases {
		for _, code := range lang.All {
			t := d.Text[code]
			rows = append(rows, translation{surveillance.KindDisease, code, d.ID, t.Name, t, fold([]string{t.Name, t.Description})})
		}
	}
	return rows
}

func placeTranslations(countries []shapes.Country) []translation {
	var rows []translation
	none := struct{}{}
	for _, code := range lang.All {
		for _, r := range shapes.Subregions() {
			name := lang.RegionName(code, r.M49)
			rows = append(rows, translation{surveillance.KindRegion, code, r.ID, name, none, lang.Fold(name)})
		}
		for _, c := range countries {
			name := lang.RegionName(code, c.A2)
			rows = append(rows, translation{surveillance.KindCountry, code, strings.ToLower(c.A2), name, none, lang.Fold(name)})
		}
	}
	return rows
}

// fold folds each text to a line of its own, so that no search matches across two texts.
func fold(texts []string) string {
	lines := make([]string, len(texts))
	for i, text := range texts {
		lines[i] = lang.Fold(text)
	}
	return strings.Join(lines, "\n")
}
