package shapes

import "github.com/paulmach/orb"

// unnumbered gives the features that Natural Earth draws without an ISO 3166-1 code
// to the country whose code their places are written under, so that no point on land
// is without a country. It answers where a record is counted, not whose the land is.
var unnumbered = map[string]string{
	// States that administer themselves without a code of ISO 3166-1. Kosovo goes by
	// the user-assigned code of CLDR; the others count to the country whose code is
	// in use there.
	"Kosovo":     "XK",
	"N. Cyprus":  "CY",
	"Somaliland": "SO",

	// On the island of Cyprus, patrolled by the UN or under British sovereignty, and
	// without a code of their own: their records stay with the island's.
	"Cyprus U.N. Buffer Zone": "CY",
	"Akrotiri":                "CY",
	"Dhekelia":                "CY",

	// Leased to another state, under the sovereignty of the lessor.
	"Baikonur":            "KZ",
	"USNB Guantanamo Bay": "CU",

	// Counted by ISO 3166-1 to the state that administers them.
	"Clipperton I.":     "FR",
	"Coral Sea Is.":     "AU",
	"Indian Ocean Ter.": "AU", // Christmas and Cocos Islands: taken apart below

	// Claimed by several states, given to the one that administers them.
	"Bajo Nuevo Bank":  "CO",
	"Serranilla Bank":  "CO",
	"Scarborough Reef": "CN",
	"Siachen Glacier":  "IN",
	"Spratly Is.":      "VN", // holds the most of them; the others' are taken apart below
}

// place is a part of a Natural Earth country that belongs to another code of
// ISO 3166-1: every polygon of the country that lies inside the box.
type place struct {
	from, to string
	box      orb.Bound // degrees, WGS 84
}

// places holds the overseas parts that have a code of ISO 3166-1 to themselves, but
// which Natural Earth counts to the mother country, and the Spratly Islands that are
// held by others than Vietnam. A box holds nothing else of the country it takes from.
var places = []place{
	{"FR", "GF", box(-55, 2, -51, 6)},               // French Guiana
	{"FR", "GP", box(-62, 15.7, -60.9, 16.6)},       // Guadeloupe with Les Saintes and Marie-Galante
	{"FR", "MQ", box(-61.4, 14.3, -60.7, 15)},       // Martinique
	{"FR", "YT", box(44.9, -13.1, 45.4, -12.5)},     // Mayotte
	{"FR", "RE", box(55, -21.5, 56, -20.7)},         // Réunion
	{"NO", "SJ", box(-10, 70.5, -7, 71.5)},          // Jan Mayen
	{"NO", "SJ", box(10, 74, 35, 81)},               // Svalbard with Bear Island
	{"NO", "BV", box(3, -55, 4, -54)},               // Bouvet Island
	{"NL", "BQ", box(-68.5, 11.9, -68.1, 12.4)},     // Bonaire
	{"NL", "BQ", box(-63.4, 17.4, -62.9, 17.7)},     // Saba and Sint Eustatius
	{"NZ", "TK", box(-173, -10, -171, -8)},          // Tokelau
	{"AU", "CX", box(105, -11, 106, -10)},           // Christmas Island
	{"AU", "CC", box(96, -13, 97.5, -11.5)},         // Cocos (Keeling) Islands
	{"VN", "TW", box(114.35, 10.36, 114.38, 10.39)}, // Itu Aba
	{"VN", "PH", box(114.2, 11, 115.1, 11.2)},       // Thitu and West York
	{"VN", "PH", box(115.7, 10.6, 115.95, 10.9)},    // Nanshan and Flat Island
}

// ownCountry gives the parts of one polygon of a Natural Earth country to the
// country that has a code of its own for their place.
func ownCountry(a2 string, parts orb.MultiPolygon) string {
	for _, p := range places {
		if p.from != a2 {
			continue
		}
		if bound := parts.Bound(); p.box.Contains(bound.Min) && p.box.Contains(bound.Max) {
			return p.to
		}
	}
	return a2
}

func box(west, south, east, north float64) orb.Bound {
	return orb.Bound{Min: orb.Point{west, south}, Max: orb.Point{east, north}}
}
