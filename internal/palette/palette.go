// Package palette has the colours of the map page (web/src/map/layers/palette.ts) for what others draw: map styles and layers of QGIS. A
// test holds that both are the same. It imports nothing of the project.
package palette

// Colour is the colour, as #rrggbb, of a value.
type Colour struct{ Value, Hex string }

// Other is the colour of what has none of its own.
const Other = "#8b8f98"

// Statuses are the colours of vector statuses, the most important first.
var Statuses = []Colour{{"High", "#b3261e"}, {"Moderate", "#f08a24"}, {"Low", "#f2d24b"}, {"None", "#3f7fd0"}, {"Unknown", Other}}

// Species are the colours of the vectors that maps most often have to tell apart, by their ids.
var Species = []Colour{
	{"aedes-aegypti", "#d1401a"},
	{"aedes-albopictus", "#0a75ec"},
	{"aedes-japonicus", "#a499fe"},
	{"aedes-vexans", "#5d7e6a"},
	{"anopheles-gambiae", "#9b0075"},
	{"anopheles-funestus", "#562db6"},
	{"anopheles-stephensi", "#e255ac"},
	{"anopheles-arabiensis", "#fea2a8"},
	{"culex-pipiens", "#c29320"},
	{"culex-quinquefasciatus", "#7b3702"},
	{"culex-tarsalis", "#06dbed"},
	{"culex-tritaeniorhynchus", "#a7d81d"},
}
