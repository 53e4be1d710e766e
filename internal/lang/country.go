package lang

import (
	"embed"
	"encoding/json"
	"regexp"
	"strings"
	"sync"
)

// dist holds country-names.json, which the build writes from CLDR and the npm package i18n-iso-countries: names by alpha-2 codes.
//
//go:embed all:dist
var dist embed.FS

// countryCodes finds the code of a country by the countryKey of its names. A name that two countries have is of neither.
var countryCodes = sync.OnceValue(func() map[string]string {
	var names map[string][]string
	if file, err := dist.ReadFile("dist/country-names.json"); err != nil || json.Unmarshal(file, &names) != nil {
		return nil // not built
	}
	codes := map[string]string{}
	add := func(name, code string) {
		key := countryKey(name)
		if known, taken := codes[key]; taken && known != code {
			code = ""
		}
		codes[key] = code
	}
	for code, known := range names {
		for _, name := range known {
			add(name, code)
		}
	}
	delete(codes, "")
	return codes
})

// CountryCode returns the alpha-2 code of ISO 3166-1, in lower case, of a country by a name that is usual in one of the languages:
// CLDR's, the official one, or another one (Viet Nam, Russian Federation, Korea, Republic of). Case, accents and punctuation do not
// count. Without the files of the build it finds none.
func CountryCode(name string) (code string, ok bool) {
	code = countryCodes()[countryKey(name)]
	return code, code != ""
}

// inverted are names whose first words stand last: Korea, Republic of; Bolivia (Estado Plurinacional de).
var inverted = regexp.MustCompile(`(?i)^([^,(]+?)(?:, | \()([^,()]+ (?:of|of the|de|del|de la|d'|da|do))\)?$`)

// countryKey writes the name of a country without what people leave out or write in several ways.
func countryKey(name string) string {
	name = Fold(name)
	if parts := inverted.FindStringSubmatch(name); parts != nil {
		name = parts[2] + " " + parts[1]
	}
	key := Slug(strings.ReplaceAll(name, "&", " and "))
	key = strings.TrimSuffix(strings.TrimPrefix(key, "the-"), "-the")
	if rest, saint := strings.CutPrefix(key, "st-"); saint {
		key = "saint-" + rest
	}
	return key
}
