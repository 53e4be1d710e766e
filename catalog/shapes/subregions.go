package shapes

import (
	"slices"

	"golang.org/x/text/language"
)

// Subregion is a sub-region of UN M49. Latin America and the Caribbean (419) and
// Sub-Saharan Africa (202) are replaced by their intermediate regions, and every
// country lies in exactly one.
type Subregion struct {
	ID   string // UN M49's English name, lowercase with hyphens: "western-africa"
	M49  string // three digits: "011"
	Name string // English, as in CLDR: "Western Africa"
}

var subregions = []Subregion{
	{"australia-and-new-zealand", "053", "Australasia"},
	{"caribbean", "029", "Caribbean"},
	{"central-america", "013", "Central America"},
	{"central-asia", "143", "Central Asia"},
	{"eastern-africa", "014", "Eastern Africa"},
	{"eastern-asia", "030", "Eastern Asia"},
	{"eastern-europe", "151", "Eastern Europe"},
	{"melanesia", "054", "Melanesia"},
	{"micronesia", "057", "Micronesian Region"},
	{"middle-africa", "017", "Middle Africa"},
	{"northern-africa", "015", "Northern Africa"},
	{"northern-america", "021", "Northern America"},
	{"northern-europe", "154", "Northern Europe"},
	{"polynesia", "061", "Polynesia"},
	{"south-america", "005", "South America"},
	{"south-eastern-asia", "035", "Southeast Asia"},
	{"southern-africa", "018", "Southern Africa"},
	{"southern-asia", "034", "Southern Asia"},
	{"southern-europe", "039", "Southern Europe"},
	{"western-africa", "011", "Western Africa"},
	{"western-asia", "145", "Western Asia"},
	{"western-europe", "155", "Western Europe"},
}

// outlying maps the islands that CLDR groups as Outlying Oceania to the sub-region
// that UN M49 counts them to.
var outlying = map[string]string{
	"BV": "005",
	"CC": "053",
	"CX": "053",
	"GS": "005",
	"HM": "053",
	"IO": "014",
	"TF": "014",
	"UM": "057",
}

// Subregions returns the 22 sub-regions, sorted by name.
func Subregions() []Subregion {
	return slices.Clone(subregions)
}

// SubregionOf returns the UN M49 code, three digits, of the sub-region of a country,
// which is given by its ISO 3166-1 alpha-2 code. It is "" for Antarctica, which has
// none, and for a code of no country.
func SubregionOf(a2 string) string {
	if code, ok := outlying[a2]; ok {
		return code
	}
	country, err := language.ParseRegion(a2)
	if err != nil || !country.IsCountry() {
		return ""
	}
	for _, s := range subregions {
		if region, err := language.ParseRegion(s.M49); err == nil && region.Contains(country) {
			return s.M49
		}
	}
	return ""
}
